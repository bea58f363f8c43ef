// The forms of the dashboard over HTTP: notifications and settings of a key, single faults, notices, input errors;
// and pages that do not exist.
import { beforeEach, describe, expect, test } from 'vitest';
import { resultOf, type TestKeys, useSandbox } from './support/bench';
import type { Answer } from './support/client';
import { follow, mistakesOf, noticeOf, open, submitForm } from './support/pages';

const bench = useSandbox({ clock: () => Date.parse('2026-11-20T12:00:00Z') });
let keys: TestKeys;
beforeEach(async () => {
  await bench.control('POST', '/reset');
  keys = await bench.account();
});

const pathOf = (path: string): string => `/dashboard/keys/${keys.key}${path}`;
const page = (path: string): Promise<Answer> => open(bench.sandbox.origin, path);

const submit = (path: string, fields: Record<string, string> = {}): Promise<Answer> =>
  submitForm(bench.sandbox.origin, path, fields);

const told = async (answer: Answer): Promise<string | undefined> =>
  noticeOf(await follow(bench.sandbox.origin, answer));

/** The result of the service for a path below /v1/keys/{key}. */
async function ofService(path: string): Promise<Record<string, unknown>> {
  const answer = await bench.service('GET', `/keys/${keys.key}${path}`, {
    headers: { Authorization: `Bearer ${keys.user_token}` },
  });
  return resultOf(answer);
}

describe('the notifications form', () => {
  test('saves the notification settings and changes no other setting', async () => {
    const before = await ofService('/details');
    const answer = await submit(pathOf('/notifications'), {
      'notifications.enabled': 'on',
      'notifications.emails': 'ada@engines.example\r\ngrace@engines.example',
      'notifications.balance_threshold': '100',
      'notifications.limit_reached': 'on',
    });
    expect([answer.status, answer.headers.location]).toEqual([303, pathOf('/settings')]);
    expect(await told(answer)).toBe('Notifications saved.');
    const notifications = {
      enabled: true,
      emails: ['ada@engines.example', 'grace@engines.example'],
      balance_threshold: 100,
      no_balance: false,
      limit_reached: true,
    };
    expect(await ofService('/details')).toEqual({ ...before, notifications });
  });

  test("lists the input errors in the order of the form's fields", async () => {
    const answer = await submit(pathOf('/notifications'), {
      'notifications.balance_threshold': 'few',
      'notifications.emails': 'ada@engines.example\nnobody',
    });
    expect(answer.status).toBe(422);
    expect(mistakesOf(answer)).toEqual([
      'Email addresses, entry 2, must be an email address',
      'Balance threshold must be an integer',
    ]);
  });
});

describe('the settings form', () => {
  test("lists the input errors in the order of the form's fields", async () => {
    const answer = await submit(pathOf('/settings'), {
      name: 'x'.repeat(300),
      plan: 'gold',
      'daily_limit.limit': 'a',
      'monthly_limit.limit': 'b',
      'individual_limit.limit': 'c',
      redact_days: 'd',
      allowed_urls: 'u'.repeat(300),
      ip_allow_list: 'nowhere',
    });
    expect(mistakesOf(answer).map((sentence) => sentence.replace(/,| must.*/g, ''))).toEqual([
      'Name',
      'Plan',
      'Daily limit',
      'Monthly limit',
      'Daily limit per IP address',
      'Retention in days',
      'Allowed URLs entry 1',
      'Allowed IP addresses entry 1',
    ]);
  });

  test('states that a key with an unlimited plan has limits but does not need a balance', async () => {
    const { text } = await page(pathOf('/settings'));
    expect(text).toContain('An unlimited plan does not need a balance, but limits still apply.');
    await submit(pathOf('/settings'), {
      plan: 'unlimited',
      name: 'Shop',
      redact_days: '28',
      'daily_limit.limit': '0',
    });
    expect((await ofService('')).daily_limit).toMatchObject({ limit: 0 });
    const { text: overview } = await page(pathOf(''));
    expect(overview).toContain('4021: Lookup Limit Reached');
  });
});

describe('a suspended key', () => {
  test('is shown as suspended until the settings form is saved with the checkbox cleared', async () => {
    await bench.control('PATCH', `/keys/${keys.key}`, { suspended: true });
    expect((await page(pathOf(''))).text).toContain(
      'Suspended: place searches fail with API code 4291',
    );
    expect((await page('/dashboard')).text).toContain('<span class="state off">Suspended</span>');
    expect((await page(pathOf('/settings'))).text).toMatch(/checked="" id="settings-suspended"/);
    await submit(pathOf('/settings'), { name: 'Shop', plan: 'metered', redact_days: '28' });
    const details = await bench.control('PATCH', `/keys/${keys.key}`, {});
    expect(details.json).toMatchObject({ suspended: false, name: 'Shop' });
  });
});

describe('the faults page', () => {
  test('removes only the chosen fault', async () => {
    for (const path of ['/v1/a', '/v1/b', '/v1/c']) {
      await submit('/dashboard/faults/add', { path, fault: '503' });
    }
    const { text } = await page('/dashboard/faults');
    const [, second = ''] = [...text.matchAll(/name="id" value="(\d+)"/g)].map(([, id]) => id);
    const removed = await submit('/dashboard/faults/remove', { id: second });
    expect(await told(removed)).toBe('Fault removed.');
    const rules = async () => (await bench.control('GET', '/faults')).json;
    const left = { faults: ['/v1/a', '/v1/c'].map((path) => ({ path, fault: '503' })) };
    expect(await rules()).toEqual(left);
    // The page can be outdated: removing a fault twice removes no other fault.
    expect((await submit('/dashboard/faults/remove', { id: second })).status).toBe(303);
    expect(await rules()).toEqual(left);
  });
});

describe('a notice', () => {
  test('is shown only once, and only to the browser that sent the form', async () => {
    const answer = await submit(pathOf('/balance'), { lookups_remaining: '7' });
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^waypost_notice=[\w-]{16}; Path=\/dashboard; Max-Age=60; HttpOnly; SameSite=Strict$/,
    );
    expect(noticeOf(await page(answer.headers.location ?? ''))).toBeUndefined();
    expect(await told(answer)).toBe('Balance set.');
    expect(await told(answer)).toBeUndefined();
  });

  test("cannot be added to a page through the page's URL", async () => {
    for (const query of ['?done=reset', '?done=saved', '?notice=Hello', '?error=Hello']) {
      const { text } = await page(`/dashboard${query}`);
      expect(text).not.toMatch(/role="(?:status|alert)"|Hello/);
    }
  });
});

describe('a request for a path that does not exist', () => {
  const get = (path: string, headers: Record<string, string>) =>
    open(bench.sandbox.origin, path, headers);

  test.each(['/nothing', '/dashboard/nothing', '/dashboard/keys/', '/v2/places', '/index.html'])(
    'receives a web page if a browser sends it (path: %s)',
    async (path) => {
      const { status, headers, text } = await get(path, {
        Accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      });
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(text).toContain('<h1>Not found</h1>');
      expect(text).toContain('href="/dashboard"');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    },
  );

  test.each([
    ['/v1/nothing', 'text/html'],
    ['/v1', 'text/html'],
    ['/_sandbox/nothing', 'text/html'],
    ['/nothing', 'application/json'],
    ['/nothing', '*/*'],
  ])(
    'receives a JSON error if the path belongs to an API or the client does not request HTML (path: %s, Accept: %s)',
    async (path, accept) => {
      const { status, json } = await get(path, { Accept: accept });
      expect([status, Object(json).code]).toEqual([404, 404]);
    },
  );
});

describe('the dashboard files', () => {
  test.each(['/favicon.svg', '/favicon.ico'])('include an icon at the path %s', async (path) => {
    const { status, headers, text } = await page(path);
    expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(text).toMatch(/^<svg /);
    const { text: home } = await page('/dashboard');
    expect(home).toContain('<link rel="icon" type="image/svg+xml" href="/favicon.svg"/>');
  });

  test('include a script at the path /dashboard/script.js', async () => {
    const { status, headers } = await page('/dashboard/script.js');
    expect([status, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('the usage chart', () => {
  test.each([
    [21, ''],
    [7, '?days=7'],
    [30, '?days=30'],
    [90, '?days=90'],
    [21, '?days=5000'],
  ])("shows the usage of %i days if the page's query string is %j", async (days, query) => {
    await bench.control('POST', `/keys/${keys.key}/lookups`, {
      count: 900,
      start: '2026-08-23',
      end: '2026-11-20T11:59:59Z',
    });
    const { text } = await page(pathOf(query));
    expect(text.match(/class="bar"/g)).toHaveLength(days);
    expect(text.match(/<tr><th scope="row">2026-/g)).toHaveLength(days);
    expect(text).toContain(`days=${days}#usage" aria-current="true"`);
  });
});
