// `waypost sandbox` in a home of its own before each test; what was started is stopped behind it.
import { afterEach, beforeEach, expect } from 'vitest';
import { documentOf, Home, type Run } from './tool';

/** A detached sandbox, as `start` and `list` tell of it. */
export interface Detached {
  url: string;
  port: number;
  pid: number;
  data: string | null;
}

/** The test's hold on it. */
export interface SandboxCommand {
  readonly home: Home;
  /** Runs the command as a process, as whatever starts a sandbox must. */
  run(...args: string[]): Promise<Run>;
  /** Runs it in the process of the test; see `Home.call`. */
  call(...args: string[]): Promise<Run>;
  /** Starts a sandbox in the background, on a free port. */
  start(...args: string[]): Promise<Detached>;
  /** Runs one in memory, on a free port, in the process of the test and until its end: a tenth of the time. */
  serve(...args: string[]): Promise<Detached>;
  /** The sandboxes that run. */
  listed(): Promise<Detached[]>;
}

/** A fresh home before each test of a file. */
export function useSandboxCommand(): SandboxCommand {
  let home: Home;
  let serving: (() => Promise<unknown>)[] = [];
  beforeEach(() => {
    // No sandbox of somebody else is at the base URL in use.
    home = new Home({ WAYPOST_BASE_URL: 'http://127.0.0.1:1/v1' });
  });
  afterEach(async () => {
    await Promise.all(serving.map((end) => end()));
    serving = [];
    await home.call(['sandbox', 'stop', '--all']);
    home.remove();
  });
  const command: SandboxCommand = {
    get home() {
      return home;
    },
    run: (...args) => home.run(['sandbox', ...args]),
    call: (...args) => home.call(['sandbox', ...args]),
    start: async (...args) => {
      const run = await command.run('start', '--detach', '--port', '0', '--json', ...args);
      expect([run.status, run.stderr]).toEqual([0, '']);
      return documentOf(run) as Detached;
    },
    serve: (...args) =>
      new Promise((resolve, reject) => {
        const interruption = new AbortController();
        const ended = home
          .call(['sandbox', 'start', '--memory', '--port', '0', '--json', '--quiet', ...args], {
            interrupted: interruption.signal,
            onOutput: (text) => resolve(JSON.parse(text)),
          })
          .then(({ stdout, stderr }) => reject(new Error(stdout + stderr)), reject);
        serving.push(() => {
          interruption.abort(new Error('the test has ended'));
          return ended;
        });
      }),
    listed: async () => documentOf(await command.call('list', '--json')) as Detached[],
  };
  return command;
}
