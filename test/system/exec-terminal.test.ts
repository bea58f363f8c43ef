// `waypost exec` in a real terminal: the command gets the input and the signals, and waypost masks keys in its output.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { apiKey, freshHome, userToken } from '../support/keys';
import { hasTerminal, shown, Terminal } from '../support/terminal';
import { command, commandLine } from '../support/tool';

const keys = { WAYPOST_API_KEY: apiKey, WAYPOST_USER_TOKEN: userToken };

/** Runs `waypost exec` in a terminal. `env` contains variables for waypost, but not for the terminal. */
function exec(words: string[], env: Record<string, string> = {}): Terminal {
  const own = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const tool = ['/usr/bin/env', ...own, ...command, 'exec', ...words];
  const terminal = new Terminal(tool, freshHome().environment(keys));
  onTestFinished(() => terminal.kill());
  return terminal;
}

const ends = 'for fd in 0 1 2; do [ -t $fd ] && echo "$fd is a terminal"; done';

describe.skipIf(!hasTerminal)('`exec` at a terminal', () => {
  test('passes Ctrl-C to the command', async () => {
    const line = 'trap \'echo caught\' INT; echo ready; read answer; echo "got $answer"';
    const terminal = exec(['--', 'bash', '-c', line]);
    await terminal.until(/ready/);
    terminal.type('\x03');
    await terminal.until(/caught/);
    terminal.type('yes\r');
    expect(await terminal.end()).toMatchObject({ status: 0, restored: true });
    expect(shown(terminal)).toContain('got yes');
  });

  test('ends with SIGINT if the command does not handle Ctrl-C', async () => {
    const terminal = exec(['--', 'bash', '-c', 'echo ready; exec sleep 60']);
    await terminal.until(/ready/);
    terminal.type('\x03');
    expect(await terminal.end()).toMatchObject({ status: 130, restored: true });
  });

  /** A program that runs `waypost exec`, and prints the exit code and the signal with which waypost ended. */
  const program = `
    const [program, ...first] = ${JSON.stringify(command)};
    const { status, signal } = require('node:child_process').spawnSync(program,
      [...first, 'exec', '--', ...process.argv.slice(1)], { stdio: 'inherit' });
    console.log(JSON.stringify([status, signal]));`;
  const endOf = async (line: string, typed?: string): Promise<unknown> => {
    const words = [process.execPath, '-e', program, '--', 'bash', '-c', line];
    const terminal = new Terminal(words, freshHome().environment(keys));
    onTestFinished(() => terminal.kill());
    if (typed !== undefined) {
      await terminal.until(/ready/);
      terminal.type(typed);
    }
    await terminal.until(/\[(?:null|\d+),(?:null|"\w+")\]/);
    return JSON.parse(/\[(?:null|\d+),.*\]/.exec(terminal.screen())?.[0] ?? '');
  };

  test.each([
    ['echo ready; exec sleep 60', '\x03', [null, 'SIGINT']],
    ['echo ready; exec sleep 60', '\x1c', [null, 'SIGQUIT']],
    ['kill -TERM $$', undefined, [null, 'SIGTERM']],
    ['kill -KILL $$', undefined, [null, 'SIGKILL']],
    ['kill -SEGV $$', undefined, [139, null]],
    ['kill -PIPE $$', undefined, [141, null]],
    ['kill -USR1 $$', undefined, [138, null]],
    ['exit 129', undefined, [129, null]],
    ['exit 3', undefined, [3, null]],
  ])(
    'reports to its parent process how the command ended (command: %s)',
    async (line, typed, end) => {
      expect(await endOf(line, typed)).toEqual(end);
    },
  );

  /**
   * A program that runs `waypost exec`. When the command is ready, the program sends the signal to waypost, or to waypost
   * and script(1), and then prints the exit code and the signal with which waypost ended.
   */
  const signaling = `
    const { existsSync, readFileSync } = require('node:fs');
    const [whom, signal, line] = process.argv.slice(1);
    const [program, ...first] = ${JSON.stringify(command)};
    const child = require('node:child_process').spawn(program,
      [...first, 'exec', 'bash', '-c', line], { stdio: 'inherit' });
    child.once('exit', (...end) => console.log(JSON.stringify(end)));
    const waiting = setInterval(() => {
      if (!existsSync(process.env.HOME + '/ready')) return;
      clearInterval(waiting);
      const children = '/proc/' + child.pid + '/task/' + child.pid + '/children';
      const below = whom !== 'waypost' ? readFileSync(children, 'utf8').trim().split(' ') : [];
      for (const pid of [child.pid, ...below]) process.kill(Number(pid), signal);
    }, 20);`;
  const goesOn = 'touch "$HOME/ready"; while :; do sleep 0.05; done';
  // The line runs only shell built-ins before `sleep`, because a shell that waits for a program survives SIGINT.
  const sleeps = ': > "$HOME/ready"; exec sleep 600';

  test.each<[whom: string, signal: string, line: string, end: unknown]>([
    ['waypost', 'SIGTERM', sleeps, [null, 'SIGTERM']],
    ['waypost', 'SIGINT', sleeps, [null, 'SIGINT']],
    ['waypost', 'SIGUSR1', sleeps, [138, null]],
    ['waypost', 'SIGTERM', `trap 'exit 5' TERM; ${goesOn}`, [5, null]],
    ['waypost', 'SIGUSR1', `trap 'exit 0' USR1; ${goesOn}`, [0, null]],
    ['waypost and script(1)', 'SIGTERM', sleeps, [null, 'SIGTERM']],
    ['waypost and script(1)', 'SIGTERM', `trap 'exit 0' TERM; ${goesOn}`, [null, 'SIGTERM']],
  ])(
    'does not report a false success after a signal (recipient: %s, signal: %s, command: %s)',
    async (whom, signal, line, end) => {
      const words = [process.execPath, '-e', signaling, '--', whom, signal, line];
      const terminal = new Terminal(words, freshHome().environment(keys));
      onTestFinished(() => terminal.kill());
      const [text] = await terminal.until(/\[(?:null|\d+),(?:null|"\w+")\]/);
      expect(JSON.parse(text)).toEqual(end);
      expect(await terminal.end()).toMatchObject({ restored: true });
    },
  );

  test('masks the output, and gives the command pipes for standard output and standard error, if standard output is redirected', async () => {
    const line = `${commandLine} exec -- sh -c '${ends} >&2; echo "$WAYPOST_API_KEY"' | cat`;
    const terminal = new Terminal(['sh', '-c', line], freshHome().environment(keys));
    onTestFinished(() => terminal.kill());
    await terminal.end();
    expect(shown(terminal).split('\n').sort()).toEqual(['0 is a terminal', 'ak_liv…']);
  });

  test('masks the output, and gives the command pipes for standard output and standard error, if script(1) is missing', async () => {
    const home = freshHome();
    const bin = join(home.path, 'bin');
    mkdirSync(bin);
    symlinkSync('/bin/sh', join(bin, 'sh'));
    const terminal = exec(
      ['--', 'sh', '-c', `PATH=/usr/bin:/bin; ${ends}; echo "$WAYPOST_API_KEY"`],
      {
        PATH: bin,
      },
    );
    await terminal.until(/ak_liv…/);
    expect(terminal.screen()).toMatch(/0 is a terminal\s+ak_liv…/);
  });

  test('gives the command the terminal itself if --no-masking is set', async () => {
    const terminal = exec([
      '--no-masking',
      '--',
      'sh',
      '-c',
      `${ends}; ps -o comm= | grep -c script`,
    ]);
    await terminal.end();
    expect(shown(terminal)).toContain('2 is a terminal');
  });
});
