// Input files for batches, the built command with them, and the number of lookups that the service billed.
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect } from 'vitest';
import type { TestKeys } from '../sandbox/support/bench';
import { type Account, useAccount } from './account';
import type { Run, RunOptions } from './tool';

/** Batches of an account that has enough lookups. */
export interface Batches {
  readonly account: Account;
  /** The environment of another account with lookups, for a batch that is not billed to the first one. */
  readonly otherOwner: Record<string, string>;
  /** A path in the home directory. */
  at(name: string): string;
  /** Writes a file of lines in the home directory. */
  write(name: string, lines: readonly string[]): string;
  read(name: string): string;
  /** The files that waypost left next to outputs: unfinished batches and locks. */
  partials(): string[];
  /** The number of lookups that the service billed. */
  billed(): Promise<number>;
  /** The search terms of the log, in order. */
  terms(): Promise<string[]>;
  /** Adds a fault to the service for some paths below /v1. */
  fault(rule: { path: string; method?: string; fault: string; times?: number }): Promise<void>;
  /** Delays every response of these paths, so that something can happen meanwhile. */
  slow(path: string): Promise<void>;
  /** Runs a command as the owner, and calls `work` once this many lookups are billed. */
  whenBilled(
    count: number,
    args: string[],
    work: (child: ChildProcess) => void | Promise<void>,
    options?: RunOptions,
  ): Promise<Run>;
}

const channel = 'http.server.response.finish';

/** Creates an account and a home before each test. */
export function useBatches(): Batches {
  const account = useAccount();
  const { bench } = account;
  let other: TestKeys;
  beforeEach(async () => {
    await bench.control('DELETE', '/faults');
    other = await bench.account();
    account.home.keep(other.key, other.user_token);
    for (const { key } of [account.keys, other]) {
      await bench.control('PATCH', `/keys/${key}`, { lookups_remaining: 1_000_000 });
    }
  });
  const at = (name: string) => join(account.home.path, name);
  const batches: Batches = {
    account,
    get otherOwner() {
      return { WAYPOST_API_KEY: other.key };
    },
    at,
    write(name, lines) {
      writeFileSync(at(name), lines.map((line) => `${line}\n`).join(''));
      return at(name);
    },
    read: (name) => readFileSync(at(name), 'utf8'),
    partials: () => readdirSync(account.home.path).filter((name) => name.includes('partial')),
    async billed() {
      const { total } = (await account.result('GET', '/usage')) as { total: number };
      return total;
    },
    async terms() {
      const log = await account.call(['lookups', 'export', '--json']);
      const rows = JSON.parse(log.stdout) as { search_term: string }[];
      return rows.map(({ search_term }) => search_term);
    },
    async fault(rule) {
      const answer = await bench.control('POST', '/faults', { ...rule, path: `/v1/${rule.path}` });
      expect(answer.status).toBe(200);
    },
    slow: (path) => batches.fault({ path, fault: 'slow' }),
    async whenBilled(count, args, work, options = {}) {
      const before = await batches.billed();
      let isOver = false;
      let child: ChildProcess | undefined;
      const running = account
        .run(args, {
          ...options,
          whileRunning: (running) => {
            child = running;
          },
        })
        .finally(() => {
          isOver = true;
        });
      // Checks again after each response of the service, which runs in this process.
      while (!isOver) {
        const further = nextLookup();
        if ((await batches.billed()) - before >= count) break;
        await Promise.race([further, running]);
      }
      try {
        if (child !== undefined && !isOver) await work(child);
      } catch (error) {
        child?.kill('SIGKILL');
        throw error;
      }
      return running;
    },
  };
  return batches;
}

/** Resolves after the next response of a server in this process, except to the test's own requests. */
function nextLookup(): Promise<void> {
  return new Promise((resolve) => {
    const answered = (message: unknown) => {
      if (/\/keys\/|\/_sandbox\//.test(Object(message).request.url)) return;
      unsubscribe(channel, answered);
      resolve();
    };
    subscribe(channel, answered);
  });
}

/** The lines of CSV. No cell in these tests contains a line feed. */
export function linesOf(text: string): string[] {
  expect(text === '' || text.endsWith('\n')).toBe(true);
  return text.split('\n').slice(0, -1);
}

/** The first IDs of the sandbox's places. */
export function placeIds(count: number): string[] {
  const ids = readFileSync(join(__dirname, '../../data/places/regions.tsv'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => `geonames_${line.split('\t')[4]}`);
  const unique = [...new Set(ids)].slice(0, count);
  expect(unique).toHaveLength(count);
  return unique;
}

/** Distinct email addresses. */
export function emails(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `user${index + 1}@example.com`);
}
