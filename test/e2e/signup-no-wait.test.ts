// `signup --no-wait` starts a sign-up and ends, so that a program can later check whether the sign-up is complete.
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  callResume,
  callSignUp,
  claimed,
  cut,
  envelope,
  failure,
  freshHome,
  freshSignUp,
  gone,
  login,
  page,
  pending,
  read,
  reset,
  signUp,
  signUpService,
  status,
  success,
  token,
} from '../support/sign-up';
import { documentOf, expectError } from '../support/tool';

const noWait = ['--no-wait'];
const lifetimeMs = 30 * 60_000;

test('`signup --no-wait` ends immediately, and `signup --resume --no-wait` polls only once, even in CI', async () => {
  const { home, service } = await freshSignUp({ poll: [pending, claimed] });
  const env = { CI: 'true' };
  const before = Date.now();
  const started = await signUp(home, service, noWait, { env });
  expect(started.status).toBe(0);
  expect(documentOf(started)).toEqual({
    success: true,
    signup_url: page,
    expires_at: expect.any(String),
    resume: 'waypost signup --resume',
  });
  const { expires_at } = documentOf(started) as { expires_at: string };
  expect(Date.parse(expires_at)).toBeGreaterThanOrEqual(before + lifetimeMs);
  expect(Date.parse(expires_at)).toBeLessThanOrEqual(Date.now() + lifetimeMs);
  expect(service.steps).toEqual(['start']);
  expect(read(home.pendingFile)).toMatchObject({ cli_token: token });

  const resume = ['signup', '--resume', '--json', ...noWait];
  const polled = await home.call(resume, { env });
  expect(polled.status).toBe(0);
  expect(documentOf(polled)).toEqual({
    pending: true,
    signup_url: page,
    expires_at,
    resume: 'waypost signup --resume',
  });
  expect(service.steps).toEqual(['start', 'poll']);

  const last = await home.call(resume, { env });
  expect(last.status).toBe(0);
  expect(documentOf(last)).toEqual(success(home));
  expect(service.steps).toEqual(['start', 'poll', 'poll', 'availability', 'details']);
  expect(read(home.configFile)).toEqual(login(service));
  expect(existsSync(home.pendingFile)).toBe(false);
  expect((await home.call(resume, { env })).status).toBe(0);
  expect([started, polled, last].map(({ stderr }) => stderr)).toEqual(['', '', '']);
});

test('`signup --no-wait` prints only to standard output if --json is not set', async () => {
  const { home, service } = await freshSignUp({ poll: [pending] });
  const until =
    /The page expires at [\d-]+ [\d:]+ UTC\. After you complete the sign-up, store the keys with `waypost signup --resume`/;
  const started = await home.call(['signup', '--no-wait', '--base-url', service.url]);
  expect(started.stdout).toMatch(/^Open this page to sign up:/);
  expect(started.stdout).toContain(page);
  expect(started.stdout).toMatch(until);
  const polled = await home.call('signup --resume --no-wait');
  expect(polled.stdout).toMatch(/^The sign-up is not complete yet\./);
  expect(polled.stdout).toMatch(until);
  expect(started.stderr + polled.stderr).toBe('');
});

test('the command in the `resume` field contains the profile, and contains --force if the sign-up replaces a login', async () => {
  const home = freshHome();
  const first = await signUpService();
  expect((await callSignUp(home, first, ['--profile', 'work'])).status).toBe(0);
  const service = await signUpService();
  const again = [...noWait, '--profile', 'work', '--force'];
  const { resume: line } = documentOf(await callSignUp(home, service, again)) as { resume: string };
  expect(line).toBe('waypost signup --resume --force --profile work');
  const run = await home.call([...line.split(' ').slice(1), '--json']);
  expect(documentOf(run)).toMatchObject({ success: true, available: true });
});

describe('`signup --resume --no-wait`', () => {
  const startedAt = async (poll: Parameters<typeof signUpService>[0]) => {
    const { home, service } = await freshSignUp(poll);
    await callSignUp(home, service, noWait);
    return { home, service };
  };

  test('removes an expired sign-up and reports signup_expired', async () => {
    const { home } = await startedAt({ poll: [gone] });
    expectError(await callResume(home, noWait), 'signup_expired');
    expect(existsSync(home.pendingFile)).toBe(false);
  });

  test('fails and keeps the sign-up if the service is unavailable', async () => {
    const { home, service } = await startedAt({ poll: [status(503), claimed] });
    expect(failure(await callResume(home, noWait))).toMatchObject({
      exit: 3,
      code: 'rate_limited',
    });
    expect(service.steps).toEqual(['start', 'poll']);
    expect(documentOf(await callResume(home, noWait))).toEqual(success(home));
  });

  test('reports signup_lost if the response is cut off in the middle of the keys', async () => {
    const { home } = await startedAt({ poll: [cut(envelope({}).slice(0, 20)), gone] });
    expectError(await callResume(home, noWait), 'signup_lost');
  });

  test('reports signup_lost after HTTP status 410 if an earlier poll received no response', async () => {
    const { home } = await startedAt({ poll: [reset, gone] });
    await callResume(home, noWait);
    expectError(await callResume(home, noWait), 'signup_lost');
  });
});

test.each(['--deadline 5', '--unattended'])(
  '`signup --no-wait` cannot be combined with %s',
  async (option) => {
    const home = freshHome();
    const run = await home.call(['signup', '--json', ...noWait, ...option.split(' ')]);
    expectError(run, 'invalid_input');
  },
);
