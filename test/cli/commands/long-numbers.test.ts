// Numbers of the service that no double holds: with --json they are what was sent, digit for digit, and a
// person sees the digits too.
import { beforeEach, expect, test } from 'vitest';
import { useStandIn } from '../../support/stand-in';
import type { Run } from '../../support/tool';

const integer = '9007199254740993';
const decimal = '-0.12345678901234567890';
const numbers = `"integer":${integer},"decimal":${decimal},"text":"${integer}"`;
const result = `{${numbers},"available":true,"name":"N","daily_limit":{"limit":${integer},"consumed":${integer}},"licensees":[{"id":${integer},${numbers}}],"configs":[{"name":"c","payload":"p",${numbers}}]}`;

let answer: (path: string) => string;

const at = useStandIn(({ path }, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(`{"result": ${answer(path)}, "code": 2000, "message": "Success"}`);
});
beforeEach(() => {
  answer = () => result;
});
const run = (...args: string[]): Promise<Run> => at.call(args);

test('a limit and what is used of it', async () => {
  const { stdout } = await run('keys', 'details');
  expect(stdout).toMatch(/^Daily limit +9,007,199,254,740,993; 9,007,199,254,740,993 used today$/m);
  expect(stdout).toMatch(/^Decimal +-0\.12345678901234567890$/m);
});

test('--body is sent as it was written', async () => {
  const body = `{"future":${integer},"other":${decimal}}`;
  const words = ['keys', 'update', '--body', '-', '--yes', '--json'];
  expect((await at.call(words, { input: body })).status).toBe(0);
  expect(at.service.asked.map(({ body: sent }) => sent)).toEqual([body]);
});

test('licensees list --all goes on after an id of any length, and an error holds it whole', async () => {
  answer = (path) => {
    const after = new URL(path, 'http://x').searchParams.get('starting_after');
    const licensees = after === null ? `[{"id":${integer}}]` : '[]';
    return `{"licensees":${licensees},"hasMore":true}`;
  };
  const { status, stdout } = await run('licensees', 'list', '--all', '--json');
  expect(status).toBe(3);
  expect(stdout).toContain(`"details":{"licensees":[{"id":${integer}}],"hasMore":true}`);
  expect(at.service.asked.map(({ path }) => path.split('?')[1])).toEqual([
    'limit=100',
    `limit=100&starting_after=${integer}`,
  ]);
});
