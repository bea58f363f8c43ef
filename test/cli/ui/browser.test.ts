// Where a browser would open before the user's eyes, and why not elsewhere.
import { expect, test } from 'vitest';
import { type BrowserSurroundings, whyNoBrowser } from '../../../src/cli/ui/browser';

const desktop: BrowserSurroundings = {
  env: { DISPLAY: ':0' },
  platform: 'linux',
  exists: () => false,
  kernel: () => 'Linux version 6.1.0 (debian-kernel@lists.debian.org)',
};

const wsl = 'Linux version 5.15.153.1-microsoft-standard-WSL2';
const containing = (mark: string) => (path: string) => path === mark;

test.each<[string, Partial<BrowserSurroundings>, string | undefined]>([
  ['X11', {}, undefined],
  ['Wayland', { env: { WAYLAND_DISPLAY: 'wayland-0' } }, undefined],
  ['no display', { env: {} }, 'there is no display'],
  ['an empty display', { env: { DISPLAY: '' } }, 'there is no display'],
  ['macOS', { platform: 'darwin', env: {} }, undefined],
  ['Windows', { platform: 'win32', env: {} }, undefined],
  ['FreeBSD with a display', { platform: 'freebsd' }, undefined],
  ['FreeBSD without', { platform: 'freebsd', env: {} }, 'there is no display'],
  ['SSH', { env: { DISPLAY: ':0', SSH_CONNECTION: '::1 1 ::1 22' } }, 'this is an SSH session'],
  [
    'SSH, another mark',
    { env: { DISPLAY: ':0', SSH_TTY: '/dev/pts/0' } },
    'this is an SSH session',
  ],
  ['SSH, the old mark', { env: { DISPLAY: ':0', SSH_CLIENT: '::1' } }, 'this is an SSH session'],
  [
    'SSH to a Mac',
    { platform: 'darwin', env: { SSH_TTY: '/dev/ttys0' } },
    'this is an SSH session',
  ],
  ['SSH to Windows', { platform: 'win32', env: { SSH_CLIENT: '::1' } }, 'this is an SSH session'],
  ['CI', { env: { DISPLAY: ':0', CI: 'true' } }, 'this is a CI run'],
  ['CI=1', { env: { DISPLAY: ':0', CI: '1' } }, 'this is a CI run'],
  ['CI on a Mac', { platform: 'darwin', env: { CI: 'true' } }, 'this is a CI run'],
  ['CI=false', { env: { DISPLAY: ':0', CI: 'false' } }, undefined],
  ['CI=0', { env: { DISPLAY: ':0', CI: '0' } }, undefined],
  ['CI empty', { env: { DISPLAY: ':0', CI: '' } }, undefined],
  ['WSL by its kernel', { kernel: () => wsl }, 'this is WSL'],
  ['WSL 1 by its kernel', { kernel: () => 'Linux 4.4.0-19041-Microsoft' }, 'this is WSL'],
  ['WSL by its name', { env: { DISPLAY: ':0', WSL_DISTRO_NAME: 'Debian' } }, 'this is WSL'],
  ['WSL by its socket', { env: { DISPLAY: ':0', WSL_INTEROP: '/run/WSL' } }, 'this is WSL'],
  ['Docker', { exists: containing('/.dockerenv') }, 'this is a container'],
  ['Podman', { exists: containing('/run/.containerenv') }, 'this is a container'],
  ['systemd-nspawn', { env: { DISPLAY: ':0', container: 'x' } }, 'this is a container'],
  ['Kubernetes', { env: { KUBERNETES_SERVICE_HOST: '10.0.0.1' } }, 'this is a container'],
  ['a dev container', { env: { REMOTE_CONTAINERS: 'true' } }, 'this is a container'],
  ['Codespaces', { env: { CODESPACES: 'true' } }, 'this is a container'],
])('%s', (_, surroundings, why) => {
  expect(whyNoBrowser({ ...desktop, ...surroundings })).toBe(why);
});
