// Unusual but valid JSON in arguments and files: 5,000 nested levels, or the names of properties that every JavaScript
// object has. test/cli/output/odd-answers.test.ts tests unusual JSON from the service.
import { expect, test } from 'vitest';
import { store } from '../../support/keys';
import { apiKey, useStandIn } from '../../support/stand-in';
import { expectError } from '../../support/tool';

const deepObject = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;

let answer: [status: number, body: string];

const at = useStandIn((_, response) => {
  response.writeHead(answer[0], { 'content-type': 'application/json' }).end(answer[1]);
});

test('`waypost api` sends fields unchanged even if their names are reserved names such as __proto__', async () => {
  answer = [200, '{"result":{},"code":2000,"message":"Success"}'];
  const fields = ['__proto__=a', 'constructor[prototype]=b', 'x[__proto__]=c'];
  await at.call(['api', 'post', 'keys/{key}/configs', ...fields.flatMap((field) => ['-f', field])]);
  expect(at.service.asked[0]?.body).toBe(
    '{"__proto__":"a","constructor":{"prototype":"b"},"x":{"__proto__":"c"}}',
  );
});

test.each([
  ['post', `-F`, `a=${deepObject}`],
  ['post', '-f', `a${'[b]'.repeat(5000)}=1`],
  ['get', '-f', `a${'[b]'.repeat(5000)}=1`],
])(
  '`waypost api` fails with invalid_input if a field has 5,000 nested levels (method: %s, option: %s)',
  async (method, option, field) => {
    const run = await at.call(['api', method, 'places', option, field, '--json']);
    expectError(run, 'invalid_input');
    expect(at.service.asked).toEqual([]);
  },
);

test.each([
  ['--body', '-', `{"name":${deepObject}}`],
  ['--rate-limit', deepObject, ''],
])(
  '`keys update` fails with invalid_input if the JSON in the option %s has 5,000 nested levels',
  async (option, value, input) => {
    const run = await at.call(['keys', 'update', option, value, '--json'], { input });
    expectError(run, 'invalid_input');
    expect(at.service.asked).toEqual([]);
  },
);

test('`waypost api --input` and `configs create --payload` send JSON with 5,000 nested levels unchanged, because waypost does not parse the JSON', async () => {
  answer = [200, '{"result":{},"code":2000,"message":"Success"}'];
  await at.call('api post keys/{key}/configs --input -', { input: deepObject });
  expect(at.service.asked[0]?.body).toBe(deepObject);
  await at.call(['configs', 'create', 'x', '--payload', deepObject]);
  expect(JSON.parse(at.service.asked[1]?.body ?? '')).toEqual({ name: 'x', payload: deepObject });
});

test('`auth login` fails with invalid_credentials_file if a field in the credentials file has 5,000 nested levels', async () => {
  answer = [200, '{"result":{"available":true},"code":2000,"message":"Success"}'];
  store(at.home.configFile, `{"api_key":"ak_old_0123456789","x":${deepObject}}`);
  const run = await at.call(['auth', 'login', '--api-key', apiKey, '--json']);
  expectError(run, 'invalid_credentials_file');
});
