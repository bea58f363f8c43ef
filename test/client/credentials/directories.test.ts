// Where the credentials are stored on Linux, macOS and Windows.
import { expect, test } from 'vitest';
import {
  credentialsPath,
  namedProfile,
  profileNamed,
  profilesDirectory,
  profilesPath,
  settingsPath,
} from '../../../src/client/credentials/directories';

type Env = Record<string, string>;

test.each<[platform: NodeJS.Platform, env: Env, profile: string | undefined, path: string]>([
  ['linux', {}, undefined, '/home/ann/.config/waypost/credentials.json'],
  ['darwin', {}, undefined, '/home/ann/.config/waypost/credentials.json'],
  ['linux', { XDG_CONFIG_HOME: '/conf' }, undefined, '/conf/waypost/credentials.json'],
  ['darwin', { XDG_CONFIG_HOME: '/conf' }, undefined, '/conf/waypost/credentials.json'],
  ['linux', { XDG_CONFIG_HOME: '/conf/' }, undefined, '/conf/waypost/credentials.json'],
  ['linux', { XDG_CONFIG_HOME: '' }, undefined, '/home/ann/.config/waypost/credentials.json'],
  ['linux', { XDG_CONFIG_HOME: '  ' }, undefined, '/home/ann/.config/waypost/credentials.json'],
  ['linux', { XDG_CONFIG_HOME: 'conf' }, undefined, '/home/ann/.config/waypost/credentials.json'],
  ['linux', { XDG_CONFIG_HOME: './c' }, undefined, '/home/ann/.config/waypost/credentials.json'],
  ['linux', { APPDATA: '/app' }, undefined, '/home/ann/.config/waypost/credentials.json'],
  ['linux', {}, 'work', '/home/ann/.config/waypost/profiles/work/credentials.json'],
  ['linux', { XDG_CONFIG_HOME: '/c' }, 'w', '/c/waypost/profiles/w/credentials.json'],
])(
  'on %s with the environment %j and the profile %s, credentialsPath returns %s',
  (platform, env, profile, path) => {
    expect(credentialsPath({ platform, env, home: '/home/ann' }, profile)).toBe(path);
  },
);

test.each<[env: Env, profile: string | undefined, path: string]>([
  [{ APPDATA: 'D:\\Roaming' }, undefined, 'D:\\Roaming\\waypost\\credentials.json'],
  [{}, undefined, 'C:\\Users\\ann\\AppData\\Roaming\\waypost\\credentials.json'],
  [{ APPDATA: '' }, undefined, 'C:\\Users\\ann\\AppData\\Roaming\\waypost\\credentials.json'],
  [{ APPDATA: 'x' }, undefined, 'C:\\Users\\ann\\AppData\\Roaming\\waypost\\credentials.json'],
  [{ XDG_CONFIG_HOME: 'C:\\x', APPDATA: 'D:\\' }, undefined, 'D:\\waypost\\credentials.json'],
  [{ APPDATA: 'D:\\R' }, 'work', 'D:\\R\\waypost\\profiles\\work\\credentials.json'],
])(
  'on Windows with the environment %j and the profile %s, credentialsPath returns %s',
  (env, profile, path) => {
    expect(credentialsPath({ platform: 'win32', env, home: 'C:\\Users\\ann' }, profile)).toBe(path);
  },
);

test.each<[platform: NodeJS.Platform, home: string, where: string]>([
  ['linux', '/home/ann', '/home/ann/.config/waypost/'],
  ['darwin', '/Users/ann', '/Users/ann/.config/waypost/'],
  ['win32', 'C:\\Users\\ann', 'C:\\Users\\ann\\AppData\\Roaming\\waypost\\'],
])(
  "on %s, waypost stores the settings and the profiles in the credentials file's directory",
  (platform, home, where) => {
    const place = { platform, env: {}, home };
    expect([profilesDirectory, settingsPath, profilesPath].map((path) => path(place))).toEqual([
      `${where}profiles`,
      `${where}settings.json`,
      `${where}profiles.json`,
    ]);
  },
);

test.each([
  ['work', 'work'],
  [' work ', 'work'],
  ['0', '0'],
  ['a-b_c', 'a-b_c'],
  ['a'.repeat(64), 'a'.repeat(64)],
  ['default', undefined],
  [' (default) ', undefined],
  ['defaults', 'defaults'],
])('profileNamed maps the name %j to the profile %s', (text, profile) => {
  expect(profileNamed(text)).toBe(profile);
});

test.each<[flag: string | undefined, env: Env, choice: object | undefined]>([
  [undefined, {}, undefined],
  ['work', { WAYPOST_PROFILE: 'play' }, { name: 'work', source: 'flag' }],
  [' ', { WAYPOST_PROFILE: 'play' }, { name: 'play', source: 'env' }],
  [undefined, { WAYPOST_PROFILE: 'play' }, { name: 'play', source: 'env' }],
  ['', {}, undefined],
  [undefined, { WAYPOST_PROFILE: '' }, undefined],
  ['default', { WAYPOST_PROFILE: 'play' }, { name: undefined, source: 'flag' }],
  [undefined, { WAYPOST_PROFILE: '(default)' }, { name: undefined, source: 'env' }],
])('for --profile %j and the environment %j, namedProfile returns %j', (flag, env, choice) => {
  expect(namedProfile(flag, env)).toEqual(choice);
});

test.each([
  'Work',
  'a b',
  '-a',
  '_a',
  '.',
  '..',
  '../x',
  'a/b',
  'a\\b',
  'a.b',
  'ä',
  'a\nb',
  'a'.repeat(65),
  '(work)',
  'Default',
])('namedProfile rejects the name %j', (name) => {
  const refusal = expect.objectContaining({
    code: 'invalid_input',
    reason: 'profile_name',
    message: `Invalid profile name: ${JSON.stringify(name.trim())}.`,
  });
  expect(() => namedProfile(name, {})).toThrow(refusal);
  expect(() => namedProfile(undefined, { WAYPOST_PROFILE: name })).toThrow(refusal);
});
