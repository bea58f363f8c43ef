// `addresses autocomplete --datasets` suggests addresses from the selected datasets.
import { expect, test } from 'vitest';
import { useAccount } from '../support/account';
import { documentOf, expectError } from '../support/tool';

const account = useAccount();

const ask = (...words: string[]) =>
  account.call(['addresses', 'autocomplete', '1226 w main', '--json', ...words]);

test('`addresses autocomplete --datasets` limits the suggestions to the given datasets', async () => {
  const all = documentOf(await ask());
  expect(all).toHaveProperty('hits.0.id', expect.stringMatching(/^usps_/));
  expect(documentOf(await ask('--datasets', 'usps'))).toEqual(all);
  expect(documentOf(await ask('--datasets', 'email, usps'))).toEqual(all);
  expect(documentOf(await ask('--datasets', 'geonames'))).toEqual({ hits: [] });
});

test('`addresses autocomplete --datasets` fails with a hint if the service rejects an unknown dataset', async () => {
  expectError(await ask('--datasets', 'nothing'), 'api_error', {
    api_code: 40016,
    hint: /--datasets/,
  });
});

test('`addresses autocomplete --datasets` limits the suggestions for every row of the input file if --file is set', async () => {
  const words = ['addresses', 'autocomplete', '--file', '-', '--input-format', 'lines', '--json'];
  const input = '1226 w main\n12 oak\n';
  const run = await account.run([...words, '--datasets', 'geonames'], { input });
  expect(JSON.parse(run.stdout)).toMatchObject([
    { result: { hits: [] } },
    { result: { hits: [] } },
  ]);
});
