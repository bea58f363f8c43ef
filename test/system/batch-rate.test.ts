// A batch within the service's limits, as the service itself counts: never more than thirty requests in any
// second, none refused, no row lost or doubled. It takes the time that this takes: the limits are on.
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

test('1,500 places: at most 30 in any second, none refused, none lost, none doubled', async () => {
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

  // The service refused nothing: what was sent was answered, once for each row.
  expect(run.stderr.match(/^> GET \S+\/places\//gm)).toHaveLength(1500);
  // And the balance, before the first.
  expect(run.stderr.match(/^< 200,/gm)).toHaveLength(1501);
  expect(run.stderr.match(/^< (?!200,)/gm)).toBeNull();

  // Its own log says when each lookup was made.
  const log = await home.run('lookups export --json', { env });
  const rows = JSON.parse(log.stdout) as { search_term: string; timestamp: string }[];
  expect(rows.map(({ search_term }) => search_term).sort()).toEqual([...ids].sort());
  const times = rows.map(({ timestamp }) => Date.parse(timestamp)).sort((a, b) => a - b);
  const spans = times.slice(30).map((time, index) => time - (times[index] ?? 0));
  expect(Math.min(...spans)).toBeGreaterThanOrEqual(1000);

  const answered = linesOf(readFileSync(join(home.path, 'out.csv'), 'utf8'));
  expect(answered.map((line) => line.split(',')[0])).toEqual(['id', ...ids]);
});
