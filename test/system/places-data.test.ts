// The place data in the package is complete and sorted, and contains every field that the API requires.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { dataPath } from '../../src/lib/installation';
import { readBundled } from '../../src/sandbox/places/build/bundled';
import type { Gazetteer } from '../../src/sandbox/places/build/gazetteer';
import { greatCircle } from '../../src/sandbox/places/distance';
import { PlaceIndex } from '../../src/sandbox/places/index/place-index';
import { readIndex } from '../../src/sandbox/places/index/read-index';
import { toPlace } from '../../src/sandbox/places/place';
import { builtIndex } from '../../src/sandbox/places/places';

let gazetteer: Gazetteer;
beforeAll(async () => {
  gazetteer = await readBundled(dataPath('places'));
});

const rowsOf = (file: string) => {
  const [head, ...lines] = readFileSync(join(dataPath('places'), file), 'utf8')
    .trimEnd()
    .split('\n');
  expect(head).toMatch(/^# /);
  return lines.map((line) => line.split('\t'));
};

describe.each([
  ['countries.tsv', 13, 250, 2],
  ['regions.tsv', 14, 3764, 4],
])('the data file %s', (file, columns, count, idColumn) => {
  test('has every column and an ID in each row', () => {
    const rows = rowsOf(file);
    expect(rows.length).toBe(count);
    for (const row of rows) {
      expect(row).toHaveLength(columns);
      expect(row[idColumn]).toMatch(/^[1-9]\d*$/);
    }
  });

  test('is sorted', () => {
    const lines = rowsOf(file).map((row) => row.join('\t'));
    expect(lines).toEqual([...lines].sort());
  });
});

test('the place data contains only settlements that have at least 5,000 inhabitants or are the seat of a first- or second-level administrative division', () => {
  const settlements = gazetteer.records.filter(({ featureClass }) => featureClass === 'P');
  expect(settlements.length).toBe(64_814);
  const isSeat = (code: string) => /^PPL(?:C|A|A2)$/.test(code);
  expect(settlements.filter((one) => one.people < 5000 && !isSeat(one.featureCode))).toEqual([]);
  expect(settlements.filter(({ featureCode }) => featureCode === 'PPLC').length).toBe(241);
});

// Shows: No required field of a place is empty or null.
test('no required field of any place is empty or null', async () => {
  // These fields can be null or empty, and arrays can be empty.
  const optional = new Set([
    'elevation',
    'admin2_code',
    'admin2_name',
    'admin3_code',
    'admin4_code',
  ]);
  const index = new PlaceIndex(await readIndex(readFileSync(builtIndex())));
  expect(index.size).toBe(gazetteer.records.length);
  const incomplete: string[] = [];
  for (let number = 0; number < index.size; number += 1) {
    const { native, ...place } = toPlace(index, number);
    for (const [member, value] of Object.entries({ ...place, ...native })) {
      if (optional.has(member) || Array.isArray(value)) continue;
      const isWhole = typeof value === 'number' ? Number.isFinite(value) : Boolean(value);
      if (!isWhole) incomplete.push(`${place.id} ${member}: ${value}`);
    }
    if (!/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/.test(native.modification_date)) {
      incomplete.push(`${place.id} ${native.modification_date}`);
    }
    if (!/^\d+$/.test(native.population)) incomplete.push(`${place.id} ${native.population}`);
  }
  expect(incomplete.slice(0, 20)).toEqual([]);
});

test('settlements are at most 2,500 km from the center of their region, except two known places', () => {
  const far = gazetteer.records.filter((record) => {
    const region = gazetteer.areas.get(`${record.country}.${record.admin1}`);
    if (record.featureClass !== 'P' || !region) return false;
    const meters = greatCircle(
      record.longitude ?? 0,
      record.latitude ?? 0,
      region.longitude ?? 0,
      region.latitude ?? 0,
    );
    return meters > 2_500_000;
  });
  // Hanga Roa, on Easter Island, belongs to the region Valparaíso. Tieganlike has a wrong region code in the source data.
  expect(far.map(({ name }) => name)).toEqual(['Hanga Roa', 'Tieganlike']);
});

test('every region and settlement belongs to a listed country', () => {
  const countries = new Set(rowsOf('countries.tsv').map(([two]) => two));
  const strangers = gazetteer.records.filter(({ country }) => !countries.has(country));
  expect(strangers.map(({ name }) => name)).toEqual([]);
});

test('no region has the name китайский, which is the name of a language', () => {
  const names = rowsOf('regions.tsv').flatMap((row) => row[13]?.split('|') ?? []);
  expect(names).not.toContain('китайский');
});
