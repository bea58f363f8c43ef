import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { AddressBook, addressBook } from '../../../src/sandbox/lookups/address-book';
import { recordOf, suggestionOf } from '../../../src/sandbox/lookups/address-record';
import { rowAt } from '../../../src/sandbox/lookups/address-rows';
import { stateNames } from '../../../src/sandbox/lookups/states';

const book = addressBook();
const rows = Array.from({ length: book.size }, (_, position) => rowAt(position));
const unpacked = (path: string) => brotliDecompressSync(readFileSync(path)).toString();
const cityFacts = readFileSync('scripts/addresses/cities.tsv', 'utf8')
  .trim()
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .map((line) => {
    const [city = '', state = '', , , people, zips = ''] = line.split('\t');
    return { city, state, people: Number(people), zips: zips.split('|') };
  });

describe('the synthetic addresses', () => {
  test('are what the script writes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'waypost-addresses-'));
    try {
      execFileSync(process.execPath, ['scripts/addresses-data.mjs', folder]);
      const same = unpacked(join(folder, 'usa.br')) === unpacked('data/addresses/usa.br');
      expect(same).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('are 50,000 and more in a quarter of a megabyte', () => {
    expect(rows.length).toBeGreaterThan(50_000);
    expect(rows.filter((row) => row.secondary_number === '').length).toBeGreaterThan(50_000);
    expect(statSync('data/addresses/usa.br').size).toBeLessThan(250_000);
  });

  test('lie in every state and territory, ten cities and more in each state', () => {
    const states = new Set(rows.map((row) => row.state_abbreviation));
    expect([...states].sort()).toEqual(Object.keys(stateNames).sort());
    const territories = ['AS', 'DC', 'GU', 'MP', 'PR', 'VI'];
    const few = Object.keys(stateNames).filter(
      (state) => book.cities.filter((city) => city.state === state).length < 10,
    );
    expect(few.sort()).toEqual(territories);
  });

  test('lie in the 300 largest cities, the more of them the larger it is', () => {
    const counts = new Map<string, number>();
    for (const { city, state_abbreviation: state } of rows) {
      counts.set(`${city}|${state}`, (counts.get(`${city}|${state}`) ?? 0) + 1);
    }
    const largest = cityFacts.toSorted((a, b) => b.people - a.people).slice(0, 300);
    expect(largest.at(-1)?.people).toBeGreaterThan(100_000);
    const few = largest.filter(({ city, state }) => (counts.get(`${city}|${state}`) ?? 0) < 35);
    expect(few).toEqual([]);
    expect(counts.get('New York|NY')).toBeGreaterThan((10 * (counts.get('Provo|UT') ?? 0)) / 4);
  });

  test('have a ZIP code that is in use in their city', () => {
    const first = readFileSync('scripts/addresses/first-cities.txt', 'utf8').trim().split('\n');
    const known = new Map(
      cityFacts.map(({ city, state, zips }) => [
        `${city}|${state}`,
        new Set(zips.map((zip) => zip.slice(0, 5))),
      ]),
    );
    for (const line of first) {
      const [city, state, , , zips = ''] = line.split('|');
      for (const zip of zips.split(' ')) known.get(`${city}|${state}`)?.add(zip);
    }
    const wrong = rows.filter(
      (row) => !known.get(`${row.city}|${row.state_abbreviation}`)?.has(row.zip_code),
    );
    expect(wrong).toEqual([]);
  });

  test('have an id and a suggestion of their own', () => {
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    expect(new Set(rows.map(suggestionOf)).size).toBe(rows.length);
  });

  test('are complete, well-formed and marked as synthetic', () => {
    const wrong = rows.filter(
      (row) =>
        !/^usps_\d+$/.test(row.id) ||
        !/^[1-9]\d*$/.test(row.primary_number) ||
        !/^\d{5}$/.test(row.zip_code) ||
        !/^\d{4}$/.test(row.plus_4_code) ||
        row.street_name === '' ||
        (row.address_secondary_abbreviation === '') !== (row.secondary_number === '') ||
        recordOf(row).native.synthetic !== true,
    );
    expect(wrong).toEqual([]);
  });

  test('have units, directions and suffixes of many kinds, and some streets without a suffix', () => {
    const kinds = (member: keyof (typeof rows)[0]) => new Set(rows.map((row) => row[member]));
    expect(kinds('address_secondary_abbreviation')).toEqual(
      new Set(['', 'Apt', 'Ste', 'Unit', '#', 'Fl']),
    );
    for (const directions of [
      kinds('street_pre_directional_abbreviation'),
      kinds('street_post_directional_abbreviation'),
    ]) {
      expect([...directions]).toEqual(expect.arrayContaining(['', 'N', 'S', 'E', 'NW', 'SE']));
    }
    expect(kinds('street_suffix_abbreviation').size).toBeGreaterThan(20);
    expect(kinds('street_suffix_abbreviation')).toContain('');
  });

  test('lie less than 60 kilometres from the centre of their city', () => {
    const wide = rows.filter((row, position) => {
      const { city } = book.streetAt(position);
      const north = (row.latitude - city.latitude) * 111.32;
      const narrowing = Math.cos((city.latitude * Math.PI) / 180);
      const east = (row.longitude - city.longitude) * 111.32 * narrowing;
      return !(Math.hypot(north, east) < 60);
    });
    expect(wide).toEqual([]);
  });

  test('are refused in another layout', () => {
    expect(() => new AddressBook('id\tcity\nusps_1\tSpringfield\n')).toThrow('a line that is none');
  });
});
