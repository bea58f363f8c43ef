// `waypost signup --no-wait`: a program starts a sign-up, ends, and asks later whether it is completed.
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
  resume,
  signUp,
  signUpService,
  status,
  success,
  token,
} from '../support/sign-up';
import { documentOf, expectError } from '../support/tool';

const noWait = ['--no-wait'];
const lifetimeMs = 30 * 60_000;

test('it is started, then asked for once a run, and stored once, also in CI', async () => {
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

  const asked = await resume(home, noWait, { env });
  expect(asked.status).toBe(0);
  expect(documentOf(asked)).toEqual({
    pending: true,
    signup_url: page,
    expires_at,
    resume: 'waypost signup --resume',
  });
  expect(service.steps).toEqual(['start', 'poll']);

  const last = await resume(home, noWait, { env });
  expect(last.status).toBe(0);
  expect(documentOf(last)).toEqual(success(home));
  expect(service.steps).toEqual(['start', 'poll', 'poll', 'availability', 'details']);
  expect(read(home.configFile)).toEqual(login(service));
  expect(existsSync(home.pendingFile)).toBe(false);
  expect((await resume(home, noWait, { env })).status).toBe(0);
  expect([started, asked, last].map(({ stderr }) => stderr)).toEqual(['', '', '']);
});

test('in words, all of it on standard output', async () => {
  const { home, service } = await freshSignUp({ poll: [pending] });
  const until =
    /The page expires at [\d-]+ [\d:]+ UTC\. After you complete the sign-up, store the keys with `waypost signup --resume`/;
  const started = await home.run(['signup', '--no-wait', '--base-url', service.url]);
  expect(started.stdout).toMatch(/^Open this page to sign up:/);
  expect(started.stdout).toContain(page);
  expect(started.stdout).toMatch(until);
  const asked = await home.run('signup --resume --no-wait');
  expect(asked.stdout).toMatch(/^The sign-up is not complete yet\./);
  expect(asked.stdout).toMatch(until);
  expect(started.stderr + asked.stderr).toBe('');
});

test('the line that continues it names the profile, and --force where a login is replaced', async () => {
  const home = freshHome();
  const first = await signUpService();
  expect((await signUp(home, first, ['--profile', 'work'])).status).toBe(0);
  const service = await signUpService();
  const again = [...noWait, '--profile', 'work', '--force'];
  const { resume: line } = documentOf(await signUp(home, service, again)) as { resume: string };
  expect(line).toBe('waypost signup --resume --force --profile work');
  const run = await home.run([...line.split(' ').slice(1), '--json']);
  expect(documentOf(run)).toMatchObject({ success: true, available: true });
});

describe('what ends or delays it', () => {
  const startedAt = async (poll: Parameters<typeof signUpService>[0]) => {
    const { home, service } = await freshSignUp(poll);
    await callSignUp(home, service, noWait);
    return { home, service };
  };

  test('an expired one is forgotten', async () => {
    const { home } = await startedAt({ poll: [gone] });
    expectError(await callResume(home, noWait), 'signup_expired');
    expect(existsSync(home.pendingFile)).toBe(false);
  });

  test.each([
    ['an answer of 503', status(503), 'rate_limited'],
    ['an answer of 500', status(500), 'service_unavailable'],
    ['no answer', reset, 'network_error'],
  ])('%s is an error, and the sign-up stays', async (_, trouble, code) => {
    const { home, service } = await startedAt({ poll: [trouble, claimed] });
    expect(failure(await callResume(home, noWait))).toMatchObject({ exit: 3, code });
    expect(service.steps).toEqual(['start', 'poll']);
    expect(documentOf(await callResume(home, noWait))).toEqual(success(home));
  });

  test('an answer with the keys that breaks off before they end is noted, as with a wait', async () => {
    const { home } = await startedAt({ poll: [cut(envelope({}).slice(0, 20)), gone] });
    expectError(await callResume(home, noWait), 'signup_lost');
  });

  test('a poll without an answer may have claimed the keys: a later 410 says so', async () => {
    const { home } = await startedAt({ poll: [reset, gone] });
    await callResume(home, noWait);
    expectError(await callResume(home, noWait), 'signup_lost');
  });
});

test.each(['--deadline 5', '--unattended'])('it does not go with %s', async (option) => {
  const home = freshHome();
  const run = await home.call(['signup', '--json', ...noWait, ...option.split(' ')]);
  expectError(run, 'invalid_input');
});
