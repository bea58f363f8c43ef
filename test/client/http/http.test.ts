// The HTTP layer: what waypost sends, when it retries, and how it reads every response. The clock is simulated, so nothing
// here waits.
// here waits.
import { createServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Endpoint } from '../../../src/api/endpoint';
import { RateLimiter } from '../../../src/batch/rate-limiter';
import { hintOf } from '../../../src/cli/hints/by-reason';
import { speaksPlainHttp, TransportFailure } from '../../../src/client/http/exchange';
import { explainFailure } from '../../../src/client/http/explain';
import { type Call, Service, type ServiceOptions } from '../../../src/client/http/service';
import { commandInText } from '../../../src/lib/command-text';
import { WaypostError } from '../../../src/lib/errors';
import { jsonText, parseJson } from '../../../src/lib/exact-json';
import { defaultBaseUrl, version } from '../../../src/lib/identity';
import type { SteadyClock } from '../../../src/lib/runtime';
import { heldTimers, passOnce } from '../../support/held-timers';
import { available, type Reply, refuse } from '../../support/keys';
import { type StandIn, sendJson, standIn } from '../../support/service';

const now = 1_900_000_000_000;

/** A clock that advances only during `sleep`, and records the duration of each one. */
function noting(): SteadyClock & { waits: number[] } {
  const waits: number[] = [];
  let passed = 0;
  return {
    waits,
    now: () => now + passed,
    elapsed: () => passed,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      waits.push(ms);
      passed += ms;
    },
  };
}

const endpoint = (method: Endpoint['method'], path = '/keys/{key}'): Endpoint => ({
  method,
  path,
  credential: 'none',
});

const ok = available(true);

interface Outcome {
  service: StandIn;
  waits: number[];
  result: unknown;
}

/** A client of a service that sends these responses in turn, and then repeats the last one. */
async function clientOf(replies: Reply[], options: Partial<ServiceOptions> = {}) {
  const service = await standIn((asked, response) => {
    const reply = replies[Math.min(service.asked.length, replies.length) - 1];
    reply?.(response, asked);
  });
  onTestFinished(() => service.close());
  const clock = noting();
  const client = new Service({
    baseUrl: new URL(service.url),
    env: {},
    clock,
    timeoutMs: 600_000,
    ...options,
  });
  return { service, clock, client };
}

/** Calls such a service once. */
async function call(
  replies: Reply[],
  how: Call & { method?: Endpoint['method']; timeoutMs?: number; path?: string } = {},
): Promise<Outcome> {
  const { service, clock, client } = await clientOf(replies, {
    timeoutMs: how.timeoutMs ?? 600_000,
  });
  const given = { parameters: { key: 'ak_0123456789' }, ...how };
  const result = await client
    .call(endpoint(how.method ?? 'GET', how.path), given)
    .catch((error: unknown) => (error instanceof WaypostError ? advised(error) : error));
  return { service, waits: clock.waits, result };
}

/** The error with the hint that the command shows. */
function advised(error: WaypostError): WaypostError {
  return error.with({ hint: hintOf(error, commandInText) });
}

const status =
  (code: number, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(code, headers).end();

const reset: Reply = (response) => response.socket?.resetAndDestroy();

const _cutOff: Reply = (response) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('{', () => response.socket?.end());
};

describe('a request that fails', () => {
  test.each([
    ['GET', 4],
    ['POST', 1],
  ] as const)(
    'with the method %s is sent %i time(s) if the connection is reset',
    async (method, times) => {
      const { service, result } = await call([reset], { method });
      expect(service.asked.map((asked) => asked.method)).toEqual(Array(times).fill(method));
      expect(result).toBeInstanceOf(Error);
    },
  );

  test.each(['GET', 'PUT', 'POST', 'DELETE'] as const)(
    'with the method %s is sent 4 times if the service is not running, because the service cannot have received the request',
    async (method) => {
      const closed = await standIn(() => {});
      await closed.close();
      const clock = noting();
      const client = new Service({
        baseUrl: new URL(closed.url),
        env: {},
        clock,
        timeoutMs: 600_000,
      });
      await expect(
        client.call(endpoint(method), { parameters: { key: 'ak_0123456789' } }),
      ).rejects.toMatchObject({ code: 'network_error', reason: 'unreached_local' });
      expect(clock.waits).toHaveLength(3);
    },
  );

  test('is sent at most twice if it is billable and its responses are lost', async () => {
    expect((await call([reset], { billable: true })).service.asked).toHaveLength(2);
  });

  test('returns the response if a retry succeeds', async () => {
    const { result, waits } = await call([status(503), reset, ok]);
    expect(result).toMatchObject({ status: 200, code: 2000 });
    expect(waits).toHaveLength(2);
  });

  test('is not sent again after a timeout', async () => {
    const timeoutMs = 700_000;
    const limits = heldTimers(timeoutMs);
    const { service, result } = await call([() => passOnce(limits)], { timeoutMs });
    expect(result).toMatchObject({ code: 'timeout', hint: expect.stringContaining('--timeout') });
    expect(service.asked).toHaveLength(1);
  });

  test('is sent again with the same body', async () => {
    const { service } = await call([status(503), ok], { method: 'PUT', body: { name: 'ä' } });
    expect(service.asked.map(({ body }) => body)).toEqual(Array(2).fill('{"name":"ä"}'));
  });
});

describe('the service client', () => {
  test('waits for the time in Retry-After before a retry', async () => {
    const { waits, result } = await call([status(503, { 'retry-after': '7' }), ok]);
    expect(waits).toEqual([7000]);
    expect(result).toMatchObject({ status: 200 });
  });

  test('immediately fails with rate_limited if Retry-After is over a minute, and shows the time in the hint', async () => {
    const { service, waits, result } = await call([status(429, { 'retry-after': '61' })]);
    expect(result).toMatchObject({
      code: 'rate_limited',
      status: 429,
      hint: expect.stringContaining('61 seconds'),
    });
    expect([service.asked.length, waits]).toEqual([1, []]);
  });

  test.each<[code: number, seconds: string, reason: unknown, about: unknown]>([
    [429, '60', undefined, {}],
    [429, '60.5', 'wait', { seconds: '61' }],
    [429, 'soon', undefined, {}],
    [500, '3600', undefined, {}],
  ])(
    'sends the request only once if the response has status %d, and does not wait before it reports the error (Retry-After: %s)',
    async (code, seconds, reason, about) => {
      const { client } = await clientOf([status(code, { 'retry-after': seconds })]);
      const answer = await client.attempt(endpoint('GET'), { parameters: { key: 'k' } });
      expect(client.refusal(answer, true)).toMatchObject({ status: code, reason, about });
      expect(() => client.read(answer)).toThrow(expect.objectContaining({ status: code, reason }));
    },
  );

  test('does not report a successful response as an error', async () => {
    const { client } = await clientOf([ok]);
    const answer = await client.attempt(endpoint('GET'), { parameters: { key: 'k' } });
    expect(client.refusal(answer, false)).toBeUndefined();
  });
});

describe('a request', () => {
  test('does not identify waypost or the user in any header except User-Agent', async () => {
    const { service } = await call([ok]);
    const { host, connection, ...headers } = service.asked[0]?.headers ?? {};
    expect(headers).toEqual({
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': `waypost/${version}`,
    });
  });

  test('contains the credential as a Bearer token, not in the query', async () => {
    const { service } = await call([ok], { bearer: 'uk_0123456789' });
    expect(service.asked[0]).toMatchObject({
      path: '/v1/keys/ak_0123456789',
      headers: { authorization: 'Bearer uk_0123456789' },
    });
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])(
    'receives a decompressed response even if the service compresses it with %s',
    async (coding, compress) => {
      const body = compress(
        JSON.stringify({ result: { available: true }, code: 2000, message: '' }),
      );
      const { result } = await call([
        (response) => response.writeHead(200, { 'content-encoding': coding }).end(body),
      ]);
      expect(result).toMatchObject({ result: { available: true } });
    },
  );

  test('has a content type if, and only if, it has a body', async () => {
    // jsonText uses another code path once parseJson has read numbers that a double cannot represent.
    jsonText(parseJson('0.12345678901234567890'));
    const [given, none] = [
      await call([ok], { method: 'POST', body: {} }),
      await call([ok], { method: 'POST' }),
    ];
    expect(given.service.asked[0]).toMatchObject({
      body: '{}',
      headers: { 'content-type': 'application/json', 'content-length': '2' },
    });
    expect(none.service.asked[0]?.headers['content-type']).toBeUndefined();
    expect(none.service.asked[0]?.body).toBe('');
  });

  test.each(['GET', 'DELETE'] as const)('with the method %s can have a body', async (method) => {
    const { service } = await call([ok], { method, body: { name: 'ä' } });
    expect(service.asked[0]?.body).toBe('{"name":"ä"}');
  });

  test('keeps the method, the headers and the body that the caller sets', async () => {
    const { service, client } = await clientOf([status(404)]);
    const url = new URL(`${service.url}/odd?x=1`);
    const headers = { accept: 'text/csv', 'x-own': '1' };
    const request = { method: 'PATCH', url, headers, body: 'text', bearer: 'uk_0' } as const;
    expect(await client.ask(request)).toMatchObject({ status: 404 });
    const { connection, host, 'content-length': length, ...sent } = service.asked[0]?.headers ?? {};
    expect(service.asked).toMatchObject([{ method: 'PATCH', path: '/v1/odd?x=1', body: 'text' }]);
    expect(sent).toEqual({
      accept: 'text/csv',
      'accept-encoding': 'identity',
      'user-agent': `waypost/${version}`,
      authorization: 'Bearer uk_0',
      'x-own': '1',
    });
    await client.ask({ method: 'GET', url, headers: {} });
    expect(service.asked[1]?.headers.accept).toBe('*/*');
  });

  test.each([
    ['a/b', 'a%2Fb'],
    ['../../x', '..%2F..%2Fx'],
    ['%2e%2e', '%252e%252e'],
    ['a?b=c#d', 'a%3Fb%3Dc%23d'],
    ['a b', 'a%20b'],
    ['a\\b', 'a%5Cb'],
    ['...a', '...a'],
    ['ä', '%C3%A4'],
    [';=@:', '%3B%3D%40%3A'],
  ])('contains the ID %j as the path segment %s', async (key, segment) => {
    const { service } = await call([ok], { parameters: { key }, path: '/keys/{key}/details' });
    expect(service.asked[0]?.path).toBe(`/v1/keys/${segment}/details`);
  });

  test.each(['', '.', '..', '...'])(
    'is rejected as invalid_input before it is sent if the ID is %j',
    async (key) => {
      const { service, result } = await call([ok], { parameters: { key } });
      expect(result).toMatchObject({ code: 'invalid_input' });
      expect(service.asked).toEqual([]);
    },
  );

  test('reuses the connection of the previous request', async () => {
    const ports = new Set<number | undefined>();
    const service = await standIn((_, response) => {
      ports.add(response.socket?.remotePort);
      sendJson(response, 200, { result: {}, code: 2000, message: 'Success' });
    });
    onTestFinished(() => service.close());
    const client = new Service({
      baseUrl: new URL(service.url),
      env: {},
      clock: noting(),
      timeoutMs: 600_000,
    });
    for (const key of ['a', 'b', 'c']) {
      await client.call(endpoint('GET'), { parameters: { key } });
    }
    expect(ports.size).toBe(1);
  });
});

describe('the service client', () => {
  const given = { parameters: { key: 'k' } };

  test('traces each request, response and retry on a separate line', async () => {
    const lines: string[] = [];
    const seen: Reply = (response) =>
      response
        .writeHead(200, { 'svc-source-ip': '192.0.2.1' })
        .end('{"result":1,"code":2000,"message":""}');
    const { service, client } = await clientOf([reset, status(503), ok, seen], {
      trace: (line) => lines.push(line),
    });
    for (const _ of [1, 2]) await client.call(endpoint('GET'), given);
    const ask = `> GET ${service.url}/keys/k`;
    expect(lines).toEqual([
      ask,
      expect.stringMatching(/^< reset: \S/),
      expect.stringMatching(/^\* \S.*; retry in \d+ ms$/),
      ask,
      '< 503, 0 bytes, 0 ms',
      expect.stringMatching(/^\* status 503; retry in \d+ ms$/),
      ask,
      expect.stringMatching(/^< 200, \d\d+ bytes, 0 ms$/),
      ask,
      '< 200, 37 bytes, 0 ms, seen from 192.0.2.1',
    ]);
  });

  test('traces how long a response took', async () => {
    const lines: string[] = [];
    let time = 0;
    const clock = {
      now: () => {
        time += 7;
        return time;
      },
      sleep: async () => {},
    };
    const { client } = await clientOf([status(400)], { clock, trace: (line) => lines.push(line) });
    await client.attempt(endpoint('GET'), given);
    expect(lines[1]).toBe('< 400, 0 bytes, 7 ms');
  });

  test('passes the delay before a retry to onRetry, and the reason why a request might be billed twice to onMayBillTwice', async () => {
    const delays: number[] = [];
    const twice: string[] = [];
    const { client } = await clientOf([status(503, { 'retry-after': '5' }), status(504), ok], {
      onMayBillTwice: (reason) => void twice.push(reason),
    });
    const onRetry = (ms: number) => void delays.push(ms);
    await client.call(endpoint('GET'), { ...given, billable: true, onRetry });
    expect(delays).toEqual([5000, expect.any(Number)]);
    expect(twice).toEqual(['status 504']);
  });

  test('does not send a request if onSend throws an error', async () => {
    const { service, client } = await clientOf([ok]);
    const reason = new Error('not yet');
    const onSend = () => {
      throw reason;
    };
    await expect(client.call(endpoint('GET'), { ...given, onSend })).rejects.toBe(reason);
    expect(service.asked).toEqual([]);
  });

  test('sends a request only once if the call has `single: true`', async () => {
    const { service, result } = await call([status(503)], { single: true });
    expect(result).toMatchObject({ code: 'rate_limited' });
    expect(service.asked).toHaveLength(1);
  });

  test('passes each chunk of a response to onChunk', async () => {
    const pieces: string[] = [];
    const onChunk = ({ chunk }: { chunk: Buffer }) => void pieces.push(String(chunk));
    await call([refuse(400, 4000, 'No')], { onChunk });
    expect(pieces.join('')).toBe('{"code":4000,"message":"No"}');
  });

  test('passes the response to the rate limiter when a request ends', async () => {
    const clock = noting();
    const rateLimiter = new RateLimiter(clock, Number.POSITIVE_INFINITY);
    const busy = status(503, { 'retry-after': '3600' });
    const { client } = await clientOf([busy], { rateLimiter, clock });
    await client.attempt(endpoint('GET'), given);
    expect(rateLimiter.refused).toBe(true);
  });

  test.each(['call', 'ask', 'a call with its own signal'])(
    'ends a pending request if the caller interrupts it (client method: %s)',
    async (what) => {
      const stopper = new AbortController();
      const { signal } = stopper;
      const reason = new Error('interrupted');
      const isOwn = what.startsWith('a call');
      const lines: string[] = [];
      const { service, client } = await clientOf([() => stopper.abort(reason)], {
        interrupted: isOwn ? new AbortController().signal : signal,
        trace: (line) => lines.push(line),
      });
      const url = new URL(service.url);
      const sent =
        what === 'ask'
          ? client.ask({ method: 'GET', url, headers: {} })
          : client.call(endpoint('GET'), { ...given, ...(isOwn ? { signal } : {}) });
      await expect(sent).rejects.toBe(reason);
      expect(lines).toEqual([expect.stringMatching(/^> GET /)]);
    },
  );

  test.each(['call', 'ask'])(
    'ends the wait before a retry if the caller interrupts the request (client method: %s)',
    async (what) => {
      const stopper = new AbortController();
      const reason = new Error('interrupted');
      const { service, clock, client } = await clientOf([status(503)], {
        interrupted: stopper.signal,
        trace: (line) => {
          if (line.startsWith('*')) stopper.abort(reason);
        },
      });
      const url = new URL(service.url);
      const sent =
        what === 'ask'
          ? client.ask({ method: 'GET', url, headers: {} })
          : client.call(endpoint('GET'), given);
      await expect(sent).rejects.toBe(reason);
      expect([service.asked.length, clock.waits]).toEqual([1, []]);
    },
  );

  test('opens at most the allowed number of connections', async () => {
    const waiting: (() => void)[] = [];
    const hold: Reply = (response, asked) => {
      waiting.push(() => ok(response, asked));
      if (waiting.length === 2) setImmediate(() => setImmediate(release));
    };
    const release = () => {
      atOnce = Math.max(atOnce, waiting.length);
      for (const answer of waiting.splice(0)) answer();
    };
    let atOnce = 0;
    const { client } = await clientOf([hold], { connections: 2 });
    await Promise.all([1, 2, 3, 4].map(() => client.call(endpoint('GET'), given)));
    expect(atOnce).toBe(2);
  });
});

describe('the service client', () => {
  const to =
    (location: string, code = 302): Reply =>
    (response) =>
      response.writeHead(code, { location }).end();

  test.each([301, 302, 303, 307, 308])(
    'follows a same-origin redirect (status %i) with GET, and sends the credential',
    async (code) => {
      const { service, result } = await call([to('/other/place', code), ok], {
        bearer: 'uk_0123456789',
      });
      expect(result).toMatchObject({ status: 200 });
      expect(service.asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([
        ['/v1/keys/ak_0123456789', 'Bearer uk_0123456789'],
        ['/other/place', 'Bearer uk_0123456789'],
      ]);
    },
  );

  test.each([
    ['another host', 'http://other.invalid/v1', /http:\/\/other\.invalid/],
    ['another port', 'http://127.0.0.1:1/v1', /http:\/\/127\.0\.0\.1:1/],
    ['another scheme', 'https://127.0.0.1/v1', /https:\/\/127\.0\.0\.1/],
    ['a host without a scheme', '//other.invalid/', /other\.invalid/],
    ['an invalid location', 'http://', /an invalid location/],
  ])(
    'does not follow a redirect to %s, and names the target in the error',
    async (_name, location, message) => {
      const { service, result } = await call([to(location)], { bearer: 'uk_0123456789' });
      expect(result).toMatchObject({
        code: 'invalid_response',
        status: 302,
        message: expect.stringMatching(message),
      });
      expect(service.asked).toHaveLength(1);
    },
  );

  test.each(['PUT', 'POST', 'DELETE'] as const)(
    'does not follow a redirect in response to a %s request',
    async (method) => {
      const { service, result } = await call([to('/other', 307)], { method });
      expect(result).toMatchObject({ code: 'invalid_response', status: 307 });
      expect(service.asked).toHaveLength(1);
    },
  );

  test.each(['?', '/v1/other?limit=5'])(
    "does not follow a redirect to %s, because it would change the request's query (limit=50)",
    async (location) => {
      const { service, result } = await call([to(location), ok], { query: { limit: '50' } });
      expect(service.asked).toHaveLength(1);
      expect(result).toMatchObject({
        reason: 'redirect',
        message: expect.stringContaining(' without the parameters'),
      });
    },
  );

  test('follows a redirect that keeps the query and adds a parameter', async () => {
    const location = '/v1/other?before=x&limit=50';
    const { service, result } = await call([to(location), ok], { query: { limit: '50' } });
    expect(service.asked).toHaveLength(2);
    expect(result).toMatchObject({ status: 200 });
  });

  test('fails at the sixth redirect', async () => {
    const { service, result } = await call([to('/v1/keys/again')]);
    expect(result).toMatchObject({
      code: 'invalid_response',
      message: `${new URL(service.url).origin} sent more than 5 redirects.`,
    });
    expect(service.asked).toHaveLength(6);
  });

  test('follows five redirects', async () => {
    const { result } = await call([...Array(5).fill(to('/v1/keys/again')), ok]);
    expect(result).toMatchObject({ status: 200 });
  });

  test('rejects a redirect without a Location header', async () => {
    const { result } = await call([status(302)]);
    expect(result).toMatchObject({
      reason: 'redirect',
      message:
        'The service redirects to an invalid location. waypost does not follow this redirect.',
    });
  });
});

describe('a response', () => {
  const html: Reply = (response) => response.writeHead(401).end('<html>');
  test.each<[name: string, code: string, reply: Reply, facts: Record<string, unknown>]>([
    ['status 401 and a web page', 'auth_failed', html, { status: 401 }],
    [
      'status 402 and API code 4020',
      'balance_empty',
      refuse(402, 4020, 'Depleted'),
      { apiCode: 4020 },
    ],
    [
      'text that is not HTTP',
      'invalid_response',
      (r) => void r.socket?.end('SSH-2.0-OpenSSH\r\n'),
      {},
    ],
  ])('with %s causes the error %s', async (_name, code, reply, facts) => {
    const { result } = await call([reply]);
    expect(result).toMatchObject({ code, ...facts, hint: expect.any(String) });
  });

  test("that contains an error causes a WaypostError with the service's message, the invalid fields and a hint", async () => {
    const errors = [
      { path: 'rate_limit', message: 'is no object', rule: 'type' },
      { path: ['daily_limit', 'limit'], message: 'is negative' },
    ];
    const { result } = await call([refuse(400, 4001, 'Look here', { errors })], { method: 'PUT' });
    expect(result).toMatchObject({
      code: 'api_error',
      message: 'Look here',
      apiCode: 4001,
      details: [
        { path: 'rate_limit', message: 'is no object' },
        { path: 'daily_limit.limit', message: 'is negative' },
      ],
      hint: expect.stringContaining('details'),
    });
  });

  test("that contains an error without a message causes a WaypostError with waypost's own message", async () => {
    const { result } = await call([(response) => sendJson(response, 400, { code: 4000 })]);
    expect(result).toMatchObject({ message: 'The service responded with status 400.' });
  });

  test('that contains a result is returned with all fields of the result, including unknown fields', async () => {
    const result = { a: [1, { b: null }], 'c d': 'ü', e: 1.5 };
    const outcome = await call([
      (response) => sendJson(response, 200, { result, code: 2000, message: 'Success', new: 1 }),
    ]);
    const headers = expect.objectContaining({ 'content-type': 'application/json' });
    expect(outcome.result).toEqual({ result, code: 2000, status: 200, headers });
  });
});

test('the hint for an unreachable default service names `sandbox start` and --base-url', () => {
  const failure = new TransportFailure('unreached', 'refused');
  expect(advised(explainFailure(failure, new URL(defaultBaseUrl), {}))).toMatchObject({
    code: 'network_error',
    hint: expect.stringMatching(/`waypost sandbox start`.*--base-url/),
  });
});

const begun = { status: 206, headers: {}, body: Buffer.alloc(0) };
const about = { host: 'lookup.example', port: '8443' };
test.each<[TransportFailure, message: string, facts: object]>([
  [
    new TransportFailure('reset', 'read ECONNRESET'),
    'The connection to # broke before the end of the response: read ECONNRESET.',
    {
      code: 'network_error',
      reason: 'connection_broke',
      hint: expect.stringContaining('Try again'),
    },
  ],
  [
    new TransportFailure('unreached', 'tls', undefined, wrongVersion()),
    'waypost cannot reach #: the server uses http, not https.',
    { reason: 'unreached', about, hint: expect.stringContaining('Check the network') },
  ],
  [
    new TransportFailure('unreached', 'refused'),
    'waypost cannot reach #: refused.',
    { code: 'network_error', reason: 'unreached', about },
  ],
  [
    new TransportFailure('timeout', 'no byte', begun),
    '# did not respond in time: no byte.',
    { code: 'timeout', status: 206 },
  ],
  [
    new TransportFailure('too_large', '', begun),
    'The response from # is larger than 10 MiB.',
    { code: 'invalid_response', status: 206 },
  ],
  [
    new TransportFailure('malformed', 'odd', begun),
    'The response from # was cut off or is not HTTP: odd.',
    { code: 'invalid_response', reason: 'answer_cut_off', status: 206 },
  ],
  [
    new TransportFailure('truncated', 'closed'),
    'The response from # was cut off or is not HTTP: closed.',
    { code: 'invalid_response', reason: 'answer_cut_off', status: undefined },
  ],
])('explainFailure writes a message for the failure "%s"', (failure, message, facts) => {
  const error = explainFailure(failure, new URL('https://lookup.example:8443/v1'), {});
  expect(advised(error)).toMatchObject({
    message: message.replace('#', 'https://lookup.example:8443'),
    cause: failure,
    ...facts,
  });
});

test.each<[url: string, env: Record<string, string>, reason: string]>([
  ['https://lookup.example/v1', { HTTPS_PROXY: 'http://p' }, 'unreached_through_proxy'],
  ['http://lookup.example/v1', {}, 'unreached'],
  ['http://localhost/v1', {}, 'unreached_local'],
  [defaultBaseUrl, {}, 'unreached_default'],
])(
  'for an unreachable service at %s and the environment %j, explainFailure returns the reason %s',
  (url, env, reason) => {
    const failure = new TransportFailure('unreached', 'x', undefined, wrongVersion());
    const error = explainFailure(failure, new URL(url), env);
    expect(error.reason).toBe(reason);
    expect(error.message.endsWith('the server uses http, not https.')).toBe(
      url.startsWith('https:'),
    );
  },
);

test.each([
  ['EPROTO', 'ssl3_get_record:wrong version number', true],
  ['EPROTO', 'tls_get_more_records:packet length too long', true],
  ['EPROTO', 'tlsv1 alert protocol version', false],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'odd', true],
  ['ECONNRESET', 'wrong version number', false],
])(
  'for the TLS error %s with the message "%s", speaksPlainHttp returns %s (true if the server does not use TLS)',
  (code, message, isPlain) => {
    expect(speaksPlainHttp(Object.assign(new Error(message), { code }))).toBe(isPlain);
  },
);

function wrongVersion(): Error {
  return Object.assign(new Error('wrong version number'), { code: 'ERR_SSL_WRONG_VERSION_NUMBER' });
}

test('a request fails with network_error if the server closes the connection without a response', async () => {
  const server = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const client = new Service({
    baseUrl: new URL(`http://127.0.0.1:${port}/v1`),
    env: {},
    clock: noting(),
    timeoutMs: 600_000,
  });
  await expect(client.call(endpoint('GET'), { parameters: { key: 'a' } })).rejects.toMatchObject({
    code: 'network_error',
  });
});
