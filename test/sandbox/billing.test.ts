// Who may make a billable request, and what it takes.
import { beforeEach, describe, expect, test } from 'vitest';
import { managedBy, resultOf, type TestKeys, told, useSandbox } from './support/bench';
import type { Answer } from './support/client';

const noon = Date.parse('2026-11-20T12:00:00Z');
let now = noon;
const bench = useSandbox({ clock: () => now });
let mine: TestKeys;
beforeEach(async () => {
  now = noon;
  await bench.control('POST', '/reset');
  mine = await bench.account();
});

const place = '/places/geonames_2950159';
const patch = (change: unknown, keys = mine) => bench.control('PATCH', `/keys/${keys.key}`, change);

const put = (body: unknown) =>
  bench.service('PUT', `/keys/${mine.key}/details`, { ...managedBy(mine), body });

const ask = (path = place, headers: Record<string, string> = {}): Promise<Answer> =>
  bench.service('GET', path, { headers: { Authorization: `Bearer ${mine.key}`, ...headers } });

const details = async () =>
  resultOf<{
    lookups_remaining: number;
    daily_limit: { consumed: number };
    monthly_limit: { consumed: number };
    current_purchases: unknown[];
  }>(await bench.service('GET', `/keys/${mine.key}/details`, managedBy(mine)));

const available = async (headers: Record<string, string> = {}): Promise<boolean> =>
  resultOf<{ available: boolean }>(await bench.service('GET', `/keys/${mine.key}`, { headers }))
    .available;

const fill = (text: string): string =>
  text.replaceAll('MINE', mine.key).replaceAll('UK_ME', mine.user_token);

describe('Authentication 1 to 3: forms of the API key', () => {
  const cases: [what: string, path: string, authorization: string, code: number][] = [
    ['Bearer', place, 'Bearer MINE', 2000],
    ['query', `${place}?api_key=MINE`, '', 2000],
    ['older form', place, 'api_key="MINE"', 2000],
    ['query over header: good', `${place}?api_key=MINE`, 'Bearer ak_nobody', 2000],
    ['query over header: bad', `${place}?api_key=ak_nobody`, 'Bearer MINE', 4010],
    ['query over older form', `${place}?api_key=MINE`, 'api_key="ak_nobody"', 2000],
    ['nothing', place, '', 4010],
    ['an unknown key', place, 'Bearer ak_nobody', 4010],
    ['a licensee key nobody has', place, 'Bearer sl_nobody', 4010],
    ['the management key', place, 'Bearer UK_ME', 4010],
    ['the management key in the query', `${place}?user_token=UK_ME`, '', 4010],
  ];
  // Shows: 1. Bearer with the API key, or the management key
  // Shows: 2. Query forms; the query wins
  // Shows: 3. The older header form, in double quotes
  test.each(cases)('%s', async (_what, path, authorization, code) => {
    for (const at of [path, path.replace(place, '/places')]) {
      const headers: Record<string, string> =
        authorization === '' ? {} : { Authorization: fill(authorization) };
      const answer = await bench.service('GET', fill(at), { headers });
      expect(told(answer)).toEqual([code === 2000 ? 200 : 401, code]);
    }
  });

  test('Errors 4010: a deleted key is invalid', async () => {
    await bench.control('DELETE', `/keys/${mine.key}`);
    expect(told(await ask())).toEqual([401, 4010]);
    expect(told(await ask('/places?q=ber'))).toEqual([401, 4010]);
  });
});

// Shows: 4. An unauthorized Bearer request receives a challenge
describe('Authentication 4: an unauthorized Bearer request receives a challenge', () => {
  test.each([place, '/places?q=a', '/emails?query=a'])('%s', async (path) => {
    const answer = await bench.service('GET', path, { headers: { Authorization: 'Bearer ak_x' } });
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([
      401,
      'Bearer realm="address and place lookup", error="invalid_token"',
    ]);
  });
});

// Shows: 5. Allowed URLs: scheme and host exactly
describe('Authentication 5: allowed URLs', () => {
  const entries = ['https://shop.example', '*.example.org'];
  const cases: [what: string, headers: Record<string, string>, allowed: boolean][] = [
    ['an allowed origin', { Origin: 'https://shop.example' }, true],
    ['an allowed referer', { Referer: 'https://shop.example/cart' }, true],
    ['a subdomain of a wildcard', { Origin: 'https://a.example.org' }, true],
    ['another scheme', { Origin: 'http://shop.example' }, false],
    ['another page', { Origin: 'https://evil.example' }, false],
    ['neither header', {}, false],
  ];
  test.each(cases)('%s', async (_what, headers, allowed) => {
    await put({ allowed_urls: entries });
    for (const path of [place, '/places?q=ber', '/emails?query=a@b.example']) {
      expect(told(await ask(path, headers))).toEqual(allowed ? [200, 2000] : [401, 4011]);
    }
  });

  test('a refused request is not billed', async () => {
    await put({ allowed_urls: entries });
    await ask();
    expect((await details()).lookups_remaining).toBe(50);
  });

  test('a licensee has allowed URLs of its own', async () => {
    await patch({ sublicensing: true });
    const body = { name: 'L', whitelist: ['https://l.example'] };
    const { key } = resultOf<{ key: string }>(
      await bench.service('POST', `/keys/${mine.key}/licensees`, { ...managedBy(mine), body }),
    );
    const from = (Origin: string) => ask(place, { Authorization: `Bearer ${key}`, Origin });
    expect(told(await from('https://l.example'))).toEqual([200, 2000]);
    expect(told(await from('https://other.example'))).toEqual([401, 4011]);
  });
});

describe('Authentication 6: IP allow list', () => {
  // Shows: 6. IP allow list: 4011 with message Forbidden
  test('a request from another IP gets 4011 with message Forbidden', async () => {
    await patch({ ip_allow_list: ['192.0.2.0/24'] });
    expect((await ask()).json).toEqual({ code: 4011, message: 'Forbidden' });
    await patch({ ip_allow_list: ['127.0.0.0/8'] });
    expect(told(await ask())).toEqual([200, 2000]);
  });

  test('with IP forwarding, the forwarded address counts', async () => {
    await patch({ ip_allow_list: ['192.0.2.0/24'], ip_forwarding: true });
    expect(told(await ask(place, { 'Svc-Source-IP': '192.0.2.9' }))).toEqual([200, 2000]);
    expect(told(await ask(place, { 'Svc-Source-IP': '198.51.100.1' }))).toEqual([401, 4011]);
  });
});

describe('Authentication 7: sublicensing', () => {
  let licensee: { id: string; key: string };
  let foreign: { id: string; key: string };
  const make = async (keys: TestKeys) => {
    await patch({ sublicensing: true }, keys);
    return resultOf<{ id: string; key: string }>(
      await bench.service('POST', `/keys/${keys.key}/licensees`, {
        ...managedBy(keys),
        body: { name: 'Reseller', daily: { limit: 2 } },
      }),
    );
  };
  beforeEach(async () => {
    licensee = await make(mine);
    foreign = await make(await bench.account());
  });
  const put = (text: string): string =>
    fill(text)
      .replaceAll('SL_ID', licensee.id)
      .replaceAll('SL_OWN', licensee.key)
      .replaceAll('SL_OTHER', foreign.key);

  const cases: [what: string, path: string, authorization: string, code: number][] = [
    ['without a licensee', place, 'Bearer MINE', 4013],
    ['searching without a licensee', '/places?q=a', 'Bearer MINE', 4013],
    ['the licensee key as the API key', place, 'Bearer SL_OWN', 2000],
    ['the licensee key as the API key, in the query', `${place}?api_key=SL_OWN`, '', 2000],
    ['a licensee beside the key, in the query', `${place}?licensee=SL_OWN`, 'Bearer MINE', 2000],
    ['a licensee by its id', `${place}?licensee=SL_ID`, 'Bearer MINE', 2000],
    ['a licensee in the older form', place, 'api_key="MINE", licensee="SL_OWN"', 2000],
    ['a licensee of another key', `${place}?licensee=SL_OTHER`, 'Bearer MINE', 4014],
    ['its own and another', `${place}?licensee=SL_OTHER`, 'Bearer SL_OWN', 4014],
    ['a licensee nobody knows', `${place}?licensee=sl_nobody`, 'Bearer MINE', 4014],
  ];
  // Shows: 7. Sublicensing without a licensee: 4013
  // Shows: 7. A licensee of another key: 4014
  // Shows: 7. The licensee key as the API key bills the licensee
  test.each(cases)('%s', async (_what, path, authorization, code) => {
    const headers: Record<string, string> =
      authorization === '' ? {} : { Authorization: put(authorization) };
    const answer = await bench.service('GET', put(path), { headers });
    expect(told(answer)).toEqual([code === 2000 ? 200 : 401, code]);
    expect((await details()).lookups_remaining).toBe(code === 2000 ? 49 : 50);
  });

  test('two licensees of one key are one too many', async () => {
    const path = `/keys/${mine.key}/licensees`;
    const second = resultOf<{ id: string }>(
      await bench.service('POST', path, { ...managedBy(mine), body: { name: 'Second' } }),
    );
    const by = { Authorization: `Bearer ${licensee.key}` };
    expect(told(await ask(`${place}?licensee=${second.id}`, by))).toEqual([401, 4014]);
    expect(told(await ask(`${place}?licensee=${licensee.id}`, by))).toEqual([200, 2000]);
  });

  // Shows: Daily, monthly, per IP and licensee limits: 4021
  test('Errors 4021: a licensee has a daily limit of its own', async () => {
    const of = () => ask(place, { Authorization: `Bearer ${licensee.key}` });
    now += 1000;
    const codes = [await of(), await of(), await of()].map(told);
    expect(codes).toEqual([
      [200, 2000],
      [200, 2000],
      [402, 4021],
    ]);
    const shown = await bench.service(
      'GET',
      `/keys/${mine.key}/licensees/${licensee.id}`,
      managedBy(mine),
    );
    expect(resultOf(shown)).toMatchObject({
      daily: { count: 2, limit: 2, updatedAt: '2026-11-20T12:00:01.000Z' },
    });
    now += 86_400_000;
    expect(told(await of())).toEqual([200, 2000]);
  });

  // Shows: DELETE cancels: its key stops
  test('a cancelled licensee and an old licensee key stop at once', async () => {
    const path = `/keys/${mine.key}/licensees/${licensee.id}`;
    const renewed = resultOf<{ key: string }>(
      await bench.service('POST', `${path}/regenerate-key`, managedBy(mine)),
    );
    const by = (key: string) => ask(place, { Authorization: `Bearer ${key}` });
    expect(told(await by(licensee.key))).toEqual([401, 4010]);
    expect(told(await by(renewed.key))).toEqual([200, 2000]);
    await bench.service('DELETE', path, managedBy(mine));
    expect(told(await by(renewed.key))).toEqual([401, 4010]);
    expect(told(await ask(`${place}?licensee=${licensee.id}`))).toEqual([401, 4014]);
  });
});

describe('Authentication 10: Svc-Source-IP', () => {
  const cases: [what: string, settings: object, sent: string, code: number, echoed: string][] = [
    [
      'a valid address with forwarding is echoed',
      { ip_forwarding: true },
      '192.0.2.1',
      2000,
      '192.0.2.1',
    ],
    ['IPv4 in IPv6 is IPv4', { ip_forwarding: true }, '::ffff:192.0.2.1', 2000, '192.0.2.1'],
    ['without forwarding it is the connection’s', {}, '192.0.2.1', 2000, '127.0.0.1'],
    ['a malformed one is as good as none', { ip_forwarding: true }, 'x', 2000, '127.0.0.1'],
    [
      'Errors 40010: a key with a per IP limit got a malformed one',
      { ip_forwarding: true, individual_limit: { limit: 5 } },
      '192.0.2.256',
      40010,
      '127.0.0.1',
    ],
    [
      'Errors 40010: without forwarding too',
      { individual_limit: { limit: 5 } },
      'x',
      40010,
      '127.0.0.1',
    ],
  ];
  // Shows: 10. Svc-Source-IP with forwarding counts and is echoed
  test.each(cases)('%s', async (_what, settings, sent, code, echoed) => {
    await patch(settings);
    for (const path of [place, '/places?q=ber']) {
      const answer = await ask(path, { 'Svc-Source-IP': sent });
      expect(told(answer)).toEqual([code === 2000 ? 200 : 400, code]);
      expect(answer.headers['svc-source-ip']).toBe(echoed);
    }
  });
});

describe('Limits: the balance', () => {
  // Shows: Searching does not decrement the balance; resolving does
  test('place resolution decrements it, place search does not', async () => {
    await ask('/places?q=ber');
    expect((await details()).lookups_remaining).toBe(50);
    await ask();
    expect(await details()).toMatchObject({
      lookups_remaining: 49,
      daily_limit: { consumed: 1 },
      monthly_limit: { consumed: 1 },
      current_purchases: [{ purchased: 50, consumed: 1 }],
    });
  });

  test('Errors 4020: no lookups left; the key is not available, and searching goes on', async () => {
    await patch({ lookups_remaining: 2 });
    expect([told(await ask()), told(await ask()), told(await ask())]).toEqual([
      [200, 2000],
      [200, 2000],
      [402, 4020],
    ]);
    expect(await available()).toBe(false);
    expect(told(await ask('/places?q=ber'))).toEqual([200, 2000]);
  });

  test('an unlimited plan has none', async () => {
    await patch({ plan: 'unlimited', lookups_remaining: 0 });
    expect(told(await ask())).toEqual([200, 2000]);
    expect((await details()).lookups_remaining).toBe(0);
  });

  // Shows: HEAD and OPTIONS consume nothing
  test('HEAD and OPTIONS consume nothing', async () => {
    const headers = { Authorization: `Bearer ${mine.key}` };
    expect((await bench.service('HEAD', place, { headers })).status).toBe(200);
    expect((await bench.service('OPTIONS', place, { headers })).status).toBe(204);
    expect((await details()).lookups_remaining).toBe(50);
  });

  // Shows: Requests at the same time never take more than there is
  test('requests at the same time never take more than there is', async () => {
    await patch({ lookups_remaining: 5 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect((await details()).lookups_remaining).toBe(0);
  });
});

describe('Errors 4021: daily, monthly or per IP limit would be exceeded', () => {
  const cases: [what: string, limit: object, resets: number][] = [
    ['daily', { daily_limit: { limit: 2 } }, Date.parse('2026-11-21T00:00:00Z')],
    ['monthly', { monthly_limit: { limit: 2 } }, Date.parse('2026-12-01T00:00:00Z')],
    ['per IP', { individual_limit: { limit: 2 } }, Date.parse('2026-11-21T00:00:00Z')],
  ];
  // Shows: Daily, monthly, per IP and licensee limits: 4021
  test.each(cases)('%s', async (_what, limit, resets) => {
    await put(limit);
    expect(await available()).toBe(true);
    expect([told(await ask()), told(await ask()), told(await ask())]).toEqual([
      [200, 2000],
      [200, 2000],
      [402, 4021],
    ]);
    expect(await available()).toBe(false);
    now = resets - 1;
    expect(told(await ask())).toEqual([402, 4021]);
    now = resets;
    expect(await available()).toBe(true);
    expect(told(await ask())).toEqual([200, 2000]);
  });

  test('per IP: another address has its own', async () => {
    await patch({ individual_limit: { limit: 1 }, ip_forwarding: true });
    const from = (ip: string) => ask(place, { 'Svc-Source-IP': ip });
    expect(told(await from('192.0.2.1'))).toEqual([200, 2000]);
    expect(told(await from('192.0.2.1'))).toEqual([402, 4021]);
    expect(told(await from('192.0.2.2'))).toEqual([200, 2000]);
    expect(await available({ 'Svc-Source-IP': '192.0.2.1' })).toBe(false);
  });

  test('counts an IPv6 address in two spellings as one', async () => {
    await patch({ individual_limit: { limit: 1 }, ip_forwarding: true });
    const from = (address: string) => ask(place, { 'Svc-Source-IP': address });
    const first = await from('2001:db8::1');
    expect(told(first)).toEqual([200, 2000]);
    const second = await from('2001:DB8:0:0:0:0:0:1');
    expect(told(second)).toEqual([402, 4021]);
    expect(second.headers['svc-source-ip']).toBe('2001:db8::1');
    expect(told(await from('::ffff:192.0.2.7'))).toEqual([200, 2000]);
    expect(told(await from('::ffff:c000:207'))).toEqual([402, 4021]);
    expect(told(await from('192.0.2.7'))).toEqual([402, 4021]);
  });

  // Shows: The shared test key answers 5 requests a day
  // Shows: The shared test key
  test('the shared test key has 5 requests a day over all, and searching takes none', async () => {
    const shared = (path = place) => ask(`${path}${path.includes('?') ? '&' : '?'}api_key=ak_test`);
    for (let i = 0; i < 6; i += 1) expect(told(await shared('/places?q=b'))).toEqual([200, 2000]);
    for (let i = 0; i < 5; i += 1) expect(told(await shared())).toEqual([200, 2000]);
    expect(told(await shared())).toEqual([402, 4021]);
    now += 86_400_000;
    expect(told(await shared())).toEqual([200, 2000]);
  });
});

describe('Errors 4291: keys under two days old flagged as high risk', () => {
  test.each([place, '/places?q=ber', '/emails?query=a@b.example'])('%s', async (path) => {
    await patch({ high_risk: true });
    const answer = await ask(path);
    expect(told(answer)).toEqual([429, 4291]);
    now += 2 * 86_400_000 - 1;
    expect(told(await ask(path))).toEqual([429, 4291]);
    now += 1;
    expect(told(await ask(path))).toEqual([200, 2000]);
  });
});

describe('Errors 4015: key not enabled for the product', () => {
  const cases: [dataset: string, method: string, path: string, body?: unknown][] = [
    ['email', 'GET', '/emails?query=a@b.example'],
    ['phone', 'GET', '/phone_numbers?query=1'],
    ['uspscleanse', 'POST', '/verify/addresses', { query: '1 Main St' }],
    ['uspscleanse', 'POST', '/addresses/cleanse', { query: '1 Main St' }],
    ['usps', 'GET', '/autocomplete/addresses?q=1'],
    ['usps', 'GET', '/addresses?lon=1&lat=1'],
    ['geonames', 'GET', place],
    ['geonames', 'GET', '/places?q=ber'],
  ];
  test.each(cases)('%s: %s %s', async (dataset, method, path, body) => {
    const sent = {
      headers: { Authorization: `Bearer ${mine.key}` },
      ...(body === undefined ? {} : { body }),
    };
    expect((await bench.service(method, path, sent)).status).toBe(200);
    await patch({ datasets: { [dataset]: false } });
    expect(told(await bench.service(method, path, sent))).toEqual([401, 4015]);
  });
});
