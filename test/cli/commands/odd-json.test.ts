// JSON that is legal and odd: 5,000 levels deep, with half a surrogate pair in its texts and names, with
// members that are called as those of every object. It is data, or an error of the contract; never a fault
// of the tool.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { store } from '../../support/keys';
import { apiKey, useStandIn } from '../../support/stand-in';
import { expectError } from '../../support/tool';

const deepObject = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
const half = String.raw`\ud83d`;

const named =
  '{"__proto__":{"polluted":1},"constructor":{"prototype":2},"toString":3,"hasOwnProperty":4,"valueOf":5}';

/** Values that stand in the place of a result, a member or an error. */
const values: Record<string, string> = {
  'a deep object': deepObject,
  'half a surrogate pair': `"x${half}x"`,
  'members of every object': named,
};

/** Answers with the value in many places. */
const answers: Record<string, (value: string) => [status: number, body: string]> = {
  'the result': (value) => [200, `{"result":${value},"code":2000,"message":"Success"}`],
  'members of the result': (value) => [
    200,
    `{"result":{"available":true,"id":${value},"name":${value},"key":${value},"hits":[{"id":${value},"name":${value}},${value}],"licensees":[{"id":${value},"name":${value},"key":${value}}],"configs":[{"name":${value},"payload":${value}}],"total":${value},"dailyCount":${value},"hasMore":${value},"signup_url":"https://x.example/","cli_token":${value},"user_token":${value},"test_api_key":${value}},"code":2000,"message":"Success"}`,
  ],
  'a refusal': (value) => [
    400,
    `{"code":4000,"message":${value},"errors":[{"path":${value},"message":${value}},${value}],"constructor":${value}}`,
  ],
  'a refusal of a member of every object': (value) => [
    400,
    `{"code":4000,"message":"No","errors":[{"path":"constructor","message":"x${half}"},{"path":"__proto__","message":"y"}],"more":${value}}`,
  ],
};

const commands = [
  ['auth', 'whoami'],
  ['auth', 'login', '--api-key', 'ak_newnewnewnew'],
  ['signup', '--deadline', '0'],
  ['keys', 'details'],
  ['keys', 'usage'],
  ['licensees', 'list', '--all'],
  ['licensees', 'create', '--name', 'x'],
  ['configs', 'list'],
  ['configs', 'get', 'x'],
  ['places', 'resolve', 'x'],
  ['addresses', 'near', '--lon', '1', '--lat', '2'],
  ['emails', 'validate', 'ada@example.org'],
  ['api', 'get', 'keys/{key}/licensees', '--paginate'],
];

let answer: [status: number, body: string];

const at = useStandIn((_, response) => {
  response.writeHead(answer[0], { 'content-type': 'application/json' }).end(answer[1]);
});

describe.each(Object.keys(answers))('as %s', (place) => {
  describe.each(Object.keys(values))('%s', (name) => {
    test.each([
      ['for a person', []],
      ['--json', ['--json']],
    ])('%s: every command prints data or an error of the contract', async (_, options) => {
      answer = answers[place]?.(values[name] ?? '') ?? [500, ''];
      const bad: string[] = [];
      const pull = ['configs', 'pull', join(at.home.path, 'configs')];
      for (const command of [...commands, pull]) {
        const run = await at.call([...command, ...options, '--timeout', '600']);
        const text = run.stdout + run.stderr;
        const isFault = /internal_error|bug in waypost|RangeError|URIError|\n {4}at /.test(text);
        const isDocument = options.length === 0 || parses(run.stdout);
        if (run.status === null || isFault || !isDocument) {
          bad.push(`${command.join(' ')}: ${run.status} ${text.slice(0, 300)}`);
        }
      }
      expect(bad).toEqual([]);
    });
  });
});

describe('in what the user gives', () => {
  test('fields that are called as members of every object are sent as they are', async () => {
    answer = [200, '{"result":{},"code":2000,"message":"Success"}'];
    const fields = ['__proto__=a', 'constructor[prototype]=b', 'x[__proto__]=c'];
    await at.call([
      'api',
      'post',
      'keys/{key}/configs',
      ...fields.flatMap((field) => ['-f', field]),
    ]);
    expect(at.service.asked[0]?.body).toBe(
      '{"__proto__":"a","constructor":{"prototype":"b"},"x":{"__proto__":"c"}}',
    );
  });

  test.each([
    ['post', `-F`, `a=${deepObject}`],
    ['post', '-f', `a${'[b]'.repeat(5000)}=1`],
    ['get', '-f', `a${'[b]'.repeat(5000)}=1`],
  ])('%s with %s of 5,000 levels is invalid_input', async (method, option, field) => {
    const run = await at.call(['api', method, 'places', option, field, '--json']);
    expectError(run, 'invalid_input');
    expect(at.service.asked).toEqual([]);
  });

  test.each([
    ['--body', '-', `{"name":${deepObject}}`],
    ['--rate-limit', deepObject, ''],
  ])('keys update %s of 5,000 levels is invalid_input', async (option, value, input) => {
    const run = await at.call(['keys', 'update', option, value, '--json'], { input });
    expectError(run, 'invalid_input');
    expect(at.service.asked).toEqual([]);
  });

  test('what is sent as it is given may be of any depth', async () => {
    answer = [200, '{"result":{},"code":2000,"message":"Success"}'];
    await at.call('api post keys/{key}/configs --input -', { input: deepObject });
    expect(at.service.asked[0]?.body).toBe(deepObject);
    await at.call(['configs', 'create', 'x', '--payload', deepObject]);
    expect(JSON.parse(at.service.asked[1]?.body ?? '')).toEqual({ name: 'x', payload: deepObject });
  });

  test('a stored member that is nested deeply is invalid_credentials_file or kept, no fault', async () => {
    answer = [200, '{"result":{"available":true},"code":2000,"message":"Success"}'];
    store(at.home.configFile, `{"api_key":"ak_old_0123456789","x":${deepObject}}`);
    const run = await at.call(['auth', 'login', '--api-key', apiKey, '--json']);
    expectError(run, 'invalid_credentials_file');
  });
});

test('what a terminal would act on is escaped in every JSON string', async () => {
  const raw = '\u0085\u009b31m\u061c\u202e\u2066\u2028';
  answer = [200, JSON.stringify({ result: { id: raw, [raw]: 1 }, code: 2000, message: raw })];
  for (const words of [
    ['places', 'resolve', 'x'],
    ['api', 'get', 'places/x'],
  ]) {
    const { stdout } = await at.call([...words, '--json']);
    expect(stdout).toContain(String.raw`\u0085\u009b31m\u061c\u202e\u2066\u2028`);
    expect(stdout).not.toMatch(/[\x7f-\x9f\u061c\u2028-\u202e\u2066-\u2069]/);
  }
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
