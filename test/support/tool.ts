// Runs the built command as a process in a separate home, or, for tables of rules, its code in the test's process. All output
// is searched for the test's secrets. A test fails if a command prints more than a secret's six-character preview.
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

/** The command's entry, run with the Node of the tests. */
const entry = join(__dirname, '../../bin/waypost.js');

/** The executable that is tested instead of the entry. */
const executable = process.env.WAYPOST_TEST_COMMAND;

/** The tested program and its first arguments. */
export const command: readonly [string, ...string[]] =
  executable === undefined ? [process.execPath, entry] : [executable];

/** The tested program for a sandbox, with the Node options of a detached sandbox. */
export const sandboxCommand: readonly string[] =
  executable === undefined ? [process.execPath, entry] : command;

/** Whether the Node build is tested. */
export const isNodeBuild = requirement('Node build', () =>
  executable === undefined ? undefined : 'WAYPOST_TEST_COMMAND names another command',
);

/** Whether `Home.call` runs the command in the test's process. */
export const isCalledInside = requirement('clock of the test', () => {
  if (!isNodeBuild) return 'the executable is a process of its own';
  // On other systems, the data and cache directories cannot be moved out of the home of the user who runs the tests.
  return process.platform === 'linux' ? undefined : 'the command is called as a process here';
});

/** A test of parts that only the Node build has: packages, libraries, the cache of compiled code. */
export const nodeTest = test.skipIf(!isNodeBuild);

/** The runtime in the output of `waypost version`. */
export const runtime = isNodeBuild
  ? `node ${process.versions.node}`
  : `bun ${bunVersion} (standalone)`;

/** The options of one run. */
export interface RunOptions {
  env?: Record<string, string | undefined>;
  /** Standard input; empty by default. */
  input?: string;
  /** Secrets that this run prints on purpose. */
  reveals?: string[];
  /** Called with the process once it runs, to watch or stop it. */
  whileRunning?: (child: ChildProcess) => void;
  /** Files with code that is loaded before the command. */
  preload?: readonly string[];
  /** The entry of another copy of the Node build. */
  entry?: string;
  /** The working directory; by default that of the tests. */
  cwd?: string;
  /** The ID of the user who runs the command, and of a group with the same ID. */
  user?: number;
}

/** The options of one call. */
export interface CallOptions extends Pick<RunOptions, 'env' | 'input' | 'reveals'> {
  /** The working directory. The test awaits the call, because the whole process changes to it. */
  cwd?: string;
  /** The command's clock. The system's clock measures requests. */
  clock?: System['clock'];
  /** Ends the call, like Ctrl-C ends a process; the call is then rejected. */
  interrupted?: AbortSignal;
  /** Called with each piece of standard output. */
  onOutput?: (text: string) => void;
}

/** The tested program as words for a shell. */
export const commandLine = command.map((word) => `'${word}'`).join(' ');

/** The tested program and its first arguments, with preloaded code and the environment that it needs. */
export function preloaded(
  files: readonly string[],
  copy?: string,
): { command: readonly [string, ...string[]]; env: Record<string, string> } {
  if (executable !== undefined && copy === undefined) {
    // The executable contains Bun.
    const BUN_OPTIONS = files.map((file) => `--preload ${file}`).join(' ');
    // Otherwise Bun would store a cache of a preloaded file in the home directory.
    return { command, env: { BUN_OPTIONS, BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0' } };
  }
  const options = files.flatMap((file) => ['--require', file]);
  return { command: [process.execPath, ...options, copy ?? entry], env: {} };
}

/** The arguments of `waypost`: its words, or a line if no word contains a space. */
export type Line = string | readonly string[];

const wordsOf = (line: Line): readonly string[] =>
  typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;

/** An empty home directory, and the command in it. */
export class Home {
  readonly path = mkdtempSync(join(tmpdir(), 'waypost-test-'));
  readonly #secrets = new Set<string>();
  readonly #variables: Record<string, string>;

  /** `variables`: the variables of every run. */
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

  /** The environment of a run: nothing from this machine except PATH. */
  environment(extra: Record<string, string | undefined> = {}): NodeJS.ProcessEnv {
    const { PATH, NODE_V8_COVERAGE } = process.env;
    const own = { PATH, NODE_V8_COVERAGE, HOME: this.path, TMPDIR: this.path };
    return { ...own, ...this.#variables, ...extra };
  }

  /** Runs `waypost` with these arguments to its end. */
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
   * Runs the built command with these arguments in the test's process, in a tenth of the time of `run`: for table rows that
   * test a rule and not the life of a process. If an executable is tested, this runs the executable.
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
    // test/support/setup.ts restores it, because several calls can be pending.
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

  /** Calls the command with `--json`, and expects this error. See `expectError`. */
  async fails(line: Line, code: string, members?: object, options?: CallOptions): Promise<void> {
    expectError(await this.call([...wordsOf(line), '--json'], options), code, members);
  }

  /** Runs a shell line in which "$@" is `waypost` with these arguments. */
  shell(line: string, args: string[], env: Record<string, string | undefined>): Promise<Run> {
    const child = spawn('sh', ['-c', line, 'sh', ...command, ...args], {
      env: this.environment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return this.#finished(child, []);
  }

  /** Removes the home. */
  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  /** A process's output, searched for secrets, and how the process ended. */
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

/** The output to a stream that is not a terminal. */
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

/** Fails if a secret was printed since the last call; test/support/setup.ts calls it after every test. */
export function expectNoLeaks(): void {
  expect(leaks.splice(0), 'secrets that were printed').toEqual([]);
}

/** The only JSON document on standard output; fails if there is other output or no line feed. */
export function documentOf({ stdout }: Pick<Run, 'stdout'>): unknown {
  expect(stdout).toMatch(/^[^\n]+\n$/);
  return JSON.parse(stdout);
}

/** The exit code of each error code, as docs/compatibility.md promises it. */
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

/** The error of a run with `--json`. Its exit code must be the one for its error code. */
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

/** Fails if a run with `--json` did not end with this error. A pattern must match a part of a field's text. */
export function expectError(run: Run, code: string, members: object = {}): void {
  const expected = Object.entries(members).map(([name, value]) => [
    name,
    value instanceof RegExp ? expect.stringMatching(value) : value,
  ]);
  expect(errorOf(run)).toMatchObject({ code, ...Object.fromEntries(expected) });
}
