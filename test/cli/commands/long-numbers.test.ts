// waypost prints every digit of the service's numbers, even if a double cannot represent them.
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

test('`keys details` prints every digit of a limit and its usage', async () => {
  const { stdout } = await run('keys', 'details');
  expect(stdout).toMatch(/^Daily limit +9,007,199,254,740,993; 9,007,199,254,740,993 used today$/m);
  expect(stdout).toMatch(/^Decimal +-0\.12345678901234567890$/m);
});

test('`keys update` sends the text of --body unchanged', async () => {
  const body = `{"future":${integer},"other":${decimal}}`;
  const words = ['keys', 'update', '--body', '-', '--yes', '--json'];
  expect((await at.call(words, { input: body })).status).toBe(0);
  expect(at.service.asked.map(({ body: sent }) => sent)).toEqual([body]);
});

test('`licensees list --all` requests the next page after an ID that a double cannot represent, and keeps every digit of the ID if the command then fails', async () => {
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
