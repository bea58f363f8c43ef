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
  test.each(changes)('%j', async (change) => {
    const before = await details();
    const answer = await put(change);
    expect(told(answer)).toEqual([200, 2000]);
    expect(resultOf(answer)).toMatchObject(change);
    expect(await details()).toEqual(resultOf(answer));
    const rest = Object.entries(before).filter(([name]) => !(name in change));
    expect(resultOf(answer)).toMatchObject(Object.fromEntries(rest));
  });
});
