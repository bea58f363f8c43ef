// The start of a sign-up: which sign-up pages and tokens waypost accepts, and what it stores.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Service } from '../../../src/client/http/service';
import { readPending } from '../../../src/client/signup/pending';
import { startPending } from '../../../src/client/signup/start';
import { systemClock } from '../../../src/lib/runtime';
import { scratchDirectory } from '../../support/scratch';
import { envelope, page, signUpService, token } from '../../support/sign-up';

const directory = scratchDirectory();
const clock = { ...systemClock, now: () => Date.UTC(2026, 0, 31, 12) };

let count = 0;

/** Starts a sign-up at a service that sends this result. */
async function start(result: unknown) {
  const { url, asked } = await signUpService({
    start: [(response) => response.end(envelope(result))],
  });
  const service = new Service({ baseUrl: new URL(url), env: {}, clock, timeoutMs: 600_000 });
  count += 1;
  const path = join(directory, String(count), 'default.json');
  const { signal } = new AbortController();
  const started = () => startPending(service, { email: 'ada@example.org' }, path, clock, signal);
  return { started, path, url, asked };
}

describe('startPending', () => {
  test('stores the sign-up page, the token, the service and the start time', async () => {
    const { started, path, url, asked } = await start({ signup_url: page, cli_token: token });
    const pending = {
      cli_token: token,
      base_url: url,
      signup_url: page,
      started_at: '2026-01-31T12:00:00.000Z',
    };
    expect(await started()).toEqual({ pending, backup: undefined });
    expect(readPending(path)).toEqual(pending);
    expect(asked.map(({ body }) => body)).toEqual(['{"email":"ada@example.org"}']);
  });

  test("renames the file of an earlier sign-up, and returns the file's new path", async () => {
    const { started, path } = await start({ signup_url: page, cli_token: token });
    await started();
    const again = await start({ signup_url: page, cli_token: `${token}2` });
    const service = new Service({
      baseUrl: new URL(again.url),
      env: {},
      clock,
      timeoutMs: 600_000,
    });
    const { signal } = new AbortController();
    const { backup } = await startPending(service, {}, path, clock, signal);
    expect(backup).toBe(`${path}.${clock.now()}.old`);
    expect(readPending(backup as string)).toMatchObject({ cli_token: token });
  });

  test.each(['https://service.example/a?b=c', 'http://127.0.0.1:9/a', 'http://service.example/a'])(
    'accepts the sign-up page %s',
    async (signup_url) => {
      const { started } = await start({ signup_url, cli_token: token });
      expect(await started()).toMatchObject({ pending: { signup_url } });
    },
  );

  const noPage = 'The URL of the sign-up page does not begin with http:// or https://.';
  const nothing = 'The response lacks a sign-up URL or a valid token.';
  test.each<[what: string, result: unknown, message: string]>([
    ['a javascript: URL as page', { signup_url: 'javascript:alert(1)', cli_token: token }, noPage],
    ['a file: URL as page', { signup_url: 'file:///etc/passwd', cli_token: token }, noPage],
    ['a data: URL as page', { signup_url: 'data:text/html,x', cli_token: token }, noPage],
    ['a page that is not a URL', { signup_url: 'sign up here', cli_token: token }, noPage],
    ['a number as page', { signup_url: 7, cli_token: token }, nothing],
    ['no page', { cli_token: token }, nothing],
    ['no token', { signup_url: page }, nothing],
    ['an empty token', { signup_url: page, cli_token: '' }, nothing],
    ['a token that changes the URL path', { signup_url: page, cli_token: '..' }, nothing],
    ['half a surrogate pair in the token', { signup_url: page, cli_token: 'a\ud800' }, nothing],
    ['a string as result', 'sign-up', nothing],
  ])('rejects a response with %s, and does not create a file', async (_, result, message) => {
    const { started, path } = await start(result);
    await expect(started()).rejects.toMatchObject({
      code: 'invalid_response',
      reason: 'not_the_service',
      status: message === nothing ? 200 : undefined,
      message,
    });
    expect(existsSync(path)).toBe(false);
  });
});
