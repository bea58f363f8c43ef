// Help: the same text by each way to it, in the width there is, with the
// options that every command takes.
import { describe, expect, test } from 'vitest';
import { freshHome } from '../support/keys';
import type { Line } from '../support/tool';

async function shown(args: Line, env: Record<string, string> = {}): Promise<string> {
  const run = await freshHome().call(args, { env });
  expect(run).toMatchObject({ status: 0, stderr: '' });
  return run.stdout;
}

describe('is the same by each way to it', () => {
  test.each([
    ['--help', 'help', ''],
    ['auth --help', 'help auth', 'auth'],
    ['keys usage --help', 'help keys usage', 'keys usage -h'],
    ['api --help', 'help api', 'api -h'],
  ])('%s, %s, %s', async (...ways) => {
    const [first, ...others] = await Promise.all(ways.map((args) => shown(args)));
    for (const other of others) expect(other).toBe(first);
    for (const way of ways.slice(0, 2)) {
      expect(await freshHome().json(way)).toEqual({ help: first?.trimEnd() });
    }
  });
});

test('a topic shows the options that every command takes; a command names it', async () => {
  expect(await shown(['help', 'options'])).toMatch(
    /^Global options:\n {2}--api-key <key> +API key/m,
  );
  const text = await shown(['auth', 'login', '--help']);
  expect(text).toMatch(/^Global options: .*`waypost help options`/m);
  expect(text.match(/--timeout/g)).toHaveLength(1);
});

test('the commands stand in groups', async () => {
  const headings = (await shown(['--help'])).match(/^\w+:$/gm);
  expect(headings).toEqual(['Examples:', 'Account:', 'Lookups:', 'Sandbox:', 'Tool:', 'Options:']);
});

test.each([
  ['40', 40],
  ['300', 120],
  ['10', 40],
  ['wide', 80],
])('COLUMNS=%s wraps at %d where there is no terminal', async (COLUMNS, width) => {
  const lines = (await shown(['configs', 'push', '--help'], { COLUMNS })).split('\n');
  const [examples, rest] = [
    lines.filter((line) => line.includes('waypost configs push')),
    lines.filter((line) => !line.includes('waypost configs push')),
  ];
  expect(examples.length).toBeGreaterThan(2);
  const longest = Math.max(...rest.map((line) => line.length));
  expect(longest).toBeLessThanOrEqual(width);
  expect(longest).toBeGreaterThan(width - 15);
});
