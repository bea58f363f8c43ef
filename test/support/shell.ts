// Runs a program until it ends. Does not block this process, because the program can use servers in this process.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** A program's output and exit code. */
export interface Run {
  status: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** Starts a program. Its standard input is empty. */
export function startShell(
  [program = '', ...words]: string[],
  env: NodeJS.ProcessEnv,
  cwd = process.cwd(),
) {
  const child = spawn(program, words, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  return { child, ended: finished(child) };
}

/** Waits until a program has ended. Returns its output and exit code. */
export function finished(
  child: ChildProcessByStdio<Writable | null, Readable, Readable>,
): Promise<Run> {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => resolve({ status, signal, stdout, stderr }));
  });
}

/** Runs a program until it ends. Returns its output and exit code. */
export function runShell(words: string[], env: NodeJS.ProcessEnv, cwd?: string): Promise<Run> {
  return startShell(words, env, cwd).ended;
}
