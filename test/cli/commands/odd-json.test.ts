// What the user gives, if it is legal and odd JSON: nested 5,000 levels deep, or with names that every object has. Odd
// JSON of the service: test/cli/output/odd-answers.test.ts.
import { describe, expect, test } from 'vitest';
import { store } from '../../support/keys';
import { apiKey, useStandIn } from '../../support/stand-in';
import { expectError } from '../../support/tool';

const deepObject = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;

let answer: [status: number, body: string];

const at = useStandIn((_, response) => {
  response.writeHead(answer[0], { 'content-type': 'application/json' }).end(answer[1]);
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
