// POST /sign_up and GET /sign_up/{cli_token}: the states of a sign-up and what moves them.
import { describe, expect, test } from 'vitest';
import { codeOf, resultOf, useSandbox } from './support/bench';

let now = Date.parse('2026-11-20T12:00:00Z');
const bench = useSandbox({ clock: () => now });
const strict = useSandbox({ strictSignUp: true });

const poll = (token: string, method = 'GET') => bench.service(method, `/sign_up/${token}`);

const complete = (token: string, body?: unknown) =>
  bench.control('POST', `/sign_up/${token}/complete`, body);

const minutes = (count: number): void => {
  now += count * 60_000;
};

describe('POST /sign_up', () => {
  // Shows: POST /sign_up answers signup_url and cli_token
  test('answers a token and a link', async () => {
    const { cli_token, signup_url } = await bench.signUp({});
    expect(cli_token).toMatch(/^[A-Za-z0-9_-]{43,}$/);
    expect(signup_url).toMatch(new RegExp(`^${bench.sandbox.origin}/sign_up/[A-Za-z0-9_-]+$`));
  });

  // Shows: It needs no credential and no body
  test('needs no body', async () => {
    expect((await bench.service('POST', '/sign_up')).status).toBe(200);
  });

  test('never makes the same token twice, and the link does not hold it', async () => {
    const [one, two] = [await bench.signUp({}), await bench.signUp({})];
    expect(one.cli_token).not.toBe(two.cli_token);
    const random = Buffer.from(one.cli_token, 'base64url').subarray(6, 38);
    const ticket = Buffer.from(one.signup_url.split('/').at(-1) ?? '', 'base64url');
    expect(ticket.includes(random)).toBe(false);
    expect(ticket.toString()).not.toContain(one.cli_token);
  });

  test('links to the host it was asked by', async () => {
    const answer = await bench.service('POST', '/sign_up', { headers: { Host: 'localhost:9' } });
    expect(resultOf<{ signup_url: string }>(answer).signup_url).toMatch(/^http:\/\/localhost:9\//);
  });

  test('does not link to a host that is not this machine', async () => {
    const answer = await bench.service('POST', '/sign_up', { headers: { Host: 'evil.example' } });
    expect(resultOf<{ signup_url: string }>(answer).signup_url).toContain(bench.sandbox.origin);
  });

  test.each([
    ['a number', { email: 1 }, ['email']],
    ['null', { org_name: null }, ['org_name']],
    ['an object', { name: {} }, ['name']],
    ['two at once', { email: 1, org_postcode: [] }, ['email', 'org_postcode']],
    ['too long', { name: 'x'.repeat(129) }, ['name']],
  ])('refuses %s', async (_what, body, paths) => {
    const answer = await bench.service('POST', '/sign_up', { body });
    expect([answer.status, codeOf(answer)]).toEqual([400, 4000]);
    const { errors } = answer.json as { errors: { path: string }[] };
    expect(errors.map(({ path }) => path)).toEqual(paths);
  });

  test('passes over members it does not know', async () => {
    expect((await bench.service('POST', '/sign_up', { body: { referrer: 1 } })).status).toBe(200);
  });
});

describe('a strict sign-up', () => {
  const whole = {
    email: 'ada@example.com',
    name: 'Ada',
    org_name: 'Engines',
    org_address_line_one: '1 Mill Lane',
    org_post_town: 'London',
    org_postcode: 'N1 1AA',
    org_country_code: 'GBR',
  };
  // Shows: --strict-sign-up asks for all but two members
  test('takes a whole body', async () => {
    expect((await strict.service('POST', '/sign_up', { body: whole })).status).toBe(200);
  });

  // Shows: --strict-sign-up asks for all but two members
  test.each([
    ['nothing', {}, Object.keys(whole)],
    ['a blank name', { ...whole, name: ' ' }, ['name']],
    ['an email that is none', { ...whole, email: 'ada' }, ['email']],
    ['a country of two letters', { ...whole, org_country_code: 'GB' }, ['org_country_code']],
  ])('refuses %s', async (_what, body, paths) => {
    const answer = await strict.service('POST', '/sign_up', { body });
    expect([answer.status, codeOf(answer)]).toEqual([400, 4000]);
    const { errors } = answer.json as { errors: { path: string }[] };
    expect(errors.map(({ path }) => path)).toEqual(paths);
  });
});

describe('GET /sign_up/{cli_token}', () => {
  const isPending = { result: { status: 'pending' }, code: 2020, message: 'Pending' };

  // Shows: An unknown token is pending
  test.each([
    ['unknown', 'nobody'],
    ['of another form', 'a.b.c'],
    ['empty of meaning', '%20'],
  ])('a token that is %s is pending', async (_what, token) => {
    const answer = await poll(token);
    expect([answer.status, answer.json]).toEqual([202, isPending]);
  });

  test('a token that was tampered with is pending, whatever happened to the real one', async () => {
    const { cli_token } = await bench.signUp();
    await complete(cli_token);
    const swapped = cli_token.startsWith('B') ? 'C' : 'B';
    expect((await poll(swapped + cli_token.slice(1))).status).toBe(202);
    expect((await poll(`${cli_token}=`)).status).toBe(202);
    expect((await poll(cli_token)).status).toBe(200);
  });

  // Shows: pending: 202, 2020 until user and first key exist
  // Shows: claimed: 410, 4100 for any later poll
  test('pending, ready, claimed', async () => {
    const { cli_token } = await bench.signUp();
    const before = await poll(cli_token);
    expect([before.status, before.json]).toEqual([202, isPending]);
    expect((await complete(cli_token)).json).toEqual({
      state: 'ready',
      user_id: expect.any(String),
    });
    const answer = await poll(cli_token);
    expect(answer.json).toEqual({
      result: {
        user_token: expect.stringMatching(/^uk_[a-z0-9]{20,}$/),
        test_api_key: expect.stringMatching(/^ak_[a-z0-9]{20,}$/),
        user_id: expect.any(String),
      },
      code: 2000,
      message: 'Success',
    });
    const after = await poll(cli_token);
    expect([after.status, codeOf(after)]).toEqual([410, 4100]);
    expect(after.json).not.toHaveProperty('result');
    expect((after.json as { message: string }).message).toMatch(/expired or already claimed/);
  });

  // Shows: Sign-up credentials: user_token, test_api_key, user_id
  // Shows: 9. Availability and polling need no credential
  test('hands out credentials that work', async () => {
    const { cli_token } = await bench.signUp();
    await complete(cli_token);
    const { test_api_key, user_token } = resultOf<Record<string, string>>(await poll(cli_token));
    const answer = await bench.service(
      'GET',
      `/keys/${test_api_key}/details?user_token=${user_token}`,
    );
    expect(resultOf<{ lookups_remaining: number }>(answer).lookups_remaining).toBe(50);
  });

  // Shows: ready: 200, 2000, credentials once
  test('of 20 polls at once exactly one gets the credentials', async () => {
    const { cli_token } = await bench.signUp();
    await complete(cli_token);
    const answers = await Promise.all(Array.from({ length: 20 }, () => poll(cli_token)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 410)]);
  });

  // Shows: pending: 202, 2020 until user and first key exist
  test('stays pending while the account has no key', async () => {
    const { cli_token } = await bench.signUp();
    const first = (await complete(cli_token, { key: false })).json;
    expect(first).toEqual({ state: 'pending', user_id: expect.any(String) });
    expect((await poll(cli_token)).status).toBe(202);
    expect((await complete(cli_token, { key: true })).json).toEqual({
      ...Object(first),
      state: 'ready',
    });
    expect((await poll(cli_token)).status).toBe(200);
  });

  // Shows: Sign-ups are completed and expired
  test('completing twice makes one account and one key', async () => {
    const { cli_token } = await bench.signUp();
    const one = (await complete(cli_token)).json;
    expect((await complete(cli_token)).json).toEqual(one);
    const { accounts } = (await bench.control('GET', '/accounts')).json as {
      accounts: { user_id: string; keys: unknown[] }[];
    };
    const made = accounts.filter(({ user_id }) => user_id === Object(one).user_id);
    expect(made.map(({ keys }) => keys.length)).toEqual([1]);
  });

  // Shows: HEAD and OPTIONS consume nothing
  test.each(['HEAD', 'OPTIONS'])('%s never consumes the claim', async (method) => {
    const { cli_token } = await bench.signUp();
    await complete(cli_token);
    const answer = await poll(cli_token, method);
    expect([answer.status, answer.text]).toEqual([method === 'HEAD' ? 200 : 204, '']);
    expect((await poll(cli_token)).status).toBe(200);
  });

  // Shows: expired: 410, 4100, 30 minutes after it was made
  test('expires 30 minutes after it was made', async () => {
    const { cli_token } = await bench.signUp();
    minutes(30);
    expect((await poll(cli_token)).status).toBe(202);
    minutes(1);
    const answer = await poll(cli_token);
    expect([answer.status, codeOf(answer)]).toEqual([410, 4100]);
    expect((await complete(cli_token)).status).toBe(409);
  });

  // Shows: expired: 410, 4100, 30 minutes after it was made
  test('a ready token expires, too', async () => {
    const { cli_token } = await bench.signUp();
    await complete(cli_token);
    minutes(31);
    expect((await poll(cli_token)).status).toBe(410);
  });

  test('follows the clock of the control interface', async () => {
    const { cli_token } = await bench.signUp();
    await bench.control('POST', '/clock', { advance: '31m' });
    expect((await poll(cli_token)).status).toBe(410);
    await bench.control('POST', '/clock', {});
    expect((await poll(cli_token)).status).toBe(202);
  });

  // Shows: Sign-ups are completed and expired
  test('can be expired by hand', async () => {
    const { cli_token } = await bench.signUp();
    const answer = await bench.control('POST', `/sign_up/${cli_token}/expire`);
    expect(answer.json).toEqual({ state: 'expired' });
    expect((await poll(cli_token)).status).toBe(410);
  });

  test('is claimed once, however its path is written', async () => {
    const { cli_token } = await bench.signUp();
    await complete(cli_token);
    const spelled = `%${(cli_token.codePointAt(0) ?? 0).toString(16)}${cli_token.slice(1)}`;
    expect((await poll(spelled)).status).toBe(200);
    expect((await poll(cli_token)).status).toBe(410);
  });
});
