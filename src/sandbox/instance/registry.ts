// The running sandboxes of this user on this machine, one file for each, so that those in memory or in other
// directories are found too. A file says where to look; the rest comes from the sandbox.
import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { makeDirectory } from '../../lib/directory';
import { processStart } from '../../lib/process-start';
import { readSmallFile } from '../../lib/small-file';
import { isSystemError } from '../../lib/system-error';
import { parse } from '../schemas/parse';
import { healthAt } from './find';
import { isRunning } from './owner';

const entrySchema = z.object({
  pid: z.int().check(z.gte(1)),
  /** When the process started, as `processStart` reports it. */
  process_start: z.nullable(z.string()),
  /** Name of the machine or container in which `pid` counts. */
  machine: z.string(),
  started_at: z.string(),
  version: z.string(),
  origin: z.string().check(
    z.regex(/^http:\/\//),
    z.refine((text) => URL.canParse(text)),
  ),
  port: z.int().check(z.gte(1), z.lte(65535)),
  /** Data directory; null in memory. */
  data: z.nullable(z.string()),
  detached: z.boolean(),
  /** The server's log file; null if it writes to a terminal. */
  log: z.nullable(z.string()),
});

type Entry = z.infer<typeof entrySchema>;

/** A registered sandbox, and whether it answers. */
export interface Registered extends Entry {
  running: boolean;
}

const suffix = '.json';

/**
 * Registers this process's sandbox in a directory.
 * @returns a function that removes it. Throws the file system's error if the directory cannot be written.
 */
export function register(
  directory: string,
  entry: Omit<Entry, 'pid' | 'process_start' | 'machine' | 'started_at'>,
): () => void {
  makeDirectory(directory, 0o700);
  const whole: Entry = {
    ...entry,
    pid: process.pid,
    process_start: processStart(process.pid) ?? null,
    machine: hostname(),
    started_at: new Date().toISOString(),
  };
  const path = join(directory, randomBytes(9).toString('base64url') + suffix);
  writeFileSync(`${path}.new`, `${JSON.stringify(whole, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
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
function entriesIn(directory: string): string[] {
  try {
    return isOwn(directory) ? readdirSync(directory) : [];
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return [];
  }
}

function readEntry(path: string): Entry | undefined {
  try {
    const reading = parse(entrySchema, JSON.parse(readSmallFile(path).text));
    return 'value' in reading ? reading.value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the process of an entry exists; undefined if this machine cannot know. */
function isAlive(entry: Entry): boolean | undefined {
  return entry.machine === hostname() ? isRunning(entry) : undefined;
}

/**
 * The sandboxes registered in a directory, oldest first: those that answer, and those whose process exists.
 * The entry of an ended process is removed.
 */
export async function registered(directory: string): Promise<Registered[]> {
  const names = entriesIn(directory).filter((name) => name.endsWith(suffix));
  const found = names.map(async (name): Promise<Registered[]> => {
    const path = join(directory, name);
    const entry = readEntry(path);
    if (!entry) return [];
    const health = await healthAt(entry.origin);
    const running = health?.pid === entry.pid && health.data === entry.data;
    const alive = isAlive(entry);
    if (!running && alive === false) rmSync(path, { force: true });
    return running || alive ? [{ ...entry, running }] : [];
  });
  const all = (await Promise.all(found)).flat();
  return all.sort((one, other) => one.started_at.localeCompare(other.started_at));
}
