// How profiles.json is read and changed, and how its rules choose a profile if none is named.
import { chownSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  profileByRules,
  profileNames,
  readProfileRules,
} from '../../../src/client/credentials/profiles';
import { readSettings } from '../../../src/client/credentials/settings';
import { changeProfileRules } from '../../../src/client/credentials/store';
import { systemClock } from '../../../src/lib/runtime';
import { freshHome, store, stored } from '../../support/keys';

let directory: string;
let file: string;
beforeEach(() => {
  directory = realpathSync(freshHome().path);
  file = join(directory, 'config/waypost/profiles.json');
});

describe('profiles.json', () => {
  test.each([
    ['', 'it is empty'],
    ['{', 'it is not JSON'],
    ['[]', 'it is not a JSON object'],
    ['{"current": "../x"}', 'the current field is not a valid profile name'],
    ['{"current": 7}', 'the current field is not a valid profile name'],
    ['7', 'it is not a JSON object'],
    ['null', 'it is not a JSON object'],
    ['{"bindings": []}', 'the bindings field is not an object'],
    ['{"bindings": "a"}', 'the bindings field is not an object'],
    ['{"bindings": null}', 'the bindings field is not an object'],
    ['{"bindings": {"/a": "A"}}', 'the bindings field contains an invalid profile name'],
  ])('is rejected if its content is %j', (text, reason) => {
    store(file, text);
    expect(() => readProfileRules(file)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        reason: 'config_damaged',
        message: `waypost cannot parse ${file}: ${reason}.`,
      }),
    );
  });

  test('is read as empty if it does not exist', () => {
    expect(readProfileRules(file)).toEqual({ current: undefined, bindings: new Map() });
  });

  test.skipIf(process.getuid?.() !== 0)('is rejected if it belongs to another user', () => {
    for (const [text, read] of [
      ['{"current": "acme"}', readProfileRules],
      [
        '{"base_url": "https://evil.example/v1"}',
        (path: string) => readSettings(path, ['base_url']),
      ],
    ] as const) {
      store(file, text);
      chownSync(file, 1234, 1234);
      expect(() => read(file)).toThrow(`waypost cannot use ${file}: it belongs to another user.`);
    }
  });

  test('is rejected if it is a directory', () => {
    mkdirSync(file, { recursive: true });
    expect(() => readProfileRules(file)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        reason: 'config_unusable',
        message: `waypost cannot use ${file}: it is not a regular file.`,
      }),
    );
  });

  test('keeps its other fields when waypost changes one field', async () => {
    await changeProfileRules(file, { clock: systemClock }, () => ({ current: 'one' }));
    expect(stored(file)).toEqual({ current: 'one', bindings: {} });
    store(file, { ...Object(stored(file)), of_another_version: [1] });
    await changeProfileRules(file, { clock: systemClock }, ({ current }) => ({
      bindings: new Map([['/a', current ?? '']]),
    }));
    const rest = { bindings: { '/a': 'one' }, of_another_version: [1] };
    expect(stored(file)).toEqual({ current: 'one', ...rest });
    await changeProfileRules(file, { clock: systemClock }, () => ({ current: undefined }));
    expect(stored(file)).toEqual(rest);
  });
});

test('profileNames lists the profile directories in alphabetical order', () => {
  const place = {
    platform: process.platform,
    env: { XDG_CONFIG_HOME: directory },
    home: directory,
  };
  expect(profileNames(place)).toEqual([]);
  const profilesDirectory = join(directory, 'waypost/profiles');
  for (const name of ['b', 'a', '0', 'Not one']) {
    mkdirSync(join(profilesDirectory, name), { recursive: true });
  }
  writeFileSync(join(profilesDirectory, 'c'), '');
  symlinkSync(join(profilesDirectory, 'a'), join(profilesDirectory, 'd'));
  expect(profileNames(place)).toEqual(['0', 'a', 'b', 'd']);
});

describe('profileByRules', () => {
  /** The profile that the rules choose in `at`, a directory below the test's directory. */
  function chosen(at: string, bindings: Record<string, string>, current?: string) {
    const bound = Object.entries(bindings).map(
      ([path, name]) => [join(directory, path), name] as const,
    );
    mkdirSync(join(directory, at), { recursive: true });
    return profileByRules({ current, bindings: new Map(bound) }, () => join(directory, at));
  }

  test.each([
    ['a/b/c', { a: 'one', 'a/b': 'two' }, 'two'],
    ['a/b', { a: 'one', 'a/b': 'two' }, 'two'],
    ['a/c', { a: 'one', 'a/b': 'two' }, 'one'],
    ['ab', { a: 'one' }, 'current'],
    ['.', { a: 'one' }, 'current'],
  ])('for the directory %s and the bindings %j, returns the profile "%s"', (at, bindings, name) => {
    const choice = chosen(at, bindings, 'current');
    expect(choice).toMatchObject({ name, source: name === 'current' ? 'current' : 'directory' });
  });

  test('returns the same profile for a directory and for a symbolic link to the directory', () => {
    expect(chosen('a', { link: 'link', a: 'one' })?.name).toBe('one');
    symlinkSync(join(directory, 'a'), join(directory, 'link'));
    expect(chosen('link', { link: 'link', a: 'one' })?.name).toBe('one');
  });

  test('returns a profile that is bound to the root directory', () => {
    expect(
      profileByRules({ current: undefined, bindings: new Map([['/', 'all']]) }, () => directory),
    ).toEqual({
      name: 'all',
      source: 'directory',
      directory: '/',
    });
  });

  test('does not determine the working directory if no directory is bound to a profile', () => {
    const where = () => {
      throw new Error('asked');
    };
    expect(profileByRules({ current: undefined, bindings: new Map() }, where)).toBeUndefined();
    const bindings = new Map([['/a', 'one']]);
    expect(() => profileByRules({ current: 'two', bindings }, where)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        reason: 'working_directory',
        message: expect.stringContaining('asked'),
      }),
    );
  });
});
