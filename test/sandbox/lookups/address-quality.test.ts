// The quality of autocomplete, verification and cleansing over tables of queries, asked of the built sandbox. The
// misses are printed: they are known, and stay in the tables. Every second query was not looked at while the
// search was tuned; both halves are held to the same figures.
import { expect, test } from 'vitest';
import { resultOf, useSandbox } from '../support/bench';
import { autocompleteQueries, cleanseQueries, nonsense, verifyQueries } from './queries/addresses';

const bench = useSandbox();

interface Query {
  kind: 'autocomplete' | 'verify' | 'cleanse';
  text: string;
  expected: string;
  heldOut: boolean;
}

/** What the tests read of an answer. */
interface Answered {
  hits?: { suggestion: string }[];
  match?: Record<'line_1' | 'line_2' | 'city' | 'state_abbreviation' | 'zip_code', string> | null;
  count?: number;
}

const lines = (table: string) => table.trim().split('\n');
const queries: Query[] = (
  [
    ['autocomplete', autocompleteQueries],
    ['verify', verifyQueries],
    ['cleanse', cleanseQueries],
  ] as const
).flatMap(([kind, table]) =>
  lines(table).map((line, at) => {
    const [text = '', expected = ''] = line.split('|').map((cell) => cell.trim());
    return { kind, text, expected, heldOut: at % 2 === 1 };
  }),
);

/** The lines of the answer, likeliest first: as a suggestion has them. */
async function ask(kind: Query['kind'], text: string, key: string): Promise<string[]> {
  const headers = { Authorization: `Bearer ${key}` };
  if (kind === 'autocomplete') {
    const path = `/autocomplete/addresses?q=${encodeURIComponent(text)}`;
    const { hits = [] } = resultOf<Answered>(await bench.service('GET', path, { headers }));
    return hits.map(({ suggestion }) => suggestion);
  }
  const [query, post_town, county, postcode] = text.split(';').map((piece) => piece.trim());
  const [path, body] =
    kind === 'verify'
      ? ['/verify/addresses', { query: text }]
      : ['/addresses/cleanse', { query, post_town, county, postcode }];
  const { match } = resultOf<Answered>(await bench.service('POST', path, { headers, body }));
  if (!match) return [];
  const { line_1, line_2, city, state_abbreviation, zip_code } = match;
  return [[line_1, line_2, city, state_abbreviation, zip_code].filter(Boolean).join(', ')];
}

/** A key that may look up as often as it likes. */
async function freeKey(): Promise<string> {
  const { key } = await bench.account();
  await bench.control('PATCH', `/keys/${key}`, { plan: 'unlimited' });
  return key;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

test('there are at least 200 queries, none twice', () => {
  const texts = queries.map(({ kind, text }) => `${kind} ${text}`);
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts.length).toBeGreaterThanOrEqual(200);
});

test.each([
  ['tuned', false],
  ['held out', true],
])(
  'the expected address is first, or within three, as often as it should: %s',
  async (half, heldOut) => {
    const key = await freeKey();
    const asked = queries.filter((query) => query.heldOut === heldOut);
    const answers: { query: Query; found: string[]; rank: number }[] = [];
    for (const query of asked) {
      const found = await ask(query.kind, query.text, key);
      const rank = found.findIndex((line) => line.includes(query.expected)) + 1;
      answers.push({ query, found, rank });
    }
    const share = (most: number) =>
      answers.filter(({ rank }) => rank > 0 && rank <= most).length / answers.length;
    const misses = answers
      .filter(({ rank }) => rank !== 1)
      .map(
        ({ query, found, rank }) =>
          `  ${query.kind}: ${query.text} → ${query.expected}: ${rank || 'not found'}, first is ${found[0] ?? 'nothing'}`,
      );
    const report = [
      `addresses, ${half}: ${asked.length} queries, first ${percent(share(1))}, within three ${percent(share(3))}; not first:`,
      ...misses,
    ].join('\n');
    process.stdout.write(`${report}\n`);
    expect(share(1), report).toBeGreaterThanOrEqual(0.95);
    expect(share(3), report).toBeGreaterThanOrEqual(0.98);
  },
);

test('95 % of nonsense is answered by nothing, and costs nothing', async () => {
  const key = await freeKey();
  const answered: string[] = [];
  for (const line of lines(nonsense)) {
    for (const kind of ['autocomplete', 'verify', 'cleanse'] as const) {
      const [found] = await ask(kind, line.trim(), key);
      if (found) answered.push(`  ${kind}: ${line.trim()} → ${found}`);
    }
  }
  const share = 1 - answered.length / (3 * lines(nonsense).length);
  const report = [`addresses: ${percent(share)} of nonsense answered by nothing`, ...answered];
  process.stdout.write(`${report.join('\n')}\n`);
  expect(share, report.join('\n')).toBeGreaterThanOrEqual(0.95);
});
