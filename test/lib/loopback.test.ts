// Which URLs lead only to this machine, so that keys can be sent without encryption.
import { expect, test } from 'vitest';
import { isLoopback } from '../../src/lib/loopback';

test.each([
  ['localhost', true],
  ['LOCALHOST:8080', true],
  ['127.0.0.1:8080', true],
  ['127.255.255.254', true],
  ['127.1', true],
  ['[::1]:8080', true],
  ['localhost.example.com', false],
  ['notlocalhost', false],
  ['my-localhost', false],
  ['a.localhost', false],
  ['127.0.0.1.example.com', false],
  ['128.0.0.1', false],
  ['[::2]', false],
  ['[::1:1]', false],
  ['192.168.0.1', false],
])(
  'for the URL http://%s, isLoopback returns %s (true if the host is this machine)',
  (host, isOwn) => {
    expect(isLoopback(new URL(`http://${host}/`))).toBe(isOwn);
  },
);
