// --fields and --format with a sandbox. waypost rejects a field that the schema does not contain before it sends a request, and
// keeps the result if only the result shows that a field does not exist.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useAccount } from '../support/account';
import { hasTerminal, Terminal } from '../support/terminal';
import { command, errorOf, expectError } from '../support/tool';

const account = useAccount();
const berlin = 'geonames_2950159';
const dead = { WAYPOST_BASE_URL: 'http://127.0.0.1:9/v1' };

test('waypost rejects a field in --fields that the output cannot contain, without sending a request', async () => {
  expectError(
    await account.run('auth whoami --fields live,nosuch --json', { env: dead }),
    'invalid_input',
    { message: 'The output has no field nosuch.', hint: /api_key, user_token, live, available/ },
  );
});

test('waypost rejects an unknown --format value without sending a request', async () => {
  const words = ['places', 'resolve', berlin, '--format', 'xml', '--json'];
  expectError(await account.call(words, { env: dead }), 'invalid_input', { message: /--format/ });
});

test('waypost prints the complete result and an error if --fields contains a field that the result does not have', async () => {
  const words = ['places', 'resolve', berlin, '--fields', 'id,nmae'];
  const error = errorOf(await account.call([...words, '--json']));
  expect(error).toMatchObject({
    exit: 2,
    code: 'invalid_input',
    message: 'The result has no field nmae.',
  });
  expect(error.details).toMatchObject({ answer: { id: berlin, native: { geonameid: 2950159 } } });
  const text = await account.call(words);
  expect(text.status).toBe(2);
  expect(text.stdout).toMatch(/^Id +geonames_2950159$/m);
  expect(text.stderr).toContain('The result has no field nmae.');
  const csv = await account.call([...words, '--format', 'csv']);
  expect(csv.stdout).toMatch(/^id,name,.*\ngeonames_2950159,Berlin,/);
});

test('--fields with an unknown field does not hide the key of a new licensee', async () => {
  await account.bench.control('PATCH', `/keys/${account.keys.key}`, { sublicensing: true });
  const words = ['licensees', 'create', '--name', 'Acme', '--fields', 'kye', '--json'];
  const { details } = errorOf(await account.call(words));
  expect(details).toMatchObject({ answer: { key: expect.stringMatching(/^sl_[^…]+$/) } });
});

test('--fields selects fields of the result, even if the command prints plain text without --fields', async () => {
  const run = await account.run('auth token --fields source');
  expect([run.status, run.stdout]).toEqual([0, 'source  env\n']);
});

test('waypost prints an error as a JSON document if --format is json, and as text on standard error if --format is csv', async () => {
  const none = { WAYPOST_USER_TOKEN: undefined };
  const json = await account.call('configs list --format json', { env: none });
  expectError(json, 'missing_user_token');
  const csv = await account.call('configs list --format csv', { env: none });
  expect([csv.status, csv.stdout]).toEqual([4, '']);
});

test("--format and --fields apply to a batch's output, on standard output and in a file", async () => {
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
  expect([file.status, file.stdout]).toEqual([
    0,
    expect.stringMatching(/^1 row processed.*Wrote /),
  ]);
  const refused = await account.call([...words, '--format', 'table'], { input: 'a@example.com\n' });
  expect([refused.status, refused.stderr]).toEqual([
    2,
    expect.stringContaining('csv, ndjson or json'),
  ]);
});

test.skipIf(!hasTerminal)(
  '`places search` does not open the place picker at a terminal if --format is set',
  async () => {
    const words = [...command, 'places', 'search', 'berlin', '--format', 'csv'];
    const terminal = new Terminal(words, account.home.environment(account.environment));
    try {
      await terminal.until(/geonames_2950159,Berlin,[\s\S]*\[ended 0\]/);
    } finally {
      terminal.kill();
    }
  },
);
