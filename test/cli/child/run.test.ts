// The proxy variables that waypost sets for a command if the service runs on this machine.
import { describe, expect, test } from 'vitest';
import { directVariables } from '../../../src/cli/child/run';

describe('directVariables', () => {
  test.each([
    ['http://127.0.0.1:1/v1', { http_proxy: 'p:1' }, '127.0.0.1'],
    ['http://localhost:1/v1', { HTTPS_PROXY: 'p:1', NO_PROXY: 'a.com' }, 'a.com,localhost'],
    ['http://[::1]:1/v1', { ALL_PROXY: 'p:1', NO_PROXY: 'a.com', no_proxy: 'b.com' }, 'b.com,::1'],
  ])(
    'adds the host of the service %s to NO_PROXY in the environment %j: NO_PROXY=%s',
    (url, env, entries) => {
      expect(directVariables(new URL(url), env)).toEqual({ no_proxy: entries, NO_PROXY: entries });
    },
  );

  test.each([
    ['http://127.0.0.1:1/v1', {}],
    ['https://a.com/v1', { HTTP_PROXY: 'p:1' }],
  ])('does not set NO_PROXY for the service %s and the environment %j', (url, env) => {
    expect(directVariables(new URL(url), env)).toEqual({});
  });
});
