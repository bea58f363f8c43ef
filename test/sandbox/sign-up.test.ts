// POST /sign_up and GET /sign_up/{cli_token}: rules that no conformance row can show.
import { describe, expect, test } from 'vitest';
import { codeOf, resultOf, useSandbox } from './support/bench';

let now = Date.parse('2026-11-20T12:00:00Z');
const bench = useSandbox({ clock: () => now });
const strict = useSandbox({ strictSignUp: true });

const poll = (token: string, method = 'GET') => bench.service(method, `/sign_up/${token}`);

const complete = (token: string, body?: unknown) =>
  bench.control('POST', `/sign_up/${token}/complete`, body);

describe('POST /sign_up', () => {
  test('creates a new token for each request, and a link that does not contain the token', async () => {
    const [one, two] = [await bench.signUp({}), await bench.signUp({})];
    expect(one.cli_token).not.toBe(two.cli_token);
    const random = Buffer.from(one.cli_token, 'base64url').subarray(6, 38);
    const ticket = Buffer.from(one.signup_url.split('/').at(-1) ?? '', 'base64url');
    expect(ticket.includes(random)).toBe(false);
    expect(ticket.toString()).not.toContain(one.cli_token);
  });

  test("returns a link to the request's host if the host is this machine", async () => {
    const answer = await bench.service('POST', '/sign_up', { headers: { Host: 'localhost:9' } });
    expect(resultOf<{ signup_url: string }>(answer).signup_url).toMatch(/^http:\/\/localhost:9\//);
  });

  test('does not return a link to another host', async () => {
    const answer = await bench.service('POST', '/sign_up', { headers: { Host: 'evil.example' } });
    expect(resultOf<{ signup_url: string }>(answer).signup_url).toContain(bench.sandbox.origin);
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
  // Shows: With --strict-sign-up, all sign-up fields except two are required.
  test('accepts a complete body', async () => {
    expect((await strict.service('POST', '/sign_up', { body: whole })).status).toBe(200);
  });

  test.each([
    ['no fields', {}, Object.keys(whole)],
    ['a blank name', { ...whole, name: ' ' }, ['name']],
    ['an invalid email address', { ...whole, email: 'ada' }, ['email']],
    ['a country of two letters', { ...whole, org_country_code: 'GB' }, ['org_country_code']],
  ])('rejects a body with %s', async (_what, body, paths) => {
    const answer = await strict.service('POST', '/sign_up', { body });
    expect([answer.status, codeOf(answer)]).toEqual([400, 4000]);
    const { errors } = answer.json as { errors: { path: string }[] };
    expect(errors.map(({ path }) => path)).toEqual(paths);
  });
});

describe('GET /sign_up/{cli_token}', () => {
  // Shows: Exactly one of several concurrent polls receives the credentials.
  test('returns the credentials to exactly one of 20 concurrent polls', async () => {
    const { cli_token } = await bench.signUp();
    await complete(cli_token);
    const answers = await Promise.all(Array.from({ length: 20 }, () => poll(cli_token)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 410)]);
  });

  test('returns HTTP status 410 as soon as the sign-up is more than 30 minutes old', async () => {
    const { cli_token } = await bench.signUp();
    now += 30 * 60_000;
    expect((await poll(cli_token)).status).toBe(202);
    now += 1;
    expect((await poll(cli_token)).status).toBe(410);
  });

  test('returns the credentials only once, even if the token is percent-encoded', async () => {
    const { cli_token } = await bench.signUp();
    await complete(cli_token);
    const spelled = `%${(cli_token.codePointAt(0) ?? 0).toString(16)}${cli_token.slice(1)}`;
    expect((await poll(spelled)).status).toBe(200);
    expect((await poll(cli_token)).status).toBe(410);
  });
});

test('POST /_sandbox/sign_up/{cli_token}/complete creates only one account and key if it is sent twice', async () => {
  const { cli_token } = await bench.signUp();
  const one = (await complete(cli_token)).json;
  expect((await complete(cli_token)).json).toEqual(one);
  const { accounts } = (await bench.control('GET', '/accounts')).json as {
    accounts: { user_id: string; keys: unknown[] }[];
  };
  const made = accounts.filter(({ user_id }) => user_id === Object(one).user_id);
  expect(made.map(({ keys }) => keys.length)).toEqual([1]);
});
