// `waypost places …`, the built command against the sandbox.
import { describe, expect, test } from 'vitest';
import { useAccount } from '../support/account';
import { documentOf, expectError } from '../support/tool';

const account = useAccount();

interface Hits {
  hits: { id: string; country_iso: string }[];
}

async function idsOf(...words: string[]): Promise<string[]> {
  const run = await account.call(['places', 'search', ...words, '--json']);
  expect([run.status, run.stderr]).toEqual([0, '']);
  return (documentOf(run) as Hits).hits.map(({ id }) => id);
}

describe('places search', () => {
  test('as a table', async () => {
    const run = await account.call('places search berlin --country-iso DEU');
    expect([run.status, run.stderr]).toEqual([0, '']);
    expect(run.stdout.split('\n')[0]).toMatch(/^ID +PLACE +COUNTRY$/);
    expect(run.stdout).toMatch(/^geonames_2950159 +Berlin, Berlin, Germany +DEU$/m);
  });

  test.each([
    ['cri', ['CRI']],
    ['CRI, slv', ['CRI', 'SLV']],
  ])('--country-iso %s', async (codes, countries) => {
    const run = await account.call(['places', 'search', 'san', '--country-iso', codes, '--json']);
    const found = (documentOf(run) as Hits).hits.map(({ country_iso }) => country_iso);
    expect([...new Set(found)].sort()).toEqual(countries);
  });

  test('a bias puts its places first', async () => {
    const plain = await idsOf('san jose');
    const country = await idsOf('san jose', '--bias-country-iso', 'CRI');
    expect(country[0]).toBe('geonames_3621849');
    const point = await idsOf('vict', '--bias-lonlat', '-123.37,48.43,50000');
    const elsewhere = await idsOf('vict', '--bias-lonlat=55.45,-4.62,50000');
    expect(point[0]).not.toBe(elsewhere[0]);
    expect(await idsOf('san jose', '--bias-ip')).toEqual(plain);
  });

  test('refuses an empty text', async () => {
    const run = await account.call(['places', 'search', '', '--json']);
    expectError(run, 'invalid_input', { message: 'The query is empty.' });
  });

  test.each([['qqqqzzzzxx']])('%j finds nothing, which is no error', async (query) => {
    const run = await account.call(['places', 'search', query]);
    expect(run).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^No places found\. .*\n$/),
      stderr: '',
    });
    expect(await idsOf(query)).toEqual([]);
  });
});

describe('places resolve', () => {
  test('as a card: what a person asks for first', async () => {
    const run = await account.run('places resolve geonames_2950159');
    expect(run.status).toBe(0);
    expect(run.stdout.split('\n').slice(0, 5).join('\n')).toMatch(
      /^Place +Berlin, Berlin, Germany\nCountry +DEU\nCoordinates +52\.52437, 13\.41053 .*\nTime zone +Europe\/Berlin\nPopulation +3,426,354$/,
    );
    expect(run.stdout).toMatch(/^Language +en$/m);
    expect(run.stdout).toContain('The geonames record is in --json, under native.');
  });

  test('every id that a search gives can be resolved', async () => {
    const ids = await idsOf('tokyo');
    expect(ids.length).toBeGreaterThan(0);
    for (const id of ids) {
      const run = await account.call(['places', 'resolve', id, '--json']);
      expect([run.status, documentOf(run)]).toMatchObject([0, { id, native: { id } }]);
    }
  });
});
