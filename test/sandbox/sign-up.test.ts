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
  // Shows: With --strict-sign-up, every field but two is required.
  test('takes a whole body', async () => {
    expect((await strict.service('POST', '/sign_up', { body: whole })).status).toBe(200);
  });

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
  test('a token that was tampered with is pending, whatever happened to the real one', async () => {
    const { cli_token } = await bench.signUp();
    await complete(cli_token);
    const swapped = cli_token.startsWith('B') ? 'C' : 'B';
    expect((await poll(swapped + cli_token.slice(1))).status).toBe(202);
    expect((await poll(`${cli_token}=`)).status).toBe(202);
    expect((await poll(cli_token)).status).toBe(200);
  });

  // Shows: Of several polls at the same time, exactly one gets the credentials.
  test('of 20 polls at once exactly one gets the credentials', async () => {
    const { cli_token } = await bench.signUp();
    await complete(cli_token);
    const answers = await Promise.all(Array.from({ length: 20 }, () => poll(cli_token)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 410)]);
  });

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

  test('expires 30 minutes after it was made', async () => {
    const { cli_token } = await bench.signUp();
    minutes(30);
    expect((await poll(cli_token)).status).toBe(202);
    minutes(1);
    const answer = await poll(cli_token);
    expect([answer.status, codeOf(answer)]).toEqual([410, 4100]);
    expect((await complete(cli_token)).status).toBe(409);
  });

  test('is claimed once, however its path is written', async () => {
    const { cli_token } = await bench.signUp();
    await complete(cli_token);
    const spelled = `%${(cli_token.codePointAt(0) ?? 0).toString(16)}${cli_token.slice(1)}`;
    expect((await poll(spelled)).status).toBe(200);
    expect((await poll(cli_token)).status).toBe(410);
  });
});
