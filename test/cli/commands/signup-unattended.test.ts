// How `signup --unattended` recognizes a sandbox, and its errors if the sandbox rejects the request.
// test/e2e/signup-unattended.test.ts tests successful sign-ups.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { answerKeys } from '../../support/keys';
import { sendJson, standIn } from '../../support/service';
import {
  failure,
  freshHome,
  gone,
  keys,
  page,
  signUpService,
  started,
  success,
  token,
} from '../../support/sign-up';
import { documentOf, expectError } from '../../support/tool';

type Answer = (response: ServerResponse) => void;

const healthy: Answer = (response) => sendJson(response, 200, { ok: true, version: '1.0.0' });

/** Runs `signup --unattended` with a service whose control API sends these responses. */
async function signUpAt(health: Answer, complete: Answer) {
  const home = freshHome();
  const service = await standIn(({ method, path }, response) => {
    if (path === '/_sandbox/health') health(response);
    else if (path.startsWith('/_sandbox/sign_up/')) complete(response);
    else if (method === 'POST') started(response, { method, path, headers: {}, body: '' });
    else sendJson(response, 202, { result: {}, code: 2020, message: 'Pending' });
  });
  onTestFinished(() => service.close());
  const run = await home.call([
    'signup',
    '--unattended',
    '--json',
    '--base-url',
    service.url,
    '--deadline',
    '0.01',
  ]);
  return { error: failure(run), asked: service.asked.map(({ path }) => path), all: service.asked };
}

test.each<[what: string, complete: Answer, message: string]>([
  [
    "the sandbox's message",
    (response) => sendJson(response, 404, { error: 'the sign-up is over' }),
    'The sandbox did not complete the sign-up: the sign-up is over.',
  ],
  [
    'the HTTP status if the message is not text',
    (response) => sendJson(response, 418, { error: 7 }),
    'The sandbox did not complete the sign-up: status 418.',
  ],
  [
    'the HTTP status if the response is not JSON',
    (response) => response.writeHead(400).end('No'),
    'The sandbox did not complete the sign-up: status 400.',
  ],
])(
  '`signup --unattended` prints %s if the sandbox does not complete the sign-up',
  async (_, complete, message) => {
    const { error, asked, all } = await signUpAt(healthy, complete);
    expect(error).toMatchObject({
      code: 'api_error',
      message,
      hint: `Open ${page} in a browser, then run \`waypost signup --resume\`.`,
    });
    expect(asked.slice(0, 3)).toEqual([
      '/_sandbox/health',
      '/v1/sign_up',
      '/_sandbox/sign_up/sign-up?s=1/complete',
    ]);
    expect(all.slice(0, 3)).toMatchObject([
      { method: 'GET' },
      { method: 'POST' },
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
    ]);
  },
);

test('`signup --unattended` polls a sign-up that is already claimed, and reports how the sign-up ended', async () => {
  const home = freshHome();
  const service = await standIn((asked, response) => {
    const { method, path } = asked;
    if (path === '/_sandbox/health') healthy(response);
    else if (path.startsWith('/_sandbox/sign_up/')) sendJson(response, 409, { error: 'claimed' });
    else if (method === 'POST') started(response, asked);
    else gone(response, asked);
  });
  onTestFinished(() => service.close());
  const run = await home.call(['signup', '--unattended', '--json', '--base-url', service.url]);
  expectError(run, 'signup_expired');
  expect(service.asked.at(-1)?.path).toBe(`/v1/sign_up/${token}`);
});

test.each<[what: string, health: Answer]>([
  ['without a version', (response) => sendJson(response, 200, { ok: true })],
  ['with a number as version', (response) => sendJson(response, 200, { ok: true, version: 7 })],
  ['without JSON', (response) => void response.end('OK')],
  ['with HTTP status 404', (response) => response.writeHead(404).end()],
])(
  '`signup --unattended` does not start a sign-up if the health check returns a response %s',
  async (_, health) => {
    const { error, asked } = await signUpAt(health, healthy);
    expect(error).toMatchObject({
      exit: 2,
      code: 'invalid_input',
      message: expect.stringContaining('is not a sandbox on this machine'),
      hint: expect.stringContaining('waypost sandbox start --detach'),
    });
    expect(asked).toEqual(['/_sandbox/health']);
  },
);

test('`signup --resume --unattended` stores the keys of a claimed sign-up, and sends only the health check to the control API', async () => {
  const home = freshHome();
  const service = await standIn((asked, response) => {
    if (asked.path === '/_sandbox/health') healthy(response);
    else answerKeys({}, asked, response);
  });
  onTestFinished(() => service.close());
  const path = home.pendingFile;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const kept = { cli_token: token, base_url: service.url, signup_url: '', credentials: keys };
  writeFileSync(path, JSON.stringify(kept), { mode: 0o600 });
  const run = await home.call('signup --resume --unattended --json');
  expect(documentOf(run)).toEqual(success(home));
  expect(service.asked.map((asked) => asked.path)).toEqual([
    '/_sandbox/health',
    `/v1/keys/${keys.test_api_key}`,
    `/v1/keys/${keys.test_api_key}/details`,
  ]);
});

test('`signup --unattended` does not send a request to another host', async () => {
  const service = await signUpService();
  const home = freshHome();
  const run = await home.call('signup --unattended --json --base-url https://service.example/v1', {
    env: { HTTPS_PROXY: service.url },
  });
  expectError(run, 'invalid_input');
  expect(service.asked).toEqual([]);
});
