// The text that the `addresses` commands print, with a sandbox. test/e2e/lookups.test.ts tests the features that all lookup
// commands share.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useAccount } from '../support/account';
import { address, addressId } from '../support/lookups';
import { documentOf, expectError } from '../support/tool';

const account = useAccount();

/** Runs a command that must succeed, and returns its output. */
async function shown(...words: string[]): Promise<string> {
  const run = await account.call(['addresses', ...words]);
  expect(run.status).toBe(0);
  return run.stdout;
}

describe('`addresses autocomplete`', () => {
  test('prints the ID and the address of each suggestion in a table', async () => {
    const [head, first] = (await shown('autocomplete', '1226 w main')).split('\n');
    expect(head).toMatch(/^ID +ADDRESS$/);
    expect(first).toMatch(/^usps_1008160919 +1226 W Main St, Springfield, IL, 62701$/);
  });

  test('accepts several words without quotes', async () => {
    expect(await shown('autocomplete', '1226', 'w', 'main')).toBe(
      await shown('autocomplete', '1226 w main'),
    );
  });

  test('prints at most --limit suggestions, and rejects --limit 0', async () => {
    const run = await account.call('addresses autocomplete 12 --limit 3 --json');
    expect((documentOf(run) as { hits: unknown[] }).hits).toHaveLength(3);
    const none = await account.call('addresses autocomplete 12 --limit 0 --json');
    expectError(none, 'invalid_input');
  });

  test.each(['qqqq zzzz', '10 Downing Street London'])(
    'prints that the sandbox has only addresses in the USA if the query %j has no match',
    async (query) => {
      expect(await shown('autocomplete', query)).toMatch(
        /^No addresses found\. The sandbox has only addresses in the USA\. .*\n$/,
      );
    },
  );
});

describe('`addresses resolve`', () => {
  test('prints the address on one line, followed by its country, coordinates and fields', async () => {
    const text = await shown('resolve', addressId);
    expect(text).toMatch(/^Address +1226 W Main St, Springfield IL 62701-2413$/m);
    expect(text).toMatch(/^Country +United States \(USA, US\)$/m);
    expect(text).toMatch(/^Coordinates +39\.79014, -89\.65761 \(latitude, longitude\)$/m);
    expect(text).toMatch(/^ZIP code +62701$/m);
    expect(text).toMatch(/^State +Illinois$/m);
    expect(text).toContain('The usps record is in the --json output, under native.');
  });
});

describe('`addresses verify`', () => {
  test.each([
    [address, /^Match \(fit 100%, confidence 100%\)\n\nWritten +1226 W Main St, Spring/],
    ['1226 w mian st, 62701', /^Uncertain match \(fit 9\d(\.\d)?%, confidence \d+(\.\d)?%\)\n/],
    [
      '735 Main St',
      /^Ambiguous: one of 3 addresses that match equally well \(fit 100%, confidence /,
    ],
    ['nowhere', /^No match\. The sandbox has only addresses in the USA\. .*\n$/],
  ])(
    'prints in the first line of output whether the query %j matches an address',
    async (query, text) => {
      expect(await shown('verify', query)).toMatch(text);
    },
  );

  test('prints each field only once', async () => {
    const lines = (await shown('verify', address)).split('\n');
    expect(lines.filter((line) => line.includes('62701-2413'))).toEqual([
      expect.stringMatching(/^Address /),
      expect.stringMatching(/^ZIP plus 4 code /),
    ]);
    expect(lines.filter((line) => line.startsWith('City'))).toHaveLength(1);
  });

  test('accepts the --context option', async () => {
    expect(await shown('verify', address, '--context', 'USA')).toMatch(/^Match \(/);
  });
});

describe('`addresses cleanse`', () => {
  test.each([
    [['1226 w mian st, sprngfield il'], /^Uncertain match \(fit 9/],
    [['1226 W Main', '--post-town', 'Springfield', '--county', 'Illinois'], /^Uncertain match/],
    [
      ['1226 W Main St', '--post-town', 'Springfield', '--county', 'IL', '--postcode', '62701'],
      /^Match \(/,
    ],
    [['1226 W Main St', '--post-town', 'Chicago', '--postcode', '60601'], /^No match\. /],
    [['4 Rue de Rivoli, 75001 Paris'], /^No match\. The sandbox has only addresses in the USA/],
  ])(
    'prints in the first line of output whether the arguments %j match an address',
    async (words, text) => {
      const answer = await shown('cleanse', ...words);
      expect(answer).toMatch(text);
      expect(answer.includes('1226 W Main St, Springfield IL')).toBe(!/^No/.test(answer));
    },
  );
});

test('`addresses cleanse --file` warns about unused columns, and suggests --column options that use them', async () => {
  const rows = 'query,ZIP,town\n1226 W Main St,62701,Springfield\n';
  const path = join(account.home.path, 'addresses.csv');
  writeFileSync(path, rows);
  const run = await account.call(['addresses', 'cleanse', '--file', path]);
  expect(run.status).toBe(0);
  expect(run.stderr.match(/Warning: [^.]*\.[^.]*\./g)).toEqual([
    'Warning: The batch does not use these columns: ZIP, town. To use these columns, add --column postcode=ZIP --column post_town=town.',
  ]);
});

describe('`addresses near`', () => {
  test('prints a table with the nearest address first', async () => {
    const [head, first] = (await shown('near', '--lon', '-89.6576', '--lat', '39.7905')).split(
      '\n',
    );
    expect(head).toMatch(/^ID +ADDRESS +LATITUDE +LONGITUDE$/);
    expect(first).toMatch(
      /^usps_\d+ +1261 W Main St, Springfield IL 62701-2414 +39\.79052 +-89\.65761$/,
    );
  });
});
