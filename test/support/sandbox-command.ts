// Runs `waypost sandbox` in a new home directory for each test. Stops all sandboxes after the test.
import { afterEach, beforeEach, expect } from 'vitest';
import { documentOf, Home, type Run } from './tool';

/** The JSON output of `start` and `list` for a sandbox. */
export interface Detached {
  url: string;
  port: number;
  pid: number;
  data: string | null;
}

/** Functions that run the `sandbox` commands in a home directory. */
export interface SandboxCommand {
  readonly home: Home;
  /** Runs the command as a process, which is necessary for commands that start a sandbox. */
  run(...args: string[]): Promise<Run>;
  /** Runs the command in the test's process. See `Home.call`. */
  call(...args: string[]): Promise<Run>;
  /** Starts a sandbox in the background on a free port. */
  start(...args: string[]): Promise<Detached>;
  /**
   * Starts a sandbox in memory on a free port. The sandbox runs in the test's process, which takes a tenth of the time
   * of a separate process. The sandbox stops when the test ends.
   */
  serve(...args: string[]): Promise<Detached>;
  /** Returns the running sandboxes. */
  listed(): Promise<Detached[]>;
}

/** Creates a home directory before each test in a file. */
export function useSandboxCommand(): SandboxCommand {
  let home: Home;
  let serving: (() => Promise<unknown>)[] = [];
  beforeEach(() => {
    // No sandbox has this base URL, so a command cannot use a sandbox of another test.
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
