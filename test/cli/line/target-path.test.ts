// The path of the file to which -o writes, after symbolic links are resolved.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { targetPath } from '../../../src/cli/line/target-path';

let directory: string;
beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'waypost-target-')));
  mkdirSync(join(directory, 'deep/below'), { recursive: true });
  symlinkSync('deep/below', join(directory, 'link-to-below'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));
const at = (name: string) => join(directory, name);

test.each([
  ['a symbolic link to a file', 'l.csv', 'o.csv', 'o.csv'],
  ['a symbolic link to a symbolic link', 'l.csv', 'deep/below/second.csv', 'o.csv'],
  [
    'a symbolic link in a directory that is a symbolic link',
    'link-to-below/l.csv',
    '../o.csv',
    'deep/o.csv',
  ],
])('targetPath follows %s, even if the target does not exist', (_, link, content, file) => {
  symlinkSync('../../o.csv', at('deep/below/second.csv'));
  symlinkSync(content, at(link));
  expect(targetPath(at(link))).toBe(at(file));
  writeFileSync(at(file), '');
  expect(targetPath(at(link))).toBe(at(file));
});

test('targetPath resolves the directory of a new file if this directory is a symbolic link', () => {
  expect(targetPath(at('link-to-below/o.csv'))).toBe(at('deep/below/o.csv'));
});

test('targetPath returns the path of a file in a missing directory unchanged', () => {
  expect(targetPath(at('nowhere/o.csv'))).toBe(at('nowhere/o.csv'));
});
