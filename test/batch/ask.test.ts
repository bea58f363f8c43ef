// What each response of the service, and each failure, means for a batch: whether the row is answered, can be retried,
// might have been billed, or ends the batch. The real client sends each kind of operation to a stand-in service.
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { catalog } from '../../src/api/catalog';
import { type Asker, askFor } from '../../src/batch/ask';
import type { Outcome } from '../../src/batch/row';
import { addressVerify } from '../../src/client/addresses';
import { Service } from '../../src/client/http/service';
import {
  type LookupOperation,
  type LookupParameters,
  lookupRequest,
} from '../../src/client/lookup';
import { placeResolve, placeSearch } from '../../src/client/places';
import { WaypostError } from '../../src/lib/errors';
import { heldTimers, passOnce } from '../support/held-timers';
import { sendJson, standIn } from '../support/service';
import { SteppedClock } from '../support/stepped-clock';

type Reply = (response: ServerResponse) => void;

/** An outcome in one word. A `lost` request might have been billed. */
type Told = 'answered' | 'refused' | 'again' | 'lost' | 'lost, again' | 'stop';

/** A timeout that no slow machine reaches. Tests let it pass if no response comes. */
const limitMs = 3_000_000;
let limits: ReadonlyMap<unknown, () => void>;
beforeEach(() => {
  limits = heldTimers(limitMs);
});

/** Billed operations sent by GET and by POST, and a free operation. */
const operations: Record<'get' | 'post' | 'free', [LookupOperation, LookupParameters]> = {
  get: [placeResolve, { id: 'geonames_1' }],
  post: [addressVerify, { query: 'Main St' }],
  free: [placeSearch, { query: 'berlin' }],
};

type Kind = keyof typeof operations;

interface Asked {
  outcome: Outcome;
  told: Told;
  /** The journal entries. */
  noted: string[];
}

/** Requests row 7 from a service with this reply, or from `url` instead. */
async function ask(
  kind: Kind,
  reply: Reply,
  {
    url,
    own = {},
    isRefused = false,
    ...rest
  }: { url?: string; own?: LookupParameters; isRefused?: boolean } & Partial<Asker> = {},
): Promise<Asked> {
  const service = await standIn((_, response) => reply(response));
  onTestFinished(() => service.close());
  const client = new Service({
    baseUrl: new URL(url ?? service.url),
    env: {},
    clock: new SteppedClock(),
    timeoutMs: limitMs,
  });
  const [operation, fixed] = operations[kind];
  const noted: string[] = [];
  const outcome = await askFor(
    {
      key: { service: client, apiKey: 'ak_x', tags: [] },
      operation,
      target: {
        sent: (number) => void noted.push(`sent ${number}`),
        lost: (number) => void noted.push(`lost ${number}`),
        refused: (number) => void noted.push(`refused ${number}`),
      },
      rateLimiter: { refused: isRefused },
      masked: (text) => text.replaceAll('ak_secret', 'ak_sec…'),
      ...rest,
    },
    {
      number: 7,
      line: 8,
      input: ['x'],
      size: 1,
      digest: '',
      own,
      request: await lookupRequest(operation, { ...fixed, ...own }),
    },
  );
  // The client sends one request, whatever the outcome. Only the batch retries.
  if (url === undefined) expect(service.asked.length).toBeLessThanOrEqual(1);
  return { outcome, told: tell(outcome), noted };
}

function tell(outcome: Outcome): Asked['told'] {
  if (outcome.kind !== 'failed') return outcome.kind;
  if (!outcome.inDoubt && outcome.again) return 'again';
  return outcome.again ? 'lost, again' : 'lost';
}

/** The journal entries of a billed request with this outcome. */
const notes: Record<Told, string[]> = {
  answered: ['sent 7'],
  refused: ['sent 7', 'refused 7'],
  again: ['sent 7', 'refused 7'],
  lost: ['sent 7', 'lost 7'],
  'lost, again': ['sent 7', 'lost 7'],
  stop: ['sent 7', 'refused 7'],
};

async function expectTold(reply: Reply, get: Told, post: Told, free: Told): Promise<void> {
  const expected = { get, post, free };
  for (const kind of ['get', 'post', 'free'] as const) {
    const { told, noted } = await ask(kind, reply);
    expect([kind, told, noted]).toEqual([
      kind,
      expected[kind],
      // A free request is never in doubt.
      kind === 'free' ? [] : notes[expected[kind]],
    ]);
  }
}

const bare =
  (status: number, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(status, headers).end();

const html =
  (status: number): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>No</h1>');

const allAlike = (told: Told): [Told, Told, Told] => [told, told, told];
const lostForGood: [Told, Told, Told] = ['lost', 'lost', 'again'];
const lostButAskedAgain: [Told, Told, Told] = ['lost, again', 'lost', 'again'];

/** Every code of the catalog. */
const codes: Record<keyof typeof catalog, [Told, Told, Told]> = {
  404: allAlike('stop'),
  4000: allAlike('answered'),
  4001: allAlike('answered'),
  4005: allAlike('answered'),
  4006: allAlike('answered'),
  4007: allAlike('answered'),
  4008: allAlike('answered'),
  4009: allAlike('answered'),
  4010: allAlike('stop'),
  4011: allAlike('stop'),
  4012: allAlike('stop'),
  4013: allAlike('stop'),
  4014: allAlike('stop'),
  4015: allAlike('stop'),
  4016: allAlike('stop'),
  4020: allAlike('stop'),
  4021: allAlike('stop'),
  4040: allAlike('answered'),
  4041: allAlike('stop'),
  4042: allAlike('stop'),
  4045: allAlike('answered'),
  4047: allAlike('answered'),
  4048: allAlike('answered'),
  4090: allAlike('answered'),
  4100: allAlike('answered'),
  4150: allAlike('stop'),
  4290: allAlike('again'),
  4291: allAlike('refused'),
  5001: lostForGood,
  5002: lostForGood,
  40010: allAlike('stop'),
  40011: allAlike('answered'),
  40016: allAlike('answered'),
  40017: allAlike('answered'),
  40018: allAlike('answered'),
};

test.each(Object.entries(codes))(
  'a response with API code %s has the outcomes %j for a GET, a POST and a free request',
  async (code, told) => {
    const { status, message } = catalog[Number(code) as keyof typeof catalog];
    await expectTold(
      (response) => sendJson(response, status, { code: Number(code), message }),
      ...told,
    );
  },
);

describe('a response', () => {
  test.each<[what: string, told: [Told, Told, Told], reply: Reply]>([
    ['status 503 and an empty body', allAlike('refused'), bare(503)],
    ['status 429 and an empty body', allAlike('refused'), bare(429)],
    ['status 401 and an empty body', allAlike('stop'), bare(401)],
    ['status 402 and an empty body', allAlike('stop'), bare(402)],
    ['a redirect', allAlike('stop'), bare(302, { location: 'https://elsewhere.example/' })],
    ['status 500 and a web page', lostForGood, html(500)],
    ['status 502 from a proxy', lostButAskedAgain, html(502)],
    ['status 504 from a proxy', lostButAskedAgain, html(504)],
    ['status 200 and a web page', lostForGood, html(200)],
    ['status 400 and a web page', lostForGood, html(400)],
    [
      'status 200 and no result',
      lostForGood,
      (response) => sendJson(response, 200, { code: 2000, message: 'Success' }),
    ],
  ])('with %s has the outcomes %j for a GET, a POST and a free request', async (_, told, reply) => {
    await expectTold(reply, ...told);
  });

  test("that has a result completes the row with the operation's cost for this result", async () => {
    const result = { match: null };
    for (const [kind, cost] of [
      ['get', 1],
      ['post', 0],
      ['free', 0],
    ] as const) {
      const { outcome } = await ask(kind, (response) =>
        sendJson(response, 200, { result, code: 2000, message: 'Success' }),
      );
      expect(outcome).toEqual({ kind: 'answered', answer: { result, cost } });
    }
  });
});

describe('a request without a valid response', () => {
  test.each<[told: [Told, Told, Told], what: string, reply: Reply]>([
    [
      lostButAskedAgain,
      'the connection is reset before the response',
      (response) => void response.socket?.resetAndDestroy(),
    ],
    [
      lostButAskedAgain,
      'the connection is closed in the middle of the response',
      (response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{', () => response.socket?.end());
      },
    ],
    [lostForGood, 'the request times out', () => passOnce(limits)],
    [
      lostForGood,
      'the response is not HTTP',
      (response) => void response.socket?.end('hello\r\n\r\n'),
    ],
    [
      lostForGood,
      'the response is too large',
      (response) => {
        response.writeHead(200);
        response.end(Buffer.alloc(11 * 1024 * 1024));
      },
    ],
  ])('has the outcomes %j as a GET, a POST and a free request if %s', async (told, _, reply) => {
    await expectTold(reply, ...told);
  });

  test("is not in doubt if no program listens on the URL's port", async () => {
    for (const kind of ['get', 'post', 'free'] as const) {
      const { told } = await ask(kind, bare(200), { url: 'http://127.0.0.1:9/v1' });
      expect(told).toBe('refused');
    }
  });
});

test('the batch ends if the service requires a wait that the rate limiter does not allow', async () => {
  const { told } = await ask('get', bare(429), { isRefused: true });
  expect(told).toBe('stop');
});

test('an invalid context ends the batch, unless the row sets its own context', async () => {
  const reply: Reply = (response) => sendJson(response, 401, { code: 4016, message: 'context' });
  expect((await ask('post', reply, { own: { context: 'gbr' } })).told).toBe('answered');
  expect((await ask('post', reply)).told).toBe('stop');
});

test('the batch does not send a request if the journal cannot be written', async () => {
  const full = new WaypostError('write_failed', 'disk full');
  const fail = () => {
    throw full;
  };
  const target = {
    sent: fail,
    lost: () => expect.unreachable(),
    refused: () => expect.unreachable(),
  };
  const { outcome } = await ask('get', () => expect.unreachable(), { target });
  expect(outcome).toEqual({ kind: 'stop', error: full });
});

test('the batch ends if the journal cannot record the outcome', async () => {
  const full = new Error('disk full');
  const refuse = () => {
    throw full;
  };
  const target = { sent: () => {}, lost: refuse, refused: refuse };
  for (const reply of [bare(503), html(500)]) {
    expect((await ask('get', reply, { target })).outcome).toEqual({ kind: 'stop', error: full });
  }
});

test("the batch masks secrets in a row's error, and omits the hint", async () => {
  const { outcome } = await ask('get', (response) =>
    sendJson(response, 400, {
      code: 4000,
      message: 'ak_secret is no id',
      errors: [{ path: 'ak_secret', message: 'see ak_secret' }],
    }),
  );
  expect(outcome).toEqual({
    kind: 'answered',
    answer: {
      error: {
        code: 'api_error',
        message: 'ak_sec… is no id',
        status: 400,
        api_code: 4000,
        details: [{ path: 'ak_sec…', message: 'see ak_sec…' }],
      },
      cost: 0,
    },
  });
});
