// Which proxy a request uses.
import { expect, test } from 'vitest';
import { proxyFor } from '../../../src/client/http/proxies';

const through = (url: string, env: Record<string, string>) =>
  proxyFor(new URL(url), { HTTPS_PROXY: 'http://proxy:3128', ...env })?.host;

test.each([
  ['example.com', false],
  ['EXAMPLE.com', false],
  ['.example.com', false],
  ['*.example.com', false],
  ['com', false],
  ['*', false],
  ['other.com example.com', false],
  ['other.com, example.com:443', false],
  ['example.com:8443', true],
  ['ample.com', true],
  ['api.example.com.', true],
  ['other.com,  ,example.com', false],
  ['', true],
])(
  'for the host api.example.com and NO_PROXY=%j, proxyFor returns a proxy: %s',
  (NO_PROXY, isThrough) => {
    expect(through('https://api.example.com/v1', { NO_PROXY }) !== undefined).toBe(isThrough);
  },
);

test.each([
  ['https://a.com', { HTTPS_PROXY: '', HTTP_PROXY: 'http://plain' }, 'plain'],
  ['https://a.com', {}, 'proxy:3128'],
  ['http://a.com', {}, undefined],
  ['http://a.com', { http_proxy: 'plain:1', HTTP_PROXY: 'http://other' }, 'plain:1'],
  ['http://a.com', { HTTP_PROXY: 'HTTP://plain:1' }, 'plain:1'],
  ['http://a.com', { HTTP_PROXY: ' http://plain:1 ' }, 'plain:1'],
  ['http://a.com', { HTTP_PROXY: 'plain:1', http_proxy: '' }, 'plain:1'],
  ['http://a.com', { HTTP_PROXY: 'plain:1', NO_PROXY: 'a.com:80' }, undefined],
  ['http://a.com', { HTTP_PROXY: 'plain:1', NO_PROXY: 'a.com:443' }, 'plain:1'],
  ['https://a.com:8443', { NO_PROXY: 'a.com:8443' }, undefined],
  ['https://a.com:8443', { NO_PROXY: 'a.com:443' }, 'proxy:3128'],
  ['https://a.com.', { NO_PROXY: 'b.com,' }, 'proxy:3128'],
  ['https://127.0.0.1:1', {}, undefined],
  ['https://127.0.0.1:1', { https_proxy: 'http://localhost:8080' }, undefined],
  ['http://localhost:1', { HTTP_PROXY: 'http://127.0.0.1:8080' }, undefined],
  ['http://127.8.9.1', { HTTP_PROXY: 'plain:1' }, undefined],
  ['http://[::1]:1', { HTTP_PROXY: 'plain:1' }, undefined],
  ['http://localhost.a.com', { HTTP_PROXY: 'plain:1' }, 'plain:1'],
  ['http://127.0.0.1', { HTTP_PROXY: 'socks5://names-no-proxy' }, undefined],
])('for the URL %s and the environment %j, proxyFor returns %s', (url, env, host) => {
  expect(through(url, env)).toBe(host);
});

test.each([
  ['HTTP_PROXY', 'socks5://proxy:1'],
  ['HTTPS_PROXY', 'http://'],
  ['HTTPS_PROXY', 'http://a b'],
  ['HTTPS_PROXY', 'socks5://proxy:1'],
  ['HTTPS_PROXY', 'socks5://http://proxy'],
  ['HTTPS_PROXY', '::'],
])('proxyFor rejects the environment variable %s=%s', (name, value) => {
  const url = name === 'HTTP_PROXY' ? 'http://a.com' : 'https://a.com';
  expect(() => through(url, { [name]: value })).toThrow(
    expect.objectContaining({
      code: 'invalid_input',
      reason: 'proxy',
      message: `${name} is not the URL of an http or https proxy.`,
    }),
  );
});
