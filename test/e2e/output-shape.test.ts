// --fields and --format, the built command against the sandbox: nothing is billed for a name that is known to
// be wrong, and no answer is lost for one that turns out to be.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useAccount } from '../support/account';
import { hasTerminal, Terminal } from '../support/terminal';
import { command, errorOf, expectError } from '../support/tool';

const account = useAccount();
const berlin = 'geonames_2950159';
const dead = { WAYPOST_BASE_URL: 'http://127.0.0.1:9/v1' };

async function billed(): Promise<unknown> {
  return ((await account.result('GET', '/usage')) as { total: number }).total;
}

test('a field that the output is known not to have is refused without a request', async () => {
  expectError(
    await account.run('auth whoami --fields live,nosuch --json', { env: dead }),
    'invalid_input',
    { message: 'The output has no field nosuch.', hint: /api_key, user_token, live, available/ },
  );
});

test.each([
  [['--format', 'xml'], '--format takes'],
  [['--json', '--format', 'csv'], '--json cannot be combined with --format csv'],
  [['--no-header'], '--no-header requires'],
  [['--fields', ','], '--fields is empty'],
])('options that cannot be met cost nothing: %j', async (options, message) => {
  const run = await account.call(['places', 'resolve', berlin, ...options]);
  expect([run.status, run.stderr + run.stdout]).toEqual([2, expect.stringContaining(message)]);
  expect(await billed()).toBe(0);
});

test('a field that the answer turns out not to have: the answer is there', async () => {
  const words = ['places', 'resolve', berlin, '--fields', 'id,nmae'];
  const error = errorOf(await account.call([...words, '--json']));
  expect(error).toMatchObject({
    exit: 2,
    code: 'invalid_input',
    message: 'The result has no field nmae.',
  });
  expect(error.details).toMatchObject({ answer: { id: berlin, native: { geonameid: 2950159 } } });
  const person = await account.call(words);
  expect(person.status).toBe(2);
  expect(person.stdout).toMatch(/^Id +geonames_2950159$/m);
  expect(person.stderr).toContain('The result has no field nmae.');
  const csv = await account.call([...words, '--format', 'csv']);
  expect(csv.stdout).toMatch(/^id,name,.*\ngeonames_2950159,Berlin,/);
});

test('the key of a licensee that was just made is not lost for a misspelt field', async () => {
  await account.bench.control('PATCH', `/keys/${account.keys.key}`, { sublicensing: true });
  const words = ['licensees', 'create', '--name', 'Acme', '--fields', 'kye', '--json'];
  const { details } = errorOf(await account.call(words));
  expect(details).toMatchObject({ answer: { key: expect.stringMatching(/^sl_[^…]+$/) } });
});

test('a command that prints bare text prints the fields that are asked for', async () => {
  const run = await account.run('auth token --fields source');
  expect([run.status, run.stdout]).toEqual([0, 'source  env\n']);
});

test('a failure of --format json is a document, of --format csv a text beside the data', async () => {
  const none = { WAYPOST_USER_TOKEN: undefined };
  const json = await account.call('configs list --format json', { env: none });
  expectError(json, 'missing_user_token');
  const csv = await account.call('configs list --format csv', { env: none });
  expect([csv.status, csv.stdout]).toEqual([4, '']);
});

test('with --file, a batch keeps what the two options mean', async () => {
  const words = ['emails', 'validate', '--file', '-', '--input-format', 'lines'];
  const run = await account.call([...words, '--format', 'csv', '--fields', 'result'], {
    input: 'a@example.com\n',
  });
  expect([run.status, run.stdout]).toEqual([0, expect.stringMatching(/\na@example\.com,,,\w+\n$/)]);
  const target = join(account.home.path, 'answers.csv');
  const file = await account.call(
    [...words, '-o', target, '--format', 'csv', '--fields', 'result'],
    { input: 'a@example.com\n' },
  );
  expect([file.status, file.stdout]).toEqual([0, expect.stringMatching(/^1 row answered.*Wrote /)]);
  const refused = await account.call([...words, '--format', 'table'], { input: 'a@example.com\n' });
  expect([refused.status, refused.stderr]).toEqual([
    2,
    expect.stringContaining('csv, ndjson, json'),
  ]);
});

test.skipIf(!hasTerminal)('a search whose format is named opens no picker', async () => {
  const words = [...command, 'places', 'search', 'berlin', '--format', 'csv'];
  const terminal = new Terminal(words, account.home.environment(account.environment));
  try {
    await terminal.until(/geonames_2950159,Berlin,[\s\S]*\[ended 0\]/);
  } finally {
    terminal.kill();
  }
});
