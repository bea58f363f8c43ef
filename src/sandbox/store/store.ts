// The store of a sandbox. Its changes are on the disk before the sandbox sends a response, so a killed process loses no
// acknowledged data.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../../lib/directory';
import { WaypostError } from '../../lib/errors';
import { shellWord } from '../../lib/shell-word';
import { writeFailure } from '../../lib/system-error';
import { createAccounts, createSignUps } from './accounts';
import { createBalances } from './balances';
import { openBuiltin } from './builtin-driver';
import { createConfigs } from './configs';
import { copyInto, replaceFrom, tables } from './copy';
import { type Database, transaction } from './database';
import { createKeys } from './keys';
import { createLicensees } from './licensees';
import { LookupLog } from './lookup-log';
import { migrate, NewerStore } from './migrations';
import { createSampleLookups } from './sample-lookups';
import { createSettings } from './settings';
import { openWasm } from './wasm-driver';

/** The name of the store's file in a data directory. */
export const storeFile = 'sandbox.db';

/** The size to which SQLite truncates its write-ahead log after a checkpoint, in bytes. */
const maxWalBytes = 4 * 1024 * 1024;

function makeDurable(database: Database): void {
  // Only one process uses the file (see registry.ts), so SQLite needs no shared memory. In exclusive mode, Node's
  // SQLite keeps the kernel's lock on the open file, so that even a process that ignores our lock file cannot open it.
  // Every commit waits for the disk.
  const pragma = (text: string): unknown =>
    Object.values(database.prepare(`PRAGMA ${text}`).get() ?? {})[0];
  pragma('locking_mode = EXCLUSIVE');
  pragma('journal_mode = WAL');
  pragma('synchronous = FULL');
  pragma('foreign_keys = ON');
  pragma(`journal_size_limit = ${maxWalBytes}`);
  if (pragma('synchronous') !== 2 || pragma('foreign_keys') !== 1) {
    throw new Error('this build of SQLite cannot be made durable');
  }
}

export type Store = ReturnType<typeof createStore>;

function createStore(database: Database) {
  migrate(database);
  const keys = createKeys(database);
  const inTransaction = <T>(work: () => T): T => {
    try {
      return transaction(database, work);
    } catch (error) {
      keys.forget();
      throw error;
    }
  };
  return {
    settings: createSettings(database),
    accounts: createAccounts(database),
    keys,
    balances: createBalances(database),
    signUps: createSignUps(database),
    licensees: createLicensees(database),
    configs: createConfigs(database),
    log: new LookupLog(database),
    samples: createSampleLookups(database),
    /** Runs `work` completely or not at all. Its changes are on the disk when this returns. */
    transaction: inTransaction,
    clear: () => {
      inTransaction(() => {
        for (const table of tables) database.exec(`DELETE FROM ${table}`);
        // IDs start at 1 again.
        database.exec('DELETE FROM sqlite_sequence');
      });
      keys.forget();
    },
    /** Copies all data into a file that is empty or does not exist. */
    copyInto: (path: string) => copyInto(database, path),
    /** Replaces all data with a checked copy, completely or not at all. */
    replaceFrom: (path: string) => {
      replaceFrom(database, path, inTransaction);
      keys.forget();
    },
    close: () => database.close(),
  };
}

export async function openMemoryStore(): Promise<Store> {
  const database = openBuiltin(':memory:') ?? (await openWasm(':memory:'));
  makeDurable(database);
  return createStore(database);
}

export interface DirectoryStoreOptions {
  /** Whether to continue with the readable part of a damaged store, after saving copies of its files. */
  recover?: boolean;
  /** Called with a line about data that might be lost. */
  warn?: ((line: string) => void) | undefined;
}

async function openDurable(path: string): Promise<Database> {
  const database = openBuiltin(path) ?? (await openWasm(path));
  try {
    makeDurable(database);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/**
 * Opens the store of a data directory, or creates it. The caller must have locked the directory.
 * @throws WaypostError `write_failed` if the directory cannot be written; `invalid_input` if a file is damaged or a
 * newer version of waypost wrote it. The file is not changed.
 */
export async function openDirectoryStore(
  data: string,
  { recover = false, warn = () => {} }: DirectoryStoreOptions = {},
): Promise<Store> {
  const path = join(data, storeFile);
  const isNew = !existsSync(path);
  let database: Database | undefined;
  try {
    makeDirectory(data, 0o700);
    // SQLite would delete a write-ahead log without a database.
    if (isNew && existsSync(`${path}-wal`))
      throw new Damaged(`${path} is missing, but its write-ahead log exists.`);
    // The file contains keys, so only this user can read it, even in a directory that others can read. SQLite treats an
    // empty file as a new database.
    if (isNew) writeFileSync(path, '', { mode: 0o600, flag: 'wx' });
    database = await openDurable(path);
    const damage = damageOf(database, path);
    if (damage !== undefined) {
      if (!recover) throw new Damaged(damage);
      database.close();
      database = undefined;
      warn(`${damage} A copy is in ${data}, with a name that ends in ${setAside(path)}.`);
      database = await openDurable(path);
      database.exec('REINDEX');
      const left = damageOf(database, path);
      if (left !== undefined) throw new Damaged(left);
    }
    const store = createStore(database);
    if (existsSync(`${path}-wal`)) chmodSync(`${path}-wal`, 0o600);
    return store;
  } catch (error) {
    database?.close();
    if (recover && isUnreadable(error)) {
      const mark = setAside(path);
      warn(`${path} cannot be read. A copy is in ${data}, with a name that ends in ${mark}.`);
      for (const file of filesOf(path)) rmSync(file, { force: true });
      return openDirectoryStore(data, { warn });
    }
    throw explainOpening(error, data, path, isNew);
  }
}

const filesOf = (path: string): string[] => [path, `${path}-wal`];

/** Copies the files of a store within their directory. Returns the suffix of the copies' names. */
function setAside(path: string): string {
  const mark = `.damaged-${new Date().toISOString().replaceAll(':', '').replace('.', '')}`;
  for (const file of filesOf(path)) if (existsSync(file)) copyFileSync(file, file + mark);
  return mark;
}

/** True if an error means that the store is damaged. */
function isUnreadable(error: unknown): boolean {
  return (
    error instanceof Damaged ||
    (error instanceof Error && /malformed|not a database|corrupt/i.test(error.message))
  );
}

/** The error of a damaged store. Its message names the file and the damage. */
class Damaged extends Error {}

/** Maximum size of a database that is checked at start, in bytes. The check takes about a tenth of a second. */
const maxChecked = 32 * 1024 * 1024;

/** Returns the damage that SQLite finds in a database, as a sentence; undefined if it finds none. */
function damageOf(database: Database, path: string): string | undefined {
  if (statSync(path).size > maxChecked) return undefined;
  const [result] = Object.values(database.prepare('PRAGMA integrity_check(1)').get() ?? {});
  return result === 'ok' ? undefined : `${path} is damaged: ${String(result)}.`;
}

const ofDisk = /disk I\/O error|disk is full|ENOSPC/;

/** Free bytes below which a disk counts as full, because a page and its log entry do not fit. */
const leastRoom = 64 * 1024;

/**
 * Returns the text of a response for an error that the disk caused; undefined for any other error.
 * @param data the data directory; null for a store in memory
 */
export function diskReason(error: unknown, data: string | null): string | undefined {
  if (!(error instanceof Error) || !ofDisk.test(error.message)) return undefined;
  let isFull = !error.message.includes('disk I/O error');
  try {
    const { bavail, bsize } = statfsSync(data ?? '.');
    isFull ||= bavail * bsize < leastRoom;
  } catch {
    // The free space is unknown.
  }
  return isFull
    ? 'the disk of the sandbox is full, and nothing was changed'
    : `the disk of the sandbox cannot be written (${error.message}), and nothing was changed`;
}

/** Returns an error of SQLite that the disk caused as `write_failed`. Returns any other error unchanged. */
export function diskFailure(error: unknown, data: string): unknown {
  if (!(error instanceof Error)) return error;
  if (!/disk I\/O error|disk is full|unable to open database/.test(error.message)) return error;
  return writeFailure(`The data directory ${data}`, error, {
    hint: 'Check the disk, or use another directory (--data) or --memory.',
  });
}

function explainOpening(error: unknown, data: string, path: string, isNew: boolean): WaypostError {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof NewerStore) {
    return new WaypostError('invalid_input', `${path} was written by a newer version of waypost.`, {
      hint: 'Update waypost, or use another directory (--data) or --memory.',
      cause: error,
    });
  }
  if (/\b(locked|busy)\b/.test(reason)) {
    return new WaypostError('invalid_input', `Another program has ${path} open.`, {
      hint: 'Close that program, or use another directory (--data). Nothing was changed.',
      cause: error,
    });
  }
  if (isNew) {
    return writeFailure(path, error, {
      hint: 'Make the directory writable, or use another directory (--data) or --memory.',
    });
  }
  return new WaypostError(
    'invalid_input',
    error instanceof Damaged ? reason : `The sandbox's store ${path} cannot be read: ${reason}`,
    {
      hint: `Continue with the readable part, after saving copies of the damaged files: \`waypost sandbox start --recover --data ${shellWord(data)}\`. Or start with a new directory: \`waypost sandbox start --data ${shellWord(`${data}-new`)}\`. Nothing was changed.`,
      details: { data, damaged: path },
      cause: error,
    },
  );
}
