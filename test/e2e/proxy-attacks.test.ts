// `waypost proxy` with a service that returns the key in every encoding, and with programs that try to bypass the proxy.
import { once } from 'node:events';
import { appendFileSync, chmodSync, readdirSync, readFileSync } from 'node:fs';
import { request as ask } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { apiKey, freshHome, type Reply, userToken } from '../support/keys';
import { callProxy } from '../support/proxy-start';
import { type Asked, type StandIn, sendByByte, sendJson, standIn } from '../support/service';
import { documentOf, expectError, type Home } from '../support/tool';

interface Lent extends Awaited<ReturnType<typeof callProxy>> {
  home: Home;
  service: StandIn;
  /** Sends a request with the session token to the proxy. */
  get(path: string, init?: RequestInit): Promise<Response>;
  /** Sends text to the proxy. Returns the response when the connection ends, or as soon as the response matches `until`. */
  send(bytes: string, until?: RegExp): Promise<string>;
  /** Waits until the proxy's log has this many entries, and returns the log. The proxy adds an entry after each response. */
  log(awaited: number): Promise<Entry[]>;
}

type Entry = Record<string, unknown>;

/** Starts a service with these responses, and a proxy for the service. */
async function lent(reply: Reply, ...options: string[]): Promise<Lent> {
  const service = await standIn((asked, response) => reply(response, asked));
  onTestFinished(() => service.close());
  const home = freshHome();
  const env = {
    WAYPOST_API_KEY: apiKey,
    WAYPOST_USER_TOKEN: userToken,
    WAYPOST_BASE_URL: service.url,
  };
  const proxy = await callProxy(home, options, env);
  const { url, token } = proxy;
  return {
    ...proxy,
    home,
    service,
    get: (path, init) =>
      fetch(url + path, {
        ...init,
        headers: { authorization: `Bearer ${token}`, ...init?.headers },
      }),
    send: async (bytes, until) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.setEncoding('utf8').on('error', () => {});
      socket.write(bytes.replaceAll('TOKEN', token));
      let said = '';
      for await (const piece of socket) {
        said += piece;
        if (until?.test(said)) break;
      }
      socket.destroy();
      return said;
    },
    log: (awaited) =>
      vi.waitFor(
        async () => {
          const log = documentOf(await home.call('proxy log --json')) as Entry[];
          expect(log.length).toBeGreaterThanOrEqual(awaited);
          return log;
        },
        { timeout: 120_000, interval: 5 },
      ),
  };
}

const ok: Reply = (response) =>
  sendJson(response, 200, { code: 2000, message: 'Success', result: 1 });

const said = (answer: { status: number; code?: number | null }) => [answer.status, answer.code];

describe('a key in a response', () => {
  const hexadecimal = (mark: string, length: number) =>
    Array.from(apiKey, (c) => mark + c.charCodeAt(0).toString(16).padStart(length, '0')).join('');
  const ways: Record<string, string> = {
    unencoded: apiKey,
    'escaped in JSON': hexadecimal('\\u', 4),
    'percent-encoded': hexadecimal('%', 2).toUpperCase(),
    'written as HTML entities': Array.from(apiKey, (c) => `&#${c.charCodeAt(0)};`).join(''),
    'in base64': Buffer.from(`Basic ${apiKey}:x`).toString('base64'),
    'in URL-safe base64': Buffer.from(`{"key":"${apiKey}"}`).toString('base64url'),
  };
  /** Returns a text together with everything that a reader could decode from the text. */
  const read = (text: string) =>
    [
      text,
      text.replace(/\\u([0-9a-f]{4})/gi, (_, code) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      ),
      text.replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
      text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
      ...(text.match(/[\w+/=-]{8,}/g) ?? []).map((word) =>
        Buffer.from(word, 'base64').toString('latin1'),
      ),
    ].join('\n');

  test.each(Object.entries(ways))(
    'is replaced with the session token, even if the body arrives byte by byte (form of the key: %s)',
    async (_, way) => {
      expect(read(way)).toContain(apiKey);
      const { get, token } = await lent((response) => {
        response.setHeader('content-type', 'application/json');
        const bytes = Buffer.from(JSON.stringify({ code: 2000, result: 'IT' }).replace('IT', way));
        sendByByte(response, bytes);
      });
      const text = await (await get('/places?query=x')).text();
      expect(text).toContain(token);
      expect(read(text)).not.toContain(apiKey.slice(6, -1));
    },
  );

  test('is replaced even if it is the management key and the session does not allow operations that require this key', async () => {
    const allow = ['--allow', 'places', '--allow', 'POST /keys/{key}'];
    const { get, token, service } = await lent(
      (response) => sendJson(response, 200, { key: userToken }),
      ...allow,
    );
    expect(await (await get('/places?query=x')).json()).toEqual({
      key: expect.stringMatching(/^uk_proxy_/),
    });
    await get(`/keys/${token}`, { method: 'POST' });
    expect(service.asked.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${apiKey}`,
      undefined,
    ]);
  });

  test('is replaced in the names and values of headers, and the proxy drops trailers', async () => {
    const { get, token } = await lent((response) => {
      response.writeHead(200, { [apiKey]: 'name', 'x-key': [apiKey, apiKey], trailer: 'x-late' });
      response.write('{}');
      response.addTrailers({ 'x-late': apiKey });
      response.end();
    });
    const answer = await get('/places?query=x');
    expect(answer.headers.get(token)).toBe('name');
    expect(answer.headers.get('x-key')).toBe(`${token}, ${token}`);
    expect(JSON.stringify([...answer.headers])).not.toContain(apiKey);
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])(
    'is replaced in a body that the service compresses with the content coding %s although the proxy did not request compression',
    async (coding, compress) => {
      const { get, token, service } = await lent((response) => {
        response.writeHead(200, { 'content-encoding': coding, 'content-type': 'application/json' });
        response.end(compress(JSON.stringify({ code: 2000, result: { key: apiKey } })));
      });
      const answer = await get('/places?query=x', { headers: { 'accept-encoding': 'gzip, br' } });
      expect(await answer.json()).toEqual({ code: 2000, result: { key: token } });
      expect(answer.headers.get('content-encoding')).toBeNull();
      expect(service.asked[0]?.headers['accept-encoding']).toBe('identity');
      expect((await get('/places?query=x', { method: 'HEAD' })).status).toBe(200);
    },
  );

  test("is not passed on if the body's compression method is unknown or the compressed data is damaged", async () => {
    const { get, log } = await lent((response, { path }) => {
      response.writeHead(200, { 'content-encoding': path.includes('odd') ? 'odd' : 'gzip' });
      response.end(apiKey);
    });
    const answer = await get('/places?query=odd');
    expect(await answer.json()).toEqual({
      code: 5001,
      message:
        'Uncatalogued Error (waypost proxy: The response uses an unsupported compression method: odd.)',
    });
    await expect(get('/places?query=damaged').then((one) => one.text())).rejects.toThrow();
    expect((await log(2)).map((one) => one.refused)).toEqual([
      'The response uses an unsupported compression method: odd.',
      'the service failed: incorrect header check',
    ]);
  });

  test('cannot be hidden by a request for a byte range or a different character set, because the proxy drops the headers for such requests', async () => {
    const { get, service } = await lent(ok);
    const headers = { range: 'bytes=0-9', 'if-range': '"x"', 'accept-charset': 'utf-16' };
    await get('/places?query=x', { headers });
    expect(service.asked).toHaveLength(1);
    for (const name of Object.keys(headers)) {
      expect(service.asked[0]?.headers[name]).toBeUndefined();
    }
  });
});

test('the proxy does not forward the body of a GET request as a second request', async () => {
  const { send, service } = await lent(ok);
  const inner = 'POST /v1/sign_up HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n';
  const chunk = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`;
  const head = 'GET /v1/places?query=x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer TOKEN\r\n';
  await send(`${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`);
  await send(`${head}Connection: close\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`);
  expect(service.asked.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', '/v1/places?query=x', inner],
    ['GET', '/v1/places?query=x', inner],
  ]);
});

describe('a forwarded request', () => {
  const head = (target: string, more = '') =>
    `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer TOKEN\r\nConnection: close\r\n${more}\r\n`;
  /** Options that allow GET requests to every path of one to three segments. */
  const everything = ['', '/{b}', '/{b}/{c}'].flatMap((path) => ['--allow', `GET /{a}${path}`]);
  const managing = () => lent(ok, '--allow', 'keys', '--allow', 'places', ...everything);

  const refused: [target: string, code: number][] = [
    ['/v1/keys/ak_other/details', 4010],
    ['/v1/%6beys/ak_other/details', 4010],
    ['/v1/%6B%65%79%73/ak_other/details', 4010],
    ['/v1/keys/ak%5Fother/details', 4010],
    ['/v1/keys/TOKEN%00/details', 404],
    ['/v1/%256beys/ak_other/details', 404],
    ['/v1/keys%2Fak_other%2Fdetails', 404],
    ['/v1/keys%2fak_other/details', 404],
    ['/v1/keys%252fak_other/details', 404],
    ['/v1/keys%5Cak_other/details', 404],
    ['/v1/keys\\ak_other/details', 404],
    ['/v1/places/../keys/ak_other/details', 404],
    ['/v1/places/%2e%2e/keys/ak_other/details', 404],
    ['/v1/places/.%2E/keys/ak_other/details', 404],
    ['/v1/places/%252e%252e/keys/ak_other/details', 404],
    ['/v1/places/..;/keys/ak_other/details', 404],
    ['/v1/places/..%3B/keys/ak_other/details', 404],
    ['/v1/keys;x/ak_other/details', 404],
    ['/v1/./keys/ak_other/details', 404],
    ['/v1/keys/./ak_other/details', 404],
    ['/v1/keys/TOKEN/../ak_other/details', 404],
    ['/v1//keys/ak_other/details', 404],
    ['/v1/keys//ak_other/details', 404],
    ['//v1/keys/ak_other/details', 404],
    ['/v1/keys/ak_other/details/', 404],
    ['/v1/keys/ak_other%0d%0aX:y/details', 404],
    ['/v1/keys/%ff/details', 404],
    ['/v1/keys/%C1%A1k_other/details', 404],
    ['/v1/keys/%/details', 404],
    ['/v1/places?query=x#/../keys/ak_other', 404],
    ['/%761/keys/ak_other/details', 404],
    ['/v1/../v1/keys/ak_other/details', 404],
    ['http://127.0.0.1/v1/keys/ak_other/details', 404],
    ['/v1/places?query=x&api_key=ak_other', 4010],
    ['/v1/places?query=x&api%5fkey=ak_other', 4010],
    ['/v1/places?query=x&API_KEY=ak_other', 4010],
    ['/v1/places?query=x&api_key[]=ak_other', 4010],
    ['/v1/places?query=x&+api.key=ak_other', 4010],
    ['/v1/places?query=x&api_key%00=ak_other', 4010],
    ['/v1/places?query=x&user_token=uk_other', 4010],
  ];
  test("never contains another account's key or a malformed path", async () => {
    const { send, service, log } = await managing();
    for (const [target, code] of refused) {
      const answer = await send(head(target));
      expect([target, /"code":(\d+)/.exec(answer)?.[1]]).toEqual([target, String(code)]);
    }
    expect(service.asked).toEqual([]);
    expect((await log(refused.length)).map(({ code }) => code)).toEqual(
      refused.map(([, code]) => code),
    );
  });

  const sent: [target: string, sent: string][] = [
    ['/v1/%70laces?query=x', '/v1/places?query=x'],
    ['/v1/places/geonames%5F1', '/v1/places/geonames_1'],
    ['/v1/places/%41%20b', '/v1/places/A%20b'],
    ['/v1/%6beys/TOKEN/details', `/v1/keys/${apiKey}/details`],
    ['/v1/places?query=x;api_key=ak_other', '/v1/places?query=x%3Bapi_key=ak_other'],
    ['/v1/places?_method=DELETE&query=x', '/v1/places?query=x'],
    ['/v1/places?_METHOD=DELETE&query=x', '/v1/places?query=x'],
    ['/v1/places?+_method=DELETE&query=x', '/v1/places?query=x'],
    ['/v1/places?_method[]=DELETE&query=x', '/v1/places?query=x'],
    ['/v1/places?_method%00=DELETE&query=x', '/v1/places?query=x'],
    ['/v1/places?X-HTTP-Method-Override=DELETE&query=x', '/v1/places?query=x'],
    ['/v1/places?qu%65ry=x&query[]=y&Query=z', '/v1/places?query=x'],
    ['/v1/places?query=x&limit&tags=', '/v1/places?query=x&limit&tags='],
    ['/v1/places?query=a%2Fb%3Bc', '/v1/places?query=a%2Fb%3Bc'],
  ];
  test('contains exactly the path and query that the proxy checked', async () => {
    const { send, service } = await managing();
    for (const [target] of sent) await send(head(target));
    expect(service.asked.map(({ path }) => path)).toEqual(sent.map(([, path]) => path));
  });

  const steering = [
    'X-HTTP-Method-Override: DELETE',
    'X-HTTP-Method: DELETE',
    'X-Method-Override: DELETE',
    'X_HTTP_Method_Override: DELETE',
    'X-Original-URL: /v1/keys/ak_other/details',
    'X-Original-URI: /v1/keys/ak_other/details',
    'X-Rewrite-URL: /v1/keys/ak_other/details',
    'X_Rewrite_URL: /v1/keys/ak_other/details',
    'X-Envoy-Original-Path: /v1/keys/ak_other/details',
    'X-Override-URL: /v1/keys/ak_other/details',
    'X-HTTP-DestinationURL: /v1/keys/ak_other/details',
    'X-Real-IP: 127.0.0.1',
    'True-Client-IP: 127.0.0.1',
    'CF-Connecting-IP: 127.0.0.1',
    'X-New-Override: DELETE',
    'Svc_Source_IP: 127.0.0.1',
    'X-Forwarded-Prefix: /v1/keys/ak_other',
    'X-Forwarded-Path: /v1/keys/ak_other/details',
    'X-Forwarded-Host: other.example',
    'X-Forwarded-For: 127.0.0.1',
    'Forwarded: for=127.0.0.1',
    'Proxy-Authorization: Basic eDp5',
    'Cookie: api_key=ak_other',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAAQAAP__',
  ];
  const passing = ['Accept-Language: de', 'Svc-Source-IP: 192.0.2.1', 'User-Agent: x'];
  test('contains only headers that a service expects', async () => {
    const { send, service } = await managing();
    await send(head('/v1/places?query=x', `${[...steering, ...passing].join('\r\n')}\r\n`));
    expect(Object.keys(service.asked[0]?.headers ?? {}).sort()).toEqual([
      'accept-encoding',
      'accept-language',
      'authorization',
      'connection',
      'host',
      'svc-source-ip',
      'user-agent',
    ]);
  });

  const framings = [
    'Content-Length: 0\r\nContent-Length: 5\r\n',
    'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n',
    'Transfer-Encoding: chunked, identity\r\n',
    'Transfer-Encoding: xchunked\r\n',
    'Content-Length: +5\r\n',
    'Content-Length : 5\r\n',
    'X-A: b\r\n c\r\n',
    'X-A: b\nTransfer-Encoding: chunked\r\n',
  ];
  test('never contains a second request that follows a body of ambiguous length', async () => {
    const { send, service } = await managing();
    const second = head('/v1/keys/ak_other/details');
    for (const lines of framings) {
      const first = head('/v1/places?query=x', lines).replace('Connection: close\r\n', '');
      await send(first + second);
      await send(first.replace('GET', 'POST') + second);
    }
    expect(service.asked.filter(({ path }) => path !== '/v1/places?query=x')).toEqual([]);
  });
});

describe("a proxy session's log", () => {
  const get =
    'GET /v1/emails?query=a@example.org HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer TOKEN\r\n\r\n';

  test('contains a request whose program closes the connection before the response', async () => {
    let asked: (() => void) | undefined;
    const arrived = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const { url, token, log } = await lent(() => asked?.());
    const request = ask(`${url}/emails?query=a@example.org&api_key=${token}`).on('error', () => {});
    request.end();
    await arrived;
    request.destroy();
    expect(await log(1)).toMatchObject([
      { path: '/emails?query=a@example.org', status: 499, lookups: 1 },
    ]);
  });

  test('contains a request whose program closes the connection during the response', async () => {
    const { send, log } = await lent((response) => void response.write('{"code":'));
    await send(get, /"code"/);
    expect(await log(1)).toMatchObject([{ status: 200, code: null, refused: null, lookups: 1 }]);
  });

  test('contains a request whose response is cut off', async () => {
    const { send, log } = await lent((response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('{', () => response.destroy());
    });
    await send(get);
    expect(await log(1)).toMatchObject([{ status: 200, code: 5001, lookups: 1 }]);
  });

  test('contains a request whose response switches the protocol', async () => {
    const { send, log } = await lent((response) =>
      response.socket?.end('HTTP/1.1 101 x\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    );
    expect(await send(get, /\}/)).toContain('5001');
    expect(await log(1)).toMatchObject([{ status: 500, code: 5001, lookups: 1 }]);
  });

  test('combines requests without a token into a few entries, so that other programs cannot fill the log', async () => {
    const { url, token, get: fetched, log, stop } = await lent(ok);
    for (let time = 0; time < 20; time += 1) await fetch(`${url}/places?query=${time}`);
    await fetched('/places?query=x');
    const line = (path: string, requests: number) => ({ path, requests, status: 401, code: 4010 });
    const first = [
      line('/places?query=0', 1),
      line('/places?query=1', 1),
      line('/places?query=3', 2),
      line('/places?query=7', 4),
      line('/places?query=15', 8),
      { path: '/places?query=x', requests: 1, status: 200, code: null },
    ];
    expect(await log(6)).toMatchObject(first);
    // The proxy logs a request with the session token as the session's request, even if the path contains another key.
    await fetched(`/keys/ak_other?api_key=${token}`);
    await fetched('/../x');
    await stop();
    expect(await log(9)).toMatchObject([
      ...first,
      line('/keys/{key}', 1),
      { path: null, status: 404, requests: 1 },
      { ...line('/places?query=19', 4) },
    ]);
  });

  test('shows the newest entries if the log is large, and shortens long paths', async () => {
    const { get: fetched, home } = await lent(ok);
    const directory = join(home.path, '.local/share/waypost/proxy');
    const file = join(directory, readdirSync(directory)[0] ?? '');
    const line = `${JSON.stringify({ time: 'x', session: 'x', status: 200, lookups: 0, path: 'y'.repeat(999_000) })}\n`;
    for (let written = 0; written < 17; written += 1) appendFileSync(file, line);
    await fetched(`/places?query=${'z'.repeat(5000)}`);
    // Wait until the proxy has written the entry, so that `proxy log` reads the 17 MB only once.
    const isWritten = () => expect(readFileSync(file, 'utf8').slice(-3000)).toContain('z…');
    await vi.waitFor(isWritten, { timeout: 120_000 });
    const { stdout } = await home.call('proxy log --json');
    const path = String(JSON.parse(stdout).at(-1).path);
    expect([path.length, path.at(-1)]).toEqual([2001, '…']);
    chmodSync(file, 0o666);
    const run = await home.call('proxy log --json');
    expectError(run, 'invalid_input');
  });
});

describe('the --max-lookups limit of a proxy session', () => {
  const missing: Reply = (response) =>
    sendJson(response, 404, { code: 4040, message: 'Place not found' });
  const budget = (reply: Reply, ...allow: string[]) => lent(reply, '--max-lookups', '1', ...allow);

  test('does not count HEAD requests or requests that the service rejects', async () => {
    const { get } = await budget((response, asked: Asked) =>
      asked.path.includes('missing') ? missing(response, asked) : ok(response, asked),
    );
    expect((await get('/places/geonames_1', { method: 'HEAD' })).status).toBe(200);
    expect((await get('/places/missing')).status).toBe(404);
    expect((await get('/places/geonames_1')).status).toBe(200);
    expect((await get('/places/geonames_1')).status).toBe(402);
    expect((await get('/places/geonames_1', { method: 'HEAD' })).status).toBe(200);
  });

  test('counts operations that waypost does not know', async () => {
    const { get } = await budget(ok, '--allow', 'GET /new/{id}');
    expect((await get('/new/1')).status).toBe(200);
    expect(said((await (await get('/new/2')).json()) as never)).toEqual([undefined, 4021]);
  });
});

test.skipIf(process.platform === 'win32')(
  "a program cannot start the proxy's debugger with a signal",
  async () => {
    const service = await standIn((_, response) => sendJson(response, 200, { code: 2000 }));
    onTestFinished(() => service.close());
    const env = { WAYPOST_API_KEY: apiKey, WAYPOST_BASE_URL: service.url };
    // The proxy must still respond to these requests after the signal.
    const asks =
      'for i in 1 2 3 4 5 6 7 8 9; do curl -s "$WAYPOST_BASE_URL/places" >/dev/null; done';
    const line = `trap : USR1; kill -USR1 $PPID; ${asks}; exit 0`;
    const run = await freshHome().run(['proxy', '--', 'sh', '-c', line], { env });
    expect(run).toMatchObject({ status: 0, stderr: '' });
  },
);

test('the proxy continues to run after aborted CONNECT requests', async () => {
  const { url, get } = await lent(ok);
  for (let time = 0; time < 20; time += 1) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write('CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n');
    socket.resetAndDestroy();
  }
  expect((await get('/places?query=x')).status).toBe(200);
});
