// TLS connections through a proxy, with the service's certificate, and the error if the proxy rejects the connection.
import { readFileSync } from 'node:fs';
import { createServer as createPlain } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '../support/certificate';
import { logBetween } from '../support/log';
import { proxyTo } from '../support/proxy';
import { systemTest } from '../support/runs';
import { expectError, Home } from '../support/tool';

const csv = logBetween(0, 3_000_000, 1000);
const home = new Home();
const certificate = makeCertificate(home.path, 'service.invalid');
afterAll(() => home.remove());

function portOf(server: Server | undefined): number {
  const address = server?.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

function exported(host: string, proxy: string, extra: Record<string, string> = {}) {
  return home.run(
    [
      'lookups',
      'export',
      '--json',
      '--format',
      'csv',
      '--no-header',
      '-o',
      join(home.path, 'log'),
      '--force',
    ],
    {
      env: {
        WAYPOST_API_KEY: 'ak_encrypted',
        WAYPOST_USER_TOKEN: 'uk_encrypted',
        WAYPOST_BASE_URL: `https://${host}/v1`,
        HTTPS_PROXY: proxy,
        ...extra,
      },
    },
  );
}

describe.skipIf(!certificate.isThere)('an HTTPS request through a proxy', () => {
  let target: string;
  const server = certificate.isThere
    ? createServer(certificate.options(), (_, response) =>
        response.writeHead(200, { 'content-type': 'text/csv' }).end(csv),
      )
    : undefined;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    target = `http://127.0.0.1:${portOf(server)}`;
  });
  afterAll(() => server?.close());

  test("reaches the service through a tunnel that the proxy opens to the service's host name", async () => {
    const proxy = await proxyTo(target);
    onTestFinished(() => proxy.close());
    const run = await exported('service.invalid', proxy.url, {
      NODE_EXTRA_CA_CERTS: certificate.path,
    });
    expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 0, stderr: '' });
    expect(readFileSync(join(home.path, 'log'), 'utf8') === csv).toBe(true);
    expect(proxy.asked).toEqual(['service.invalid:443']);
  });

  systemTest.each([
    ['for another host name', 'other.invalid', { NODE_EXTRA_CA_CERTS: certificate.path }],
    ['from an unknown authority', 'service.invalid', {}],
  ])("fails with network_error if the service's certificate is %s", async (_, host, extra) => {
    const proxy = await proxyTo(target);
    onTestFinished(() => proxy.close());
    expectError(await exported(host, proxy.url, extra), 'network_error', {
      message: /waypost cannot reach/,
    });
  });
});

test("a proxy that rejects the tunnel causes network_error with the proxy's HTTP status", async () => {
  const refusing = createPlain();
  refusing.on('connect', (_, socket) => {
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
  });
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void refusing.close());
  const { port } = refusing.address() as AddressInfo;
  expectError(await exported('service.invalid', `http://127.0.0.1:${port}`), 'network_error', {
    message: /407/,
    hint: /proxy/,
  });
});
