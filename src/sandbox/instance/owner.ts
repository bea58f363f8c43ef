// The owner of a data directory: a lock decides, and a file tells tools the sandbox's address.
// The file may be removed or overwritten while a sandbox runs: nothing depends on it.

import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { makeDirectory } from '../../lib/directory';
import { WaypostError } from '../../lib/errors';
import { FileLock } from '../../lib/file-lock';
import { version } from '../../lib/identity';
import { processStart } from '../../lib/process-start';
import { readSmallFile } from '../../lib/small-file';
import { writeFailure } from '../../lib/system-error';
import { parse } from '../schemas/parse';

/** Name of the file in a data directory. */
export const ownerFile = 'sandbox.json';

/** Name of the lock in a data directory. */
const lockFile = 'sandbox.lock';

const ownerSchema = z.object({
  instance: z.string(),
  pid: z.int().check(z.gte(1)),
  /** When the process started, as `processStart` reports it. */
  process_start: z.nullable(z.string()),
  started_at: z.string(),
  version: z.string(),
  /** Its address, as `http://127.0.0.1:8787`; null while it starts. */
  origin: z.nullable(z.string().check(z.refine((text) => URL.canParse(text)))),
  port: z.nullable(z.int().check(z.gte(1), z.lte(65535))),
});

/** The process that has a data directory. */
export type Owner = z.infer<typeof ownerSchema>;

/** A data directory that this process holds. */
export interface Ownership {
  /** Publishes the sandbox's address. */
  announce(origin: string, port: number): void;
  /** Releases the directory. */
  release(): void;
}

/** The content of the owner file; undefined without one, or if it is damaged. */
export function readOwner(folder: string): Owner | undefined {
  try {
    const parsed = parse(ownerSchema, JSON.parse(readSmallFile(join(folder, ownerFile)).text));
    return 'value' in parsed ? parsed.value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the process of an owner file still runs: the one with that number must have started when it did. */
export function isRunning({ pid, process_start }: Pick<Owner, 'pid' | 'process_start'>): boolean {
  const start = processStart(pid);
  return start !== undefined && (start === null || start === process_start);
}

/** The error of a start on a directory that another process has. */
function folderTaken(folder: string): WaypostError {
  const owner = readOwner(folder);
  const url = owner?.origin ? `${owner.origin}/v1` : null;
  const where = url === null ? '' : ` at ${url}`;
  const who = owner === undefined ? '' : ` (process ${owner.pid})`;
  return new WaypostError('invalid_input', `A sandbox already runs on ${folder}${where}${who}.`, {
    hint: 'Use that one, stop it with `waypost sandbox stop`, or start another with --data <directory> and --port <n>.',
    details: { conflict: 'data', data: folder, pid: owner?.pid ?? null, url },
  });
}

/**
 * Takes a data directory for this process.
 * @param instance random name of this sandbox, distinct from every other.
 * @throws WaypostError `invalid_input` when a running sandbox has it, `write_failed` when the directory
 * cannot be written.
 */
export function takeOwnership(folder: string, instance: string, now: number): Ownership {
  const path = join(folder, ownerFile);
  const owner: Owner = {
    instance,
    pid: process.pid,
    process_start: processStart(process.pid) ?? null,
    started_at: new Date(now).toISOString(),
    version,
    origin: null,
    port: null,
  };
  const write = (): void => {
    const temporary = `${path}.${instance}`;
    writeFileSync(temporary, `${JSON.stringify(owner, undefined, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
    renameSync(temporary, path);
  };
  const lock = new FileLock(join(folder, lockFile));
  let isTaken = false;
  try {
    makeDirectory(folder, 0o700);
    isTaken = lock.take();
    if (isTaken) write();
  } catch (error) {
    lock.release();
    if (error instanceof WaypostError) throw error;
    throw writeFailure(`The data directory ${folder}`, error, {
      hint: 'Make the directory writable, or start with another one (--data) or with --memory.',
    });
  }
  if (!isTaken) throw folderTaken(folder);
  return {
    announce(origin, port) {
      Object.assign(owner, { origin, port });
      write();
    },
    release() {
      if (readOwner(folder)?.instance === instance) rmSync(path, { force: true });
      lock.release();
    },
  };
}
