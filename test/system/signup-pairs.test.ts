// Two processes sign up for one profile, the second process starting at a random moment while the first one runs. One process
// claims the keys, and the other process waits and reports the stored login. WAYPOST_FUZZ_RUNS sets the number of pairs.
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { writePending } from '../../src/client/signup/pending';
import { useSandbox } from '../sandbox/support/bench';
import { send } from '../sandbox/support/client';
import { random } from '../support/random';
import { read } from '../support/sign-up';
import { Home, type Run } from '../support/tool';
import { patience, runsOf, seed } from './fuzz/support/fuzz';

const bench = useSandbox();

/** The longest time between the two starts, in milliseconds. A run takes longer. */
const longestOffsetMs = 250;

const ways = {
  /** Both processes resume a sign-up that the user completed in the browser. */
  resumed: ['signup', '--resume', '--interval', '1', '--json'],
  /** Both processes create an account. */
  opened: ['signup', '--unattended', '--interval', '1', '--json'],
} as const;

/** Creates and completes a pending sign-up, like a user who completes the sign-up page while waypost is not running. */
async function completeSignUp(home: Home): Promise<void> {
  const baseUrl = `${bench.sandbox.origin}/v1`;
  const { json } = await send('POST', `${baseUrl}/sign_up`, { body: {} });
  const { result } = json as { result: { cli_token: string; signup_url: string } };
  const started_at = new Date().toISOString();
  writePending(home.pendingFile, { ...result, base_url: baseUrl, started_at }, Date.now());
  await bench.control('POST', `/sign_up/${result.cli_token}/complete`);
}

function outcomeOf({ status, signal, stdout }: Run): string {
  const { success, error } = JSON.parse(stdout || '{}');
  if (success === true && status === 0) return 'success';
  if (String(error?.message).startsWith('A login is already stored')) return 'told of the login';
  return error ? `${error.code} (${error.message})` : (signal ?? 'no output');
}

/** Returns true if the stored login has both keys and the sandbox accepts them. */
async function hasWorkingLogin(home: Home): Promise<boolean> {
  const login = read(home.configFile) as Record<string, string> | undefined;
  if (!login?.api_key || !login.user_token) return false;
  const response = await fetch(`${bench.sandbox.origin}/v1/keys/${login.api_key}/details`, {
    headers: { authorization: `Bearer ${login.user_token}` },
  });
  return response.status === 200;
}

async function tryPair(way: keyof typeof ways, offsetMs: number): Promise<string> {
  const home = new Home();
  try {
    if (way === 'resumed') await completeSignUp(home);
    const words =
      way === 'resumed'
        ? ways.resumed
        : [...ways.opened, '--base-url', `${bench.sandbox.origin}/v1`];
    const first = home.run(words);
    await wait(offsetMs);
    const pair = await Promise.all([first, home.run(words)]);
    const outcomes = pair.map(outcomeOf).sort().join(' and ');
    const login = (await hasWorkingLogin(home)) ? 'a login' : 'no login';
    const left = read(home.pendingFile) === undefined ? '' : ' and a pending sign-up';
    return `${way}: ${outcomes}, ${login}${left}`;
  } finally {
    home.remove();
  }
}

const runs = runsOf(40);

/** The number of pairs that run at the same time. */
const busy = 4;

test(`each of ${runs} pairs of concurrent sign-ups ends with a working login`, {
  timeout: patience,
}, async () => {
  const chance = random(seed);
  const outcomes = new Map<string, number>();
  for (let number = 0; number < runs; number += busy) {
    const pairs = Array.from({ length: Math.min(busy, runs - number) }, (_, next) =>
      tryPair(next === 3 ? 'opened' : 'resumed', chance() * longestOffsetMs),
    );
    for (const outcome of await Promise.all(pairs)) {
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  }
  const allowed = [
    'resumed: success and success, a login',
    'opened: success and success, a login',
    // The first process ended before the second process checked whether a login is stored.
    'opened: success and told of the login, a login',
  ];
  expect([...outcomes].filter(([outcome]) => !allowed.includes(outcome))).toEqual([]);
});
