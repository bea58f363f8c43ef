// Which fields a refusal names, and which pages may be opened by themselves.
import { expect, test } from 'vitest';
import { refusedFields } from '../../../src/cli/commands/signup/start-sign-up';
import { mayOpen } from '../../../src/cli/prompts/open-page';

const named = (errors: unknown) => refusedFields(errors).map(({ field }) => field.name);
const paths = (...all: string[]) => all.map((path) => ({ path, message: 'is missing' }));

test.each<[string, unknown, string[]]>([
  ['a member', paths('email'), ['email']],
  ['a path with dots', paths('.body.email'), ['email']],
  ['a path with slashes', paths('request/body/org_postcode'), ['org_postcode']],
  ['a JSON pointer', paths('/name'), ['name']],
  ['several, in the order they are asked for', paths('org_name', 'email'), ['email', 'org_name']],
  ['one of them twice', paths('email', 'body.email'), ['email']],
  ['one the tool does not know', paths('captcha', 'email'), ['email']],
  ['none', [], []],
  ['no list', undefined, []],
])('%s', (_, errors, members) => {
  expect(named(errors)).toEqual(members);
});

test('the service’s message stands beside its field', () => {
  expect(refusedFields(paths('email'))).toMatchObject([{ message: 'is missing' }]);
});

test.each<[string, boolean]>([
  ['https://service.example/x', true],
  ['http://127.0.0.1:8787/x', true],
  ['http://localhost/x', true],
  ['http://[::1]/x', true],
  ['http://service.example/x', false],
  ['http://127.0.0.1.example/x', false],
  ['http://localhost.example/x', false],
])('%s may be opened: %s', (page, may) => {
  expect(mayOpen(page)).toBe(may);
});
