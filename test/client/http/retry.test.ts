// How long the service wants waypost to wait, and which requests can be retried.
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type FailureKind,
  type HttpResponse,
  TransportFailure,
} from '../../../src/client/http/exchange';
import {
  isRepeatable,
  mayRepeat,
  requestedWait,
  sendWithRetry,
} from '../../../src/client/http/retry';

const now = Date.UTC(2026, 0, 1);
const seconds = now / 1000;

test.each<[status: number, headers: HttpResponse['headers'], ms: number | undefined]>([
  [429, {}, undefined],
  [429, { 'retry-after': '2' }, 2000],
  [200, { 'retry-after': '2' }, 2000],
  [429, { 'retry-after': '0.5' }, 500],
  [429, { 'retry-after': '0' }, 0],
  [429, { 'retry-after': '-3' }, 0],
  [429, { 'retry-after': ' 2 ' }, 2000],
  [429, { 'retry-after': ['3', '9'] }, 3000],
  [429, { 'retry-after': [] as unknown as string[] }, undefined],
  [429, { 'retry-after': 'Thu, 01 Jan 2026 00:00:07 GMT' }, 7000],
  [429, { 'retry-after': 'Wed, 31 Dec 2025 23:59:00 GMT' }, 0],
  [429, { 'retry-after': 'soon' }, undefined],
  [429, { 'retry-after': '' }, undefined],
  [429, { 'retry-after': ' ' }, undefined],
  [429, { 'retry-after': 'soon', 'x-ratelimit-reset': String(seconds + 4) }, 4000],
  [429, { 'retry-after': '1', 'x-ratelimit-reset': String(seconds + 4) }, 1000],
  [429, { 'x-ratelimit-reset': String(seconds + 4) }, 4000],
  [503, { 'x-ratelimit-reset': String(seconds + 4) }, 4000],
  [502, { 'x-ratelimit-reset': String(seconds + 4) }, undefined],
  [200, { 'x-ratelimit-reset': String(seconds + 4) }, undefined],
  [429, { 'x-ratelimit-reset': String(seconds - 4) }, 0],
  [429, { 'x-ratelimit-reset': '0' }, undefined],
  [429, { 'x-ratelimit-reset': 'soon' }, undefined],
])('for status %d and the headers %j, requestedWait returns %s (in ms)', (status, headers, ms) => {
  expect(requestedWait({ status, headers, body: Buffer.alloc(0) }, now)).toBe(ms);
});

test.each([
  ['GET', true],
  ['HEAD', true],
  ['PUT', true],
  ['POST', false],
  ['DELETE', false],
  ['PATCH', false],
  ['OPTIONS', false],
] as const)(
  'for the method %s, isRepeatable returns %s (true if waypost can send the request again)',
  (method, is) => {
    expect(isRepeatable(method)).toBe(is);
  },
);

test.each<[FailureKind, ifRepeatable: boolean, else_: boolean]>([
  ['unreached', true, true],
  ['reset', true, false],
  ['truncated', true, false],
  ['timeout', false, false],
  ['too_large', false, false],
  ['malformed', false, false],
])(
  'after the failure "%s", mayRepeat returns %s for a repeatable request and %s for any other request',
  (kind, ifRepeatable, otherwise) => {
    const failure = new TransportFailure(kind, '');
    expect([mayRepeat(failure, true), mayRepeat(failure, false)]).toEqual([
      ifRepeatable,
      otherwise,
    ]);
  },
);

describe('sendWithRetry', () => {
  type End = HttpResponse | TransportFailure;
  interface Noted {
    billable?: boolean;
    chance?: number;
    method?: Parameters<typeof isRepeatable>[0];
  }
  const answered = (status: number, headers: HttpResponse['headers'] = {}): HttpResponse => ({
    status,
    headers,
    body: Buffer.alloc(0),
  });

  /** The retries and waits of a request whose attempts end like this, one after the other. */
  async function noted(
    ends: readonly End[],
    { billable = false, chance = 0, method = 'GET' }: Noted = {},
  ) {
    vi.spyOn(Math, 'random').mockReturnValue(chance);
    onTestFinished(() => void vi.restoreAllMocks());
    const notes: unknown[] = [];
    const waits: number[] = [];
    const rest = [...ends];
    const send = async () => {
      const end = rest.shift() ?? answered(200);
      if (end instanceof TransportFailure) throw end;
      return end;
    };
    const clock = { now: () => now, sleep: async (ms: number) => void waits.push(ms) };
    const note = (told: unknown) => void notes.push(told);
    const outcome = await sendWithRetry(send, { method, billable }, clock, note).catch(
      (error: unknown) => error,
    );
    return { notes, waits, outcome };
  }

  test.each([429, 502, 503, 504, 500, 501, 400, 401, 404, 408])(
    'retries a GET or PUT request after status %d only if the status is temporary, and does not retry a POST or DELETE request',
    async (status) => {
      const isPassing = [429, 502, 503, 504].includes(status);
      for (const method of ['GET', 'PUT', 'POST', 'DELETE'] as const) {
        const { waits, outcome } = await noted(Array(5).fill(answered(status)), { method });
        const isRepeated = isPassing && (method === 'GET' || method === 'PUT');
        expect([method, waits.length]).toEqual([method, isRepeated ? 3 : 0]);
        expect(outcome).toEqual(answered(status));
      }
    },
  );

  test.each([
    ['60', [60_000]],
    ['60.5', []],
  ])(
    'waits for the time in Retry-After only if it is at most 60 seconds (Retry-After: %s)',
    async (seconds, waits) => {
      const ends = [answered(503, { 'retry-after': seconds })];
      expect((await noted(ends)).waits).toEqual(waits);
    },
  );

  test.each([
    [0, [125, 250, 500]],
    [0.5, [187.5, 375, 750]],
  ])(
    'doubles the wait with each retry, starting with a random value (random: %d)',
    async (chance, waits) => {
      const all = [answered(503), new TransportFailure('reset', 'read'), answered(429)];
      expect((await noted(all, { chance })).waits).toEqual(waits);
    },
  );

  test.each<[what: string, end: End, reason: string, delayMs: number, ifBillable: boolean]>([
    ['a 503', answered(503), 'status 503', 125, false],
    ['a 503 with Retry-After: 0', answered(503, { 'retry-after': '0' }), 'status 503', 125, false],
    ['a 503 with Retry-After: 9', answered(503, { 'retry-after': '9' }), 'status 503', 9000, false],
    ['a 502', answered(502), 'status 502', 125, true],
    ['a 504', answered(504), 'status 504', 125, true],
    ['a broken connection', new TransportFailure('reset', 'broken'), 'broken', 125, true],
    ['a truncated response', new TransportFailure('truncated', 'closed'), 'closed', 125, true],
    ['a refused connection', new TransportFailure('unreached', 'refused'), 'refused', 125, false],
  ])(
    'reports the reason, the delay and whether the request might be billed twice (after: %s)',
    async (_, end, reason, delayMs, ifBillable) => {
      for (const billable of [true, false]) {
        const { notes, waits, outcome } = await noted([end], { billable });
        expect(notes).toEqual([{ reason, delayMs, mayBillTwice: billable && ifBillable }]);
        expect(waits).toEqual([delayMs]);
        expect(outcome).toEqual(answered(200));
      }
    },
  );

  test('retries a billable request after each refused connection, but not after a second lost response', async () => {
    const refused = new TransportFailure('unreached', 'refused');
    const lost = new TransportFailure('reset', 'broken');
    expect((await noted([refused, lost, refused], { billable: true })).outcome).toEqual(
      answered(200),
    );
    expect((await noted([refused, lost, lost], { billable: true })).outcome).toBe(lost);
  });

  test.each([502, 504])(
    'repeats a billable request only once after status %d from a gateway',
    async (status) => {
      const all = Array(5).fill(answered(status));
      expect((await noted(all, { billable: true })).waits).toHaveLength(1);
      const busyFirst = [answered(503), answered(429), ...all];
      expect((await noted(busyFirst, { billable: true })).waits).toHaveLength(3);
      const lostBefore = [new TransportFailure('reset', 'broken'), ...all];
      const { waits, outcome } = await noted(lostBefore, { billable: true });
      expect(waits).toHaveLength(1);
      expect(outcome).toEqual(answered(status));
    },
  );

  test('immediately throws any error except a TransportFailure', async () => {
    const reason = new Error('interrupted');
    const clock = { now: () => now, sleep: async () => {} };
    const send = () => Promise.reject(reason);
    await expect(sendWithRetry(send, { method: 'GET' }, clock, () => {})).rejects.toBe(reason);
  });
});
