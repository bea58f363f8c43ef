// Numbers of the service that no double holds: with --json they are what was sent, digit for digit, and a
// person sees the digits too.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StandIn, standIn } from '../../support/service';
import { Home, type Run } from '../../support/tool';

const integer = '9007199254740993';
const decimal = '-0.12345678901234567890';
const numbers = `"integer":${integer},"decimal":${decimal},"text":"${integer}"`;
const result = `{${numbers},"available":true,"name":"N","daily_limit":{"limit":${integer},"consumed":${integer}},"licensees":[{"id":${integer},${numbers}}],"configs":[{"name":"c","payload":"p",${numbers}}]}`;

let home: Home;
let service: StandIn;
beforeEach(async () => {
  home = new Home();
  service = await standIn((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`{"result": ${result}, "code": 2000, "message": "Success"}`);
  });
});
afterEach(async () => {
  await service.close();
  home.remove();
});

function run(...args: string[]): Promise<Run> {
  const env = {
    WAYPOST_BASE_URL: service.url,
    WAYPOST_API_KEY: 'ak_standinstandin',
    WAYPOST_USER_TOKEN: 'uk_standinstandin',
  };
  return home.call(args, { env });
}

test.each([
  ['keys', 'show'],
  ['keys', 'details'],
  ['keys', 'update', '--name', 'N'],
  ['keys', 'usage'],
  ['licensees', 'list'],
  ['licensees', 'create', '--name', 'N'],
  ['licensees', 'get', '1'],
  ['licensees', 'update', '1', '--name', 'N'],
  ['licensees', 'regenerate-key', '1', '--yes'],
  ['configs', 'list'],
  ['configs', 'get', 'c'],
  ['configs', 'create', 'c', '--payload', ''],
  ['configs', 'update', 'c', '--payload', ''],
  ['configs', 'delete', 'c', '--yes'],
])('%s %s', async (...words) => {
  const script = await run(...words, '--json');
  expect([script.status, script.stdout]).toEqual([0, `${result}\n`]);
});

test.each([
  ['keys', 'show'],
  ['keys', 'details'],
  ['keys', 'usage'],
  ['licensees', 'list'],
  ['licensees', 'get', '1'],
  ['configs', 'get', 'c'],
])('%s %s shows a person the digits', async (...words) => {
  const { status, stdout } = await run(...words);
  expect(status).toBe(0);
  const digits = stdout.replaceAll(',', '');
  expect(digits).toContain(integer);
  expect(digits.replaceAll(integer, '')).not.toMatch(/9007199254740|e\+/);
});

test('a limit and what is used of it', async () => {
  const { stdout } = await run('keys', 'details');
  expect(stdout).toMatch(/^Daily limit +9,007,199,254,740,993; 9,007,199,254,740,993 used today$/m);
  expect(stdout).toMatch(/^Decimal +-0\.12345678901234567890$/m);
});

test('--body is sent as it was written', async () => {
  const body = `{"future":${integer},"other":${decimal}}`;
  const env = {
    WAYPOST_BASE_URL: service.url,
    WAYPOST_API_KEY: 'ak_a',
    WAYPOST_USER_TOKEN: 'uk_a',
  };
  const words = ['keys', 'update', '--body', '-', '--yes', '--json'];
  expect((await home.call(words, { env, input: body })).status).toBe(0);
  expect(service.asked.map(({ body: sent }) => sent)).toEqual([body]);
});

test('licensees list --all goes on after an id of any length, and an error holds it whole', async () => {
  await service.close();
  service = await standIn(({ path }, response) => {
    const after = new URL(path, 'http://x').searchParams.get('starting_after');
    response.writeHead(200, { 'content-type': 'application/json' });
    const licensees = after === null ? `[{"id":${integer}}]` : '[]';
    response.end(`{"result":{"licensees":${licensees},"hasMore":true},"code":2000,"message":""}`);
  });
  const { status, stdout } = await run('licensees', 'list', '--all', '--json');
  expect(status).toBe(3);
  expect(stdout).toContain(`"details":{"licensees":[{"id":${integer}}],"hasMore":true}`);
  expect(service.asked.map(({ path }) => path.split('?')[1])).toEqual([
    'limit=100',
    `limit=100&starting_after=${integer}`,
  ]);
});
