// Runs the built command in a separate home directory, as a process or in the test's process. A test fails if a command prints
// one of the test's secrets. The command can print the first six characters of a secret.
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { bunVersion } from '../../scripts/standalone/platforms.mjs';
import type { OutputStream } from '../../src/cli/output/output';
import type { System } from '../../src/cli/run/system';
import { systemClock } from '../../src/lib/runtime';
import { run as runBuilt } from './built-run';
import { requirement } from './requirement';
import { finished, type Run } from './shell';

export type { Run };

/** The entry file of the Node build. It runs with the same Node as the tests. */
const entry = join(__dirname, '../../bin/waypost.js');

/** The executable to test instead of the Node build, or undefined. */
const executable = process.env.WAYPOST_TEST_COMMAND;

/** The program to test and its first arguments. */
export const command: readonly [string, ...string[]] =
  executable === undefined ? [process.execPath, entry] : [executable];

/** True if the tests run the Node build. See `requirement`. */
export const isNodeBuild = requirement('Node build', () =>
  executable === undefined ? undefined : 'WAYPOST_TEST_COMMAND is set to another program',
);

/** True if `Home.call` runs the command in the test's process. See `requirement`. */
export const isCalledInside = requirement('commands in the test process', () => {
  if (!isNodeBuild) return 'the executable runs as a separate process';
  // On other systems, no environment variable can move the data and cache directories out of the user's home directory.
  return process.platform === 'linux' ? undefined : 'the command runs as a separate process';
});

/** A test of a feature that only the Node build has: packages, libraries, or the cache for compiled code. */
export const nodeTest = test.skipIf(!isNodeBuild);

/** The runtime in the output of `waypost version`. */
export const runtime = isNodeBuild
  ? `node ${process.versions.node}`
  : `bun ${bunVersion} (standalone)`;

/** The options of `Home.run`. */
export interface RunOptions {
  env?: Record<string, string | undefined>;
  /** The text for standard input (default: empty). */
  input?: string;
  /** The secrets that this run prints on purpose. */
  reveals?: string[];
  /** Called with the running process, for example to stop the process. */
  whileRunning?: (child: ChildProcess) => void;
  /** The files to load before the command. */
  preload?: readonly string[];
  /** The entry file of another copy of the Node build. */
  entry?: string;
  /** The working directory (default: the working directory of the tests). */
  cwd?: string;
  /** The user ID and group ID of the process. */
  user?: number;
}

/** The options of `Home.call`. */
export interface CallOptions extends Pick<RunOptions, 'env' | 'input' | 'reveals'> {
  /** The working directory. The test must wait for the call, because the test's process changes to this directory. */
  cwd?: string;
  /** The command's clock. Timeouts of requests use the system's clock. */
  clock?: System['clock'];
  /** Interrupts the command, like Ctrl-C. The promise of the call is then rejected. */
  interrupted?: AbortSignal;
  /** Called with each piece of standard output. */
  onOutput?: (text: string) => void;
}

/** The program to test and its first arguments, quoted for a shell. */
export const commandLine = command.map((word) => `'${word}'`).join(' ');

/** Returns the program to test with its first arguments and the environment variables that preload these files. */
export function preloaded(
  files: readonly string[],
  copy?: string,
): { command: readonly [string, ...string[]]; env: Record<string, string> } {
  if (executable !== undefined && copy === undefined) {
    // The executable contains Bun, which reads this variable.
    const BUN_OPTIONS = files.map((file) => `--preload ${file}`).join(' ');
    // Without BUN_RUNTIME_TRANSPILER_CACHE_PATH, Bun would write a cache for a preloaded file to the home directory.
    return { command, env: { BUN_OPTIONS, BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0' } };
  }
  const options = files.flatMap((file) => ['--require', file]);
  return { command: [process.execPath, ...options, copy ?? entry], env: {} };
}

/** The arguments of `waypost` as a list, or as a line if no argument contains a space. */
export type Line = string | readonly string[];

const wordsOf = (line: Line): readonly string[] =>
  typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;

/** A home directory, and functions that run the command with this home directory. */
export class Home {
  readonly path = mkdtempSync(join(tmpdir(), 'waypost-test-'));
  readonly #secrets = new Set<string>();
  readonly #variables: Record<string, string>;

  /** Creates an empty home directory. Every run has the environment variables in `variables`. */
  constructor(variables: Record<string, string> = {}) {
    this.#variables = variables;
  }

  get configFile(): string {
    return join(this.path, '.config/waypost/credentials.json');
  }

  get pendingFile(): string {
    return join(this.path, '.local/share/waypost/signup/default.json');
  }

  /** Makes later runs fail if they print one of these secrets. */
  keep(...secrets: string[]): void {
    for (const secret of secrets) this.#secrets.add(secret);
  }

  /** Returns the environment of a run. The only variables from this process are PATH and NODE_V8_COVERAGE. */
  environment(extra: Record<string, string | undefined> = {}): NodeJS.ProcessEnv {
    const { PATH, NODE_V8_COVERAGE } = process.env;
    const own = { PATH, NODE_V8_COVERAGE, HOME: this.path, TMPDIR: this.path };
    return { ...own, ...this.#variables, ...extra };
  }

  /** Runs `waypost` as a process until it ends. */
  run(line: Line, options: RunOptions = {}): Promise<Run> {
    const { command, env } = preloaded(options.preload ?? [], options.entry);
    const [program, ...first] = command;
    const child = spawn(program, [...first, ...wordsOf(line)], {
      env: this.environment({ ...env, ...options.env }),
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...(options.user === undefined ? {} : { uid: options.user, gid: options.user }),
    });
    const finished = this.#finished(child, options.reveals ?? []);
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
    options.whileRunning?.(child);
    return finished;
  }

  /**
   * Runs the built command in the test's process, which takes a tenth of the time of `run`. Use this function for tests that do
   * not depend on a separate process. If the tests run an executable, or if the system is not Linux, starts a process like
   * `run`.
   */
  async call(line: Line, options: CallOptions = {}): Promise<Run> {
    const { onOutput, interrupted = new AbortController().signal } = options;
    if (!isCalledInside) {
      const whileRunning = (child: ChildProcess) => {
        child.stdout?.on('data', (text) => onOutput?.(String(text)));
        interrupted.addEventListener('abort', () => child.kill('SIGINT'));
      };
      const run = await this.run(line, { ...options, whileRunning });
      interrupted.throwIfAborted();
      return run;
    }
    const { input = '', reveals = [], clock = systemClock, cwd } = options;
    const [stdout, stderr] = [new Collected(onOutput), new Collected()];
    const ownDirectory = cwd === undefined ? undefined : process.cwd();
    const env = this.environment(options.env);
    // test/support/setup.ts restores these variables, because other calls can still be running when this call ends.
    process.env.XDG_DATA_HOME = env.XDG_DATA_HOME ?? join(this.path, '.local/share');
    process.env.XDG_CACHE_HOME = env.XDG_CACHE_HOME ?? join(this.path, '.cache');
    try {
      if (cwd !== undefined) process.chdir(cwd);
      const status = await runBuilt([...wordsOf(line)], {
        env,
        platform: process.platform,
        home: this.path,
        clock,
        stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
        stdout,
        stderr,
        interrupted,
      });
      return { status, signal: null, stdout: stdout.text, stderr: stderr.text };
    } finally {
      if (ownDirectory !== undefined) process.chdir(ownDirectory);
      this.#expectNoSecret({ stdout: stdout.text, stderr: stderr.text }, reveals);
    }
  }

  /** Calls the command with `--json`. Returns the document that it prints. */
  async json(line: Line, options?: CallOptions): Promise<unknown> {
    return documentOf(await this.call([...wordsOf(line), '--json'], options));
  }

  /** Calls the command with `--json`. Fails if the command does not end with this error. See `expectError`. */
  async fails(line: Line, code: string, members?: object, options?: CallOptions): Promise<void> {
    expectError(await this.call([...wordsOf(line), '--json'], options), code, members);
  }

  /** Runs a line in sh. In this line, "$@" is `waypost` with these arguments. */
  shell(line: string, args: string[], env: Record<string, string | undefined>): Promise<Run> {
    const child = spawn('sh', ['-c', line, 'sh', ...command, ...args], {
      env: this.environment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return this.#finished(child, []);
  }

  /** Removes the home directory. */
  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  /** Waits until a process has ended, and searches its output for secrets. */
  async #finished(
    child: ChildProcessByStdio<Writable | null, Readable, Readable>,
    reveals: string[],
  ): Promise<Run> {
    const run = await finished(child);
    this.#expectNoSecret(run, reveals);
    return run;
  }

  #expectNoSecret({ stdout, stderr }: Pick<Run, 'stdout' | 'stderr'>, reveals: string[]): void {
    const printed = stdout + stderr;
    for (const secret of this.#secrets) {
      if (!reveals.includes(secret) && printed.includes(secret)) {
        leaks.push(`${secret.slice(0, 6)}… in: ${printed}`);
      }
    }
  }
}

/** An output stream that is not a terminal, and that stores the output. */
class Collected implements OutputStream {
  readonly #pieces: Buffer[] = [];
  readonly #told: (text: string) => void;

  constructor(told: (text: string) => void = () => {}) {
    this.#told = told;
  }

  write(text: string | Uint8Array, done?: () => void): boolean {
    this.#pieces.push(Buffer.from(text));
    this.#told(Buffer.from(text).toString());
    if (done !== undefined) setImmediate(done);
    return true;
  }

  get text(): string {
    return Buffer.concat(this.#pieces).toString();
  }
}

const leaks: string[] = [];

/** Fails if a command printed a secret since the last call. test/support/setup.ts calls this function after every test. */
export function expectNoLeaks(): void {
  expect(leaks.splice(0), 'secrets that were printed').toEqual([]);
}

/** Returns the JSON document on standard output. Fails if standard output is not one line that ends with a line feed. */
export function documentOf({ stdout }: Pick<Run, 'stdout'>): unknown {
  expect(stdout).toMatch(/^[^\n]+\n$/);
  return JSON.parse(stdout);
}

/** The exit code of each error code, according to docs/compatibility.md. */
const exits: Readonly<Record<string, number>> = {
  api_error: 1,
  balance_empty: 1,
  internal_error: 1,
  not_found: 1,
  invalid_input: 2,
  invalid_credentials_file: 2,
  network_error: 3,
  timeout: 3,
  rate_limited: 3,
  service_unavailable: 3,
  invalid_response: 3,
  auth_failed: 4,
  missing_api_key: 4,
  missing_user_token: 4,
  session_refused: 4,
  write_failed: 5,
  signup_expired: 6,
  signup_timeout: 6,
  signup_lost: 6,
  program_not_runnable: 126,
  program_not_found: 127,
};

/** Returns the error of a run with `--json`. Fails if the exit code does not match the error code. */
export function errorOf(run: Run): { exit: number | null } & Record<string, unknown> {
  const document = documentOf(run);
  expect(document).toMatchObject({
    error: { code: expect.any(String), message: expect.any(String) },
  });
  const { error } = document as { error: Record<string, unknown> };
  if (run.signal === null)
    expect({ ...error, exit: run.status }).toMatchObject({ exit: exits[String(error.code)] });
  return { exit: run.status, ...error };
}

/**
 * Fails if a run with `--json` did not end with this error. If the expected value of a field is a pattern, the pattern must
 * match a part of the field's text.
 */
export function expectError(run: Run, code: string, members: object = {}): void {
  const expected = Object.entries(members).map(([name, value]) => [
    name,
    value instanceof RegExp ? expect.stringMatching(value) : value,
  ]);
  expect(errorOf(run)).toMatchObject({ code, ...Object.fromEntries(expected) });
}
