// The behavior that all lookup commands share: cost, balance, missing keys, help and tags.
import { describe, expect, test } from 'vitest';
import { useAccount } from '../support/account';
import { lookupNames, lookups } from '../support/lookups';
import { documentOf } from '../support/tool';

const account = useAccount();

async function logRows(): Promise<unknown> {
  return JSON.parse((await account.call('lookups export --json')).stdout);
}

describe.each(lookupNames)('the command `%s`', (name) => {
  const { words, type } = lookups[name];

  test("prints the cost and the key's balance if the command costs a lookup", async () => {
    const run = await account.call(words);
    expect(run.status).toBe(0);
    expect(run.stderr).toBe(type === undefined ? '' : 'Cost: 1 lookup. Lookups remaining: 49.\n');
    expect(await account.result('GET', '/details')).toMatchObject({
      lookups_remaining: type === undefined ? 50 : 49,
    });
  });

  test('fails with missing_api_key if no API key is set', async () => {
    const env = { WAYPOST_API_KEY: undefined };
    await account.fails([...words], 'missing_api_key', { hint: expect.any(String) }, { env });
  });

  test('has a help page that states its cost and contains a working example', async () => {
    const { status, stdout } = await account.call([...name.split(' '), '--help']);
    expect(status).toBe(0);
    expect(stdout).toMatch(type === undefined ? /costs\s+nothing/i : /costs?\s+a\s+lookup/i);
    expect(stdout).toMatch(/^Examples:\n {2}waypost /m);
    expect(stdout).toMatch(/^Output \(--json\): /m);
    expect(stdout).toMatch(/^Errors: /m);
    const [, example = ''] = /^ {2}waypost (.*)$/m.exec(stdout) ?? [];
    const typed = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, bare]) => quoted ?? bare,
    );
    expect((await account.call(typed.flatMap((word) => word ?? []))).status).toBe(0);
  });
});

describe('a lookup without a match', () => {
  test.each([
    ['addresses verify', ['nowhere at all']],
    ['addresses cleanse', ['nowhere at all']],
    ['addresses near', ['--lon', '0', '--lat', '0']],
  ])('is reported as free (command: %s)', async (command, words) => {
    const run = await account.call([...command.split(' '), ...words]);
    expect([run.status, run.stderr]).toEqual([0, 'Cost: 0 lookups. Lookups remaining: 50.\n']);
    expect(await account.result('GET', '/details')).toMatchObject({ lookups_remaining: 50 });
  });
});

describe('--tags', () => {
  test('adds tags to the log entries of billed lookups, and `keys usage --tag` counts these lookups', async () => {
    for (const name of lookupNames) {
      const { status } = await account.call([
        ...lookups[name].words,
        '--tags',
        'web, de',
        '--json',
      ]);
      expect([name, status]).toEqual([name, 0]);
    }
    const log = await logRows();
    const billed = lookupNames
      .map((name) => lookups[name])
      .filter(({ type }) => type !== undefined);
    expect(log).toMatchObject(
      billed.map(({ type, term }) => ({
        lookup_type: type,
        search_term: term,
        tags: ['web', 'de'],
        lookups_consumed: 1,
      })),
    );
    for (const [tag, total] of [
      ['web', billed.length],
      ['de', billed.length],
      ['other', 0],
    ] as const) {
      const usage = await account.run(['keys', 'usage', '--last', '1d', '--tag', tag, '--json']);
      expect([tag, documentOf(usage)]).toMatchObject([tag, { total }]);
    }
  });

  test('stores the tags of every occurrence if the option is repeated', async () => {
    const words = [...lookups['emails validate'].words, '--tags', 'web', '--tags', 'de'];
    await account.call([...words, '--json']);
    expect(await logRows()).toMatchObject([{ tags: ['web', 'de'] }]);
  });
});
