import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { suggestionOf } from '../../../src/sandbox/operations/address-record';
import { addressRows, parseRows } from '../../../src/sandbox/operations/address-rows';
import { stateNames } from '../../../src/sandbox/operations/states';

const rows = addressRows();
const text = readFileSync('data/addresses/usa.tsv', 'utf8');

describe('the synthetic addresses', () => {
  test('are what the script writes, byte for byte', () => {
    const folder = mkdtempSync(join(tmpdir(), 'waypost-addresses-'));
    try {
      execFileSync(process.execPath, ['scripts/addresses-data.mjs', folder]);
      expect(readFileSync(join(folder, 'usa.tsv'), 'utf8') === text).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('are a few thousand in less than a megabyte', () => {
    expect(rows.length).toBeGreaterThan(3000);
    expect(rows.length).toBeLessThan(10_000);
    expect(text.length).toBeLessThan(1_000_000);
  });

  test('lie in every state', () => {
    const states = new Set(rows.map((row) => row.state_abbreviation));
    expect([...states].sort()).toEqual(Object.keys(stateNames).sort());
  });

  test('have an id and a suggestion of their own', () => {
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    expect(new Set(rows.map(suggestionOf)).size).toBe(rows.length);
  });

  test('are complete and well-formed', () => {
    const wrong = rows.filter(
      (row) =>
        !/^usps_\d+$/.test(row.id) ||
        !/^\d+$/.test(row.primary_number) ||
        !/^\d{5}$/.test(row.zip_code) ||
        !/^\d{4}$/.test(row.plus_4_code) ||
        row.street_name === '' ||
        row.street_suffix_abbreviation === '' ||
        (row.address_secondary_abbreviation === '') !== (row.secondary_number === ''),
    );
    expect(wrong).toEqual([]);
  });

  test('of one city lie within five kilometres of each other', () => {
    const centres = new Map(rows.map((row) => [`${row.city}, ${row.state_abbreviation}`, row]));
    const wide = rows.filter((row) => {
      const one = centres.get(`${row.city}, ${row.state_abbreviation}`) ?? row;
      const north = (row.latitude - one.latitude) * 111.32;
      const east =
        (row.longitude - one.longitude) * 111.32 * Math.cos((row.latitude * Math.PI) / 180);
      return !(Math.hypot(north, east) < 5);
    });
    expect(wide).toEqual([]);
  });

  test('are refused in another layout', () => {
    expect(() => parseRows('id\tcity\nusps_1\tSpringfield\n')).toThrow('does not begin with');
  });
});
