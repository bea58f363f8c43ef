// Builds an index in a process of its own: it needs a few hundred megabytes for some seconds, which a sandbox
// that runs for days should not keep.
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isStandalone } from '../../lib/installation';
import type { IndexJob } from './build-index';

/** The messages of the process. */
export type BuildMessage = { warn: string } | { failed: string } | { done: true };

/** The entry of the process: a file beside the bundle, or its name in the executable. */
const entry = isStandalone ? '__build-places' : join(__dirname, 'build-places.js');

/**
 * Makes an index file.
 * @param signal ends the process, and with it the promise
 * @throws Error when the data cannot be read.
 */
export async function buildIndex(
  job: IndexJob,
  warn: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  if (!isStandalone && !existsSync(entry)) {
    const { makeIndex } = await import('./build-index');
    await makeIndex(job, warn);
    return;
  }
  const child = fork(entry, [JSON.stringify(job)], {
    // It gets no environment except what Windows needs to start a program.
    env: process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    ...(signal ? { signal } : {}),
  });
  await new Promise<void>((resolve, reject) => {
    child.on('message', (message: BuildMessage) => {
      if ('warn' in message) warn(message.warn);
      else if ('failed' in message) reject(new Error(message.failed));
      else resolve();
    });
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`The places index was not made: its process ended (${signal ?? code}).`)),
    );
  });
}
