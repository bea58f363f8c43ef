// Settlements with a short, former or partial name of their area. The output lists the misses, which stay in the
// table. Every second query was held out while the search was tuned.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { dataPath } from '../../../src/lib/installation';
import { openPlaces, type Places } from '../../../src/sandbox/places/places';
import { areaNameNonsense, areaNameQueries } from './queries/area-names';

let places: Places;
beforeAll(async () => {
  places = await openPlaces();
});

const plain = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '');
const lines = (table: string) => table.trim().split('\n');
const search = (text: string) => places.search({ text, countries: [], biasCountries: [] });
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

const rowsOf = (file: string) =>
  lines(readFileSync(join(dataPath('places'), file), 'utf8'))
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split('\t'));

describe('short and former area names', () => {
  test.each([
    ['used to tune the search', 0],
    ['not used to tune the search', 1],
  ])(
    'help the search to rank the expected settlement first for at least 95% of the queries that were %s',
    (half, rest) => {
      const asked = lines(areaNameQueries).filter((_, at) => at % 2 === rest);
      const misses = asked.flatMap((line) => {
        const [text = '', expected = ''] = line.split('|').map((cell) => cell.trim());
        const found = plain(search(text)[0]?.descriptive_name ?? 'nothing').split(', ');
        const parts = plain(expected).split(', ');
        const isMeant =
          found[0] === parts[0] &&
          found.at(-1) === parts.at(-1) &&
          parts.every((part) => found.includes(part));
        return isMeant ? [] : [`  ${text} → ${expected}: first is ${found.join(', ')}`];
      });
      const share = 1 - misses.length / asked.length;
      const report = [`places, names of areas, ${half}: first ${percent(share)}`, ...misses];
      process.stdout.write(`${report.join('\n')}\n`);
      expect(share, report.join('\n')).toBeGreaterThanOrEqual(0.95);
    },
  );

  test('do not match a settlement in a different area', () => {
    const answered = lines(areaNameNonsense).flatMap((line) => {
      const [hit] = search(line.trim());
      return hit ? [`${line.trim()} → ${hit.descriptive_name}`] : [];
    });
    expect(answered).toEqual([]);
  });

  test('belong to listed areas, and each area has only one row of names', () => {
    const known = new Set(rowsOf('regions.tsv').map(([country, , , iso]) => `${country}-${iso}`));
    const named = rowsOf('area-names.tsv').map(([country, iso]) => `${country}-${iso}`);
    expect(named.filter((code) => !known.has(code))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  test("are included in the area's record", () => {
    const [region] = search('Auvergne-Rhône-Alpes');
    expect(places.resolve(region?.id ?? '')?.native.alternatenames).toContain('Rhône-Alpes');
  });
});
