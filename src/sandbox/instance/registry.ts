// Which sandboxes run: the owner of a data directory, and those of this user on this machine, one file for each, so
// that those in memory or in other directories are found too. A file says where to look; the rest comes from the
// sandbox. A lock decides who has a directory: its file may be removed or overwritten, nothing depends on it.

import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { makeDirectory } from '../../lib/directory';
import { WaypostError } from '../../lib/errors';
import { FileLock } from '../../lib/file-lock';
import { version } from '../../lib/identity';
import { processStart } from '../../lib/process-start';
import { readSmallFile } from '../../lib/small-file';
import { isSystemError, writeFailure } from '../../lib/system-error';
import { parse } from '../parse';

/** What every file says of the process that wrote it. */
const processShape = {
  pid: z.int().check(z.gte(1)),
  /** When the process started, as `processStart` reports it. */
  process_start: z.nullable(z.string()),
  started_at: z.string(),
  version: z.string(),
};
const origin = z.string().check(
  z.regex(/^http:\/\//),
  z.refine((text) => URL.canParse(text)),
);
const port = z.int().check(z.gte(1), z.lte(65535));

const thisProcess = (now: number) => ({
  pid: process.pid,
  process_start: processStart(process.pid) ?? null,
  started_at: new Date(now).toISOString(),
  version,
});

/** Writes a file that is whole or absent. */
function writeWhole(path: string, document: object, temporary: string): void {
  const text = `${JSON.stringify(document, undefined, 2)}\n`;
  writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
  renameSync(temporary, path);
}

/** The document of a file; undefined without one, or if it is damaged. */
function readDocument<T>(path: string, schema: z.ZodMiniType<T>): T | undefined {
  try {
    const parsed = parse(schema, JSON.parse(readSmallFile(path).text));
    return 'value' in parsed ? parsed.value : undefined;
  } catch {
    return undefined;
  }
}

const entrySchema = z.object({
  ...processShape,
  /** Name of the machine or container in which `pid` counts. */
  machine: z.string(),
  origin,
  port,
  /** Data directory; null in memory. */
  data: z.nullable(z.string()),
  detached: z.boolean(),
  /** The server's log file; null if it writes to a terminal. */
  log: z.nullable(z.string()),
});

/** A registered sandbox. */
export type Entry = z.infer<typeof entrySchema>;

/** The entry of a file; undefined if it is damaged. */
export const readEntry = (path: string): Entry | undefined => readDocument(path, entrySchema);

/**
 * Registers this process's sandbox in a directory.
 * @returns a function that removes it. Throws the file system's error if the directory cannot be written.
 */
export function register(
  directory: string,
  entry: Pick<Entry, 'origin' | 'port' | 'data' | 'detached' | 'log'>,
): () => void {
  makeDirectory(directory, 0o700);
  const whole: Entry = { ...entry, ...thisProcess(Date.now()), machine: hostname() };
  const path = join(directory, `${randomBytes(9).toString('base64url')}.json`);
  writeWhole(path, whole, `${path}.new`);
  return () => rmSync(path, { force: true });
}

/** Whether no other user can write in a directory. */
function isOwn(directory: string): boolean {
  const found = lstatSync(directory, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return false;
  if (process.platform === 'win32') return true;
  return found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

/** The names in a directory of this user; none if it cannot be read. */
export function entriesIn(directory: string): string[] {
  try {
    return isOwn(directory) ? readdirSync(directory) : [];
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return [];
  }
}

/** Whether the process of an entry exists; undefined if this machine cannot know. */
export function isAlive(entry: Entry): boolean | undefined {
  return entry.machine === hostname() ? isRunning(entry) : undefined;
}

/** Name of the file in a data directory. */
export const ownerFile = 'sandbox.json';

/** Name of the lock in a data directory. */
const lockFile = 'sandbox.lock';

const ownerSchema = z.object({
  ...processShape,
  instance: z.string(),
  /** Its address, as `http://127.0.0.1:8787`; null while it starts. */
  origin: z.nullable(origin),
  port: z.nullable(port),
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
export const readOwner = (folder: string): Owner | undefined =>
  readDocument(join(folder, ownerFile), ownerSchema);

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
  const owner: Owner = { ...thisProcess(now), instance, origin: null, port: null };
  const write = (): void => writeWhole(path, owner, `${path}.${instance}`);
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
