// `signup --unattended` signs up with a sandbox in a script. These tests also check the output of `signup` in a script if a
// person must open a page.
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { apiKey, freshHome, store, stored } from '../support/keys';
import { type RunningSandbox, startSandbox } from '../support/sandbox';
import { sendJson, standIn } from '../support/service';
import { skippingClock } from '../support/skipping-clock';
import { documentOf, expectError } from '../support/tool';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ data: null });
});
afterAll(() => sandbox.close());

const command = ['signup', '--unattended', '--json', '--no-input'];

test('`signup --unattended` requires only the URL of a sandbox to store working keys in CI', async () => {
  const home = freshHome();
  const env = { WAYPOST_BASE_URL: sandbox.url, CI: 'true' };
  const run = await home.run([...command, '--email', 'ada@example.org'], { env });
  expect(run.status).toBe(0);
  expect(documentOf(run)).toEqual({
    success: true,
    config_path: home.configFile,
    available: true,
    user_id: expect.stringMatching(/./),
  });
  expect(JSON.parse(run.stderr)).toEqual({
    event: 'signup_url_issued',
    signup_url: expect.stringContaining('/sign_up/'),
  });
  expect(stored(home.configFile)).toMatchObject({ base_url: sandbox.url });
  const whoami = await home.call('auth whoami --check --json', { env });
  expect(whoami.status).toBe(0);
  expect(existsSync(home.pendingFile)).toBe(false);
});

test('`signup --unattended` does not ask you to open a page', async () => {
  const home = freshHome();
  const env = { WAYPOST_BASE_URL: sandbox.url };
  const run = await home.call('signup --unattended', { env });
  expect(run.status).toBe(0);
  expect(run.stdout).toMatch(/^Signed up\. /);
  expect(run.stderr).toBe('Waiting for the sandbox (you can use --resume later)\n');
});

describe('in a script,', () => {
  const env = (url: string) => ({ WAYPOST_BASE_URL: url, CI: 'true' });

  test.each([[['signup']], [['signup', '--force']]])(
    'waypost rejects the arguments %j without sending a request if the environment variable CI is set',
    async (words) => {
      const service = await standIn((_, response) => sendJson(response, 500, {}));
      onTestFinished(() => service.close());
      const home = freshHome();
      const run = await home.call([...words, '--json'], { env: env(service.url) });
      expectError(run, 'invalid_input', { hint: /--unattended.*--no-wait.*--deadline/ });
      expect(service.asked).toEqual([]);
      expect(existsSync(home.pendingFile)).toBe(false);
    },
  );

  test('`signup` is rejected if a coding agent runs waypost, unless --input is set', async () => {
    const home = freshHome();
    const agent = { WAYPOST_BASE_URL: 'http://127.0.0.1:9/v1', CLAUDECODE: '1' };
    const run = await home.call('signup --json', { env: agent });
    expectError(run, 'invalid_input', {
      message: /^A coding agent/,
      hint: /--unattended.*--no-wait.*--deadline/,
    });
    const clock = skippingClock;
    const asked = await home.call('signup --json --input', { env: agent, clock });
    expectError(asked, 'network_error');
  });

  test('`signup` polls in CI if --deadline is set, and `signup --resume` is rejected in CI unless --deadline is set', async () => {
    const home = freshHome();
    const given = { env: env(sandbox.url) };
    const waited = await home.call('signup --json --deadline 0', given);
    expectError(waited, 'signup_timeout');
    const resumed = await home.call('signup --json --resume', given);
    expectError(resumed, 'invalid_input');
  });

  test('`signup` is not rejected if the environment variable CI is false', async () => {
    const run = await freshHome().call(['signup', '--json'], {
      clock: skippingClock,
      env: { WAYPOST_BASE_URL: 'http://127.0.0.1:9/v1', CI: 'false' },
    });
    expectError(run, 'network_error');
  });
});

test('`signup --unattended --resume` completes an interrupted sign-up', async () => {
  const home = freshHome();
  const env = { WAYPOST_BASE_URL: sandbox.url };
  const left = await home.call('signup --json --deadline 0', { env });
  expectError(left, 'signup_timeout');
  const run = await home.call([...command, '--resume'], { env });
  expect(documentOf(run)).toMatchObject({ success: true });
});

test('`signup --unattended` does not replace a stored login unless --force is set', async () => {
  const home = freshHome();
  store(home.configFile, { api_key: apiKey, base_url: sandbox.url });
  const env = { WAYPOST_BASE_URL: sandbox.url };
  expectError(await home.call(command, { env }), 'invalid_input');
  expect(documentOf(await home.call([...command, '--force'], { env }))).toMatchObject({
    success: true,
  });
});

test('`signup --unattended` does not start a sign-up if the service on this machine is not a sandbox', async () => {
  const service = await standIn((_, response) =>
    sendJson(response, 404, { code: 404, message: '404 Page not found' }),
  );
  onTestFinished(() => service.close());
  const home = freshHome();
  const run = await home.call(command, { env: { WAYPOST_BASE_URL: service.url } });
  expectError(run, 'invalid_input', {
    message: `${new URL(service.url).origin} is not a sandbox on this machine, so you must complete the sign-up in a browser.`,
    hint: /`waypost signup`.*WAYPOST_API_KEY.*`waypost sandbox start --detach`/,
  });
  expect(service.asked.map(({ method, path }) => [method, path])).toEqual([
    ['GET', '/_sandbox/health'],
  ]);
  expect(existsSync(home.pendingFile)).toBe(false);
});

test("`signup --unattended` prints how to start a sandbox if no program listens on the base URL's port", async () => {
  const run = await freshHome().call(command, {
    clock: skippingClock,
    env: { WAYPOST_BASE_URL: 'http://127.0.0.1:9/v1' },
  });
  expectError(run, 'network_error', { hint: /waypost sandbox start/ });
});
