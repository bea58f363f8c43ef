// Where data and caches are kept on the three systems.
import { expect, test } from 'vitest';
import { systemDirectories } from '../../src/lib/system-directories';

type Env = Record<string, string>;

test.each<[platform: NodeJS.Platform, env: Env, data: string, cache: string]>([
  ['linux', {}, '/home/ann/.local/share/waypost', '/home/ann/.cache/waypost'],
  ['freebsd', {}, '/home/ann/.local/share/waypost', '/home/ann/.cache/waypost'],
  ['linux', { XDG_DATA_HOME: '/d' }, '/d/waypost', '/home/ann/.cache/waypost'],
  ['linux', { XDG_CACHE_HOME: '/c/' }, '/home/ann/.local/share/waypost', '/c/waypost'],
  ['linux', { XDG_DATA_HOME: 'd' }, '/home/ann/.local/share/waypost', '/home/ann/.cache/waypost'],
  ['linux', { XDG_CACHE_HOME: ' ' }, '/home/ann/.local/share/waypost', '/home/ann/.cache/waypost'],
  [
    'darwin',
    { XDG_DATA_HOME: '/d', XDG_CACHE_HOME: '/c' },
    '/home/ann/Library/Application Support/waypost',
    '/home/ann/Library/Caches/waypost',
  ],
])('on %s with %j: %s and %s', (platform, env, data, cache) => {
  expect(systemDirectories({ platform, env, home: '/home/ann' })).toEqual({ data, cache });
});

test.each<[env: Env, local: string]>([
  [{}, 'C:\\Users\\ann\\AppData\\Local'],
  [{ LOCALAPPDATA: 'D:\\Local' }, 'D:\\Local'],
  [{ LOCALAPPDATA: 'Local' }, 'C:\\Users\\ann\\AppData\\Local'],
  [{ XDG_DATA_HOME: 'C:\\x' }, 'C:\\Users\\ann\\AppData\\Local'],
])('on Windows with %j: below %s', (env, local) => {
  expect(systemDirectories({ platform: 'win32', env, home: 'C:\\Users\\ann' })).toEqual({
    data: `${local}\\waypost\\Data`,
    cache: `${local}\\waypost\\Cache`,
  });
});
