// Reads the places of a dump in a process of its own: it needs a few hundred megabytes for some seconds, which a sandbox
// that runs for days should not keep.
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appName } from '../../lib/identity';
import { isStandalone } from '../../lib/installation';
import type { IndexJob } from './build-index';

/** The messages of the process. */
export type BuildMessage = { warn: string } | { failed: string } | { done: true };

/** The entry of the process: a file beside the bundle, or its name in the executable. */
const entry = isStandalone ? '__build-places' : join(__dirname, 'build-places.js');

/**
 * The bytes of the index of a job.
 * @param signal ends the process, and with it the promise
 * @throws Error when the data cannot be read.
 */
export async function buildIndex(
  job: IndexJob,
  warn: (line: string) => void,
  signal?: AbortSignal,
): Promise<Buffer> {
  if (!isStandalone && !existsSync(entry)) {
    const { makeIndex } = await import('./build-index');
    return makeIndex(job, warn);
  }
  const folder = await mkdtemp(join(tmpdir(), `${appName}-places-`));
  try {
    const path = join(folder, 'index');
    await build([JSON.stringify(job), path], warn, signal);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function build(
  words: string[],
  warn: (line: string) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const child = fork(entry, words, {
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
