// Whatever a program requests from the proxy, and whatever the service responds, the program never receives a key, and the
// service receives only allowed requests.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { beforeAll, expect } from 'vitest';
import { endpoints } from '../../../src/api/endpoints';
import { type RunningProxy, startProxy } from '../../support/proxy-start';
import { Home } from '../../support/tool';
import { answers } from './support/answers';
import { property, secrets } from './support/fuzz';

const [apiKey, managementKey] = secrets;
let answer: Buffer = Buffer.alloc(0);
/** The requests that the service received in the current case. */
const asked: { method: string; url: string; authorization: string | undefined }[] = [];

const service = createServer(({ method = '', url = '', headers, socket }) => {
  asked.push({ method, url, authorization: headers.authorization });
  socket.end(answer);
});

const home = new Home();
let proxy: RunningProxy;
beforeAll(async () => {
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const env = {
    WAYPOST_API_KEY: apiKey,
    WAYPOST_USER_TOKEN: managementKey,
    WAYPOST_BASE_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1`,
  };
  const allowed = ['--allow', 'places', '--allow', 'emails'];
  let end = () => {};
  proxy = await startProxy(home, [...allowed, '--timeout', '600'], env, (kill) => {
    end = kill;
  });
  return () => {
    end();
    service.close();
    home.remove();
  };
});

/** Generates one segment of a path. `seenBy` replaces `TOKEN` with the session token. */
const part = fc.oneof(
  fc.constantFrom('TOKEN', 'a', '1', '..', '%2e%2e', '%2f', '.', '', ';', '%', '%00', '\u00e9'),
  fc.string({ maxLength: 5 }).map(encodeURIComponent),
);

const path = fc.oneof(
  fc
    .tuple(fc.constantFrom(...Object.values(endpoints)), part)
    .map(([endpoint, one]) => endpoint.path.replace(/\{\w+\}/g, one)),
  fc.constantFrom('/keys/TOKEN', '/keys/TOKEN/details', '/places', '/places/geonames_1', '/emails'),
  fc.array(part, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`),
);

const query = fc.oneof(
  fc.constantFrom(
    '',
    '?query=a',
    '?query=a&api_key=TOKEN',
    '?api_key=ak_x',
    '?api%5Fkey=ak_x',
    '?',
  ),
  fc.string({ maxLength: 8 }).map((text) => `?${encodeURIComponent(text)}`),
);

const header = fc.constantFrom<[name: string, value: string]>(
  ['transfer-encoding', 'chunked'],
  ['range', 'bytes=0-3'],
  ['accept-encoding', 'gzip'],
  ['accept-charset', 'utf-16'],
  ['connection', 'authorization, close'],
  ['upgrade', 'websocket'],
  ['cookie', 'a=b'],
  ['x-http-method-override', 'DELETE'],
);

const smuggled = 'POST /v1/keys/a/licensees HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n';

const programs = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'),
  path: fc.tuple(path, query).map((both) => both.join('')),
  authorization: fc.constantFrom(
    'Bearer TOKEN',
    'Bearer TOKEN',
    'api_key="TOKEN"',
    'Bearer ak_x',
    'Basic eDp5',
    '',
  ),
  headers: fc.array(header, { maxLength: 2 }),
  body: fc.oneof(fc.constantFrom('', smuggled), fc.string({ maxLength: 20 })),
});

type Program = typeof programs extends fc.Arbitrary<infer T> ? T : never;

/** Sends the program's request to the proxy. Returns the status, the headers, the body and the trailers, or the error. */
function seenBy({ method, path: at, authorization, headers, body }: Program): Promise<string> {
  const filled = (text: string) => text.replaceAll('TOKEN', proxy.token);
  const { origin, hostname, port, pathname } = new URL(proxy.url);
  expect(origin).toContain('127.0.0.1');
  return new Promise((resolve) => {
    const sent = request({
      hostname,
      port,
      method,
      path: encodeURI(filled(pathname + at)).replaceAll('%25', '%'),
      headers: {
        ...Object.fromEntries(headers),
        ...(authorization === '' ? {} : { authorization: filled(authorization) }),
      },
    });
    sent.on('error', (error) => resolve(String(error)));
    sent.on('response', (received) => {
      let text = '';
      const done = () =>
        resolve([received.statusCode, received.rawHeaders, text, received.rawTrailers].join('\n'));
      received.setEncoding('latin1').on('data', (piece: string) => {
        text += piece;
      });
      received.on('end', done).on('error', done);
    });
    sent.end(body);
  });
}

property(
  'for any request and response, the proxy does not reveal a key and forwards only allowed requests',
  fc.tuple(programs, answers),
  async ([one, bytes]) => {
    answer = bytes;
    asked.length = 0;
    const seen = await seenBy(one);
    for (const secret of secrets) expect(seen).not.toContain(secret);
    expect(seen).not.toMatch(/ECONNREFUSED|\n {4}at /);
    // The proxy forwards a request at most once, with the API key, and only if the request is allowed.
    expect(asked.length).toBeLessThan(2);
    for (const { method, url, authorization } of asked) {
      expect(authorization).toBe(`Bearer ${apiKey}`);
      expect(method).toMatch(/^(GET|HEAD)$/);
      expect(url).toMatch(/^\/v1\/(places(\/[^/?]+)?|emails)(\?|$)/);
      expect(url).not.toMatch(/api_key|\.\./);
    }
  },
);
