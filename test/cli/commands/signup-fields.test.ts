// The sign-up fields that the service rejects, and the URLs that waypost opens in a browser.
import { expect, test } from 'vitest';
import { refusedFields } from '../../../src/cli/commands/signup/start-sign-up';
import { mayOpen } from '../../../src/cli/prompts/open-page';

const named = (errors: unknown) => refusedFields(errors).map(({ field }) => field.name);
const paths = (...all: string[]) => all.map((path) => ({ path, message: 'is missing' }));

test.each<[string, unknown, string[]]>([
  ['the field for a path that is a field name', paths('email'), ['email']],
  ['the field for a path with dots', paths('.body.email'), ['email']],
  ['the field for a path with slashes', paths('request/body/org_postcode'), ['org_postcode']],
  ['the field for a path that is a JSON pointer', paths('/name'), ['name']],
  [
    'the fields for several paths, in the order of the prompts',
    paths('org_name', 'email'),
    ['email', 'org_name'],
  ],
  ['a field only once', paths('email', 'body.email'), ['email']],
  ['only known fields', paths('captcha', 'email'), ['email']],
  ['no field for an empty list', [], []],
  ['no field if there is no list', undefined, []],
])('refusedFields returns %s', (_, errors, members) => {
  expect(named(errors)).toEqual(members);
});

test("refusedFields returns each field together with the service's message", () => {
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
])(
  'for the page %s, mayOpen returns %s (true if the page uses HTTPS or is on this machine)',
  (page, may) => {
    expect(mayOpen(page)).toBe(may);
  },
);
