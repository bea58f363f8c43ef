// Which proxy a request takes.
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
  ['', true],
])('NO_PROXY=%j: through the proxy: %s', (NO_PROXY, isThrough) => {
  expect(through('https://api.example.com/v1', { NO_PROXY }) !== undefined).toBe(isThrough);
});

test.each([
  ['https://a.com', { HTTPS_PROXY: '', HTTP_PROXY: 'http://plain' }, 'plain'],
  ['https://a.com', {}, 'proxy:3128'],
  ['http://a.com', {}, undefined],
  ['http://a.com', { http_proxy: 'plain:1', HTTP_PROXY: 'http://other' }, 'plain:1'],
  ['https://127.0.0.1:1', {}, undefined],
  ['https://127.0.0.1:1', { https_proxy: 'http://localhost:8080' }, 'localhost:8080'],
])('%s with %j: %s', (url, env, host) => {
  expect(through(url, env)).toBe(host);
});
