// Whatever a client sends to any path, the sandbox responds with an API code from the catalog, and does not print a stack
// trace, crash or hang.
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalog } from '../../../src/api/catalog';
import { endpoints } from '../../../src/api/endpoints';
import { managedBy, resultOf, type TestKeys, useSandbox } from '../../sandbox/support/bench';
import { sendRaw } from '../../sandbox/support/client';
import { patience, runsOf, seed } from './support/fuzz';

/** The total number of cases in this file if WAYPOST_FUZZ_RUNS is not set. */
const usual = 23_000;

const runs = {
  many: batches(16_000),
  bodies: batches(4000),
  raw: batches(1500),
  control: batches(1500),
};

/** Returns a test's number of cases, rounded to complete batches of 25. `ofUsual` is its share of `usual`. */
function batches(ofUsual: number): number {
  return Math.max(1, Math.round((runsOf(usual) * ofUsual) / usual / 25)) * 25;
}

/** Reports only the failing request. By default, fast-check prints the complete batch. */
const settings = {
  seed,
  endOnFailure: true,
  reporter: ({ failed, errorInstance }: { failed: boolean; errorInstance: unknown }) => {
    if (failed) throw new Error(`WAYPOST_FUZZ_SEED=${seed}`, { cause: errorInstance });
  },
};

/** The number of milliseconds after which a request fails as hanging. The limit is long enough for a busy machine. */
const hang = 60_000;
/** The number of concurrent requests. */
const batch = 25;

const bench = useSandbox();
const agent = new Agent({ keepAlive: true, maxSockets: batch });
let mine: TestKeys;
/** The key of a licensee, with which requests pass authentication. */
let licenseeKey: string;
beforeAll(async () => {
  mine = await bench.account();
  await bench.control('PATCH', `/keys/${mine.key}`, {
    plan: 'unlimited',
    sublicensing: true,
    ip_forwarding: true,
  });
  const path = `/keys/${mine.key}/licensees`;
  const made = await bench.service('POST', path, { ...managedBy(mine), body: { name: 'Fuzz' } });
  licenseeKey = resultOf<{ key: string }>(made).key;
  await bench.control('POST', `/keys/${mine.key}/lookups`, { count: 20 });
});
afterAll(() => agent.destroy());

interface Case {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

interface Outcome {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

function ask({ method, path, headers, body }: Case): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port: bench.sandbox.port, method, path, headers, agent },
      (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(pieces).toString(),
          }),
        );
      },
    );
    asked.setTimeout(hang, () => asked.destroy(new Error('no answer')));
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Returns what is wrong with a response, or undefined if the response is valid. */
function fault({ method }: Case, { status, headers, text }: Outcome): string | undefined {
  if (headers['svc-source-ip'] === undefined) return 'no Svc-Source-IP';
  if (method === 'HEAD' || status === 204) {
    return text === '' ? undefined : 'a body where none belongs';
  }
  if (status === 200 && headers['content-type']?.startsWith('text/csv')) return undefined;
  const { result, code, message } = JSON.parse(text) as Record<string, unknown>;
  if (typeof code !== 'number' || typeof message !== 'string') return 'no envelope';
  if (message.includes('    at ') || message.includes('.ts:')) return 'a stack';
  if (code === 2000) return status === 200 && result !== undefined ? undefined : 'a bad success';
  if (code === 2020) return status === 202 ? undefined : 'a bad pending';
  const row = Object.entries(catalog).find(([known]) => Number(known) === code)?.[1];
  if (!row) return 'a code that is none of the catalog';
  if (row.status !== status) return 'a code with another status';
  if (code === 5001) return 'a failure of the sandbox';
  return result === undefined ? undefined : 'a result beside an error';
}

async function check(cases: readonly Case[]): Promise<void> {
  const outcomes = await Promise.all(cases.map(ask));
  outcomes.forEach((outcome, index) => {
    const asked = cases[index];
    if (!asked) return;
    let wrong: string | undefined;
    try {
      wrong = fault(asked, outcome);
    } catch (error) {
      wrong = String(error);
    }
    expect(
      wrong,
      `${asked.method} ${asked.path} → ${outcome.status} ${outcome.text.slice(0, 300)}`,
    ).toBe(undefined);
  });
  expect(bench.reports).toEqual([]);
}

const odd = fc.constantFrom(
  '',
  '%00',
  '%',
  '%ff',
  '%ED%A0%80',
  '..',
  '%2e%2e',
  '%2F',
  '//',
  '?',
  '&',
  '=',
  ';',
  ',',
  'null',
  '-1',
  '0',
  '1e309',
  '9007199254740993',
  '999999999999999999999',
  'NaN',
  '__proto__',
  'constructor',
  "' OR 1=1 --",
  '"',
  '\\',
  '%F0%9F%87%BA',
  '%C3%A9',
  '[]',
  '{}',
  'geonames_2950159',
  '2026-11-20',
  '2026-02-30',
  '1700000000000',
  '+',
  '*',
  'usa',
  'a'.repeat(2000),
  '%41'.repeat(500),
);

/** Encodes all characters except printable ASCII characters, so that the text is valid in a request line. */
const inLine = (text: string): string =>
  text.replace(/[^!-~]/gu, (sign) => encodeURIComponent(sign));

const unit = fc
  .oneof(
    { weight: 3, arbitrary: odd },
    { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  )
  .map(inLine);

const known = fc.constantFrom('KEY', 'USER', 'LICENSEE', 'ak_test', 'ak_nobody');

const fill = (text: string): string =>
  text
    .replaceAll('KEY', mine.key)
    .replaceAll('LICENSEE', licenseeKey)
    .replaceAll('USER', mine.user_token);

const paths = [...new Set(Object.values(endpoints).map(({ path }) => path))];

const path = fc
  .tuple(
    fc.constantFrom(...paths, '/nothing'),
    fc.array(fc.oneof(known, unit), { minLength: 2, maxLength: 2 }),
  )
  .map(([template, parts]) => {
    let at = 0;
    return template.replace(/\{\w+\}/g, () => {
      at += 1;
      return (parts[at - 1] ?? '').replace(/[?#]/g, '');
    });
  });

const names = [
  'api_key',
  'user_token',
  'licensee',
  'tags',
  'start',
  'end',
  'query',
  'q',
  'limit',
  'starting_after',
  'country_iso',
  'bias_country_iso',
  'bias_lonlat',
  'bias_ip',
  'lon',
  'lat',
];

const query = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...names), unit), fc.oneof(known, unit)), {
    maxLength: 4,
  })
  .map((pairs) =>
    pairs.length === 0
      ? ''
      : `?${pairs
          .map((pair) => pair.join('='))
          .join('&')
          .replaceAll('#', '')}`,
  );

const headerText = fc
  .oneof(unit, fc.string({ maxLength: 40 }))
  .map((text) => text.replace(/[^\t -~\u0080-\u00ff]/g, ''));

const headers = fc.dictionary(
  fc.constantFrom(
    'Origin',
    'Referer',
    'Svc-Source-IP',
    'Content-Type',
    'Accept',
    'Cookie',
    'X-Other',
  ),
  headerText,
  { maxKeys: 3 },
);

const authorization = fc.oneof(
  fc.constantFrom(
    'Bearer LICENSEE',
    'Bearer LICENSEE',
    'Bearer KEY',
    'Bearer USER',
    'api_key="KEY"',
    'user_token="USER"',
    'Bearer',
    '',
  ),
  fc.constantFrom('Bearer ak_test', 'api_key="ak_test", licensee="1"', 'Basic eDp5'),
  headerText,
);

const method = fc.constantFrom(
  'GET',
  'GET',
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'PATCH',
);

const anything: fc.Arbitrary<Case> = fc
  .record({ method, path, query, headers, authorization })
  .map(({ method: verb, path: at, query: asked, headers: sent, authorization: credential }) => ({
    method: verb,
    path: `/v1${fill(at)}${fill(asked)}`,
    headers: { ...sent, ...(credential === '' ? {} : { Authorization: fill(credential) }) },
  }));

const members = fc.constantFrom(
  'name',
  'payload',
  'query',
  'context',
  'daily',
  'limit',
  'whitelist',
  'datasets',
  'daily_limit',
  'rate_limit',
  'notifications',
  'email',
  'org_name',
  'postcode',
  '__proto__',
  'toString',
);

const json = fc
  .oneof(
    fc.dictionary(members, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 }),
    fc.dictionary(members, fc.string({ unit: 'binary', maxLength: 40 }), { maxKeys: 5 }),
    fc.jsonValue(),
  )
  .map((value) => Buffer.from(JSON.stringify(value) ?? ''));

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
const large = fc.integer({ min: 1, max: 1_200_000 }).map((length) => Buffer.alloc(length, '['));

const contentType = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/json; charset=latin1',
  'application/x-www-form-urlencoded',
  'json',
  ';;;',
);

const writes = Object.values(endpoints).filter(
  ({ method: verb }) => verb === 'POST' || verb === 'PUT',
);

const withBody: fc.Arbitrary<Case> = fc
  .record({
    endpoint: fc.constantFrom(...writes),
    part: fc.constantFrom('1', '2', 'a', 'web'),
    credential: fc.constantFrom(
      'Bearer USER',
      'Bearer USER',
      'Bearer LICENSEE',
      'Bearer KEY',
      'Bearer sl_x',
    ),
    contentType,
    body: fc.oneof(
      { weight: 12, arbitrary: json },
      { weight: 6, arbitrary: bytes },
      { weight: 1, arbitrary: large },
    ),
  })
  .map(({ endpoint, part, credential, contentType: type, body }) => ({
    method: endpoint.method,
    path: `/v1${endpoint.path.replace('{key}', mine.key).replace(/\{\w+\}/g, part)}`,
    headers: {
      Authorization: fill(credential),
      'Content-Type': type,
      'Content-Length': String(body.length),
    },
    body,
  }));

/** Checks this many random cases, one batch of concurrent requests at a time. */
async function over(cases: fc.Arbitrary<Case>, count: number): Promise<void> {
  const several = fc.array(cases, { minLength: batch, maxLength: batch });
  await fc.assert(fc.asyncProperty(several, check), {
    numRuns: count / batch,
    ...settings,
  });
}

// Shows: Every request receives a response with an API code from the catalog.
describe('the sandbox', {
  timeout: patience,
}, () => {
  test(`returns an API code from the catalog for each of ${runs.many} requests with random paths, queries, headers and credentials`, async () => {
    await over(anything, runs.many);
  });

  test(`returns an API code from the catalog for each of ${runs.bodies} requests with random bodies of different types and sizes`, async () => {
    await over(withBody, runs.bodies);
  });

  test(`does not report an internal error after ${runs.raw} requests that consist of random bytes`, async () => {
    const line = fc.constantFrom(
      'GET /v1/places?q=a HTTP/1.1\r\nHost: x\r\n',
      'POST /v1/sign_up HTTP/1.1\r\nHost: x\r\n',
      '',
    );
    const raw = fc
      .tuple(line, fc.uint8Array({ maxLength: 200 }))
      .map(([start, rest]) =>
        Buffer.concat([Buffer.from(start), Buffer.from(rest), Buffer.from('\r\n\r\n')]),
      );
    await fc.assert(
      fc.asyncProperty(fc.array(raw, { minLength: batch, maxLength: batch }), async (several) => {
        const answers = await Promise.all(
          several.map((sent) => sendRaw(bench.sandbox.port, sent, true).catch(() => '')),
        );
        for (const answer of answers) {
          expect(answer).toMatch(/^$|^HTTP\/1\.1 (?:100|200|204|4\d\d) /);
          expect(answer).not.toContain('    at ');
        }
      }),
      { numRuns: runs.raw / batch, ...settings },
    );
    expect(bench.reports).toEqual([]);
  });

  test(`returns JSON for each of ${runs.control} random requests to the control API`, async () => {
    const call = fc.record({
      verb: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE'),
      at: fc.constantFrom(
        'keys',
        'keys/x',
        'clock',
        'faults',
        'accounts',
        'health',
        'keys/x/lookups',
      ),
      body: fc.oneof(json, bytes),
    });
    await fc.assert(
      fc.asyncProperty(call, async ({ verb, at, body }) => {
        const answer = await ask({
          method: verb,
          path: `/_sandbox/${at}`,
          headers: { 'Content-Length': String(body.length) },
          body,
        });
        expect(answer.status).not.toBe(500);
        expect(() => JSON.parse(answer.text)).not.toThrow();
      }),
      { numRuns: runs.control, ...settings },
    );
    expect(bench.reports).toEqual([]);
  });

  test('still responds after all random requests', async () => {
    await bench.control('DELETE', '/faults');
    expect((await bench.service('GET', '/keys/ak_test')).status).toBe(200);
  });
});
