// Every claim in SECURITY.md names existing tests.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(__dirname, '..');
const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
const [, claims = ''] = /## What is protected\n(.*)## What is not protected/s.exec(text) ?? [];

const pathsIn = (part: string): string[] =>
  [...part.matchAll(/`((?:test|scripts)\/[^`]+)`/g)].map(([, path = '']) => path);

test('SECURITY.md names only existing files', () => {
  const paths = pathsIn(text);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('SECURITY.md names a test or script for each claim', () => {
  const rows = claims.split('\n').filter((line) => /^\| (?!---|threat)/.test(line));
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter((row) => pathsIn(row).length === 0)).toEqual([]);
});
