// Runs a program to its end, without waiting in the way of a server of this process.
import { spawn } from 'node:child_process';

/** What a program printed, and its exit status. */
export interface ShellRun {
  status: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** Starts a program with these arguments and this environment; standard input is empty. */
export function startShell(
  [program = '', ...words]: string[],
  env: NodeJS.ProcessEnv,
  cwd = process.cwd(),
) {
  const child = spawn(program, words, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<ShellRun>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => resolve({ status, signal, stdout, stderr }));
  });
  return { child, ended };
}

/** The same, to its end. */
export function runShell(words: string[], env: NodeJS.ProcessEnv, cwd?: string): Promise<ShellRun> {
  return startShell(words, env, cwd).ended;
}
