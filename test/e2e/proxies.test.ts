// Requests through the proxy that an environment variable selects.
import { expect, onTestFinished, test } from 'vitest';
import { apiKey, freshHome, keyService } from '../support/keys';
import { proxyTo } from '../support/proxy';
import { systemTest } from '../support/runs';
import { documentOf, expectError } from '../support/tool';

const remote = 'http://service.invalid/v1';

const whoami = (url: string) => [
  'auth',
  'whoami',
  '--api-key',
  apiKey,
  '--base-url',
  url,
  '--json',
];

async function behindProxy() {
  const service = await keyService();
  const proxy = await proxyTo(service.url);
  onTestFinished(() => proxy.close());
  return { home: freshHome(), service, proxy };
}

test('waypost uses HTTP_PROXY for http URLs', async () => {
  const { home, service, proxy } = await behindProxy();
  const run = await home.call([...whoami(remote), '--insecure-http'], {
    env: { HTTP_PROXY: proxy.url },
  });
  expect(documentOf(run)).toMatchObject({ live: true });
  expect(proxy.asked).toEqual(['service.invalid:80']);
  expect(service.asked).toMatchObject([
    { path: `/v1/keys/${apiKey}`, headers: { host: 'service.invalid' } },
  ]);
});

systemTest('waypost uses HTTPS_PROXY, not HTTP_PROXY, for https URLs', async () => {
  const { home, proxy } = await behindProxy();
  const run = await home.run(whoami('https://service.invalid/v1'), {
    env: { HTTPS_PROXY: proxy.url, HTTP_PROXY: 'http://127.0.0.1:1' },
  });
  // The service does not support TLS, so the test checks only the request to the proxy.
  expect(proxy.asked[0]).toBe('service.invalid:443');
  expectError(run, 'network_error');
});

test('waypost sends the user name and password of a proxy URL to the proxy, and does not print the password', async () => {
  const { home, proxy } = await behindProxy();
  home.keep('proxy-secret');
  const withUser = proxy.url.replace('http://', 'http://ann:proxy-secret@');
  const run = await home.run([...whoami(remote), '--insecure-http', '--debug'], {
    env: { HTTP_PROXY: withUser },
  });
  expect(documentOf(run)).toMatchObject({ live: true });
  expect(proxy.credentials).toEqual([`Basic ${btoa('ann:proxy-secret')}`]);
});

test('waypost does not use a proxy for services on this machine', async () => {
  const { home, service, proxy } = await behindProxy();
  const env = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url };
  for (const words of [whoami(service.url), ['doctor', ...whoami(service.url).slice(2)]]) {
    const run = await home.call(words, { env });
    expect(run).toMatchObject({ status: 0, stdout: expect.stringMatching(/"(live|ok)":true/) });
  }
  // `exec` sets NO_PROXY for the program.
  const print = ['--', process.execPath, '-p', 'process.env.NO_PROXY'];
  const exec = await home.call(['exec', ...whoami(service.url).slice(2, -1), ...print], { env });
  expect(exec.stdout).toBe('127.0.0.1\n');
  expect(proxy.asked).toEqual([]);
});

// test/client/http/proxies.test.ts tests other values of these variables.
test('waypost does not use a proxy for hosts that NO_PROXY lists', async () => {
  const { home, proxy } = await behindProxy();
  const env = { HTTP_PROXY: proxy.url, NO_PROXY: 'a.invalid, service.invalid' };
  // The host does not exist, so the test checks only that the proxy does not get a request.
  expectError(await home.call([...whoami(remote), '--insecure-http'], { env }), 'network_error');
  expect(proxy.asked).toEqual([]);
});

test('a proxy that does not respond causes network_error with a hint that suggests NO_PROXY', async () => {
  const { home, proxy } = await behindProxy();
  await proxy.close();
  const run = await home.call([...whoami(remote), '--insecure-http'], {
    env: { HTTP_PROXY: proxy.url },
  });
  expectError(run, 'network_error', { hint: /NO_PROXY=service\.invalid/ });
});
