// The sign-up page: a real form, without scripts, for this machine's browser only.
import { describe, expect, test } from 'vitest';
import { resultOf, useSandbox } from './support/bench';
import { type Answer, send } from './support/client';

let now = Date.parse('2026-11-20T12:00:00Z');
const bench = useSandbox({ clock: () => now });
const strict = useSandbox({ strictSignUp: true });

const whole = { email: 'ada@example.com', name: 'Ada', org_name: 'Engines & Co' };

/** Submits the form of a page, as a browser does. */
function submit(
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = { Origin: new URL(url).origin },
): Promise<Answer> {
  return send('POST', url, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

const titleOf = ({ text }: Answer): string => /<h1>(.*?)<\/h1>/.exec(text)?.[1] ?? '';

const typedIn = ({ text }: Answer, name: string): string | undefined =>
  new RegExp(`<input id="${name}"[^>]* value="([^"]*)"`).exec(text)?.[1];

const pollOf = async (token: string): Promise<number> =>
  (await bench.service('GET', `/sign_up/${token}`)).status;

describe('the sign-up page', () => {
  // Shows: The fields of POST /sign_up prefill the sign-up page.
  test('contains the values from POST /sign_up and escapes HTML', async () => {
    const { signup_url } = await bench.signUp({ email: 'ada@example.com', name: '"><script>' });
    const answer = await send('GET', signup_url);
    expect(answer.status).toBe(200);
    expect(typedIn(answer, 'email')).toBe('ada@example.com');
    expect(typedIn(answer, 'name')).toBe('&quot;&gt;&lt;script&gt;');
    expect(answer.text).not.toContain('<script');
  });

  test('labels each field, and does not load files from other origins', async () => {
    const { signup_url } = await bench.signUp();
    const { text, headers } = await send('GET', signup_url);
    const names = [...text.matchAll(/<input id="(\w+)" name="\1"/g)].map(([, name]) => name);
    expect(names).toHaveLength(9);
    for (const name of names) expect(text).toContain(`<label for="${name}">`);
    expect(text).not.toMatch(/\b(?:src|href)="(?!#|\/favicon\.svg")/);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  const address = {
    org_address_line_one: '1 Mill Road',
    org_post_town: 'Cambridge',
    org_postcode: 'CB1 2AZ',
    org_country_code: 'GBR',
  };
  test.each([
    ['default', bench, whole],
    ['strict', strict, { ...whole, ...address }],
  ])(
    'marks exactly the optional fields as optional (kind of sandbox: %s)',
    async (_, where, given) => {
      const needed = Object.keys(given);
      const { signup_url } = await where.signUp(given);
      const { text } = await send('GET', signup_url);
      const fields = [...text.matchAll(/<div class="field">(.*?)<\/div>/gs)].map(([, field]) => ({
        name: /name="(\w+)"/.exec(field ?? '')?.[1],
        optional: /<label [^>]*>[^<]+ <small>optional<\/small><\/label>/.test(field ?? ''),
        required: /<input [^>]* required/.test(field ?? ''),
      }));
      expect(fields).toHaveLength(9);
      for (const { name = '', optional, required } of fields) {
        expect({ name, optional, required }).toEqual({
          name,
          optional: !needed.includes(name),
          required: needed.includes(name),
        });
      }
    },
  );

  test('describes a field with its hint and its input error', async () => {
    const { signup_url } = await bench.signUp();
    const describing = ({ text }: Answer) => {
      const ids = /id="org_country_code"[^>]* aria-describedby="([^"]*)"/.exec(text)?.[1] ?? '';
      return ids.split(' ').map((id) => new RegExp(`<p [^>]*id="${id}">([^<]*)`).exec(text)?.[1]);
    };
    const hint = 'Country name, or two-letter or three-letter country code.';
    expect(describing(await send('GET', signup_url))).toEqual([hint]);
    const wrong = await submit(signup_url, { ...whole, org_country_code: 'U' });
    expect(describing(wrong)).toEqual([
      hint,
      'Country is not known: choose a country from the list.',
    ]);
  });

  test.each(['GBR', 'gb', 'United Kingdom', 'united kingdom'])(
    'lists countries by name, and accepts %s as the country',
    async (given) => {
      const { signup_url } = await bench.signUp();
      const { text } = await send('GET', signup_url);
      expect(text).toMatch(/list="countries"[\s\S]*<option value="United Kingdom">GBR<\/option>/);
      const incomplete = await submit(signup_url, { org_country_code: given });
      expect(incomplete.text).not.toContain('org_country_code-problem');
      expect(typedIn(incomplete, 'org_country_code')).toBe('United Kingdom');
      const answer = await submit(signup_url, { ...whole, org_country_code: given });
      expect(answer.status).toBe(303);
    },
  );

  test('creates the account, and then shows that the account is ready', async () => {
    const { cli_token, signup_url } = await bench.signUp();
    const answer = await submit(signup_url, whole);
    expect([answer.status, answer.headers.location]).toEqual([303, new URL(signup_url).pathname]);
    expect(titleOf(await send('GET', signup_url))).toBe('Your account is ready');
    const { user_id } = resultOf<{ user_id: string }>(
      await bench.service('GET', `/sign_up/${cli_token}`),
    );
    const { accounts } = (await bench.control('GET', '/accounts')).json as {
      accounts: Record<string, unknown>[];
    };
    expect(accounts.find((account) => account.user_id === user_id)).toMatchObject({
      email: 'ada@example.com',
      name: 'Ada',
      keys: [{ name: 'Test key', lookups_remaining: 50, available: true }],
    });
  });

  test('creates only one account for concurrent submissions', async () => {
    const count = async () =>
      ((await bench.control('GET', '/accounts')).json as { accounts: unknown[] }).accounts.length;
    const before = await count();
    const { signup_url } = await bench.signUp();
    const answers = await Promise.all([1, 2, 3].map(() => submit(signup_url, whole)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await count()).toBe(before + 1);
  });

  const mistakes: [what: string, fields: Record<string, string>, told: string[]][] = [
    [
      'an empty form',
      {},
      ['Email address is required', 'Your name is required', 'Organization name is required'],
    ],
    ['a blank name', { ...whole, name: '   ' }, ['Your name is required']],
    [
      'an invalid email address',
      { ...whole, email: 'ada' },
      ['Email address must look like name@example.com'],
    ],
    [
      'a long name',
      { ...whole, name: 'x'.repeat(129) },
      ['Your name must be at most 128 characters long'],
    ],
    [
      'an unknown country',
      { ...whole, org_country_code: 'England' },
      ['Country is not known: choose a country from the list'],
    ],
  ];
  test.each(mistakes)(
    'lists the input errors for %s and keeps the input',
    async (_what, fields, told) => {
      const { cli_token, signup_url } = await bench.signUp();
      const answer = await submit(signup_url, fields);
      expect(answer.status).toBe(422);
      const summary = /<ul>(.*?)<\/ul>/s.exec(answer.text)?.[1] ?? '';
      expect(
        [...summary.matchAll(/<a href="#(\w+)">(.*?)<\/a>/g)].map(([, , text]) => text),
      ).toEqual(told);
      expect(
        answer.text.match(/aria-invalid="true" aria-describedby="[\w -]*\w+-problem"/g),
      ).toHaveLength(told.length);
      expect(answer.text).toContain('role="alert"');
      if (fields.org_name) expect(typedIn(answer, 'org_name')).toBe('Engines &amp; Co');
      expect(await pollOf(cli_token)).toBe(202);
    },
  );

  test('also requires the four address fields if the sandbox is strict', async () => {
    const { signup_url } = await strict.signUp({
      email: 'ada@example.com',
      name: 'Ada',
      org_name: 'Engines',
      org_address_line_one: '1 Mill Lane',
      org_post_town: 'London',
      org_postcode: 'N1 1AA',
      org_country_code: 'GBR',
    });
    const answer = await submit(signup_url, whole);
    expect(answer.status).toBe(422);
    expect(answer.text.match(/aria-invalid="true" aria/g)).toHaveLength(4);
  });
});

describe('a sign-up link', () => {
  test('shows a confirmation after the claim', async () => {
    const { cli_token, signup_url } = await bench.signUp();
    await submit(signup_url, whole);
    await pollOf(cli_token);
    expect(titleOf(await send('GET', signup_url))).toBe('This sign-up is complete');
    expect((await submit(signup_url, whole)).status).toBe(303);
  });

  test('shows that the account is being set up if the account does not have a key yet', async () => {
    const { cli_token, signup_url } = await bench.signUp();
    await bench.control('POST', `/sign_up/${cli_token}/complete`, { key: false });
    expect(titleOf(await send('GET', signup_url))).toBe('Your account is being set up');
    await submit(signup_url, whole);
    expect(await pollOf(cli_token)).toBe(202);
  });

  test('expires after 30 minutes', async () => {
    const { cli_token, signup_url } = await bench.signUp();
    now += 31 * 60_000;
    const answer = await send('GET', signup_url);
    expect([answer.status, titleOf(answer)]).toEqual([410, 'This link has expired']);
    expect((await submit(signup_url, whole)).status).toBe(303);
    expect(await pollOf(cli_token)).toBe(410);
  });

  test.each(['nothing', '..%2fhealth', 'a'.repeat(500)])(
    'is not found if its ticket is unknown (ticket: %s)',
    async (ticket) => {
      const answer = await send('GET', `${bench.sandbox.origin}/sign_up/${ticket}`);
      expect([answer.status, titleOf(answer)]).toEqual([404, 'Unknown link']);
    },
  );

  test('is not found if its ticket was changed', async () => {
    const { signup_url } = await bench.signUp({ email: 'ada@example.com' });
    const ticket = Buffer.from(signup_url.split('/').at(-1) ?? '', 'base64url');
    const swapped = [0, 6, 40, ticket.length - 1].map((place) => {
      const copy = Buffer.from(ticket);
      copy.writeUInt8(copy.readUInt8(place) ^ 1, place);
      return send('GET', `${bench.sandbox.origin}/sign_up/${copy.toString('base64url')}`);
    });
    expect((await Promise.all(swapped)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  test('contains a ticket that cannot be used as a sign-up token, and does not accept the sign-up token as a ticket', async () => {
    const { cli_token, signup_url } = await bench.signUp();
    const answer = await send('GET', `${bench.sandbox.origin}/sign_up/${cli_token}`);
    expect(answer.status).toBe(404);
    await submit(signup_url, whole);
    expect(await pollOf(signup_url.split('/').at(-1) ?? '')).toBe(202);
  });
});

describe('the sign-up form', () => {
  const cases: [status: number, what: string, headers: Record<string, string>][] = [
    [303, 'a program other than a browser', {}],
    [303, 'its own page', { Origin: 'SELF', 'Sec-Fetch-Site': 'same-origin' }],
    [303, 'an address that the user typed', { 'Sec-Fetch-Site': 'none' }],
    [403, 'another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
    [403, 'a page without an origin', { Origin: 'null' }],
    [
      403,
      'another port of this machine',
      { Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': 'same-site' },
    ],
    [403, 'another host name', { Host: 'evil.example', Origin: 'http://evil.example' }],
  ];
  test.each(cases)(
    'receives HTTP status %i if it is sent from %s',
    async (status, _what, headers) => {
      const { cli_token, signup_url } = await bench.signUp();
      const sent = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          value.replace('SELF', bench.sandbox.origin),
        ]),
      );
      expect((await submit(signup_url, whole, sent)).status).toBe(status);
      expect(await pollOf(cli_token)).toBe(status === 303 ? 200 : 202);
    },
  );

  test('has no effect if it has an unexpected content type or exceeds the size limit', async () => {
    const { cli_token, signup_url } = await bench.signUp();
    const text = await submit(signup_url, whole, { 'Content-Type': 'text/plain' });
    expect([text.status, titleOf(text)]).toEqual([200, 'Create your account']);
    const large = await submit(signup_url, { ...whole, more: 'x'.repeat(70_000) });
    expect([large.status, titleOf(large)]).toEqual([200, 'Create your account']);
    expect(await pollOf(cli_token)).toBe(202);
  });
});
