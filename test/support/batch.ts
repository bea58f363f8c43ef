// Functions for batch tests: write input files, run batches, and count the billed lookups.
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect } from 'vitest';
import type { TestKeys } from '../sandbox/support/bench';
import { type Account, useAccount } from './account';
import type { Run, RunOptions } from './tool';

/** Functions that run batches for an account with enough lookups. */
export interface Batches {
  readonly account: Account;
  /** The environment variables of another account with enough lookups, for a batch that is not billed to the first account. */
  readonly otherOwner: Record<string, string>;
  /** Returns the path of a file in the home directory. */
  at(name: string): string;
  /** Writes lines to a file in the home directory. Returns the path of the file. */
  write(name: string, lines: readonly string[]): string;
  read(name: string): string;
  /** Returns the names of the files for unfinished batches and locks that waypost did not remove. */
  partials(): string[];
  /** Returns the number of lookups that the service billed. */
  billed(): Promise<number>;
  /** Returns the search terms in the lookup log, in order. */
  terms(): Promise<string[]>;
  /** Adds a fault to the service. The path of the rule is relative to /v1. */
  fault(rule: { path: string; method?: string; fault: string; times?: number }): Promise<void>;
  /** Delays every response for these paths. */
  slow(path: string): Promise<void>;
  /** Runs a command as the owner. Calls `work` when the service has billed `count` lookups for this run. */
  whenBilled(
    count: number,
    args: string[],
    work: (child: ChildProcess) => void | Promise<void>,
    options?: RunOptions,
  ): Promise<Run>;
}

const channel = 'http.server.response.finish';

/** Creates two accounts and a home directory before each test. */
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
      // The service runs in this process. The loop checks the number of billed lookups after each response.
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

/** Resolves after the next response of a server in this process. Ignores responses to the test's own requests. */
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

/** Splits CSV into lines. Cells must not contain line feeds. Fails if the last line does not end with a line feed. */
export function linesOf(text: string): string[] {
  expect(text === '' || text.endsWith('\n')).toBe(true);
  return text.split('\n').slice(0, -1);
}

/** Returns the IDs of the first `count` regions in the sandbox's data. */
export function placeIds(count: number): string[] {
  const ids = readFileSync(join(__dirname, '../../data/places/regions.tsv'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => `geonames_${line.split('\t')[4]}`);
  const unique = [...new Set(ids)].slice(0, count);
  expect(unique).toHaveLength(count);
  return unique;
}

/** Returns `count` different email addresses. */
export function emails(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `user${index + 1}@example.com`);
}
