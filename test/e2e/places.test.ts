// `waypost places …`, the built command against the sandbox.
import { describe, expect, test } from 'vitest';
import { useAccount } from '../support/account';
import { documentOf } from '../support/tool';

const account = useAccount();

interface Hits {
  hits: { id: string }[];
}

async function idsOf(...words: string[]): Promise<string[]> {
  const run = await account.call(['places', 'search', ...words, '--json']);
  expect([run.status, run.stderr]).toEqual([0, '']);
  return (documentOf(run) as Hits).hits.map(({ id }) => id);
}

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
