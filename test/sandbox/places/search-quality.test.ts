// The quality of the place search, measured with tables of queries in ten kinds that were written before the search was
// tried with them. The output lists the known misses, which stay in the tables. Every second query was held out while
// the search was tuned. Both halves must reach the same percentages.
import { beforeAll, expect, test } from 'vitest';
import type { PlaceSuggestion } from '../../../src/api/places';
import { openPlaces, type Places } from '../../../src/sandbox/places/places';
import { areaQueries, beginningQueries, nonsense } from './queries/areas';
import { settlementQueries } from './queries/settlements';

let places: Places;
beforeAll(async () => {
  places = await openPlaces();
});

interface Query {
  kind: string;
  text: string;
  expected: string[];
  heldOut: boolean;
}

const plain = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’‘]/g, "'");
const lines = (table: string) => table.trim().split('\n');
const isHeldOut = (at: number) => at % 2 === 1;

const tables = { ...settlementQueries, areas: areaQueries, beginnings: beginningQueries };

const queries: Query[] = Object.entries(tables).flatMap(([kind, table]) =>
  lines(table).map((line, at) => {
    const [text = '', expected = ''] = line.split('|').map((cell) => cell.trim());
    return { kind, text, expected: plain(expected).split(', '), heldOut: isHeldOut(at) };
  }),
);

const search = (text: string) => places.search({ text, countries: [], biasCountries: [] });

/** True if a hit is the expected place, by its complete name for areas, and by its first and last part for settlements. */
function isMeant({ kind, expected }: Query, hit: PlaceSuggestion): boolean {
  const found = plain(hit.descriptive_name).split(', ');
  if (kind === 'areas' || expected.length === 1) return found.join() === expected.join();
  if (places.resolve(hit.id)?.native.feature_class !== 'P') return false;
  const [name, region] = expected;
  const isThere = found[0] === name && found.at(-1) === expected.at(-1);
  return isThere && (expected.length < 3 || found.slice(1, -1).includes(region ?? ''));
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

test('the place search is tested with at least 400 different queries of ten kinds', () => {
  const texts = [...queries.map(({ text }) => text), ...lines(nonsense)];
  expect(new Set(texts.map((text) => text.trim())).size).toBe(texts.length);
  expect(texts.length).toBeGreaterThanOrEqual(400);
  expect(Object.keys(tables).length + 1).toBe(10);
});

// Shows: Place suggestions are ranked by relevance.
test.each([
  ['used to tune the search', false],
  ['not used to tune the search', true],
])(
  'the place search ranks the expected place first for at least 95%, and among the first three for at least 98%, of the queries that were %s',
  (half, heldOut) => {
    const asked = queries.filter((query) => query.heldOut === heldOut);
    const answers = asked.map((query) => {
      const hits = search(query.text);
      return { query, hits, rank: hits.findIndex((hit) => isMeant(query, hit)) + 1 };
    });
    const share = (most: number) =>
      answers.filter(({ rank }) => rank > 0 && rank <= most).length / answers.length;
    const misses = answers
      .filter(({ rank }) => rank !== 1)
      .map(
        ({ query, hits, rank }) =>
          `  ${query.kind}: ${query.text} → ${query.expected.join(', ')}: ${rank || 'not found'}, first is ${hits[0]?.descriptive_name ?? 'nothing'}`,
      );
    const report = [
      `places, ${half}: ${asked.length} queries, first ${percent(share(1))}, within three ${percent(share(3))}; not first:`,
      ...misses,
    ].join('\n');
    process.stdout.write(`${report}\n`);
    expect(share(1), report).toBeGreaterThanOrEqual(0.95);
    expect(share(3), report).toBeGreaterThanOrEqual(0.98);
  },
);

test('the place search finds no place for at least 95% of nonsense queries', () => {
  const answered = lines(nonsense).flatMap((line) => {
    const [hit] = search(line.trim());
    return hit ? [`  ${line.trim()} → ${hit.descriptive_name}`] : [];
  });
  const share = 1 - answered.length / lines(nonsense).length;
  const report = [`places: ${percent(share)} of nonsense answered by nothing`, ...answered].join(
    '\n',
  );
  process.stdout.write(`${report}\n`);
  expect(share, report).toBeGreaterThanOrEqual(0.95);
});
