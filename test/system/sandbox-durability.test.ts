// What was acknowledged survives kill -9, and a claim is never handed out twice.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { sparingOptions } from '../../src/sandbox/store/wasm-driver';
import { resultOf, type TestKeys } from '../sandbox/support/bench';
import { send } from '../sandbox/support/client';
import { type SandboxProcess, startProcess } from '../sandbox/support/process';

let running: SandboxProcess | undefined;
const folder = mkdtempSync(join(tmpdir(), 'sandbox-durability-'));
afterAll(async () => {
  await running?.end('SIGKILL');
  rmSync(folder, { recursive: true });
});

async function start(): Promise<SandboxProcess> {
  running = await startProcess(folder);
  return running;
}

async function signUp({ url, origin }: SandboxProcess): Promise<string> {
  const answer = await send('POST', `${url}/sign_up`);
  const { cli_token } = resultOf<{ cli_token: string }>(answer);
  await send('POST', `${origin}/_sandbox/sign_up/${cli_token}/complete`);
  return cli_token;
}

describe('killed and started again', () => {
  it('everything acknowledged is there', async () => {
    const first = await start();
    const made = (await send('POST', `${first.origin}/_sandbox/keys`)).json as TestKeys;
    await send('PATCH', `${first.origin}/_sandbox/keys/${made.key}`, {
      body: { lookups_remaining: 7 },
    });
    const ready = await signUp(first);
    const claimed = await signUp(first);
    const credentials = resultOf<Record<string, string>>(
      await send('GET', `${first.url}/sign_up/${claimed}`),
    );
    const pending = resultOf<{ cli_token: string; signup_url: string }>(
      await send('POST', `${first.url}/sign_up`),
    );
    await send('POST', `${first.origin}/_sandbox/clock`, { body: { advance: '10m' } });
    await first.end('SIGKILL');

    const second = await start();
    const details = await send(
      'GET',
      `${second.url}/keys/${made.key}?user_token=${made.user_token}`,
    );
    expect(resultOf(details)).toMatchObject({ lookups_remaining: 7 });
    expect((await send('GET', `${second.url}/sign_up/${claimed}`)).status).toBe(410);
    expect((await send('GET', `${second.url}/sign_up/${ready}`)).status).toBe(200);
    const mine = `${second.url}/keys/${credentials.test_api_key}?user_token=${credentials.user_token}`;
    expect((await send('GET', mine)).status).toBe(200);
    const page = `${second.origin}${new URL(pending.signup_url).pathname}`;
    expect((await send('GET', page)).status).toBe(200);
    const health = (await send('GET', `${second.origin}/_sandbox/health`)).json as { now: string };
    expect(Date.parse(health.now) - Date.now()).toBeGreaterThan(9 * 60_000);
    await second.end('SIGTERM');
    expect(second.child.signalCode).toBe('SIGTERM');
  });

  it('under load, again and again: nothing acknowledged is lost', async () => {
    const script = join(__dirname, '../../scripts/durability.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...sparingOptions(),
      script,
      '2',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ rounds: 2, lost: 0, handed_out_twice: 0 });
  });

  it('while polls are under way: each claim is handed out once at most', async () => {
    const outcomes: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const before = await start();
      const tokens = await Promise.all(Array.from({ length: 8 }, () => signUp(before)));
      const statusOf = async (url: string, token: string): Promise<number> =>
        (await send('GET', `${url}/sign_up/${token}`).catch(() => ({ status: 0 }))).status;
      const polls = tokens.map((token) => statusOf(before.url, token));
      await Promise.race(polls);
      await before.end('SIGKILL');
      const firsts = await Promise.all(polls);
      const after = await start();
      const seconds = await Promise.all(tokens.map((token) => statusOf(after.url, token)));
      await after.end('SIGKILL');
      outcomes.push(...firsts.map((first, index) => `${first} ${seconds[index]}`));
    }
    expect(outcomes).toHaveLength(24);
    // Handed out and gone; or the answer was lost, and the claim with it or not. Never twice.
    expect(new Set([...outcomes, '200 410', '0 410', '0 200'])).toEqual(
      new Set(['200 410', '0 410', '0 200']),
    );
    expect(outcomes).toContain('200 410');
  });
});
