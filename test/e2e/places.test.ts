// `places resolve`, with a sandbox.
import { expect, test } from 'vitest';
import { useAccount } from '../support/account';

const account = useAccount();

test("`places resolve` prints output that begins with the place's name, country, coordinates, time zone and population", async () => {
  const run = await account.run('places resolve geonames_2950159');
  expect(run.status).toBe(0);
  expect(run.stdout.split('\n').slice(0, 5).join('\n')).toMatch(
    /^Place +Berlin, Berlin, Germany\nCountry +DEU\nCoordinates +52\.52437, 13\.41053 .*\nTime zone +Europe\/Berlin\nPopulation +3,426,354$/,
  );
  expect(run.stdout).toMatch(/^Language +en$/m);
  expect(run.stdout).toContain('The geonames record is in the --json output, under native.');
});
