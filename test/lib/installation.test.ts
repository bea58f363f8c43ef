import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataPath, ownEntry } from '../../src/lib/installation';

test('dataPath finds the data directory next to package.json from dist/, from a directory in src/ and from the root directory', () => {
  const root = mkdtempSync(join(tmpdir(), 'waypost-data-'));
  try {
    writeFileSync(join(root, 'package.json'), '{}');
    for (const directory of ['dist', 'src/sandbox/lookups', '.']) {
      mkdirSync(join(root, directory), { recursive: true });
      expect(dataPath('a/b.tsv', join(root, directory))).toBe(join(root, 'data', 'a/b.tsv'));
    }
  } finally {
    rmSync(root, { recursive: true });
  }
});

test('dataPath fails and names the directory if there is no package.json', () => {
  expect(() => dataPath('a/b.tsv', '/')).toThrow(
    'No parent directory of / contains a package.json, so waypost cannot find its data directory.',
  );
});

test("ownEntry returns Node's options and the path of the running script", () => {
  expect(ownEntry()).toEqual([...process.execArgv, process.argv[1]]);
});
