// The shipped data: whole, sorted, and free of what a line-based file cannot hold.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundledFolder } from '../../../src/sandbox/places/folder';

const rowsOf = (file: string) => {
  const [head, ...lines] = readFileSync(join(bundledFolder(), file), 'utf8').trimEnd().split('\n');
  expect(head).toMatch(/^# /);
  return lines.map((line) => line.split('\t'));
};

describe.each([
  ['countries.tsv', 7, 250, 2],
  ['regions.tsv', 8, 3940, 3],
  ['capitals.tsv', 19, 241, 0],
])('%s', (file, columns, count, idColumn) => {
  const rows = rowsOf(file);

  test('every row has its columns and an id', () => {
    expect(rows.length).toBe(count);
    for (const row of rows) {
      expect(row).toHaveLength(columns);
      expect(row[idColumn]).toMatch(/^[1-9]\d*$/);
    }
  });

  test('the rows are sorted, so that a change can be read', () => {
    const lines = rows.map((row) => row.join('\t'));
    expect(lines).toEqual([...lines].sort());
  });
});

test('every area and capital belongs to a listed country', () => {
  const countries = new Set(rowsOf('countries.tsv').map(([two]) => two));
  expect(rowsOf('regions.tsv').filter(([two]) => !countries.has(two))).toEqual([]);
  expect(rowsOf('capitals.tsv').filter((row) => !countries.has(row[8]))).toEqual([]);
});

test('names are written in the script of their language: no language name stands for a place', () => {
  const names = rowsOf('regions.tsv').flatMap((row) => row[7]?.split('|') ?? []);
  expect(names).not.toContain('китайский');
});

test('data/ is found from the bundle and from the sources', () => {
  const here = bundledFolder();
  expect(bundledFolder(join(here, '..', '..', 'dist'))).toBe(here);
  expect(bundledFolder(join(here, '..', '..', 'src', 'sandbox', 'places'))).toBe(here);
  expect(() => bundledFolder('/')).toThrow(/package\.json/);
});
