// Runs a command with random input, and checks what must be true for every run. The command runs in this process, unless
// WAYPOST_TEST_COMMAND names an executable to test.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { type ErrorCode, errorCodes } from '../../../../src/lib/error-codes';
import type { SteadyClock } from '../../../../src/lib/runtime';
import { run } from '../../../support/built-run';
import { finished } from '../../../support/shell';
import { command, isCalledInside } from '../../../support/tool';

/** The number of cases of each property if WAYPOST_FUZZ_RUNS is not set. */
const usualRuns = 150;

/** A test timeout in milliseconds that is long enough for the largest number of cases. */
export const patience = 3_600_000;

/** The seed of the random numbers: WAYPOST_FUZZ_SEED, or a fixed number. */
export const seed = Number(process.env.WAYPOST_FUZZ_SEED ?? 20_261_122);

/** Returns WAYPOST_FUZZ_RUNS, or `usual` if the variable is not set. */
export function runsOf(usual: number): number {
  return Number(process.env.WAYPOST_FUZZ_RUNS ?? usual);
}

/**
 * Defines a test that checks random cases. WAYPOST_FUZZ_RUNS sets the number of cases. If several tests in a file share
 * this number, `part` is the share of this test, from 0 to 1.
 */
export function property<T>(
  name: string,
  cases: fc.Arbitrary<T>,
  check: (one: T) => Promise<void>,
  part = 1,
): void {
  test(name, { timeout: patience }, async () => {
    const numRuns = Math.ceil(runsOf(usualRuns / part) * part);
    await fc.assert(fc.asyncProperty(cases, check), { numRuns, seed, endOnFailure: true });
  });
}

/** The API key and the management key that the runs use. The output must not contain them. */
export const secrets = ['ak_fuzz_0123456789abcdef', 'uk_fuzz_fedcba9876543210'] as const;

/** The total of all waits in milliseconds. A wait ends immediately, but advances the clock, so that deadlines pass. */
let waited = 0;

const clock: SteadyClock = {
  now: () => Date.now() + waited,
  elapsed: () => performance.now() + waited,
  sleep: async (ms, signal) => {
    signal?.throwIfAborted();
    waited += ms;
    await new Promise(setImmediate);
  },
};

/** Creates a home directory for the tests of a file, and removes the directory after the last test. */
export function useHome(): string {
  const path = mkdtempSync(join(tmpdir(), 'waypost-fuzz-'));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Runs a command with these arguments. Returns the exit code and the output. */
export async function runHere(
  argv: readonly string[],
  { home, env = {}, input = '' }: { home: string; env?: Record<string, string>; input?: string },
): Promise<{ status: number; stdout: string; stderr: string }> {
  if (!isCalledInside) {
    const [program, ...first] = command;
    const child = spawn(program, [...first, ...argv], { env: { ...env, HOME: home } });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const { status, stdout, stderr } = await finished(child);
    return { status: status ?? -1, stdout, stderr };
  }
  process.env.XDG_DATA_HOME = join(home, '.local/share');
  process.env.XDG_CACHE_HOME = join(home, '.cache');
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

/** Like `expectContract`, but if standard output is empty, checks the last line of standard error instead. */
export function expectContractOfData(
  result: { status: number; stdout: string; stderr: string },
  label: string,
): void {
  const stdout =
    result.stdout === '' ? result.stderr.replace(/^(?:.*\n)*(?=.*\n$)/, '') : result.stdout;
  expectContract({ ...result, stdout }, label);
}

/**
 * Fails unless a run with --json printed one JSON document without secrets. If the document is an error, its error code
 * must match the exit code.
 */
export function expectContract(
  { status, stdout, stderr }: { status: number; stdout: string; stderr: string },
  label: string,
): void {
  const told = `${label}\n${stdout}${stderr}`;
  for (const secret of secrets) expect((stdout + stderr).includes(secret), told).toBe(false);
  expect(stdout, told).toMatch(/^[^\n]+\n$/);
  const document: unknown = JSON.parse(stdout);
  expect(told).not.toMatch(/internal_error|bug in waypost|\n {4}at /);
  if (status === 0) return;
  // A report, such as the report of `doctor`, can also end with an exit code other than 0.
  if (typeof document !== 'object' || document === null || !('error' in document)) return;
  const { code, message } = document.error as { code: ErrorCode; message: string };
  expect(errorCodes[code].exitStatus, told).toBe(status);
  expect(message, told).toBeTruthy();
}
