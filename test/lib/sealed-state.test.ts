// Saved state: any change to it is detected, and waypost reads it only from the user's own file.
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkResumable, readSealed, seal, unseal } from '../../src/lib/sealed-state';

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-state-'));
  path = join(directory, 'state.json');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const state = { rows: 1460, names: ['a', 'ü'], nested: { '10': 1, b: null } };

test('unseal and readSealed return the sealed state', () => {
  expect(unseal(seal(state))).toEqual(state);
  writeFileSync(path, seal(state), { mode: 0o600 });
  expect(readSealed(path, 'state')).toEqual(state);
});

test('seal writes the state as JSON with a checksum, in the same format as earlier versions', () => {
  expect(seal({ rows: 7 })).toBe('{"rows":7,"checksum":"49e047acb9c83e4a"}\n');
});

test('readSealed returns undefined if the file does not exist', () => {
  expect(readSealed(path, 'state')).toBeUndefined();
  writeFileSync(path, '');
  expect(readSealed(join(path, 'below'), 'state')).toBeUndefined();
});

test.each([
  ['a changed number', seal(state).replace('1460', '1464')],
  ['a changed name', seal(state).replace('rows', 'rowt')],
  ['a missing checksum', JSON.stringify(state)],
  ['truncated text', seal(state).slice(0, 20)],
  ['an empty text', ''],
  ['an array', '[]'],
  ['null', 'null'],
  ['a number', '1'],
])('readSealed rejects %s and names the file in the error', (_, text) => {
  writeFileSync(path, text, { mode: 0o600 });
  expect(() => readSealed(path, 'state of the run')).toThrow(
    expect.objectContaining({
      code: 'invalid_input',
      reason: 'state_unusable',
      message: `waypost cannot use the state of the run in ${path}: it is damaged.`,
      details: { path },
    }),
  );
});

test("readSealed rejects a file that other users can write to, regardless of the directory's mode", () => {
  writeFileSync(path, seal(state));
  chmodSync(directory, 0o777);
  chmodSync(path, 0o666);
  expect(() => readSealed(path, 'state')).toThrow('other users can write to it');
  expect(() => checkResumable(path)).toThrow(
    expect.objectContaining({
      code: 'write_failed',
      reason: 'state_unsafe',
      message: `A later run with --resume would reject ${path}: other users can write to it.`,
    }),
  );
  chmodSync(path, 0o600);
  expect(readSealed(path, 'state')).toEqual(state);
  expect(checkResumable(path)).toBeUndefined();
});

test.skipIf(process.geteuid?.() !== 0)("readSealed rejects another user's file", () => {
  writeFileSync(path, seal(state), { mode: 0o600 });
  chownSync(path, 12345, 12345);
  expect(() => readSealed(path, 'state')).toThrow('it belongs to another user');
});
