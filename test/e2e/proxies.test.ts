// Requests through a proxy that the environment names.
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

test.each<[name: string, env: (url: string) => Record<string, string>]>([
  ['HTTP_PROXY', (url) => ({ HTTP_PROXY: url })],
  ['a blank around it', (url) => ({ HTTP_PROXY: ` ${url} ` })],
  ['an empty lower case one beside it', (url) => ({ HTTP_PROXY: url, http_proxy: '' })],
])('%s is used', async (_name, env) => {
  const { home, service, proxy } = await behindProxy();
  const run = await home.call([...whoami(remote), '--insecure-http'], { env: env(proxy.url) });
  expect(documentOf(run)).toMatchObject({ live: true });
  expect(proxy.asked).toEqual(['service.invalid:80']);
  expect(service.asked).toMatchObject([
    { path: `/v1/keys/${apiKey}`, headers: { host: 'service.invalid' } },
  ]);
});

systemTest('https goes through HTTPS_PROXY, and only there', async () => {
  const { home, proxy } = await behindProxy();
  const run = await home.run(whoami('https://service.invalid/v1'), {
    env: { HTTPS_PROXY: proxy.url, HTTP_PROXY: 'http://127.0.0.1:1' },
  });
  // The stand-in behind it speaks no TLS: that it was asked for is all there is to see.
  expect(proxy.asked[0]).toBe('service.invalid:443');
  expectError(run, 'network_error');
});

test('its user name and password are sent to it, and shown to nobody', async () => {
  const { home, proxy } = await behindProxy();
  home.keep('proxy-secret');
  const withUser = proxy.url.replace('http://', 'http://ann:proxy-secret@');
  const run = await home.run([...whoami(remote), '--insecure-http', '--debug'], {
    env: { HTTP_PROXY: withUser },
  });
  expect(documentOf(run)).toMatchObject({ live: true });
  expect(proxy.credentials).toEqual([`Basic ${btoa('ann:proxy-secret')}`]);
});

test('addresses of this machine are asked directly, whatever proxy is named', async () => {
  const { home, service, proxy } = await behindProxy();
  const env = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url };
  for (const words of [whoami(service.url), ['doctor', ...whoami(service.url).slice(2)]]) {
    const run = await home.call(words, { env });
    expect(run).toMatchObject({ status: 0, stdout: expect.stringMatching(/"(live|ok)":true/) });
  }
  // A program is told the same, with the key.
  const print = ['--', process.execPath, '-p', 'process.env.NO_PROXY'];
  const exec = await home.call(['exec', ...whoami(service.url).slice(2, -1), ...print], { env });
  expect(exec.stdout).toBe('127.0.0.1\n');
  expect(proxy.asked).toEqual([]);
});

// The other forms of both variables: test/client/http/proxies.test.ts.
test('NO_PROXY: directly, past the proxy', async () => {
  const { home, proxy } = await behindProxy();
  const env = { HTTP_PROXY: proxy.url, NO_PROXY: 'a.invalid, service.invalid' };
  // The name leads nowhere: that the proxy was not asked is all there is to see.
  expectError(await home.call([...whoami(remote), '--insecure-http'], { env }), 'network_error');
  expect(proxy.asked).toEqual([]);
});

test('HTTP_PROXY=socks5://… is invalid_input, naming the variable', async () => {
  const env = { HTTP_PROXY: 'socks5://127.0.0.1:1' };
  const run = await freshHome().call([...whoami(remote), '--insecure-http'], { env });
  expectError(run, 'invalid_input', { message: /HTTP_PROXY/ });
});

test('a proxy that does not answer is network_error, and the hint names it', async () => {
  const { home, proxy } = await behindProxy();
  await proxy.close();
  const run = await home.call([...whoami(remote), '--insecure-http'], {
    env: { HTTP_PROXY: proxy.url },
  });
  expectError(run, 'network_error', { hint: /NO_PROXY=service\.invalid/ });
});
