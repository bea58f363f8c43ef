// The programs with which waypost opens a page on each system, and the reasons for not opening a page.
import { describe, expect, test } from 'vitest';
import { type BrowserHost, openersFor } from '../../../src/cli/prompts/open-page';

const desktop: BrowserHost = {
  env: { DISPLAY: ':0' },
  platform: 'linux',
  exists: () => false,
  kernel: () => 'Linux version 6.1.0 (debian-kernel@lists.debian.org)',
};

const page = 'https://service.example/sign-up?a=1&b=2';
const wsl = 'Linux version 5.15.153.1-microsoft-standard-WSL2';
const vscode = { VSCODE_IPC_HOOK_CLI: '/tmp/vscode-ipc.sock' };
const windows = ['wslview', 'rundll32.exe', 'the Windows browser'];
const containing = (mark: string) => (path: string) => path === mark;

/** Returns the names of the programs that waypost tries, or the reason for not trying a program. */
function tried(host: Partial<BrowserHost>): string[] | string {
  const openers = openersFor(page, { ...desktop, ...host });
  return typeof openers === 'string' ? openers : openers.map(({ name }) => name);
}

describe('openersFor without a configured browser', () => {
  test.each<[string, Partial<BrowserHost>, string[] | string]>([
    ['X11', {}, ['xdg-open']],
    ['Wayland', { env: { WAYLAND_DISPLAY: 'wayland-0' } }, ['xdg-open']],
    ['no display', { env: {} }, 'there is no display'],
    ['an empty display', { env: { DISPLAY: '' } }, 'there is no display'],
    ['macOS', { platform: 'darwin', env: {} }, ['the default browser']],
    ['Windows', { platform: 'win32', env: {} }, ['the default browser']],
    ['FreeBSD with a display', { platform: 'freebsd' }, ['xdg-open']],
    ['FreeBSD without a display', { platform: 'freebsd', env: {} }, 'there is no display'],
    ['SSH', { env: { DISPLAY: ':0', SSH_CONNECTION: '::1 1 ::1 22' } }, 'this is an SSH session'],
    ['SSH with SSH_TTY only', { env: { SSH_TTY: '/dev/pts/0' } }, 'this is an SSH session'],
    [
      'SSH with SSH_CLIENT',
      { env: { DISPLAY: ':0', SSH_CLIENT: '::1' } },
      'this is an SSH session',
    ],
    [
      'SSH to a Mac',
      { platform: 'darwin', env: { SSH_TTY: '/dev/ttys0' } },
      'this is an SSH session',
    ],
    ['SSH to Windows', { platform: 'win32', env: { SSH_CLIENT: '::1' } }, 'this is an SSH session'],
    ['SSH from VS Code', { env: { SSH_CLIENT: '::1', ...vscode } }, ['code']],
    ['CI', { env: { DISPLAY: ':0', CI: 'true' } }, 'this is a CI run'],
    ['CI=1', { env: { DISPLAY: ':0', CI: '1' } }, 'this is a CI run'],
    ['CI on a Mac', { platform: 'darwin', env: { CI: 'true' } }, 'this is a CI run'],
    ['CI=false', { env: { DISPLAY: ':0', CI: 'false' } }, ['xdg-open']],
    ['CI=0', { env: { DISPLAY: ':0', CI: '0' } }, ['xdg-open']],
    ['an empty CI', { env: { DISPLAY: ':0', CI: '' } }, ['xdg-open']],
    ['WSL by its kernel', { kernel: () => wsl, env: {} }, windows],
    ['WSL 1 by its kernel', { kernel: () => 'Linux 4.4.0-19041-Microsoft', env: {} }, windows],
    ['WSL by its distribution', { env: { WSL_DISTRO_NAME: 'Debian' } }, windows],
    ['WSL by its socket', { env: { WSL_INTEROP: '/run/WSL' } }, windows],
    ['WSL with a display', { kernel: () => wsl }, [...windows, 'xdg-open']],
    [
      'a container under WSL',
      { kernel: () => wsl, env: {}, exists: containing('/.dockerenv') },
      'there is no display',
    ],
    ['Docker', { env: {}, exists: containing('/.dockerenv') }, 'there is no display'],
    ['Podman', { env: {}, exists: containing('/run/.containerenv') }, 'there is no display'],
    ['a container with a display', { exists: containing('/run/.containerenv') }, ['xdg-open']],
    ['Kubernetes', { env: { KUBERNETES_SERVICE_HOST: '10.0.0.1' } }, 'there is no display'],
    ['a dev container', { env: { REMOTE_CONTAINERS: 'true', ...vscode } }, ['code']],
    ['a codespace', { env: { CODESPACES: 'true', ...vscode } }, ['code']],
    ['a codespace without its editor', { env: { CODESPACES: 'true' } }, 'there is no display'],
  ])(
    'returns the programs that can open a page, or the reason why waypost does not open the page (environment: %s)',
    (_, host, expected) => {
      expect(tried(host)).toEqual(expected);
    },
  );
});

describe('openersFor with a configured browser', () => {
  const env = { BROWSER: 'firefox' };
  test.each<[string, Partial<BrowserHost>, string[] | string]>([
    ['BROWSER on a desktop', { env: { ...env, DISPLAY: ':0' } }, ['firefox (BROWSER)', 'xdg-open']],
    ['BROWSER without a display', { env }, ['firefox (BROWSER)']],
    ['BROWSER in a container', { env, exists: containing('/.dockerenv') }, ['firefox (BROWSER)']],
    [
      'BROWSER in an SSH session',
      { env: { ...env, SSH_TTY: '/dev/pts/0' } },
      ['firefox (BROWSER)'],
    ],
    ['BROWSER in WSL', { env, kernel: () => wsl }, ['firefox (BROWSER)', ...windows]],
    ['BROWSER on macOS', { env, platform: 'darwin' }, ['firefox (BROWSER)', 'the default browser']],
    ['BROWSER in a CI run', { env: { ...env, CI: '1' } }, 'this is a CI run'],
    ['only the browser setting', { env: {}, setting: 'links -g' }, ['links (settings)']],
    ['both BROWSER and the browser setting', { env, setting: 'links' }, ['firefox (BROWSER)']],
    [
      'only the browser setting, with the value none',
      { setting: 'none' },
      'the browser setting is none',
    ],
    ['BROWSER=none', { env: { BROWSER: 'none', DISPLAY: ':0' } }, 'BROWSER is none'],
    ['BROWSER with a blank value', { env: { BROWSER: ' ' } }, 'there is no display'],
  ])(
    'returns the programs that can open a page, or the reason why waypost does not open the page (case: %s)',
    (_, host, expected) => {
      expect(tried(host)).toEqual(expected);
    },
  );

  test.each<[value: string, commands: string[][], host?: Partial<BrowserHost>]>([
    ['firefox', [['firefox', page]]],
    ['firefox -P work', [['firefox', '-P', 'work', page]]],
    ['open -u %s -g', [['open', '-u', page, '-g']]],
    ['open --url=%s', [['open', `--url=${page}`]]],
    ['"/opt/my browser/run" -x', [['/opt/my browser/run', '-x', page]]],
    ["run '-a b'", [['run', '-a b', page]]],
    [
      'w3m:lynx -x',
      [
        ['w3m', page],
        ['lynx', '-x', page],
      ],
    ],
    ['/opt/my browser', [['/opt/my browser', page]], { exists: containing('/opt/my browser') }],
    [
      'C:\\Program Files\\Firefox\\firefox.exe',
      [['C:\\Program Files\\Firefox\\firefox.exe', page]],
      { platform: 'win32', exists: containing('C:\\Program Files\\Firefox\\firefox.exe') },
    ],
  ])('returns the commands for BROWSER=%s', (value, commands, host = {}) => {
    const openers = openersFor(page, { ...desktop, env: { BROWSER: value }, ...host });
    const own = typeof openers === 'string' ? [] : openers.filter(({ command }) => command);
    expect(own.map(({ command }) => command)).toEqual(commands);
  });
});
