// Which sandboxes run. One file says of each which process it is and where it is reached. It stands in the registry of
// the user, so that those in memory or in any directory are found, and in the data directory, for those who do not
// share that registry: another user, a container, a program with `createSandbox`. A lock decides who has a directory:
// its file may be removed or overwritten, nothing depends on it.
import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { makeDirectory } from '../lib/directory';
import { WaypostError } from '../lib/errors';
import { FileLock } from '../lib/file-lock';
import { version } from '../lib/identity';
import { processSpace, processStart } from '../lib/processes';
import { readSmallFile } from '../lib/small-file';
import { isSystemError, writeFailure } from '../lib/system-error';
import { callForJson, type FoundSandbox, healthAt } from './control-call';
import { parse } from './parse';

export const entryFile = 'sandbox.json';

const lockFile = 'sandbox.lock';

const entrySchema = z.object({
  /** Random name of this run. */
  instance: z.string(),
  /** The range of process numbers in which `pid` counts, as `processSpace` names it. */
  machine: z.string(),
  pid: z.int().check(z.gte(1)),
  /** When the process started, as `processStart` reports it. */
  process_start: z.nullable(z.string()),
  started_at: z.string(),
  version: z.string(),
  /** Its address, as `http://127.0.0.1:8787`; null while it starts. */
  origin: z.nullable(
    z.string().check(
      z.regex(/^http:\/\//),
      z.refine((text) => URL.canParse(text)),
    ),
  ),
  /** Data directory; null in memory. */
  data: z.nullable(z.string()),
  /** The log file of a detached one; null if it writes to a terminal. */
  log: z.nullable(z.string()),
});

type RegistryEntry = z.infer<typeof entrySchema>;

/** The entry of a file; undefined without one, or if it is damaged. */
function readEntry(path: string): RegistryEntry | undefined {
  try {
    const parsed = parse(entrySchema, JSON.parse(readSmallFile(path).text));
    return 'value' in parsed ? parsed.value : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a file that is whole or absent. */
function writeEntry(path: string, entry: RegistryEntry): void {
  const temporary = `${path}.${entry.instance}`;
  const text = `${JSON.stringify(entry, undefined, 2)}\n`;
  writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
  renameSync(temporary, path);
}

/** The user's registry, for a sandbox that is to be listed in it. */
export interface Registry {
  directory: string;
  /** The log file of a detached sandbox. */
  log: string | undefined;
  /** Called when the directory cannot be written: the sandbox runs all the same. */
  failed(error: unknown): void;
}

/**
 * Registers a sandbox of this process, and takes its data directory.
 * @throws WaypostError `invalid_input` when a running sandbox has the directory, `write_failed` when it cannot be
 * written.
 */
export function register(data: string | null, registry?: Registry) {
  const instance = randomBytes(12).toString('base64url');
  const entry: RegistryEntry = {
    ...{ instance, machine: processSpace(), pid: process.pid },
    process_start: processStart(process.pid) ?? null,
    started_at: new Date().toISOString(),
    ...{ version, origin: null, data, log: registry?.log ?? null },
  };
  const lock = data === null ? undefined : takeDirectory(data, entry);
  const files = data === null ? [] : [join(data, entryFile)];
  return {
    instance,
    announce(origin: string): void {
      entry.origin = origin;
      for (const file of files) writeEntry(file, entry);
      if (registry === undefined) return;
      try {
        makeDirectory(registry.directory, 0o700);
        const file = join(registry.directory, `${instance}.json`);
        writeEntry(file, entry);
        files.push(file);
      } catch (error) {
        registry.failed(error);
      }
    },
    /** Removes its entries, and releases the data directory. */
    remove(): void {
      for (const file of files) {
        if (readEntry(file)?.instance === instance) rmSync(file, { force: true });
      }
      lock?.release();
    },
  };
}

function takeDirectory(data: string, entry: RegistryEntry): FileLock {
  const lock = new FileLock(join(data, lockFile));
  let isTaken = false;
  try {
    makeDirectory(data, 0o700);
    isTaken = lock.take();
    if (isTaken) writeEntry(join(data, entryFile), entry);
  } catch (error) {
    lock.release();
    if (error instanceof WaypostError) throw error;
    throw writeFailure(`The data directory ${data}`, error, {
      hint: 'Make the directory writable, or start with another one (--data) or with --memory.',
    });
  }
  if (!isTaken) throw directoryTaken(data);
  return lock;
}

function directoryTaken(data: string): WaypostError {
  const owner = readEntry(join(data, entryFile));
  const url = owner?.origin ? `${owner.origin}/v1` : null;
  const where = url === null ? '' : ` at ${url}`;
  const who = owner === undefined ? '' : ` (process ${owner.pid})`;
  return new WaypostError('invalid_input', `A sandbox already runs on ${data}${where}${who}.`, {
    hint: 'Use that one, stop it with `waypost sandbox stop`, or start another with --data <directory> and --port <n>.',
    details: { conflict: 'data', data, pid: owner?.pid ?? null, url },
  });
}

export type SandboxTarget = { data: string } | { port: number };

export type TargetState =
  | { state: 'running'; sandbox: FoundSandbox }
  /** The process is there but does not answer; it may be starting. */
  | { state: 'silent'; pid: number; start: string | null }
  | { state: 'stopped' };

/** The sandbox of an entry. It runs only if it answers and is the one of the entry. */
async function lookAt({
  instance,
  origin,
  pid,
  process_start,
}: RegistryEntry): Promise<TargetState> {
  const sandbox = origin === null ? undefined : await healthAt(origin);
  if (sandbox?.instance === instance) return { state: 'running', sandbox };
  const start = processStart(pid);
  // Numbers are reused: the process must have started when the entry says.
  const isThere = start !== undefined && (start === null || start === process_start);
  return isThere ? { state: 'silent', pid, start: process_start } : { state: 'stopped' };
}

export async function findSandbox(where: SandboxTarget): Promise<TargetState> {
  if ('port' in where) {
    const sandbox =
      (await healthAt(`http://127.0.0.1:${where.port}`)) ??
      (await healthAt(`http://[::1]:${where.port}`));
    return sandbox ? { state: 'running', sandbox } : { state: 'stopped' };
  }
  const entry = readEntry(join(where.data, entryFile));
  return entry ? lookAt(entry) : { state: 'stopped' };
}

export interface Registered extends RegistryEntry {
  origin: string;
  found: Exclude<TargetState, { state: 'stopped' }>;
}

/**
 * The sandboxes of a registry and the one of a data directory, oldest first: those that answer, and those whose
 * process exists. The entry of an ended process is removed from the registry.
 */
export async function registered(directory: string, data: string): Promise<Registered[]> {
  const names = entryNames(directory).filter((name) => name.endsWith('.json'));
  const files = [join(data, entryFile), ...names.map((name) => join(directory, name))];
  const entries = new Map<string, RegistryEntry & { file: string }>();
  for (const file of files) {
    const entry = readEntry(file);
    if (entry) entries.set(entry.instance, { ...entry, file });
  }
  const looked = [...entries.values()].map(async ({ file, ...entry }): Promise<Registered[]> => {
    const { origin } = entry;
    const found = await lookAt(entry);
    if (origin !== null && found.state !== 'stopped') return [{ ...entry, origin, found }];
    // The processes of another machine or container cannot be seen; the file of a data directory may have a new owner.
    const isGone = found.state === 'stopped' && entry.machine === processSpace();
    if (isGone && file !== files[0]) rmSync(file, { force: true });
    return [];
  });
  const all = (await Promise.all(looked)).flat();
  return all.sort((one, other) => one.started_at.localeCompare(other.started_at));
}

/** The names in a directory of this user; none if it cannot be read, or others can write it. */
function entryNames(directory: string): string[] {
  try {
    return isOwn(directory) ? readdirSync(directory) : [];
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return [];
  }
}

function isOwn(directory: string): boolean {
  const found = lstatSync(directory, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return false;
  if (process.platform === 'win32') return true;
  return found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

/**
 * Stops a sandbox and waits until its process has ended. One that does not answer gets a signal. False if it
 * still runs after `timeout` milliseconds.
 */
export async function stopSandbox(found: TargetState, timeout = 10_000): Promise<boolean> {
  if (found.state === 'stopped') return true;
  const pid = found.state === 'running' ? found.sandbox.pid : found.pid;
  const start = processStart(pid);
  // In another container the number belongs to another process, which must not be signalled.
  if (found.state === 'silent' && found.start !== null && start !== found.start) return false;
  if (start === undefined) return true;
  const deadline = performance.now() + timeout;
  const answered =
    found.state === 'running' &&
    (await callForJson(found.sandbox.origin, 'POST', '/_sandbox/stop'));
  if (!answered && processStart(pid) === start) process.kill(pid, 'SIGTERM');
  while (processStart(pid) === start) {
    if (performance.now() > deadline) return false;
    await wait(20);
  }
  return true;
}
