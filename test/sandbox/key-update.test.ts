// Changing settings of a key: PUT /keys/{key}/details.
import { beforeEach, describe, expect, test } from 'vitest';
import { managedBy, resultOf, type TestKeys, told, useSandbox } from './support/bench';
import type { Answer } from './support/client';

const bench = useSandbox();
let mine: TestKeys;
beforeEach(async () => {
  mine = await bench.account();
});

const put = (body: unknown, keys: TestKeys = mine): Promise<Answer> =>
  bench.service('PUT', `/keys/${keys.key}/details`, { ...managedBy(keys), body });

const details = async (): Promise<object> =>
  resultOf(await bench.service('GET', `/keys/${mine.key}/details`, managedBy(mine)));

// Shows: PUT: only sent fields change; answers the private details
describe('Endpoints, PUT /keys/{key}/details: only sent fields change', () => {
  const changes: Record<string, unknown>[] = [
    { name: 'Shop_1 é' },
    { daily_limit: { limit: 10 } },
    { daily_limit: { limit: null } },
    { monthly_limit: { limit: 0 } },
    { individual_limit: { limit: 3 } },
    { rate_limit: { limit: 1 } },
    { allowed_urls: ['https://shop.example', '*.example.org'] },
    { redact_days: 0 },
    { redact_days: 1095 },
    { notifications: { enabled: false } },
    { notifications: { emails: ['a@b.example'], balance_threshold: 5, no_balance: false } },
    { ip_forwarding: true },
    { datasets: { email: false, here: true } },
    { name: 'Both', datasets: { phone: false } },
  ];
  // Shows: daily_limit and monthly_limit: an integer from 0, or null
  // Shows: individual_limit
  // Shows: rate_limit: an invalid value is 4001
  // Shows: datasets: only those named change, an unknown name is 4001
  // Shows: notifications: each member optional
  // Shows: allowed_urls: at most 10, each at most 256 characters
  // Shows: redact_days: 0 to 1095
  test.each(changes)('%j', async (change) => {
    const before = await details();
    const answer = await put(change);
    expect(told(answer)).toEqual([200, 2000]);
    expect(resultOf(answer)).toMatchObject(change);
    expect(await details()).toEqual(resultOf(answer));
    const rest = Object.entries(before).filter(([name]) => !(name in change));
    expect(resultOf(answer)).toMatchObject(Object.fromEntries(rest));
  });

  // Shows: notifications: each member optional
  test('members of an object that were not sent stay', async () => {
    const answer = await put({ datasets: { email: false } });
    expect(resultOf(answer)).toMatchObject({ datasets: { email: false, phone: true } });
  });

  // Shows: premier_support is read-only; unknown members are ignored
  test.each([{}, { premier_support: true, plan: 'unlimited', sublicensing: true }])(
    'members that are not editable are passed over: %j',
    async (body) => {
      const before = await details();
      expect(resultOf(await put(body))).toEqual(before);
    },
  );
});

// Shows: PUT: validation failure is 400, 4001 with errors
describe('Errors 4001: validation of key settings, with the member in errors', () => {
  // Shows: name: 1 to 64 printable characters of any script
  // Shows: daily_limit and monthly_limit: an integer from 0, or null
  // Shows: rate_limit: an invalid value is 4001
  // Shows: datasets: only those named change, an unknown name is 4001
  // Shows: datasets: a list enables those in it and disables all others
  // Shows: allowed_urls: at most 10, each at most 256 characters
  // Shows: allowed_urls: an origin, or a host with `*.`; anything else is 4001
  // Shows: redact_days: 0 to 1095
  test.each([
    [{ name: 'x'.repeat(65) }, 'name'],
    [{ name: '' }, 'name'],
    [{ name: ' \u00a0 ' }, 'name'],
    [{ name: '\u200d' }, 'name'],
    [{ name: 'two\nlines' }, 'name'],
    [{ name: 'gnp.\u202egpj' }, 'name'],
    [{ name: 'half \ud800' }, 'name'],
    [{ name: 7 }, 'name'],
    [{ daily_limit: 5 }, 'daily_limit'],
    [{ daily_limit: { limit: -1 } }, 'daily_limit.limit'],
    [{ monthly_limit: { limit: '5' } }, 'monthly_limit.limit'],
    [{ rate_limit: { limit: 0 } }, 'rate_limit.limit'],
    [{ rate_limit: 'fast' }, 'rate_limit'],
    [{ datasets: { nothing: true } }, 'datasets.nothing'],
    [{ datasets: ['email', 'nothing'] }, 'datasets.1'],
    [{ datasets: 'email' }, 'datasets'],
    [{ allowed_urls: Array.from({ length: 11 }, () => 'https://a.example') }, 'allowed_urls'],
    [{ allowed_urls: [`https://${'x'.repeat(249)}`] }, 'allowed_urls.0'],
    [{ allowed_urls: ['https://a.example', 'shop.example'] }, 'allowed_urls.1'],
    [{ allowed_urls: ['https://a.example/cart'] }, 'allowed_urls.0'],
    [{ allowed_urls: ['https://a.example?q'] }, 'allowed_urls.0'],
    [{ allowed_urls: ['https://ada@a.example'] }, 'allowed_urls.0'],
    [{ allowed_urls: ['ftp://a.example'] }, 'allowed_urls.0'],
    [{ allowed_urls: ['https://'] }, 'allowed_urls.0'],
    [{ allowed_urls: ['https://a.example:99999'] }, 'allowed_urls.0'],
    [{ allowed_urls: ['https://a.*.example'] }, 'allowed_urls.0'],
    [{ allowed_urls: ['*'] }, 'allowed_urls.0'],
    [{ allowed_urls: [''] }, 'allowed_urls.0'],
    [{ redact_days: 1096 }, 'redact_days'],
    [{ notifications: { emails: ['nobody'] } }, 'notifications.emails.0'],
    [{ notifications: { enabled: 'yes' } }, 'notifications.enabled'],
    [{ ip_forwarding: 1 }, 'ip_forwarding'],
    [[], ''],
    [null, ''],
  ])('%j', async (body, path) => {
    const before = await details();
    const answer = await put(body);
    expect(told(answer)).toEqual([400, 4001]);
    expect(answer.json).toMatchObject({ errors: [{ path, message: expect.any(String) }] });
    expect(await details()).toEqual(before);
  });
});

describe('Endpoints, PUT /keys/{key}/details', () => {
  // Shows: PUT: requires the management key, and a body
  test('requires a body, as JSON', async () => {
    const path = `/keys/${mine.key}/details`;
    expect(told(await bench.service('PUT', path, managedBy(mine)))).toEqual([400, 4000]);
    const text = {
      headers: { ...managedBy(mine).headers, 'Content-Type': 'text/plain' },
      body: 'x',
    };
    expect(told(await bench.service('PUT', path, text))).toEqual([415, 4150]);
  });

  // Shows: On an unlimited plan, datasets, daily_limit and monthly_limit do not change
  test('on an unlimited plan, ignores changes to datasets, daily_limit and monthly_limit', async () => {
    await bench.control('PATCH', `/keys/${mine.key}`, { plan: 'unlimited' });
    const before = await details();
    const answer = await put({
      name: 'Changed',
      datasets: { email: false },
      daily_limit: { limit: 1 },
      monthly_limit: { limit: 1 },
    });
    expect(resultOf(answer)).toEqual({ ...before, name: 'Changed' });
  });
});
