// The quality of the search for countries, regions and capitals, held to figures over a table of queries written by hand. The misses
// are printed: they are known, and stay in the table.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { dataPath } from '../../../src/lib/installation';
import { openPlaces, type Places, readPlaceQuery } from '../../../src/sandbox/places/places';
import { random } from '../../support/random';
import { systemTest } from '../../support/runs';
import { queries } from './queries/countries-and-regions';

const withoutAccents = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '');

const cases = Object.values(queries)
  .flatMap((table) => table.trim().split('\n'))
  .map((line) => {
    const [query = '', expected = '', parameters = ''] = line.split('|').map((cell) => cell.trim());
    return { query, expected: withoutAccents(expected), parameters };
  });

let places: Places;

/** Kind, country and, for areas, the name: as the table's second column has it, accents aside. */
function label(id: string): string {
  const place = places.resolve(id);
  if (!place) return 'nothing';
  const { feature_class, feature_code, country_iso, name } = place.native;
  if (feature_code === 'PPLC') return `capital ${country_iso}`;
  const kind = feature_class === 'P' ? 'settlement' : 'region';
  if (feature_code === 'ADM1' || kind === 'settlement') {
    return withoutAccents(`${kind} ${country_iso} ${name}`);
  }
  return `country ${country_iso}`;
}

function search(query: string, parameters: string): string[] {
  const params = new URLSearchParams(parameters);
  params.set('query', query);
  const read = readPlaceQuery(params, (code) => places.isCountry(code));
  return places.search(read).map(({ id }) => label(id));
}

function countryRows(): { id: string; name: string }[] {
  const lines = readFileSync(join(dataPath('places'), 'countries.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.slice(1).map((line) => {
    const [, , id = '', name = ''] = line.split('\t');
    return { id: `geonames_${id}`, name };
  });
}

/** One letter omitted, added, wrong, or swapped with its neighbor. */
function mistype(name: string, next: () => number): string {
  // The first letter is typed right.
  const at = 1 + Math.floor(next() * (name.length - 2));
  const letter = String.fromCharCode(97 + Math.floor(next() * 26));
  const [before, after] = [name.slice(0, at), name.slice(at)];
  const typos = [
    before + after.slice(1),
    before + letter + after,
    before + letter + after.slice(1),
    before + after.charAt(1) + after.charAt(0) + after.slice(2),
  ];
  return typos[Math.floor(next() * typos.length)] ?? name;
}

beforeAll(async () => {
  places = await openPlaces();
});

describe('the place search', () => {
  test('is tested with at least 200 different queries', () => {
    const keys = cases.map(({ query, parameters }) => `${query}|${parameters}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThanOrEqual(200);
  });

  // Shows: Place suggestions are ranked by relevance.
  systemTest(
    'ranks the expected place first for at least 90% of the queries, and among the first three for at least 97%',
    () => {
      const answers = cases.map((each) => {
        const hits = search(each.query, each.parameters);
        return { ...each, rank: hits.indexOf(each.expected) + 1, first: hits[0] ?? 'nothing' };
      });
      const share = (most: number) =>
        answers.filter(({ rank }) => rank > 0 && rank <= most).length / answers.length;
      const misses = answers
        .filter(({ rank }) => rank !== 1)
        .map(
          ({ query, parameters, expected, rank, first }) =>
            `  ${query} ${parameters} → ${expected}: ${rank || 'not found'}, first is ${first}`,
        );
      const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
      const report = [
        `places: ${answers.length} queries, first ${percent(share(1))}, within three ${percent(share(3))}; not first:`,
        ...misses,
      ].join('\n');
      process.stdout.write(`${report}\n`);
      expect(share(1), report).toBeGreaterThanOrEqual(0.9);
      expect(share(3), report).toBeGreaterThanOrEqual(0.97);
    },
  );

  test('ranks a country among the first three places for at least 95% of queries that have a random typo after the first letter', () => {
    const next = random(11);
    const countries = countryRows().filter(({ name }) => name.length >= 5);
    const tries = countries.flatMap(({ id, name }) =>
      Array.from({ length: 4 }, () => ({ id, typed: mistype(name, next) })),
    );
    const missed = tries.filter(({ id, typed }) => {
      const query = { text: typed, countries: [], biasCountries: [] };
      return !places
        .search(query)
        .slice(0, 3)
        .some((hit) => hit.id === id);
    });
    const found = 1 - missed.length / tries.length;
    process.stdout.write(
      `places: ${(100 * found).toFixed(1)} % of ${tries.length} random typos of country names found\n`,
    );
    expect(found, missed.map(({ typed }) => typed).join('; ')).toBeGreaterThanOrEqual(0.95);
  });
});
