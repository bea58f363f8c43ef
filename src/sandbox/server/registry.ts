// Which sandboxes run. One file says of each which process it is and where it is reached. It stands in the registry of
// the user, so that those in memory or in any directory are found, and in the data directory, for those who do not
// share that registry: another user, a container, a program with `createSandbox`. A lock decides who has a directory:
// its file may be removed or overwritten, nothing depends on it.
import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { makeDirectory } from '../../lib/directory';
import { WaypostError } from '../../lib/errors';
import { FileLock } from '../../lib/file-lock';
import { version } from '../../lib/identity';
import { processNamespace, processStart } from '../../lib/processes';
import { readOwnFile, readSmallFile, type SmallFile } from '../../lib/small-file';
import { hasCode, isSystemError, writeFailure } from '../../lib/system-error';
import {
  type FoundSandbox,
  healthAt,
  instanceProof,
  portOf,
  requestControlJson,
} from '../control/control-client';
import { parse } from '../http/parse';

export const entryFile = 'sandbox.json';

const lockFile = 'sandbox.lock';

const entrySchema = z.object({
  /** Random name of this run. It is a secret: who knows it can pass for the sandbox. */
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

interface ReadEntry extends RegistryEntry {
  /** False if another user could have written the entry. */
  isOwn: boolean;
}

/** The entry of a file; undefined without one, or if it is damaged. */
function readEntry(path: string): ReadEntry | undefined {
  const own = parseEntry(path, readOwnFile);
  if (own !== undefined) return { ...own, isOwn: true };
  const shared = parseEntry(path, readSmallFile);
  return shared && { ...shared, isOwn: false };
}

function parseEntry(path: string, read: (path: string) => SmallFile): RegistryEntry | undefined {
  try {
    const parsed = parse(entrySchema, JSON.parse(read(path).text));
    return 'value' in parsed ? parsed.value : undefined;
  } catch {
    return undefined;
  }
}

const randomName = () => randomBytes(12).toString('base64url');

/** Writes a file that is whole or absent. */
function writeEntry(path: string, entry: RegistryEntry): void {
  // Names of files may be seen by others, and the instance is a secret.
  const temporary = `${path}.${randomName()}`;
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
  const instance = randomName();
  const entry: RegistryEntry = {
    instance,
    machine: processNamespace(),
    pid: process.pid,
    process_start: processStart(process.pid) ?? null,
    started_at: new Date().toISOString(),
    version,
    origin: null,
    data,
    log: registry?.log ?? null,
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
        const file = join(registry.directory, `${randomName()}.json`);
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

/** A process that an entry of this user's own names: process ID, start time and machine. It may be signaled. */
interface OwnProcess {
  pid: number;
  start: string;
}

export type TargetState =
  | { state: 'running'; sandbox: FoundSandbox; process: OwnProcess | undefined }
  /** The process is there but does not answer; it may be starting. */
  | { state: 'silent'; pid: number; process: OwnProcess | undefined }
  | { state: 'stopped' };

function ownProcess({ isOwn, machine, pid, process_start }: ReadEntry): OwnProcess | undefined {
  if (!isOwn || machine !== processNamespace() || process_start === null) return undefined;
  return isRunning({ pid, start: process_start }) ? { pid, start: process_start } : undefined;
}

/** Numbers are reused: the process must have started when the entry says. */
function isRunning({ pid, start }: OwnProcess): boolean {
  return processStart(pid) === start;
}

/** The sandbox of an entry. It runs only if it answers and proves that it is the one of the entry. */
async function lookAt(entry: ReadEntry): Promise<TargetState> {
  const { instance, origin, pid, process_start } = entry;
  const challenge = randomName();
  const sandbox = origin === null ? undefined : await healthAt(origin, challenge);
  if (sandbox !== undefined && sandbox.proof === instanceProof(instance, challenge)) {
    return { state: 'running', sandbox, process: ownProcess(entry) };
  }
  const start = processStart(pid);
  const isThere = start !== undefined && (start === null || start === process_start);
  return isThere ? { state: 'silent', pid, process: ownProcess(entry) } : { state: 'stopped' };
}

/** The sandbox of a data directory or of a port. `directory` is the user's registry, which names silent ones by port. */
export async function findSandbox(where: SandboxTarget, directory?: string): Promise<TargetState> {
  if ('port' in where) return findAtPort(where.port, directory);
  const entry = readEntry(join(where.data, entryFile));
  return entry ? lookAt(entry) : { state: 'stopped' };
}

async function findAtPort(port: number, directory: string | undefined): Promise<TargetState> {
  const files = directory === undefined ? [] : entryFiles(directory);
  const entries = files.flatMap((file) => readEntry(file) ?? []);
  const challenge = randomName();
  const sandbox =
    (await healthAt(`http://127.0.0.1:${port}`, challenge)) ??
    (await healthAt(`http://[::1]:${port}`, challenge));
  if (sandbox === undefined) {
    const ofPort = entries.filter(({ origin }) => origin !== null && portOf(origin) === port);
    const found = await Promise.all(ofPort.map(lookAt));
    return found.find(({ state }) => state !== 'stopped') ?? { state: 'stopped' };
  }
  const { data } = sandbox;
  const ofDirectory = data === null ? undefined : readEntry(join(data, entryFile));
  const entry = [...entries, ...(ofDirectory ? [ofDirectory] : [])].find(
    ({ instance }) => sandbox.proof === instanceProof(instance, challenge),
  );
  return { state: 'running', sandbox, process: entry && ownProcess(entry) };
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
  const files = [join(data, entryFile), ...entryFiles(directory)];
  const entries = new Map<string, ReadEntry & { file: string }>();
  for (const file of files) {
    const entry = readEntry(file);
    if (entry) entries.set(entry.instance, { ...entry, file });
  }
  const looked = [...entries.values()].map(async ({ file, ...entry }): Promise<Registered[]> => {
    const { origin } = entry;
    const found = await lookAt(entry);
    if (origin !== null && found.state !== 'stopped') return [{ ...entry, origin, found }];
    // The processes of another machine or container cannot be seen; the file of a data directory may have a new owner.
    const isGone = found.state === 'stopped' && entry.machine === processNamespace();
    if (isGone && file !== files[0]) rmSync(file, { force: true });
    return [];
  });
  const all = (await Promise.all(looked)).flat();
  return all.sort((one, other) => one.started_at.localeCompare(other.started_at));
}

/** The entries in a registry of this user; none if it cannot be read, or others can write it. */
function entryFiles(directory: string): string[] {
  try {
    const names = isOwn(directory) ? readdirSync(directory) : [];
    return names.filter((name) => name.endsWith('.json')).map((name) => join(directory, name));
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
 * Stops a sandbox, and waits until its process has ended, or until nothing answers if its process is not an own one. If
 * it does not answer, its own process gets a signal. Returns false if the sandbox still runs after `timeout` milliseconds,
 * or can neither be asked nor signaled.
 */
export async function stopSandbox(found: TargetState, timeout = 10_000): Promise<boolean> {
  if (found.state === 'stopped') return true;
  const { process: own } = found;
  const origin = found.state === 'running' ? found.sandbox.origin : undefined;
  const deadline = performance.now() + timeout;
  const isAsked =
    origin !== undefined &&
    (await requestControlJson(origin, 'POST', '/_sandbox/stop')) !== undefined;
  if (!isAsked && (own === undefined || !endOwn(own))) return false;
  const isThere = async () =>
    own === undefined
      ? origin !== undefined && (await healthAt(origin)) !== undefined
      : isRunning(own);
  while (await isThere()) {
    if (performance.now() > deadline) return false;
    await wait(20);
  }
  return true;
}

/** Signals a process, if it has not ended meanwhile. Returns false if it belongs to another user. */
function endOwn(own: OwnProcess): boolean {
  if (!isRunning(own)) return true;
  try {
    process.kill(own.pid, 'SIGTERM');
  } catch (error) {
    if (hasCode(error, 'EPERM')) return false;
    if (!hasCode(error, 'ESRCH')) throw error;
  }
  return true;
}
