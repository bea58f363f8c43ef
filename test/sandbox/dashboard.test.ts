// The dashboard over a socket: each form does what its control call does, says what is wrong beside the
// field, and answers this machine's own pages only.
import { beforeEach, describe, expect, test } from 'vitest';
import { ceilingOf } from '../../src/sandbox/pages/dashboard/usage-chart';
import { resultOf, type TestKeys, useSandbox } from './support/bench';
import { type Answer, send } from './support/client';
import { follow as followIn, noticeOf } from './support/pages';

const start = Date.parse('2026-11-20T12:00:00Z');
const bench = useSandbox({ clock: () => start });
beforeEach(() => bench.control('POST', '/reset'));

const page = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  send('GET', bench.sandbox.origin + path, { headers });

/** Sends a form, as a browser does. */
function submit(
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = { Origin: bench.sandbox.origin },
): Promise<Answer> {
  return send('POST', bench.sandbox.origin + path, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

const statusAndPlace = ({ status, headers }: Answer) => [status, headers.location];

const follow = (answer: Answer): Promise<Answer> => followIn(bench.sandbox.origin, answer);

/** What a field holds. */
function held({ text }: Answer, name: string): string | undefined {
  const escaped = name.replaceAll('.', '\\.');
  return (
    new RegExp(`<input type="text"[^>]* value="([^"]*)"[^>]* name="${escaped}"`).exec(text)?.[1] ??
    new RegExp(`<textarea[^>]* name="${escaped}"[^>]*>\\n([^<]*)`).exec(text)?.[1]
  );
}

/** Which boxes are ticked. */
const ticked = ({ text }: Answer): string[] =>
  [...text.matchAll(/<input type="checkbox" checked[^>]* name="([\w.]+)"/g)].map(
    ([, name = '']) => name,
  );

const tiles = ({ text }: Answer): string[] =>
  [...text.matchAll(/<dd>(.*?)<\/dd>/gs)].map(([, tile = '']) => tile.replace(/<[^>]*>/g, '|'));

/** The settings form as the page of a new key has it. */
const untouched = {
  plan: 'metered',
  name: 'Test key',
  'daily_limit.limit': '',
  'monthly_limit.limit': '',
  redact_days: '28',
  'individual_limit.limit': '',
  allowed_urls: '',
  ip_allow_list: '',
};

/** Every setting of a key, as the control API returns it. */
const detailsOf = async ({ key }: TestKeys): Promise<Record<string, unknown>> =>
  (await bench.control('PATCH', `/keys/${key}`, {})).json as Record<string, unknown>;

const rowsOf = async ({ key, user_token }: TestKeys): Promise<string[]> => {
  const { text } = await bench.service('GET', `/keys/${key}/lookups`, {
    headers: { Authorization: `Bearer ${user_token}` },
  });
  return text.split('\n').filter(Boolean);
};

describe('the start page', () => {
  test('is the target of redirects from the paths / and /dashboard/', async () => {
    expect(statusAndPlace(await page('/'))).toEqual([303, '/dashboard']);
    expect(statusAndPlace(await page('/dashboard/'))).toEqual([303, '/dashboard']);
  });

  test('lists accounts with the first six characters of each key', async () => {
    const { key } = await bench.account();
    const { status, text } = await page('/dashboard');
    expect(status).toBe(200);
    expect(text).toContain(`href="/dashboard/keys/${key}"`);
    expect(text).toContain(`<code>${key.slice(0, 6)}…</code>`);
    expect(text.replaceAll(`/dashboard/keys/${key}"`, '')).not.toContain(key);
    expect(text).toContain('ak_tes…');
  });

  test('lists many accounts on several pages, newest first', async () => {
    const made: TestKeys[] = [];
    for (let count = 0; count < 26; count += 1) made.push(await bench.account());
    const listed = async (query: string): Promise<string[]> =>
      [...(await page(`/dashboard${query}`)).text.matchAll(/keys\/(ak_\w+)"/g)].map(
        ([, key = '']) => key,
      );
    const keys = made.map(({ key }) => key).reverse();
    expect(await listed('')).toEqual([...keys.slice(0, 25), 'ak_test']);
    expect(await listed('?page=2')).toEqual([...keys.slice(25), 'ak_test']);
    for (const query of ['?page=99', '?page=x', '?page=-1', '?page=1.5']) {
      expect((await page(`/dashboard${query}`)).status).toBe(200);
    }
  });
});

describe('the dashboard pages', () => {
  test('allow only their own script, and no content from other origins', async () => {
    const { key } = await bench.account();
    const own = ['', '/log', '/settings'];
    const paths = [
      '',
      '/requests',
      '/faults',
      '/clock',
      ...own.map((path) => `/keys/${key}${path}`),
    ];
    for (const path of paths) {
      const { status, headers, text } = await page(`/dashboard${path}`);
      expect([path, status]).toEqual([path, 200]);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['content-security-policy']).toContain(
        "; script-src 'self'; connect-src 'self';",
      );
      expect(text.match(/<script[^>]*>/g)).toEqual([
        '<script src="/dashboard/script.js" defer="">',
      ]);
      expect(text).toContain('defer=""></script>');
      expect(text).not.toMatch(/http-equiv|\son\w+=|\sstyle=|https?:\/\/(?!shop|\*)\S+"/);
      for (const [, id = ''] of text.matchAll(/<label for="([^"]+)"/g)) {
        expect(text.split(` id="${id}"`)).toHaveLength(2);
      }
    }
  });

  test('return HTTP status 404 for an unknown key or log entry', async () => {
    const { key } = await bench.account();
    const none = ['/ak_none', '/ak_none/log', '/ak_none/log.csv', '/ak_none/settings', '/%ff'];
    const ofKey = ['/log/x', '/log/1-1'];
    for (const path of [...none, ...ofKey.map((one) => `/${key}${one}`)]) {
      expect([path, (await page(`/dashboard/keys${path}`)).status]).toEqual([path, 404]);
    }
    expect((await submit('/dashboard/keys/ak_none/balance', {})).status).toBe(404);
  });

  test("redirect a GET request for a form's path to the form's page", async () => {
    const places = [
      ['/keys/ak_x/balance', '/keys/ak_x/settings'],
      ['/keys/ak_x/notifications', '/keys/ak_x/settings'],
      ['/keys/ak_x/lookups', '/keys/ak_x/log'],
      ['/clock/set', '/clock'],
      ['/faults/add', '/faults'],
      ['/reset', ''],
    ];
    for (const [path, place] of places) {
      expect(statusAndPlace(await page(`/dashboard${path}`))).toEqual([303, `/dashboard${place}`]);
    }
  });
});

describe('the dashboard', () => {
  const self = () => bench.sandbox.origin;
  const cases: [
    reads: number,
    sends: number,
    what: string,
    headers: () => Record<string, string>,
  ][] = [
    [200, 303, 'its own page', () => ({ Origin: self(), 'Sec-Fetch-Site': 'same-origin' })],
    [200, 303, 'a program other than a browser', () => ({})],
    [200, 403, 'a link on another site', () => ({ 'Sec-Fetch-Site': 'cross-site' })],
    [200, 403, 'a form on another site', () => ({ Origin: 'https://evil.example' })],
    [200, 403, 'a page without an origin', () => ({ Origin: 'null' })],
    [200, 403, 'another port of this machine', () => ({ Origin: 'http://127.0.0.1:1' })],
    [
      403,
      403,
      'another host name',
      () => ({ Host: 'evil.example', Origin: 'http://evil.example' }),
    ],
    [
      403,
      403,
      'a host name that starts like an address',
      () => ({ Host: '127.0.0.1.evil.example' }),
    ],
  ];
  const title =
    'responds with HTTP status %i to a GET request, and with HTTP status %i to a form, if the request comes from %s';
  test.each(cases)(title, async (reads, sends, _what, headers) => {
    const keys = await bench.account();
    expect((await page('/dashboard', headers())).status).toBe(reads);
    expect((await page(`/dashboard/keys/${keys.key}`, headers())).status).toBe(reads);
    const path = `/dashboard/keys/${keys.key}/balance`;
    expect((await submit(path, { lookups_remaining: '7' }, headers())).status).toBe(sends);
    expect(await detailsOf(keys)).toMatchObject({ lookups_remaining: sends === 303 ? 7 : 50 });
  });

  test('rejects a form with an unexpected content type, and a form that is too large', async () => {
    const keys = await bench.account();
    const path = `/dashboard/keys/${keys.key}/balance`;
    const plain = await submit(path, { lookups_remaining: '7' }, { 'Content-Type': 'text/plain' });
    expect(plain.status).toBe(415);
    expect((await submit(path, { lookups_remaining: '7'.repeat(300_000) })).status).toBe(413);
    expect(await detailsOf(keys)).toMatchObject({ lookups_remaining: 50 });
    expect(bench.reports).toEqual([]);
  });
});

describe("a key's settings page", () => {
  const cases: [what: string, fields: Record<string, string>, changed: Record<string, unknown>][] =
    [
      ['the name', { name: ' Shop ' }, { name: 'Shop' }],
      ['the plan', { plan: 'unlimited' }, { plan: 'unlimited' }],
      [
        'the daily limit',
        { 'daily_limit.limit': '100' },
        { daily_limit: { limit: 100, consumed: 0 } },
      ],
      [
        'the monthly limit',
        { 'monthly_limit.limit': '0' },
        { monthly_limit: { limit: 0, consumed: 0 } },
      ],
      ['the retention', { redact_days: ' 0 ' }, { redact_days: 0 }],
      [
        'the limit per IP address',
        { 'individual_limit.limit': '3' },
        { individual_limit: { limit: 3 } },
      ],
      [
        'the allowed URLs',
        { allowed_urls: 'https://shop.example\r\n\r\n *.shop.example \n' },
        { allowed_urls: ['https://shop.example', '*.shop.example'] },
      ],
      [
        'the allowed IP addresses',
        { ip_allow_list: '127.0.0.1\n10.0.0.0/8' },
        { ip_allow_list: ['127.0.0.1', '10.0.0.0/8'] },
      ],
      ['sublicensing', { sublicensing: 'on' }, { sublicensing: true }],
      ['IP forwarding', { ip_forwarding: 'on' }, { ip_forwarding: true }],
      ['premier support', { premier_support: 'on' }, { premier_support: true }],
      ['the high-risk mark', { high_risk: 'on' }, { high_risk: true }],
    ];
  const datasetsOn = ['geonames', 'usps', 'uspscleanse', 'email', 'phone', 'gbrcleanse'];
  const boxes = Object.fromEntries(datasetsOn.map((name) => [`datasets.${name}`, 'on']));

  test.each(cases)('saves a changed setting (setting: %s)', async (_what, fields, changed) => {
    const keys = await bench.account();
    const before = await detailsOf(keys);
    const path = `/dashboard/keys/${keys.key}/settings`;
    const sent = { ...untouched, ...boxes, ...fields };
    const answer = await submit(path, sent);
    expect(statusAndPlace(answer)).toEqual([303, path]);
    expect(await detailsOf(keys)).toEqual({ ...before, ...changed });
    // The page shows the saved settings, and sending them again changes nothing.
    const shown = await follow(answer);
    expect(noticeOf(shown)).toBe('Settings saved.');
    const again: Record<string, string> = { plan: sent.plan };
    for (const name of Object.keys(untouched).slice(1)) again[name] = held(shown, name) ?? '?';
    for (const name of ticked(shown)) if (!name.startsWith('noti')) again[name] = 'on';
    expect((await submit(path, again)).status).toBe(303);
    expect(await detailsOf(keys)).toEqual({ ...before, ...changed });
  });

  test('removes a limit if its field is empty', async () => {
    const keys = await bench.account();
    await bench.control('PATCH', `/keys/${keys.key}`, { individual_limit: { limit: 3 } });
    await submit(`/dashboard/keys/${keys.key}/settings`, untouched);
    expect(await detailsOf(keys)).toMatchObject({ individual_limit: { limit: null } });
  });

  test('disables the datasets that are not selected', async () => {
    const keys = await bench.account();
    const sent = { ...untouched, 'datasets.here': 'on' };
    await submit(`/dashboard/keys/${keys.key}/settings`, sent);
    const off = Object.fromEntries([...datasetsOn, 'ab'].map((name) => [name, false]));
    expect(await detailsOf(keys)).toMatchObject({ datasets: { ...off, here: true } });
  });

  const mistakes: [field: string, typed: string, told: string][] = [
    ['name', 'x'.repeat(300), 'Name must be at most '],
    ['daily_limit.limit', '1.5', 'Daily limit must be an integer'],
    ['monthly_limit.limit', '-1', 'Monthly limit must be 0 or more'],
    ['plan', 'gold', 'Plan must be one of metered, unlimited'],
    ['redact_days', '1096', 'Retention in days must be 1095 or less'],
    ['redact_days', '', 'Retention in days must be an integer'],
    ['redact_days', '1.5', 'Retention in days must be an integer'],
    ['individual_limit.limit', 'no', 'Daily limit per IP address must be an integer'],
    ['individual_limit.limit', '-1', 'Daily limit per IP address must be 0 or more'],
    [
      'ip_allow_list',
      '::1\n!"><b',
      'Allowed IP addresses, entry 2, must be an IP address or network',
    ],
    ['allowed_urls', 'u\n'.repeat(11), 'Allowed URLs must have at most 10 elements'],
  ];
  test.each(mistakes)(
    'rejects an invalid value in the `%s` field (value: %j)',
    async (field, typed, told) => {
      const keys = await bench.account();
      const before = await detailsOf(keys);
      const path = `/dashboard/keys/${keys.key}/settings`;
      const sent = { ...untouched, sublicensing: 'on', [field]: typed };
      const answer = await submit(path, sent);
      expect(answer.status).toBe(422);
      const id = `settings-${field.replaceAll('.', '-')}`;
      expect(answer.text).toContain(`<li><a href="#${id}">${told}`);
      expect(answer.text).toContain(`<p class="problem" id="${id}-problem">${told}`);
      expect(answer.text).toMatch(new RegExp(`id="${id}" name="${field}" aria-invalid="true"`));
      expect(answer.text).toContain('<title>Error: ');
      expect(answer.text).not.toContain('!"><b');
      if (field !== 'plan') {
        expect(held(answer, field)).toBe(typed.replaceAll('"', '&quot;').replace('><', '&gt;&lt;'));
      }
      expect(ticked(answer).filter((name) => !name.startsWith('noti'))).toEqual(['sublicensing']);
      expect(await detailsOf(keys)).toEqual(before);
    },
  );
});

describe("a key's page", () => {
  const cases: [
    what: string,
    patch: Record<string, unknown>,
    told: [availability: string, left: string],
  ][] = [
    ['an available key', {}, ['|Available|', '50']],
    [
      'a key without lookups',
      { lookups_remaining: 0 },
      ['|Unavailable||4020: Key balance depleted|', '0'],
    ],
    [
      'a key over a limit',
      { individual_limit: { limit: 0 } },
      ['|Unavailable||4021: Lookup Limit Reached|', '50'],
    ],
    [
      'an unlimited key',
      { plan: 'unlimited', lookups_remaining: 1234 },
      ['|Available|', 'Unlimited|balance: 1,234|'],
    ],
    [
      'a key for sublicensing',
      { sublicensing: true },
      ['|Available||only for this key’s licensees|', '50'],
    ],
    [
      'a high-risk key',
      { high_risk: true },
      [
        '|Available||High risk: lookups and searches fail with API code 4291 until |2026-11-22 12:00:00| UTC|',
        '50',
      ],
    ],
  ];
  test.each(cases)('shows the availability and the balance of %s', async (_what, patch, told) => {
    const { key } = await bench.account();
    await bench.control('PATCH', `/keys/${key}`, patch);
    expect(tiles(await page(`/dashboard/keys/${key}`)).slice(0, 2)).toEqual(told);
  });

  test('shows the lookups remaining, the usage and the log entries, and escapes HTML in log entries', async () => {
    const { key } = await bench.account();
    const search = await bench.service('GET', `/places?query=paris&api_key=${key}`);
    const [place] = resultOf<{ hits: { id: string }[] }>(search).hits;
    await bench.service('GET', `/places/${place?.id}?api_key=${key}&tags=%3Cb%3Ehi`, {
      headers: { Referer: 'https://shop.example/<i>' },
    });
    const { text, ...rest } = await page(`/dashboard/keys/${key}`);
    expect(tiles({ text, ...rest })).toEqual(['|Available|', '49', '1|no limit|', '1|no limit|']);
    expect(text).toContain('<td><bdi>&lt;b&gt;hi</bdi></td>');
    expect(text).toContain('https://shop.example/&lt;i&gt;');
    expect(text).not.toMatch(/<b>|<i>/);
    expect(text).toContain('<title>20 Nov: 1</title>');
    expect(text).toContain('<th scope="row">2026-11-20</th><td class="number">1</td>');
  });

  test("includes sample lookups in today's and this month's usage, but does not count them toward the daily limit", async () => {
    const keys = await bench.account();
    const { key } = keys;
    const path = `/dashboard/keys/${key}?days=7`;
    for (const [count, start, end] of [
      [3, '2026-11-20T01:00:00Z', '2026-11-20T02:00:00Z'],
      [12, '2026-11-02T01:00:00Z', '2026-11-02T02:00:00Z'],
      [50, '2026-10-31T22:00:00Z', '2026-10-31T23:00:00Z'],
    ]) {
      await bench.control('POST', `/keys/${key}/lookups`, { count, start, end });
    }
    expect(tiles(await page(path)).slice(2)).toEqual(['3|no limit|', '15|no limit|']);
    await bench.control('PATCH', `/keys/${key}`, { daily_limit: { limit: 5 } });
    expect(tiles(await page(path)).slice(2)).toEqual(['3|limit: 0 of 5 used|', '15|no limit|']);
  });

  test('lists the days with lookups if only a few days have lookups', async () => {
    const { key } = await bench.account();
    for (const [count, start, end] of [
      [3, '2026-11-15T01:00:00Z', '2026-11-15T02:00:00Z'],
      [12, '2026-11-16T01:00:00Z', '2026-11-16T02:00:00Z'],
    ]) {
      await bench.control('POST', `/keys/${key}/lookups`, { count, start, end });
    }
    const { text } = await page(`/dashboard/keys/${key}`);
    expect(text).toContain('15 lookups in 21 days: 3 on 15 Nov, 12 on 16 Nov<');
  });

  test('shows 21 days of usage and the 10 newest log entries', async () => {
    const keys = await bench.account();
    const { key } = keys;
    const rows = { count: 210, start: '2026-10-31', end: '2026-11-20T11:00:00Z' };
    await bench.control('POST', `/keys/${key}/lookups`, rows);
    await bench.control('POST', `/keys/${key}/lookups`, { count: 5, start: 0, end: '2026-10-30' });
    const { text } = await page(`/dashboard/keys/${key}`);
    expect(text).toContain('210 lookups in 21 days<');
    expect(text.match(/class="bar"/g)).toHaveLength(21);
    expect(text.match(/<td class="time">/g)).toHaveLength(10);
    const times = [...text.matchAll(/<td class="time"><a [^>]*><time datetime="([^"]+)"/g)].map(
      ([, at]) => at,
    );
    const logged = (await rowsOf(keys)).map((row) => row.split(',')[0]);
    expect(times).toEqual(logged.slice(-10).reverse());
    expect(times).toEqual([...times].sort().reverse());
  });

  test('shows the complete API key and management key', async () => {
    const { key, user_token } = await bench.account();
    const { text } = await page(`/dashboard/keys/${key}`);
    expect(text).toContain(`readonly="" value="${key}"`);
    expect(text).toContain(`readonly="" value="${user_token}"`);
  });

  test('escapes HTML in names', async () => {
    const hostile = '"><script>alert(1)</script>';
    const { cli_token, signup_url } = await bench.signUp();
    await send('POST', signup_url, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email: 'a@b.example', name: hostile, org_name: 'o' }).toString(),
    });
    const made = await bench.service('GET', `/sign_up/${cli_token}`);
    const { test_api_key } = resultOf<{ test_api_key: string }>(made);
    for (const path of ['/dashboard', `/dashboard/keys/${test_api_key}`]) {
      const { text } = await page(path);
      expect(text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(text.match(/<script/g)).toHaveLength(1);
    }
  });

  test('does not offer to delete the shared test key', async () => {
    const { text } = await page('/dashboard/keys/ak_test/settings');
    expect(text).toContain('No account');
    expect(text).not.toContain('/delete');
    expect(tiles(await page('/dashboard/keys/ak_test'))[2]).toBe('0|of 5|');
  });
});

describe('the dashboard', () => {
  test('sets the balance and changes no other setting', async () => {
    const keys = await bench.account();
    await bench.control('PATCH', `/keys/${keys.key}`, { sublicensing: true, redact_days: 3 });
    const path = `/dashboard/keys/${keys.key}`;
    const answer = await submit(`${path}/balance`, { lookups_remaining: '1000' });
    expect(statusAndPlace(answer)).toEqual([303, `${path}/settings`]);
    expect(noticeOf(await follow(answer))).toBe('Balance set.');
    expect(await detailsOf(keys)).toMatchObject({
      lookups_remaining: 1000,
      sublicensing: true,
      redact_days: 3,
    });
    for (const typed of ['', '-1', 'many', '1000000001', '9'.repeat(17)]) {
      const refused = await submit(`${path}/balance`, { lookups_remaining: typed });
      expect([refused.status, held(refused, 'lookups_remaining')]).toEqual([422, typed]);
    }
    expect(await detailsOf(keys)).toMatchObject({ lookups_remaining: 1000 });
  });

  test('adds sample lookups to the log', async () => {
    const keys = await bench.account();
    const path = `/dashboard/keys/${keys.key}`;
    const fields = {
      count: '3',
      start: '2026-11-18',
      end: '2026-11-19',
      tags: 'a, b',
      licensee: '',
    };
    const answer = await submit(`${path}/lookups`, fields);
    expect(statusAndPlace(answer)).toEqual([303, `${path}/log`]);
    expect(noticeOf(await follow(answer))).toBe('Sample lookups added.');
    const rows = await rowsOf(keys);
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row).toMatch(/^2026-11-1[89]T[\d:.]+Z,.*,"a,b",1,,$/);
  });

  const mistakes: [field: string, fields: Record<string, string>, told: string][] = [
    ['count', { count: '' }, 'Count must be an integer'],
    ['count', { count: '0' }, 'Count must be 1 or more'],
    [
      'start',
      { start: 'soon' },
      'Start must be an ISO 8601 date or date-time, or milliseconds since the epoch',
    ],
    ['start', { start: '2026-11-20', end: '2026-11-01' }, 'Start must not be after end'],
    ['tags', { tags: 'a'.repeat(257) }, 'Tags, entry 1, must be at most 256 characters long'],
    ['licensee', { licensee: 'sl_none' }, 'Licensee is unknown or belongs to a different key'],
  ];
  test.each(mistakes)(
    'adds no sample lookups if the `%s` form field is invalid (form: %j)',
    async (field, fields, told) => {
      const keys = await bench.account();
      const path = `/dashboard/keys/${keys.key}/lookups`;
      const answer = await submit(path, { count: '3', ...fields });
      expect(answer.status).toBe(422);
      expect(answer.text).toContain(`<li><a href="#sample-${field}">${told}</a></li>`);
      expect(await rowsOf(keys)).toEqual([]);
    },
  );

  test('deletes a key', async () => {
    const { key } = await bench.account();
    const answer = await submit(`/dashboard/keys/${key}/delete`, {});
    expect(statusAndPlace(answer)).toEqual([303, '/dashboard']);
    expect(noticeOf(await follow(answer))).toBe('Key deleted.');
    expect((await bench.service('GET', `/keys/${key}`)).status).toBe(404);
  });

  test('creates accounts, and additional keys for an account', async () => {
    const first = await submit('/dashboard/keys', {});
    expect(first.status).toBe(303);
    const listed = async () =>
      (
        (await bench.control('GET', '/accounts')).json as {
          accounts: { user_id: string; keys: { key: string }[] }[];
        }
      ).accounts;
    const [account] = await listed();
    expect(first.headers.location).toBe(`/dashboard/keys/${account?.keys[0]?.key}`);
    await submit('/dashboard/keys', { account: account?.user_id ?? '' });
    expect((await listed()).map(({ keys }) => keys.length)).toEqual([2]);
    expect((await submit('/dashboard/keys', { account: 'user_none' })).status).toBe(404);
  });
});

describe('the dashboard', () => {
  const now = async (): Promise<string> => Object((await bench.control('GET', '/health')).json).now;
  const moves: [path: string, fields: Record<string, string>, then: string][] = [
    ['advance', { advance: '8d' }, '2026-11-28T12:00:00.000Z'],
    ['advance', { advance: '-2h' }, '2026-11-20T10:00:00.000Z'],
    ['set', { now: '2027-01-01T00:00:00Z' }, '2027-01-01T00:00:00.000Z'],
  ];
  test.each(moves)('moves the clock (form: %s, fields: %j)', async (path, fields, then) => {
    const answer = await submit(`/dashboard/clock/${path}`, fields);
    expect(statusAndPlace(answer)).toEqual([303, '/dashboard/clock']);
    expect(await now()).toBe(then);
    expect((await page('/dashboard/clock')).text).toContain(`datetime="${then}"`);
    await submit('/dashboard/clock/release', {});
    expect(await now()).toBe('2026-11-20T12:00:00.000Z');
  });

  const wrong: [path: string, field: string, typed: string, told: string][] = [
    ['advance', 'advance', '', 'Move by must be a duration such as 8d or 90s'],
    ['advance', 'advance', '<8d>', 'Move by must be a duration such as 8d or 90s'],
    ['advance', 'advance', '-999999w', 'Move by is out of range'],
    ['set', 'now', '', 'Set to must be an ISO 8601 date-time'],
    ['set', 'now', 'noon', 'Set to must be an ISO 8601 date-time'],
  ];
  test.each(wrong)(
    'does not move the clock if the input is invalid (form: %s, field: %s, value: %j)',
    async (path, field, typed, told) => {
      await bench.control('POST', '/clock', { advance: '1d' });
      const answer = await submit(`/dashboard/clock/${path}`, { [field]: typed });
      expect(answer.status).toBe(422);
      expect(answer.text).toContain(`<li><a href="#${path}-${field}">${told}</a></li>`);
      expect(held(answer, field)).toBe(typed.replace('<', '&lt;').replace('>', '&gt;'));
      expect(await now()).toBe('2026-11-21T12:00:00.000Z');
    },
  );

  test('redacts personal data', async () => {
    const keys = await bench.account();
    await bench.control('POST', `/keys/${keys.key}/lookups`, {
      count: 2,
      start: '2026-11-01',
      end: '2026-11-02',
    });
    for (const row of await rowsOf(keys)) expect(row).toMatch(/Z,[\d.]+,[^,]+,https:/);
    await bench.control('PATCH', `/keys/${keys.key}`, { redact_days: 1 });
    const answer = await submit('/dashboard/clock/redact', {});
    expect(statusAndPlace(answer)).toEqual([303, '/dashboard/clock']);
    const rows = await rowsOf(keys);
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toMatch(/^2026-11-0[12]T[\d:.]+Z,,,,/);
  });

  const faults = async (): Promise<unknown> => (await bench.control('GET', '/faults')).json;
  const added: [fields: Record<string, string>, rule: Record<string, unknown>][] = [
    [
      { path: '/v1/keys/*', fault: '503' },
      { path: '/v1/keys/*', fault: '503' },
    ],
    [
      { path: '*', method: 'GET', fault: 'reset', rate: '0.2', times: '3' },
      { path: '*', method: 'GET', fault: 'reset:0.2', times: 3 },
    ],
  ];
  test('lists the newest requests without their keys, and can clear the list', async () => {
    const { key } = await bench.account();
    await bench.control('DELETE', '/requests');
    await bench.service('GET', `/places?query=&api_key=${key}`);
    await bench.service('GET', `/emails?query=ada@gmail.com&api_key=${key}`);
    const { text } = await page('/dashboard/requests');
    expect(text).toMatch(/\/v1\/emails[\s\S]*>200<[\s\S]*>2000<[\s\S]*>1<[\s\S]*\/v1\/places/);
    // First, so that a phone shows it without scrolling.
    expect(text).toContain('<tr><th scope="col">Path</th>');
    expect(text).not.toContain(key);
    expect(statusAndPlace(await submit('/dashboard/requests/clear', {}))).toEqual([
      303,
      '/dashboard/requests',
    ]);
    expect((await page('/dashboard/requests')).text).toContain('No requests yet.');
  });

  test.each(added)('adds the fault %j', async (fields, rule) => {
    const answer = await submit('/dashboard/faults/add', fields);
    expect(statusAndPlace(answer)).toEqual([303, '/dashboard/faults']);
    expect(await faults()).toEqual({ faults: [rule] });
    // Faults apply to the service only: the dashboard can remove them.
    const { text } = await page('/dashboard/faults');
    expect(text).toContain(`<td>${rule.fault}</td>`);
    await submit('/dashboard/faults/clear', {});
    expect(await faults()).toEqual({ faults: [] });
  });

  const refused: [field: string, fields: Record<string, string>, told: string][] = [
    ['path', { path: 'v1' }, 'Path must start with / or *'],
    ['fault', { fault: '200' }, 'Fault must be one of '],
    ['rate', { rate: '2' }, 'Rate must be a number from 0 to 1'],
    ['times', { times: '0' }, 'Times must be 1 or more'],
  ];
  test.each(refused)(
    'rejects a fault whose `%s` field is invalid (form: %j)',
    async (field, fields, told) => {
      const answer = await submit('/dashboard/faults/add', {
        path: '/v1/*',
        fault: '503',
        ...fields,
      });
      expect(answer.status).toBe(422);
      expect(answer.text).toContain(`<li><a href="#add-${field}">${told}`);
      expect(await faults()).toEqual({ faults: [] });
    },
  );

  test('resets the sandbox', async () => {
    await bench.account();
    const answer = await submit('/dashboard/reset', {});
    expect(statusAndPlace(answer)).toEqual([303, '/dashboard']);
    expect((await bench.control('GET', '/accounts')).json).toEqual({ accounts: [] });
  });
});

describe('the axis of the usage chart', () => {
  test.each([
    [0, 2],
    [2, 2],
    [3, 4],
    [7, 8],
    [9, 10],
    [11, 12],
    [57, 60],
    [61, 80],
    [100, 100],
    [101, 120],
    [380, 400],
    [999_999, 1_000_000],
  ])('for a maximum of %i lookups ends at %i lookups', (most, ceiling) => {
    expect(ceilingOf(most)).toBe(ceiling);
  });
});
