// Runs the built command at a terminal, for prompts and colours: the util-linux command `script` gives
// it one and passes on what is typed.
import { spawn } from 'node:child_process';
import { entry, type Home } from './tool';

/** A finished run at a terminal: everything it showed, escape sequences included. */
export interface TerminalRun {
  status: number | null;
  shown: string;
}

/**
 * Runs `waypost` at a terminal. Each of `dialogue` is typed once its question has been shown; then the
 * next is waited for.
 */
export function runAtTerminal(
  home: Home,
  args: string[],
  dialogue: [question: string, answer: string][] = [],
  env: Record<string, string> = {},
): Promise<TerminalRun> {
  const quoted = [process.execPath, entry, ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qefc', quoted, '/dev/null'], {
    env: home.environment({ TERM: 'xterm-256color', SHELL: '/bin/sh', ...env }),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  let heard = 0;
  const rest = [...dialogue];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    const [next] = rest;
    const at = next === undefined ? -1 : shown.indexOf(next[0], heard);
    if (next !== undefined && at !== -1) {
      heard = at + next[0].length;
      rest.shift();
      child.stdin.write(next[1]);
    }
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, shown }));
  });
}
