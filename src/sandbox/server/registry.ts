// Registers a running sandbox, so that commands find it. The user's registry has an entry for each sandbox that the
// user started with `waypost sandbox start`. Each data directory that a sandbox uses also contains an entry. This entry
// lets commands find sandboxes that are not in the user's registry: sandboxes that another user started, that run in a
// container, or that a program started with `createSandbox`. A lock file determines which sandbox owns a data
// directory. Entries only provide information, so a sandbox keeps running if another process removes or overwrites an
// entry.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../../lib/directory';
import { WaypostError } from '../../lib/errors';
import { FileLock } from '../../lib/file-lock';
import { version } from '../../lib/identity';
import { processNamespace, processStart } from '../../lib/processes';
import { writeFailure } from '../../lib/system-error';
import { entryFile, type RegistryEntry, randomName, readEntry, writeEntry } from './registry-entry';

const lockFile = 'sandbox.lock';

/** The user's registry, which lists the sandbox. */
export interface Registry {
  directory: string;
  /** The log file of a detached sandbox; undefined if the sandbox writes to a terminal. */
  log: string | undefined;
  /**
   * A function that receives the error if the registry is not writable. In this case, the sandbox runs without an entry
   * in the registry.
   */
  failed(error: unknown): void;
}

/**
 * Registers a sandbox in this process, and locks the sandbox's data directory.
 * @throws WaypostError `invalid_input` if a running sandbox uses the directory; `write_failed` if the directory is not
 * writable.
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
    /** Writes the entries with the sandbox's address. */
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
    /** Removes the entries, and unlocks the data directory. */
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
    throw writeFailure(`the data directory ${data}`, error, {
      hint: 'Make the directory writable, choose another directory with --data, or use --memory.',
    });
  }
  if (!isTaken) throw directoryTaken(data);
  return lock;
}

function directoryTaken(data: string): WaypostError {
  const owner = readEntry(join(data, entryFile));
  const url = owner?.origin ? `${owner.origin}/v1` : null;
  const sandbox = url === null ? 'A sandbox' : `The sandbox at ${url}`;
  const who = owner === undefined ? '' : ` (process ${owner.pid})`;
  return new WaypostError('invalid_input', `${sandbox}${who} is already using ${data}.`, {
    hint: 'Use that sandbox, stop it with `waypost sandbox stop`, or start another sandbox with --data <directory> and --port <n>.',
    details: { conflict: 'data', data, pid: owner?.pid ?? null, url },
  });
}
