// GET /keys/{key} and GET /keys/{key}/details: who is answered what.
import { beforeAll, describe, expect, test } from 'vitest';
import { codeOf, resultOf, type TestKeys, useSandbox } from './support/bench';

const bench = useSandbox();
let mine: TestKeys;
let other: TestKeys;
beforeAll(async () => {
  mine = await bench.account();
  other = await bench.account();
});

/** Puts the test's keys where a case names them. */
const fill = (text: string): string =>
  text
    .replaceAll('MINE', mine.key)
    .replaceAll('UK_ME', mine.user_token)
    .replaceAll('UK_OTHER', other.user_token);

describe('GET /keys/{key}', () => {
  const cases: [what: string, path: string, authorization: string, status: number, code: number][] =
    [
      ['no credential', '/keys/MINE', '', 200, 2000],
      ['the shared test key', '/keys/ak_test', '', 200, 2000],
      ['an unknown key', '/keys/ak_nobody', '', 404, 4042],
      ['a malformed key', '/keys/%20', '', 404, 4042],
      ['a known key and more', '/keys/ak_test%00', '', 404, 4042],
      ['a management key in place of the key', '/keys/UK_ME', '', 404, 4042],
      ['the API key as Bearer', '/keys/MINE', 'Bearer MINE', 200, 2000],
      ['a Bearer token of no known kind', '/keys/MINE', 'Bearer what', 200, 2000],
      ['an unknown management key', '/keys/MINE', 'Bearer uk_nobody', 404, 4041],
      ['an unknown management key in the query', '/keys/MINE?user_token=x', '', 404, 4041],
      ['a management key of another account', '/keys/MINE', 'Bearer UK_OTHER', 401, 4012],
      ['a management key for an unknown key', '/keys/ak_nobody', 'Bearer UK_ME', 404, 4042],
      ['a management key for the shared test key', '/keys/ak_test', 'Bearer UK_ME', 401, 4012],
    ];
  // Shows: GET /keys/{key} needs no management key
  // Shows: An unknown or malformed key: 404, 4042
  // Shows: A management key that does not own it: 4012
  // Shows: 9. Availability and polling need no credential
  test.each(cases)('%s', async (_what, path, authorization, status, code) => {
    const headers = authorization === '' ? {} : { Authorization: fill(authorization) };
    const answer = await bench.service('GET', fill(path), { headers });
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
  });

  // Shows: The availability record: available, contexts, context
  test('answers the availability record', async () => {
    const answer = await bench.service('GET', `/keys/${mine.key}`);
    expect(answer.json).toEqual({
      result: {
        available: true,
        contexts: [
          { iso_3: 'USA', iso_2: 'US', description: 'United States', emoji: '🇺🇸', rgeo: true },
        ],
        context: '',
      },
      code: 2000,
      message: 'Success',
    });
  });

  // Shows: With a management key: the private details
  test('answers the private details to the management key', async () => {
    const details = await bench.service(
      'GET',
      `/keys/${mine.key}/details?user_token=${mine.user_token}`,
    );
    const answer = await bench.service('GET', `/keys/${mine.key}?user_token=${mine.user_token}`);
    expect(answer.json).toEqual(details.json);
  });
});

describe('GET /keys/{key}/details', () => {
  const cases: [what: string, path: string, authorization: string, status: number, code: number][] =
    [
      ['Bearer', '/keys/MINE/details', 'Bearer UK_ME', 200, 2000],
      ['Bearer in another case', '/keys/MINE/details', 'bearer UK_ME', 200, 2000],
      ['query', '/keys/MINE/details?user_token=UK_ME', '', 200, 2000],
      ['older form', '/keys/MINE/details', 'user_token="UK_ME"', 200, 2000],
      [
        'older form, both keys, comma',
        '/keys/MINE/details',
        'api_key="MINE", user_token="UK_ME"',
        200,
        2000,
      ],
      [
        'older form, both keys, blank',
        '/keys/MINE/details',
        'api_key="MINE" user_token="UK_ME"',
        200,
        2000,
      ],
      ['older form, a scheme word', '/keys/MINE/details', 'SERVICE user_token="UK_ME"', 200, 2000],
      ['older form without quotes', '/keys/MINE/details', 'user_token=UK_ME', 401, 4010],
      [
        'query over header: good',
        '/keys/MINE/details?user_token=UK_ME',
        'Bearer UK_OTHER',
        200,
        2000,
      ],
      [
        'query over header: bad',
        '/keys/MINE/details?user_token=UK_OTHER',
        'Bearer UK_ME',
        401,
        4012,
      ],
      [
        'an empty query member is none',
        '/keys/MINE/details?user_token=',
        'Bearer UK_ME',
        200,
        2000,
      ],
      ['nothing', '/keys/MINE/details', '', 401, 4010],
      ['the API key', '/keys/MINE/details', 'Bearer MINE', 401, 4010],
      ['the API key in the query', '/keys/MINE/details?api_key=MINE', '', 401, 4010],
      ['Basic', '/keys/MINE/details', 'Basic dWs6eA==', 401, 4010],
      ['an unknown management key', '/keys/MINE/details', 'Bearer uk_nobody', 404, 4041],
      ['unknown management key and key', '/keys/ak_nobody/details', 'Bearer uk_nobody', 404, 4041],
      ['an unknown key', '/keys/ak_nobody/details', 'Bearer UK_ME', 404, 4042],
      ['a key of another account', '/keys/MINE/details', 'Bearer UK_OTHER', 401, 4012],
    ];
  // Shows: Errors carry code and message and no result
  // Shows: Details require the management key; 404 for an unknown key
  // Shows: 1. Bearer with the API key, or the management key
  // Shows: 2. Query forms; the query wins
  // Shows: 3. The older header form, in double quotes
  // Shows: 8. Another account: 4012; unknown user: 4041
  // Shows: 8. No management key at all: 401, 4010
  test.each(cases)('%s', async (_what, path, authorization, status, code) => {
    const headers = authorization === '' ? {} : { Authorization: fill(authorization) };
    const answer = await bench.service('GET', fill(path), { headers });
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    expect('result' in (answer.json as object)).toBe(status === 200);
  });

  // Shows: A new account has a free test balance of 50
  // Shows: The private details have every member
  test('answers every member', async () => {
    const answer = await bench.service('GET', `/keys/${mine.key}/details`, {
      headers: { Authorization: `Bearer ${mine.user_token}` },
    });
    expect(resultOf(answer)).toEqual({
      name: 'Test key',
      contexts: [expect.objectContaining({ iso_3: 'USA' })],
      lookups_remaining: 50,
      daily_limit: { limit: null, consumed: 0 },
      monthly_limit: { limit: null, consumed: 0 },
      individual_limit: { limit: null },
      rate_limit: { limit: null },
      allowed_urls: [],
      redact_days: 28,
      notifications: {
        emails: [],
        enabled: true,
        balance_threshold: null,
        no_balance: true,
        limit_reached: true,
      },
      datasets: {
        geonames: true,
        usps: true,
        uspscleanse: true,
        email: true,
        phone: true,
        gbrcleanse: true,
        ab: false,
        here: false,
      },
      automated_topups: { enabled: false },
      current_purchases: [{ expires: null, purchased: 50, consumed: 0 }],
      ip_forwarding: false,
      premier_support: false,
    });
  });
});

describe('the challenge of a 401', () => {
  // Shows: 4. An unauthorized Bearer request receives a challenge
  test.each([
    [
      'a refused token is named as the reason',
      'Bearer UK_OTHER',
      /^Bearer realm="[^"]+", error="invalid_token"$/,
    ],
    ['without a token there is no reason', '', /^Bearer realm="[^"]+"$/],
  ])('%s', async (_what, authorization, form) => {
    const headers = authorization === '' ? {} : { Authorization: fill(authorization) };
    const answer = await bench.service('GET', `/keys/${mine.key}/details`, { headers });
    expect(answer.headers['www-authenticate']).toMatch(form);
  });

  test('is not on a 404', async () => {
    const answer = await bench.service('GET', '/keys/ak_nobody');
    expect(answer.headers['www-authenticate']).toBeUndefined();
  });
});

describe('a key is not available', () => {
  // Shows: A key without lookups, or over a limit, is available: false with 200
  test.each([
    ['without lookups', { lookups_remaining: 0 }, false],
    ['with one lookup', { lookups_remaining: 1 }, true],
    ['over the limit of its address', { individual_limit: { limit: 0 } }, false],
    ['within the limit of its address', { individual_limit: { limit: 1 } }, true],
    ['without lookups but unlimited', { lookups_remaining: 0, plan: 'unlimited' }, true],
    ['flagged as high risk: that is no limit', { high_risk: true }, true],
  ])('%s', async (_what, change, available) => {
    const { key } = await bench.account();
    expect((await bench.control('PATCH', `/keys/${key}`, change)).status).toBe(200);
    const answer = await bench.service('GET', `/keys/${key}`);
    expect(answer.status).toBe(200);
    expect(resultOf<{ available: boolean }>(answer).available).toBe(available);
  });

  // Shows: accounts and keys: list, make, change, delete
  test('when it is deleted: it is not found', async () => {
    const { key, user_token } = await bench.account();
    expect((await bench.control('DELETE', `/keys/${key}`)).json).toEqual({ deleted: 1 });
    expect(codeOf(await bench.service('GET', `/keys/${key}`))).toBe(4042);
    expect(
      codeOf(await bench.service('GET', `/keys/${key}/details?user_token=${user_token}`)),
    ).toBe(4042);
  });
});

describe('allowed URLs', () => {
  const entries = [
    'https://shop.example',
    '*.example.org',
    'http://*.local.test:3000',
    'https://slash.example/',
  ];
  const cases: [what: string, headers: Record<string, string>, allowed: boolean][] = [
    ['an exact origin', { Origin: 'https://shop.example' }, true],
    ['a referer with a path', { Referer: 'https://shop.example/cart?a=1' }, true],
    ['another scheme', { Origin: 'http://shop.example' }, false],
    ['another port', { Origin: 'https://shop.example:8443' }, false],
    ['a longer host', { Origin: 'https://shop.example.evil.test' }, false],
    ['a subdomain of an exact entry', { Origin: 'https://a.shop.example' }, false],
    ['a subdomain of a wildcard', { Origin: 'https://a.b.example.org' }, true],
    ['the domain of a wildcard itself', { Origin: 'https://example.org' }, false],
    ['a host that only ends like one', { Origin: 'https://badexample.org' }, false],
    ['a wildcard with scheme and port', { Origin: 'http://x.local.test:3000' }, true],
    ['its other scheme', { Origin: 'https://x.local.test:3000' }, false],
    ['an entry with a slash, which is dropped', { Origin: 'https://slash.example' }, true],
    ['neither header', {}, false],
    ['an origin that is none', { Origin: 'null' }, false],
  ];
  let key: string;
  beforeAll(async () => {
    ({ key } = await bench.account());
    await bench.control('PATCH', `/keys/${key}`, { allowed_urls: entries });
  });
  // Shows: 5. Allowed URLs: scheme and host exactly
  // Shows: 5. Wildcard subdomains
  // Shows: 5. Neither header: 4011
  test.each(cases)('%s', async (_what, headers, allowed) => {
    const answer = await bench.service('GET', `/keys/${key}`, { headers });
    expect([answer.status, codeOf(answer)]).toEqual(allowed ? [200, 2000] : [401, 4011]);
  });
});

describe('IP allow list and forwarding', () => {
  test.each([
    ['this address', ['127.0.0.1'], {}, 200],
    ['a network', ['127.0.0.0/8'], {}, 200],
    ['another address', ['192.0.2.1'], {}, 401],
    [
      'a forwarded address without forwarding',
      ['192.0.2.1'],
      { 'Svc-Source-IP': '192.0.2.1' },
      401,
    ],
  ])('%s', async (_what, ip_allow_list, headers, status) => {
    const { key } = await bench.account();
    await bench.control('PATCH', `/keys/${key}`, { ip_allow_list });
    const answer = await bench.service('GET', `/keys/${key}`, { headers });
    expect(answer.status).toBe(status);
    if (status === 401) expect(answer.json).toEqual({ code: 4011, message: 'Forbidden' });
  });

  test.each([
    ['192.0.2.7', '192.0.2.7', 200],
    ['2001:db8::7', '2001:db8::7', 401],
    ['nonsense', '127.0.0.1', 401],
  ])('with forwarding, Svc-Source-IP: %s counts as %s', async (given, counted, status) => {
    const { key } = await bench.account();
    await bench.control('PATCH', `/keys/${key}`, {
      ip_forwarding: true,
      ip_allow_list: ['192.0.2.7'],
    });
    const answer = await bench.service('GET', `/keys/${key}`, {
      headers: { 'Svc-Source-IP': given },
    });
    expect(answer.status).toBe(status);
    expect(answer.headers['svc-source-ip']).toBe(counted);
  });
});
