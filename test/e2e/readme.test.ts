// The lines of the README that fill the sandbox's log do so.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultBaseUrl } from '../../src/lib/identity';
import { useAccount } from '../support/account';

const account = useAccount();

/** The block of shell that this line is in, a line each. */
function blockWith(line: RegExp): string[] {
  const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
  return (
    blocks
      .find((block) => line.test(block))
      ?.trimEnd()
      .split('\n') ?? []
  );
}

test('a key without a past gets one, and the commands below show it', async () => {
  const [call = '', ...commands] = blockWith(/_sandbox/);
  const [, body = '', url = ''] = /^curl -d '(.*)' "(.*)"$/.exec(call) ?? [];
  const here = url
    .replace(new URL(defaultBaseUrl).origin, account.bench.sandbox.origin)
    .replace('$(waypost auth token)', account.keys.key);
  expect((await fetch(here, { method: 'POST', body })).status).toBe(200);
  expect(commands.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
    'waypost keys usage',
    'waypost lookups export',
  ]);
  const [usage, exported] = await Promise.all(
    commands.map((line) => {
      const words = line.split(' ').slice(1);
      return account.run(words.map((word) => word.replace(/^log\./, `${account.home.path}/log.`)));
    }),
  );
  expect(usage?.stdout).toMatch(/^[1-9][\d,]+ lookups in 21 days, /);
  expect(usage?.stdout).toContain('└');
  expect(exported?.stdout).toContain('Wrote 30,000 rows');
});
