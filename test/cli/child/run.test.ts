// The proxy variables of a command that waypost runs with a service on this machine.
import { expect, test } from 'vitest';
import { directVariables } from '../../../src/cli/child/run';

test.each([
  ['http://127.0.0.1:1/v1', { http_proxy: 'p:1' }, '127.0.0.1'],
  ['http://localhost:1/v1', { HTTPS_PROXY: 'p:1', NO_PROXY: 'a.com' }, 'a.com,localhost'],
  ['http://[::1]:1/v1', { ALL_PROXY: 'p:1', NO_PROXY: 'a.com', no_proxy: 'b.com' }, 'b.com,::1'],
  ['http://127.0.0.1:1/v1', {}, undefined],
  ['https://a.com/v1', { HTTP_PROXY: 'p:1' }, undefined],
])(
  'for the service %s and the environment %j, directVariables sets NO_PROXY to %s',
  (url, env, entries) => {
    const variables = entries === undefined ? {} : { no_proxy: entries, NO_PROXY: entries };
    expect(directVariables(new URL(url), env)).toEqual(variables);
  },
);
