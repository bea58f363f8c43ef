// The client library: one method per operation, typed results, errors with codes.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { endpoints } from '../../src/api/endpoints';
import {
  type CallOptions,
  type Client,
  createClient,
  resolveCredentials,
  WaypostError,
} from '../../src/client';
import { heldTimers, passOnce } from '../support/held-timers';
import { type StandIn, sendJson, standIn } from '../support/service';

const apiKey = 'ak_library_0123456789';
const userToken = 'uk_library_0123456789';

let service: StandIn;
let client: Client;
let reply: (response: ServerResponse) => void;

const result = (value: unknown) => (response: ServerResponse) =>
  sendJson(response, 200, { result: value, code: 2000, message: 'Success' });

beforeEach(async () => {
  reply = result({});
  service = await standIn((_, response) => reply(response));
  client = createClient({ apiKey, userToken, baseUrl: service.url, tags: ['a', 'b'], env: {} });
});
afterEach(() => service.close());

const key = `/v1/keys/${apiKey}`;
/** A log consumer that discards everything. */
const ignored = { begin: () => undefined, chunk: () => undefined };
const day = { date: '2026-01-31', count: 3 };

const bearers = { none: undefined, api_key: apiKey, management_key: userToken };
const usage = { total: 3, dailyCount: [day] };
const hits = { hits: [] };
const page = { licensees: [{ id: 1 }], hasMore: false };
const [one, seven] = [{ id: 1 }, { id: 7 }];

describe('the client', () => {
  type Row = [name: keyof typeof endpoints, call: () => object, asked: string, result?: object];
  const rows: Row[] = [
    ['keyAvailability', () => client.keys.availability(), 'GET KEY', { available: true }],
    ['keyDetails', () => client.keys.details(), 'GET KEY/details', { name: 'x' }],
    ['keyUpdate', () => client.keys.update({ name: 'x' }), 'PUT KEY/details'],
    ['keyUsage', () => client.keys.usage({ end: 2 }), 'GET KEY/usage?end=2', usage],
    ['keyUsage', () => client.keys.usage({ start: 1 }), 'GET KEY/usage?start=1', usage],
    ['keyUsage', () => client.keys.usage({}, { key: 'ak_o' }), 'GET /v1/keys/ak_o/usage', usage],
    ['licenseeList', () => client.licensees.list({ limit: 5 }), 'GET KEY/licensees?limit=5', page],
    ['licenseeList', () => client.licensees.list(), 'GET KEY/licensees', page],
    ['licenseeCreate', () => client.licensees.create({ name: 'x' }), 'POST KEY/licensees', one],
    ['licenseeRead', () => client.licensees.get('7'), 'GET KEY/licensees/7', seven],
    ['licenseeUpdate', () => client.licensees.update('7', {}), 'POST KEY/licensees/7', seven],
    ['licenseeCancel', () => client.licensees.delete('7'), 'DELETE KEY/licensees/7'],
    [
      'licenseeRegenerateKey',
      () => client.licensees.regenerateKey('7'),
      `POST KEY/licensees/7/regenerate-key`,
      seven,
    ],
    ['configCreate', () => client.configs.create('c', 'p'), 'POST KEY/configs'],
    ['configRead', () => client.configs.get('c'), 'GET KEY/configs/c', { name: 'c' }],
    ['configUpdate', () => client.configs.update('c', 'p'), 'POST KEY/configs/c'],
    ['configDelete', () => client.configs.delete('c'), 'DELETE KEY/configs/c'],
    ['places', () => client.places.search('x'), 'GET /v1/places?query=x', hits],
    [
      'places',
      () => client.places.search('x', { countryIso: 'DEU' }),
      'GET /v1/places?query=x&country_iso=DEU',
      hits,
    ],
    ['placeResolve', () => client.places.resolve('x/1'), 'GET /v1/places/x%2F1?TAGS', one],
    [
      'addressAutocomplete',
      () => client.addresses.autocomplete('x', { limit: 3 }),
      'GET /v1/autocomplete/addresses?q=x&limit=3',
      hits,
    ],
    [
      'addressResolve',
      () => client.addresses.resolve('x'),
      'GET /v1/autocomplete/addresses/x/usa?TAGS',
    ],
    ['addressVerify', () => client.addresses.verify('x'), 'POST /v1/verify/addresses?TAGS'],
    ['addressCleanse', () => client.addresses.cleanse('x'), 'POST /v1/addresses/cleanse?TAGS'],
    [
      'addressCleanse',
      () => client.addresses.cleanse('x', { postcode: '1' }),
      'POST /v1/addresses/cleanse?TAGS',
    ],
    [
      'addressesNear',
      () => client.addresses.near(1.5, 52),
      'GET /v1/addresses?lon=1.5&lat=52&TAGS',
      hits,
    ],
    ['emailValidate', () => client.emails.validate('a@b.c'), 'GET /v1/emails?query=a%40b.c&TAGS'],
    ['phoneValidate', () => client.phones.validate('+4'), 'GET /v1/phone_numbers?query=%2B4&TAGS'],
  ];
  test.each(rows)(
    'sends the %s request with the correct credential, and returns the result (case %#)',
    async (name, call, asked, value = {}) => {
      reply = result(value);
      expect(await call()).toEqual(value);
      const [request] = service.asked;
      const form = asked.replace('KEY', key).replace('TAGS', 'tags=a%2Cb');
      expect(`${request?.method} ${request?.path}`).toBe(form);
      // Reading a config needs no key, but the client sends the management key.
      const isOpen = name === 'configRead';
      const bearer = isOpen ? userToken : bearers[endpoints[name].credential];
      expect(request?.headers.authorization).toBe(bearer && `Bearer ${bearer}`);
    },
  );

  test('sends an empty object in signUp.start() if no fields are prefilled', async () => {
    reply = result({ signup_url: 'https://x.example/', cli_token: 't' });
    await client.signUp.start();
    expect(service.asked[0]).toMatchObject({ method: 'POST', path: '/v1/sign_up', body: '{}' });
  });

  test('returns the result of licensees.get() unchanged if the licensee has no ID', async () => {
    reply = result({ name: 'without an id' });
    expect(await client.licensees.get('7')).toEqual({ name: 'without an id' });
  });

  test('returns the array of configs from configs.list()', async () => {
    const configs = [{ name: 'c', payload: 'p' }];
    reply = result({ configs });
    expect(await client.configs.list()).toEqual(configs);
  });

  test('returns the licensees from all pages if you call licensees.listAll()', async () => {
    const pages = [
      { licensees: [{ id: 1 }, { id: 2 }], hasMore: true },
      { licensees: [{ id: 3 }], hasMore: false },
    ];
    reply = (response) => result(pages[service.asked.length - 1])(response);
    expect(await client.licensees.listAll({ query: 'a' })).toEqual([
      { id: 1 },
      { id: 2 },
      { id: 3 },
    ]);
    expect(service.asked.map(({ path }) => path)).toEqual([
      `${key}/licensees?limit=100&query=a`,
      `${key}/licensees?limit=100&starting_after=2&query=a`,
    ]);
  });

  test('creates and updates configs and licensees with exactly the given fields', async () => {
    await client.configs.create('c', 'p');
    await client.configs.update('c', 'q');
    await client.licensees.create({ name: 'x' });
    await client.licensees.update('7', { name: 'y' });
    expect(service.asked.map(({ body }) => body)).toEqual([
      '{"name":"c","payload":"p"}',
      '{"payload":"q"}',
      '{"name":"x"}',
      '{"name":"y"}',
    ]);
  });

  test("lookups.log() passes the lookup log's bytes for the requested range to the given consumer", async () => {
    const row = '2026-01-31T12:00:00.000Z,127.0.0.1,x,y,z,,1,,\n';
    reply = (response) => response.writeHead(200, { 'content-type': 'text/csv' }).end(row);
    let text = '';
    await client.lookups.log(
      { start: 1, end: 2 },
      {
        begin() {
          text = '';
          return undefined;
        },
        chunk(bytes) {
          text += bytes.toString();
          return undefined;
        },
      },
    );
    expect(text).toBe(row);
    expect(service.asked[0]?.path).toBe(`${key}/lookups?start=1&end=2`);
  });

  test('sends a request without a query string if lookups.log() receives no range, or if a lookup receives no tags', async () => {
    const plain = createClient({ apiKey, userToken, baseUrl: service.url, env: {} });
    reply = (response) => response.writeHead(200, { 'content-type': 'text/csv' }).end();
    await plain.lookups.log({}, ignored);
    reply = result({ id: 1 });
    await plain.places.resolve('x');
    expect(service.asked.map(({ path }) => path)).toEqual([`${key}/lookups`, '/v1/places/x']);
  });

  test('returns the token from signUp.start(), and the pending state or the credentials from signUp.poll()', async () => {
    reply = result({ signup_url: 'https://x.example/', cli_token: 't' });
    expect(await client.signUp.start({ email: 'a@b.c' })).toMatchObject({ cli_token: 't' });
    reply = (response) => sendJson(response, 202, { code: 2020, message: 'Pending', result: {} });
    expect(await client.signUp.poll('t')).toEqual({ state: 'pending' });
    const credentials = { user_token: 'uk_n', test_api_key: 'ak_n', user_id: 'u' };
    reply = result(credentials);
    expect(await client.signUp.poll('t')).toEqual({ state: 'claimed', credentials });
  });
});

describe('a client call', () => {
  const refuse = (status: number, code: number) => (response: ServerResponse) =>
    sendJson(response, status, { code, message: 'No' });
  const unexpected = (what: string) => ({
    code: 'invalid_response',
    reason: 'unexpected_result',
    message: `The response does not contain ${what}.`,
  });
  const withoutPage = {
    code: 'invalid_response',
    reason: 'not_the_service',
    status: 200,
    message: 'The response lacks a sign-up URL or a valid token.',
  };
  const signupUrl = 'https://x.example/';
  const [noPage, noToken] = [{ cli_token: 't' }, { signup_url: signupUrl }];
  const oddToken = (cli_token: unknown) => ({ signup_url: signupUrl, cli_token });
  const cutOff = (response: ServerResponse) => {
    response.writeHead(404, { 'content-length': '9' });
    response.write('{', () => response.socket?.destroySoon());
  };
  const odd = (response: ServerResponse) =>
    sendJson(response, 201, { code: 2000, message: 'Odd', result: {} });
  const reset = (response: ServerResponse) => void response.socket?.resetAndDestroy();
  const silence = () => {};
  const keyless = () => createClient({ baseUrl: service.url });
  const withoutToken = () => createClient({ apiKey, baseUrl: service.url });

  type Failure = [reply: (response: ServerResponse) => void, error: object];
  const calls: [name: string, call: () => Promise<unknown>, failures: Failure[]][] = [
    [
      'keys.availability',
      () => client.keys.availability(),
      [
        [refuse(404, 4042), { code: 'auth_failed', status: 404, apiCode: 4042 }],
        [
          result({ available: 'yes' }),
          {
            code: 'invalid_response',
            status: 200,
            message: 'The response does not state whether the key is available.',
          },
        ],
      ],
    ],
    ['keys.usage', () => client.keys.usage(), [[result([]), unexpected('a usage record')]]],
    [
      'places.resolve',
      () => client.places.resolve('x'),
      [
        [refuse(402, 4020), { code: 'balance_empty', apiCode: 4020 }],
        [result([]), unexpected('an object')],
      ],
    ],
    ['licensees.get', () => client.licensees.get('7'), [[result('x'), unexpected('an object')]]],
    [
      'licensees.list',
      () => client.licensees.list(),
      [{}, { licensees: {} }, { licensees: [7] }].map(
        (value): Failure => [result(value), unexpected('a list of licensees')],
      ),
    ],
    [
      'licensees.listAll, after the first page',
      () => client.licensees.listAll(),
      [
        [
          (response) =>
            (service.asked.length > 1 ? refuse(400, 4008) : result({ ...page, hasMore: true }))(
              response,
            ),
          { code: 'api_error', details: { ...page, hasMore: true } },
        ],
      ],
    ],
    [
      'configs.list',
      () => client.configs.list(),
      [
        null,
        { configs: {} },
        { configs: [{ name: 'c' }] },
        { configs: [{ name: 'c', payload: 'p' }, {}] },
      ].map((value): Failure => [result(value), unexpected('a list of configs')]),
    ],
    [
      'signUp.start',
      () => client.signUp.start(),
      [null, noPage, noToken, ...['..', '\ud800', 7].map(oddToken)].map(
        (value): Failure => [result(value), withoutPage],
      ),
    ],
    [
      'signUp.poll',
      () => client.signUp.poll('t'),
      [
        [refuse(410, 4100), { code: 'signup_expired' }],
        [refuse(400, 4000), { code: 'api_error', apiCode: 4000 }],
        [result({}), { code: 'signup_lost', details: { answer: expect.stringContaining('2000') } }],
        [cutOff, { code: 'invalid_response', reason: 'answer_cut_off' }],
        [reset, { code: 'network_error' }],
        [
          odd,
          {
            code: 'invalid_response',
            status: 201,
            message: 'The service responded with status 201.',
          },
        ],
      ],
    ],
    [
      'signUp.poll with an invalid token',
      () => client.signUp.poll('..'),
      [
        [
          silence,
          { code: 'invalid_input', message: expect.stringContaining('contains only dots') },
        ],
      ],
    ],
    [
      'an invalid coordinate',
      () => client.addresses.near(200, 0),
      [[silence, { code: 'invalid_input' }]],
    ],
    ['no key', () => keyless().places.search('x'), [[silence, { code: 'missing_api_key' }]]],
    [
      'no management key',
      () => withoutToken().keys.details(),
      [[silence, { code: 'missing_user_token', message: 'The client has no management key.' }]],
    ],
  ];
  const failures = calls.flatMap(([name, call, all]) =>
    all.map(([answer, error]) => [name, answer, call, error] as const),
  );
  test.each(failures)(
    'throws a WaypostError with an error code if it fails (case %#: %s)',
    async (_name, answer, call, error) => {
      reply = answer;
      const thrown = await call().catch((reason: unknown) => reason);
      expect(thrown).toBeInstanceOf(WaypostError);
      expect(thrown).toMatchObject(error);
    },
  );

  test("is aborted by the client's signal", async () => {
    const stop = new AbortController();
    reply = () => stop.abort(new Error('enough'));
    const stoppable = createClient({ apiKey, baseUrl: service.url, signal: stop.signal, env: {} });
    await expect(stoppable.places.search('x')).rejects.toMatchObject({
      name: 'WaypostError',
      code: 'aborted',
      message: 'The call was aborted.',
      cause: new Error('enough'),
    });
    await expect(stoppable.keys.availability()).rejects.toMatchObject({ code: 'aborted' });
    expect(service.asked).toHaveLength(1);
  });

  test('is sent only once if retry is false for the client or for the call', async () => {
    reply = (response) => sendJson(response, 503, { code: 5000, message: 'Busy' });
    const once = createClient({ apiKey, baseUrl: service.url, retry: false, env: {} });
    await expect(once.places.search('x')).rejects.toMatchObject({ code: 'rate_limited' });
    const calls = client.places.search('x', { retry: false });
    await expect(calls).rejects.toMatchObject({ code: 'rate_limited' });
    expect(service.asked).toHaveLength(2);
  });

  test("times out after the client's timeoutMs", async () => {
    const timeoutMs = 700_000;
    const limits = heldTimers(timeoutMs);
    reply = () => passOnce(limits);
    const hasty = createClient({ apiKey, baseUrl: service.url, timeoutMs, env: {} });
    await expect(hasty.places.search('x')).rejects.toMatchObject({ code: 'timeout' });
  });

  test.each<[name: string, call: (options: CallOptions) => Promise<unknown>]>([
    ['places.search', (options) => client.places.search('x', options)],
    ['keys.details', (options) => client.keys.details(options)],
    ['keys.availability', (options) => client.keys.availability(options)],
    ['lookups.log', (options) => client.lookups.log({}, ignored, options)],
    ['signUp.start', (options) => client.signUp.start({}, options)],
  ])(
    'ends when its own signal is aborted or its own timeoutMs has passed (call: %s)',
    async (_, call) => {
      const stop = new AbortController();
      reply = () => stop.abort();
      await expect(call({ signal: stop.signal })).rejects.toMatchObject({ code: 'aborted' });
      const timeoutMs = 700_000;
      const limits = heldTimers(timeoutMs);
      reply = () => passOnce(limits);
      await expect(call({ timeoutMs })).rejects.toMatchObject({ code: 'timeout' });
      // Other calls of the same client still work.
      reply = result({ available: true });
      await expect(client.keys.availability()).resolves.toEqual({ available: true });
    },
  );

  test("uses its own tags instead of the client's", async () => {
    await client.places.resolve('x', { tags: ['c'] });
    await client.places.resolve('x', { tags: [] });
    expect(service.asked.map(({ path }) => path)).toEqual(['/v1/places/x?tags=c', '/v1/places/x']);
  });

  test('to phones.validate() sends the number in international format if the country option is set', async () => {
    await client.phones.validate('(415) 555-2671', { country: 'US' });
    expect(service.asked[0]?.path).toBe('/v1/phone_numbers?query=%2B14155552671&tags=a%2Cb');
  });

  test.each<[call: () => unknown, message: string]>([
    [
      // @ts-expect-error the service's own spelling
      () => client.places.search('x', { country_iso: 'USA' }),
      'places.search has no option country_iso. Use one of: signal, timeoutMs, retry, tags, countryIso, biasCountryIso, biasLonlat, biasIp.',
    ],
    [
      // @ts-expect-error a search has no limit
      () => client.places.search('x', { limit: 3 }),
      'places.search has no option limit.',
    ],
    [
      // @ts-expect-error a lookup has no option key
      () => client.places.resolve('x', { key: 'ak_x' }),
      'places.resolve has no option key.',
    ],
    [
      // @ts-expect-error this call has no tags
      () => client.keys.details({ tags: ['a'] }),
      'keys.details has no option tags.',
    ],
    [
      // @ts-expect-error the option is timeoutMs
      () => client.emails.validate('a@b.c', { timeout: 5 }),
      'emails.validate has no option timeout.',
    ],
    [
      // @ts-expect-error the option is end
      () => client.keys.usage({ until: 5 }),
      'keys.usage has no option until.',
    ],
    [
      // @ts-expect-error the option is end
      () => client.lookups.log({ until: 5 }, ignored),
      'lookups.log has no option until.',
    ],
    [
      // @ts-expect-error the option is timeoutMs
      async () => createClient({ timeout: 5 }),
      'createClient has no option timeout.',
    ],
  ])(
    'fails with invalid_input and does not send a request if an option is unknown (case %#)',
    async (call, message) => {
      await expect(call()).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining(message),
      });
      expect(service.asked).toEqual([]);
    },
  );

  test('calls onMayBillTwice if a lookup might be billed twice', async () => {
    const reasons: string[] = [];
    reply = (response) => {
      if (service.asked.length === 1) response.socket?.resetAndDestroy();
      else result({ id: 1 })(response);
    };
    await createClient({
      apiKey,
      baseUrl: service.url,
      env: {},
      onMayBillTwice: (reason) => reasons.push(reason),
    }).places.resolve('x');
    expect(reasons).toHaveLength(1);
  });
});

test('signUp.poll() returns credentials even if the rest of the response is cut off', async () => {
  const text = JSON.stringify({
    result: { user_token: 'uk_n', test_api_key: 'ak_n', user_id: 'u' },
  });
  reply = (response) => {
    response.writeHead(200, { 'content-length': '5000' });
    response.write(text, () => response.socket?.destroySoon());
  };
  expect(await client.signUp.poll('t')).toEqual({
    state: 'claimed',
    credentials: { user_token: 'uk_n', test_api_key: 'ak_n', user_id: 'u' },
  });
});

test('createClient applies the same rules to baseUrl as waypost applies to --base-url', () => {
  expect(() => createClient({ baseUrl: 'x' })).toThrow(
    'The base URL in baseUrl is not a valid URL.',
  );
  const baseUrl = 'http://a.example/v1';
  expect(() => createClient({ baseUrl })).toThrow('plain HTTP to another host');
  expect(() => createClient({ baseUrl, insecureHttp: true })).not.toThrow();
});

test('createClient accepts the result of resolveCredentials as its options', () => {
  expect(() => createClient(resolveCredentials({ env: {} }))).not.toThrow();
});

test('a client call fails with missing_api_key if the client was created without options', async () => {
  await expect(createClient().keys.availability()).rejects.toMatchObject({
    code: 'missing_api_key',
    message: 'The client has no API key.',
  });
});

describe('resolveCredentials', () => {
  test('reads the process environment by default, and returns warnings as strings', () => {
    const directory = mkdtempSync(join(tmpdir(), 'waypost-library-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    mkdirSync(join(directory, 'waypost'), { mode: 0o755 });
    writeFileSync(join(directory, 'waypost/credentials.json'), '{"api_key":"ak_stored"}', {
      mode: 0o644,
    });
    vi.stubEnv('XDG_CONFIG_HOME', directory);
    vi.stubEnv('WAYPOST_API_KEY', '');
    onTestFinished(() => void vi.unstubAllEnvs());
    const found = resolveCredentials();
    expect(found).toMatchObject({ apiKey: 'ak_stored', sources: { apiKey: 'config' } });
    expect(found.warnings).toEqual([expect.stringContaining('credentials.json')]);
  });

  test('takes each value from the first of these sources that has the value: options, environment variables, credentials file', () => {
    const directory = mkdtempSync(join(tmpdir(), 'waypost-library-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    mkdirSync(join(directory, 'waypost'), { mode: 0o700 });
    const stored = {
      api_key: 'ak_stored',
      user_token: 'uk_stored',
      base_url: 'https://s.example/v1',
    };
    writeFileSync(join(directory, 'waypost/credentials.json'), JSON.stringify(stored), {
      mode: 0o600,
    });
    const env = { XDG_CONFIG_HOME: directory, WAYPOST_API_KEY: 'ak_env' };
    expect(resolveCredentials({ env, apiKey: 'ak_given' })).toEqual({
      apiKey: 'ak_given',
      userToken: 'uk_stored',
      baseUrl: 'https://s.example/v1',
      insecureHttp: false,
      sources: { apiKey: 'flag', userToken: 'config' },
      warnings: [],
    });
    expect(resolveCredentials({ env }).sources).toEqual({ apiKey: 'env', userToken: 'config' });
    expect(resolveCredentials({ env, baseUrl: 'https://other.example/v1' })).toMatchObject({
      userToken: undefined,
      warnings: [expect.stringContaining('https://s.example')],
    });
  });
});

test('index.ts exports the type of every result', () => {
  const [methods = '', exported = ''] = ['client.ts', 'index.ts'].map((name) =>
    readFileSync(join(__dirname, '../../src/client', name), 'utf8'),
  );
  const results = [...methods.matchAll(/Promise<([A-Z]\w+)/g)].map(([, name = '']) => name);
  expect(results).toContain('KeyDetails');
  const listed = [...exported.matchAll(/^export (?:type )?{([^}]*)}/gms)].map(([, names]) => names);
  const names: string[] = listed.join().match(/\w+/g) ?? [];
  expect(results.filter((name) => !names.includes(name))).toEqual([]);
});
