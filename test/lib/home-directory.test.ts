// The home directory if HOME is unusable: never a directory below the working directory.
import { homedir, userInfo } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { homeDirectory } from '../../src/lib/home-directory';

vi.mock('node:os', async (original) => {
  const os = await original<typeof import('node:os')>();
  return { ...os, userInfo: vi.fn(os.userInfo) };
});

afterEach(() => {
  vi.mocked(userInfo).mockReset();
  vi.unstubAllEnvs();
});

const listed = userInfo().homedir;

test.skipIf(process.platform === 'win32').each([
  ['/home/ann', '/home/ann'],
  ['home', listed],
  ['', listed],
  [undefined, listed],
])('homeDirectory with HOME=%s returns %s', (HOME, home) => {
  vi.stubEnv('HOME', HOME);
  expect(homeDirectory()).toBe(home);
  expect(process.env.HOME).toBe(HOME);
});

test.skipIf(process.platform === 'win32').each<[what: string, told: () => string]>([
  [
    'is unknown to the system',
    () => {
      throw new Error('ENOENT: no such file or directory, uv_os_get_passwd');
    },
  ],
  ['has a relative home directory', () => 'home'],
])('homeDirectory and os.homedir() return the root directory if the user %s', (_, told) => {
  vi.stubEnv('HOME', 'home');
  vi.mocked(userInfo).mockImplementation(() => ({ homedir: told() }) as never);
  expect(homeDirectory()).toBe('/');
  expect(homedir()).toBe('/');
});
