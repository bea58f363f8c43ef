// Runs of the command in this process, as many as a property asks for, and what every one of them owes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { exitStatuses } from '../../../src/lib/errors';
import type { Clock } from '../../../src/lib/runtime';
import { run } from '../../support/built-run';

/** How many cases a property tries: few by default, WAYPOST_FUZZ_RUNS of them for a long run. */
export function runsOf(usual: number): { numRuns: number; seed: number; endOnFailure: boolean } {
  const numRuns = Number(process.env.WAYPOST_FUZZ_RUNS ?? usual);
  return { numRuns, seed: Number(process.env.WAYPOST_FUZZ_SEED ?? 20_261_122), endOnFailure: true };
}

/** Long enough for the largest number of cases, in milliseconds. */
export const patience = 3_600_000;

/** Secrets of the runs: no output may hold one. */
export const secrets = ['ak_fuzz_0123456789abcdef', 'uk_fuzz_fedcba9876543210'] as const;

/** Waiting takes no time. */
const clock: Clock = {
  now: () => Date.now(),
  sleep: async (_, signal) => {
    signal?.throwIfAborted();
    await new Promise(setImmediate);
  },
};

/** A directory that is gone at the end; `remove` is for afterAll. */
export function temporaryHome(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'waypost-fuzz-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Runs arguments to their end. */
export async function runHere(
  argv: readonly string[],
  { home, env = {}, input = '' }: { home: string; env?: Record<string, string>; input?: string },
): Promise<{ status: number; stdout: string; stderr: string }> {
  const printed = { stdout: '', stderr: '' };
  const sink = (name: 'stdout' | 'stderr') => ({
    write: (text: string | Uint8Array, done?: (error?: Error | null) => void) => {
      printed[name] += Buffer.from(text).toString();
      done?.();
    },
  });
  const status = await run(argv, {
    env,
    platform: 'linux',
    home,
    clock,
    stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    interrupted: new AbortController().signal,
  });
  return { status, ...printed };
}

/** What every run with --json owes: one document; for an error, a code that goes with the status. */
export function expectContract(
  { status, stdout, stderr }: { status: number; stdout: string; stderr: string },
  label: string,
): void {
  const told = `${label}\n${stdout}${stderr}`;
  for (const secret of secrets) expect((stdout + stderr).includes(secret), told).toBe(false);
  expect(stdout, told).toMatch(/^[^\n]+\n$/);
  const document: unknown = JSON.parse(stdout);
  expect(told).not.toMatch(/internal_error|fault of waypost|\n {4}at /);
  if (status === 0) return;
  // A report such as that of `doctor` ends with a status, too.
  if (typeof document !== 'object' || document === null || !('error' in document)) return;
  const { code, message } = document.error as { code: keyof typeof exitStatuses; message: string };
  expect(exitStatuses[code], told).toBe(status);
  expect(message, told).toBeTruthy();
}
