// Environment variables: what counts as set, and which another program gets to see.
import { expect, test } from 'vitest';
import { childEnvironment, readVariable } from '../../src/lib/environment';
import { isLoopback } from '../../src/lib/loopback';

test.each([
  [{}, undefined],
  [{ TERM: undefined }, undefined],
  [{ TERM: '' }, undefined],
  [{ TERM: ' \t\n' }, undefined],
  [{ TERM: ' a b ' }, 'a b'],
  [{ TERM: '0' }, '0'],
])('TERM in %j is %j', (env, value) => {
  expect(readVariable(env, 'TERM')).toBe(value);
});

test('another program sees none of the tool’s own', () => {
  const env = {
    PATH: '/bin',
    WAYPOST_API_KEY: 'ak',
    waypost_user_token: 'uk',
    MY_WAYPOST_KEY: 'x',
  };
  expect(childEnvironment(env)).toEqual({ PATH: '/bin', MY_WAYPOST_KEY: 'x' });
});

test.each([
  ['http://localhost', true],
  ['http://localhost:8787/v1', true],
  ['http://127.0.0.1', true],
  ['http://127.255.255.254:1', true],
  ['http://[::1]:8787', true],
  ['http://[::2]', false],
  ['http://128.0.0.1', false],
  ['http://localhost.example', false],
  ['http://a.localhost', false],
  ['http://127.0.0.1.example', false],
  ['http://my-localhost', false],
])('%s is this machine: %s', (url, is) => {
  expect(isLoopback(new URL(url))).toBe(is);
});
