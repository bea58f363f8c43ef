// --fields and --format, the built command against the sandbox: nothing is billed for a name that is known to
// be wrong, and no answer is lost for one that turns out to be.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useAccount } from '../support/account';
import { standIn } from '../support/service';
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
    { message: 'The output has no member nosuch.', hint: /api_key, user_token, live, available/ },
  );
});

test.each([
  [['--format', 'xml'], '--format takes'],
  [['--json', '--format', 'csv'], '--json is --format json'],
  [['--no-header'], '--no-header goes with'],
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
    message: 'The answer has no member nmae.',
  });
  expect(error.details).toMatchObject({ answer: { id: berlin, native: { geonameid: 2950159 } } });
  const person = await account.call(words);
  expect(person.status).toBe(2);
  expect(person.stdout).toMatch(/^Id +geonames_2950159$/m);
  expect(person.stderr).toContain('The answer has no member nmae.');
  const csv = await account.call([...words, '--format', 'csv']);
  expect(csv.stdout).toMatch(/^id,name,.*\ngeonames_2950159,Berlin,/);
});

test('the key of a licensee that was just made is not lost for a misspelt field', async () => {
  await account.bench.control('PATCH', `/keys/${account.keys.key}`, { sublicensing: true });
  const words = ['licensees', 'create', '--name', 'Acme', '--fields', 'kye', '--json'];
  const { details } = errorOf(await account.call(words));
  expect(details).toMatchObject({ answer: { key: expect.stringMatching(/^sl_[^…]+$/) } });
});

test('members of one answer, as JSON and as a table', async () => {
  const words = ['places', 'resolve', berlin, '--fields', 'id,native.timezone'];
  expect(await account.json([...words])).toEqual({
    id: berlin,
    native: { timezone: 'Europe/Berlin' },
  });
  const { stdout } = await account.call(words);
  expect(stdout).toBe('ID                NATIVE TIMEZONE\ngeonames_2950159  Europe/Berlin\n');
});

test('a command that prints bare text prints the fields that are asked for', async () => {
  const run = await account.run('auth token --fields source');
  expect([run.status, run.stdout]).toEqual([0, 'source  env\n']);
});

test('a list in every format', async () => {
  await account.result('POST', '/configs', { name: 'a', payload: '{"x": "y, z"}' });
  await account.result('POST', '/configs', { name: 'b', payload: '' });
  const list = async (...options: string[]) =>
    (await account.call(['configs', 'list', ...options])).stdout;
  expect(await list('--format', 'csv', '--fields', 'name,payload')).toBe(
    'name,payload\na,"{""x"": ""y, z""}"\nb,\n',
  );
  expect(await list('--format', 'csv', '--fields', 'name', '--no-header')).toBe('a\nb\n');
  expect(await list('--format', 'ndjson', '--fields', 'name')).toBe('{"name":"a"}\n{"name":"b"}\n');
  expect(await list('--fields', 'name')).toBe('NAME\na\nb\n');
  expect(await list('--json', '--fields', 'name')).toBe(
    '{"configs":[{"name":"a"},{"name":"b"}]}\n',
  );
  expect(await list('--format', 'json')).toBe(await list('--json'));
  const header = (await list('--format', 'csv')).split('\n')[0];
  expect(header).toBe('name,payload,createdAt,updatedAt');
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

test('numbers keep every digit in every form', async () => {
  const result = '{"id":12345678901234567890,"at":{"lon":-0.12345678901234567890}}';
  const service = await standIn((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`{"result":${result},"code":2000,"message":"Success"}`);
  });
  try {
    const show = async (...options: string[]) => {
      const words = ['places', 'resolve', berlin, '--fields', 'id,at.lon', ...options];
      return (await account.call(words, { env: { WAYPOST_BASE_URL: service.url } })).stdout;
    };
    expect(await show('--json')).toBe(`${result}\n`);
    expect(await show('--format', 'ndjson')).toBe(`${result}\n`);
    const record = '12345678901234567890,-0.12345678901234567890';
    expect(await show('--format', 'csv')).toBe(`id,at.lon\n${record}\n`);
    expect(await show()).toContain(record.replace(',', '  '));
  } finally {
    await service.close();
  }
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
