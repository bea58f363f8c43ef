// A sandbox keeps acknowledged writes after SIGKILL, and never returns the keys of a sign-up twice. WAYPOST_FUZZ_RUNS sets
// the number of kills under load.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { managedBy, resultOf, type TestKeys } from '../sandbox/support/bench';
import { type Answer, type Sent, send } from '../sandbox/support/client';
import { type SandboxProcess, startProcess } from '../sandbox/support/process';
import { random } from '../support/random';
import { patience, runsOf, seed } from './fuzz/support/fuzz';

let running: SandboxProcess | undefined;
const directory = mkdtempSync(join(tmpdir(), 'sandbox-durability-'));
afterAll(async () => {
  await running?.end('SIGKILL');
  rmSync(directory, { recursive: true });
});

async function start(): Promise<SandboxProcess> {
  running = await startProcess(directory);
  return running;
}

async function signUp({ url, origin }: SandboxProcess): Promise<string> {
  const answer = await send('POST', `${url}/sign_up`);
  const { cli_token } = resultOf<{ cli_token: string }>(answer);
  await send('POST', `${origin}/_sandbox/sign_up/${cli_token}/complete`);
  return cli_token;
}

/** The writes that the sandbox acknowledged to the owner of a key before the sandbox was killed. */
class Acknowledged {
  writes = 0;
  readonly #keys: TestKeys;
  readonly #configs = new Map<string, string>();
  readonly #licensees = new Set<number>();
  readonly #lookups = { answered: 0, unanswered: 0 };
  /** For each completed sign-up: how often the test polled it, and how often the sandbox returned its keys. */
  readonly #claims = new Map<string, { asked: number; handed: number }>();

  constructor(keys: TestKeys) {
    this.#keys = keys;
  }

  /** Sends one write of each type, and records the writes that the sandbox acknowledged. */
  async write(sandbox: SandboxProcess, name: string): Promise<void> {
    const { key } = this.#keys;
    const owner = managedBy(this.#keys);
    const post = (path: string, sent: Sent) => this.#ask('POST', sandbox.url + path, sent);
    const config = { name, payload: name };
    if (await post(`/keys/${key}/configs`, { ...owner, body: config })) {
      this.#configs.set(name, name);
    }
    const made = await post(`/keys/${key}/licensees`, { ...owner, body: { name } });
    if (made) {
      const licensee = resultOf<{ id: number; key: string }>(made);
      this.#licensees.add(licensee.id);
      const headers = { Authorization: `Bearer ${licensee.key}` };
      const mail = await this.#ask('GET', `${sandbox.url}/emails?query=${name}@a.example`, {
        headers,
      });
      this.#lookups[mail ? 'answered' : 'unanswered'] += 1;
    }
    const begun = await post('/sign_up', {});
    if (!begun) return;
    const { cli_token: token } = resultOf<{ cli_token: string }>(begun);
    if (!(await this.#ask('POST', `${sandbox.origin}/_sandbox/sign_up/${token}/complete`))) return;
    this.#claims.set(token, { asked: 0, handed: 0 });
    await this.#claim(sandbox, token);
  }

  async expectKept(sandbox: SandboxProcess): Promise<void> {
    const { key } = this.#keys;
    const get = async <T>(path: string): Promise<T> =>
      resultOf<T>(await send('GET', `${sandbox.url}/keys/${key}${path}`, managedBy(this.#keys)));
    const { configs } = await get<{ configs: { name: string; payload: string }[] }>('/configs');
    const kept = new Map(configs.map(({ name, payload }) => [name, payload]));
    expect([...this.#configs].filter(([name, payload]) => kept.get(name) !== payload)).toEqual([]);
    const ids = new Set<number>();
    for (let after = 0, more = true; more; ) {
      const path = `/licensees?limit=100&starting_after=${after}`;
      const page = await get<{ licensees: { id: number }[]; hasMore: boolean }>(path);
      for (const { id } of page.licensees) ids.add(id);
      after = page.licensees.at(-1)?.id ?? after;
      more = page.hasMore;
    }
    expect([...this.#licensees].filter((id) => !ids.has(id))).toEqual([]);
    const { total } = await get<{ total: number }>('/usage');
    const { answered, unanswered } = this.#lookups;
    // The sandbox can have billed a lookup whose response was lost, but the usage always matches the balance.
    expect(total).toBeGreaterThanOrEqual(answered);
    expect(total).toBeLessThanOrEqual(answered + unanswered);
    expect(await get('/details')).toMatchObject({ lookups_remaining: 1_000_000 - total });
    for (const token of this.#claims.keys()) await this.#claim(sandbox, token);
    expect([...this.#claims.values()].filter(({ handed }) => handed > 1)).toEqual([]);
    this.#claims.clear();
  }

  /** Polls a completed sign-up. Fails if the sign-up is pending, or if it has expired at the first poll. */
  async #claim(sandbox: SandboxProcess, token: string): Promise<void> {
    const claim = this.#claims.get(token) ?? { asked: 0, handed: 0 };
    claim.asked += 1;
    const answer = await send('GET', `${sandbox.url}/sign_up/${token}`).catch(() => undefined);
    if (answer?.status === 200) claim.handed += 1;
    if (answer !== undefined)
      expect(claim.asked === 1 ? [200] : [200, 410]).toContain(answer.status);
  }

  /** Sends a request. Returns the response, or undefined if the connection broke. */
  async #ask(method: string, url: string, sent: Sent = {}): Promise<Answer | undefined> {
    const answer = await send(method, url, sent).catch(() => undefined);
    if (answer === undefined) return undefined;
    expect(answer.status).toBe(200);
    if (method === 'POST') this.writes += 1;
    return answer;
  }
}

describe('a sandbox that is killed and started again', () => {
  test('still has all data that it acknowledged before the kill', async () => {
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

  // Shows: A sandbox that is killed loses no data that it acknowledged.
  test(
    'still has all data that it acknowledged, even after repeated kills under load',
    async () => {
      const chance = random(seed);
      const before = await start();
      const keys = (await send('POST', `${before.origin}/_sandbox/keys`)).json as TestKeys;
      await send('PATCH', `${before.origin}/_sandbox/keys/${keys.key}`, {
        body: { sublicensing: true, lookups_remaining: 1_000_000, datasets: { email: true } },
      });
      await before.end('SIGKILL');
      const acknowledged = new Acknowledged(keys);
      for (let round = 0; round < runsOf(2); round += 1) {
        const sandbox = await start();
        const enough = acknowledged.writes + 20 + chance() * 100;
        let killed: Promise<void> | undefined;
        const clients = Array.from({ length: 8 }, async (_, client) => {
          for (let step = 0; killed === undefined; step += 1) {
            await acknowledged.write(sandbox, `r${round}-c${client}-${step}`);
            if (acknowledged.writes >= enough) killed ??= sandbox.end('SIGKILL');
          }
        });
        await Promise.all(clients);
        await killed;
        const after = await start();
        await acknowledged.expectKept(after);
        await after.end('SIGKILL');
      }
      expect(acknowledged.writes).toBeGreaterThan(20);
    },
    patience,
  );

  // Shows: The keys of a claim are returned at most once, even if the sandbox is killed.
  test('returns the keys of each sign-up at most once, even if it is killed during a poll', async () => {
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
    // Either the sandbox returned the keys at the first poll and not again, or the first response was lost.
    expect(new Set([...outcomes, '200 410', '0 410', '0 200'])).toEqual(
      new Set(['200 410', '0 410', '0 200']),
    );
    expect(outcomes).toContain('200 410');
  });
});
