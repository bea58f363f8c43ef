// A batch never sends more than 30 requests in any second, and does not lose or repeat rows. The sandbox's rate limit is
// active, so that the test takes about a minute.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useSandbox } from '../sandbox/support/bench';
import { linesOf, placeIds } from '../support/batch';
import { documentOf, Home } from '../support/tool';

const bench = useSandbox({ rateLimit: true });
let home: Home;
beforeAll(() => {
  home = new Home();
});
afterAll(() => home.remove());

test('a batch of 1,500 places sends at most 30 requests in any second, and completes each row with one request', async () => {
  const keys = await bench.account();
  home.keep(keys.key, keys.user_token);
  await bench.control('PATCH', `/keys/${keys.key}`, { lookups_remaining: 1500 });
  const env = {
    WAYPOST_BASE_URL: bench.sandbox.url,
    WAYPOST_API_KEY: keys.key,
    WAYPOST_USER_TOKEN: keys.user_token,
  };
  const ids = placeIds(1500);
  writeFileSync(join(home.path, 'in.csv'), `id\n${ids.join('\n')}\n`);
  const typed = ['places', 'resolve', '--file', 'in.csv', '-o', 'out.csv', '--json', '--debug'];
  const placed = typed.map((word) => (word.endsWith('.csv') ? join(home.path, word) : word));
  const run = await home.run(placed, { env });
  expect(documentOf(run)).toMatchObject({
    rows: 1500,
    succeeded: 1500,
    lookups: 1500,
    in_doubt: 0,
  });

  // The batch requests each place once, and the service does not refuse any request.
  expect(run.stderr.match(/^> GET \S+\/places\//gm)).toHaveLength(1500);
  // The batch also requests the balance.
  expect(run.stderr.match(/^< 200,/gm)).toHaveLength(1501);
  expect(run.stderr.match(/^< (?!200,)/gm)).toBeNull();

  // The lookup log contains the time at which the service received each request.
  const log = await home.run('lookups export --json', { env });
  const rows = JSON.parse(log.stdout) as { search_term: string; timestamp: string }[];
  expect(rows.map(({ search_term }) => search_term).sort()).toEqual([...ids].sort());
  const times = rows.map(({ timestamp }) => Date.parse(timestamp)).sort((a, b) => a - b);
  const spans = times.slice(30).map((time, index) => time - (times[index] ?? 0));
  expect(Math.min(...spans)).toBeGreaterThanOrEqual(1000);

  const answered = linesOf(readFileSync(join(home.path, 'out.csv'), 'utf8'));
  expect(answered.map((line) => line.split(',')[0])).toEqual(['id', ...ids]);
});
