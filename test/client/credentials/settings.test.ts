// The user's settings: which values the file can have, and how one setting is changed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { baseUrlSetting, readSettings } from '../../../src/client/credentials/settings';
import { changeSetting } from '../../../src/client/credentials/store';
import { systemClock } from '../../../src/lib/runtime';
import { freshHome, modeOf, store, stored } from '../../support/keys';

const fields = ['base_url', 'output', 'color', 'timeout', 'tags', 'browser'] as const;

let file: string;
beforeEach(() => {
  file = join(freshHome().path, 'config/settings.json');
});

describe('readSettings', () => {
  test.each<[members: object, settings: object]>([
    [{}, {}],
    [{ base_url: ' https://s.example/v1 ' }, { base_url: 'https://s.example/v1' }],
    [
      { timeout: 30, tags: 'a,b' },
      { timeout: '30', tags: 'a,b' },
    ],
    [{ output: null, color: '' }, { color: '' }],
    ...fields.map((name) => [{ [name]: 'x' }, { [name]: 'x' }] satisfies [object, object]),
    [{ of_another_version: [1] }, {}],
  ])('returns only the known settings from a file that contains %j', (members, settings) => {
    store(file, members);
    expect(readSettings(file, fields)).toEqual(settings);
  });

  test('returns no settings if the file does not exist', () => {
    expect(readSettings(file, fields)).toEqual({});
  });

  test.each([[true], [['a']], [{}]])(
    'rejects a setting with the value %j, which is neither a string nor a number',
    (value) => {
      store(file, { browser: value });
      expect(() => readSettings(file, fields)).toThrow(
        `waypost cannot parse ${file}: browser is not text or a number.`,
      );
    },
  );
});

test('baseUrlSetting returns the base URL and the path of the settings file', () => {
  expect(baseUrlSetting({}, file)).toBeUndefined();
  expect(baseUrlSetting({ base_url: 'u' }, file)).toEqual({ text: 'u', path: file });
});

describe('changeSetting', () => {
  const change = (value: string | undefined) =>
    changeSetting(file, 'timeout', value, { clock: systemClock });

  test('adds, replaces or removes a setting, and keeps the rest of the file', async () => {
    store(file, { color: 'never', of_another_version: [1] });
    const rest = { color: 'never', of_another_version: [1] };
    expect(await change('30')).toBe(false);
    expect(stored(file)).toEqual({ ...rest, timeout: '30' });
    expect(await change('40')).toBe(true);
    expect(stored(file)).toEqual({ ...rest, timeout: '40' });
    expect(await change(undefined)).toBe(true);
    expect(stored(file)).toEqual(rest);
    expect(modeOf(file)).toBe('600');
  });

  test('creates the file if it does not exist', async () => {
    expect(await change('30')).toBe(false);
    expect(stored(file)).toEqual({ timeout: '30' });
  });

  test('does not create the file to remove a setting that is not set', async () => {
    expect(await change(undefined)).toBe(false);
    expect(existsSync(file)).toBe(false);
  });
});
