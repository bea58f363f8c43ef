// A sandbox's store. The store writes changes to disk before the sandbox sends a response, so that acknowledged data is
// not lost if the process is killed.
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
  // Only one process uses the file (see registry.ts), so SQLite does not need shared memory. In exclusive mode, the
  // SQLite version in Node.js also takes an operating system lock on the open file. Therefore, a process that ignores
  // the lock file cannot open the store. Because of `synchronous = FULL`, every commit waits for the disk.
  const pragma = (text: string): unknown =>
    Object.values(database.prepare(`PRAGMA ${text}`).get() ?? {})[0];
  pragma('locking_mode = EXCLUSIVE');
  pragma('journal_mode = WAL');
  pragma('synchronous = FULL');
  pragma('foreign_keys = ON');
  pragma(`journal_size_limit = ${maxWalBytes}`);
  if (pragma('synchronous') !== 2 || pragma('foreign_keys') !== 1) {
    throw new Error('this build of SQLite does not support synchronous=FULL or foreign keys');
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
    /** Runs `work` as one transaction. SQLite writes the changes to disk before this function returns. */
    transaction: inTransaction,
    clear: () => {
      inTransaction(() => {
        for (const table of tables) database.exec(`DELETE FROM ${table}`);
        // After this statement, IDs start at 1 again.
        database.exec('DELETE FROM sqlite_sequence');
      });
      keys.forget();
    },
    /** Copies all data into a file that is empty or does not exist. */
    copyInto: (path: string) => copyInto(database, path),
    /** Replaces all data with a checked copy. If an error occurs, the data does not change. */
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
  /** Whether to save copies of a damaged store's files, and then continue with the store's readable data. */
  recover?: boolean;
  /** A function that the store calls with a one-line warning about data that might be lost. */
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
 * Opens the store in a data directory. Creates the store if it does not exist. The caller must have locked the
 * directory.
 * @throws WaypostError `write_failed` if the directory is not writable; `invalid_input` if the store is damaged or a
 * newer version of waypost wrote it. Unless `recover` is set, an error leaves the store's files unchanged.
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
    // If only the database file is missing, the store is damaged. Opening the store would make SQLite delete the
    // write-ahead log, which can contain changes.
    if (isNew && existsSync(`${path}-wal`))
      throw new Damaged(`${path} is missing, but its write-ahead log exists.`);
    // The mode lets only this user read the file, because the file contains keys and other users might be able to read
    // the directory. SQLite treats an empty file as a new database.
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
      warn(
        `The sandbox cannot read ${path}. A copy is in ${data}, with a name that ends in ${mark}.`,
      );
      for (const file of filesOf(path)) rmSync(file, { force: true });
      return openDirectoryStore(data, { warn });
    }
    throw explainOpening(error, data, path, isNew);
  }
}

const filesOf = (path: string): string[] => [path, `${path}-wal`];

/** Copies a store's files to new names in the same directory. Returns the suffix of the new names. */
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

/** The error for a damaged store. The message names the file and describes the damage. */
class Damaged extends Error {}

/**
 * The maximum size of a database that the sandbox checks at startup, in bytes. Checking a database of this size takes
 * about 0.1 s.
 */
const maxChecked = 32 * 1024 * 1024;

/**
 * Returns a sentence that describes the damage that SQLite finds in a database, or undefined if SQLite finds no damage.
 */
function damageOf(database: Database, path: string): string | undefined {
  if (statSync(path).size > maxChecked) return undefined;
  const [result] = Object.values(database.prepare('PRAGMA integrity_check(1)').get() ?? {});
  return result === 'ok' ? undefined : `${path} is damaged: ${String(result)}.`;
}

const ofDisk = /disk I\/O error|disk is full|ENOSPC/;

/**
 * The free space below which a disk counts as full, in bytes. With less space, a page and its entry in the write-ahead
 * log might not fit.
 */
const leastRoom = 64 * 1024;

/**
 * If the disk caused an error, returns the text for the response. Otherwise, returns undefined.
 * @param data the data directory; null for a store in memory
 */
export function diskReason(error: unknown, data: string | null): string | undefined {
  if (!(error instanceof Error) || !ofDisk.test(error.message)) return undefined;
  let isFull = !error.message.includes('disk I/O error');
  try {
    const { bavail, bsize } = statfsSync(data ?? '.');
    isFull ||= bavail * bsize < leastRoom;
  } catch {
    // If the free space is unknown, only the error determines whether the disk is full.
  }
  return isFull
    ? "the sandbox's disk is full, and nothing was changed"
    : `the sandbox cannot write to its disk (${error.message}), and nothing was changed`;
}

/** If the disk caused a SQLite error, returns a `write_failed` error instead. Returns any other error unchanged. */
export function diskFailure(error: unknown, data: string): unknown {
  if (!(error instanceof Error)) return error;
  if (!/disk I\/O error|disk is full|unable to open database/.test(error.message)) return error;
  return writeFailure(`the data directory ${data}`, error, {
    hint: 'Check the disk, choose another directory with --data, or use --memory.',
  });
}

function explainOpening(error: unknown, data: string, path: string, isNew: boolean): WaypostError {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof NewerStore) {
    return new WaypostError('invalid_input', `A newer version of waypost wrote ${path}.`, {
      hint: 'Update waypost, choose another directory with --data, or use --memory.',
      cause: error,
    });
  }
  if (/\b(locked|busy)\b/.test(reason)) {
    return new WaypostError('invalid_input', `Another program has ${path} open.`, {
      hint: 'Close that program, or choose another directory with --data. Nothing was changed.',
      cause: error,
    });
  }
  if (isNew) {
    return writeFailure(path, error, {
      hint: 'Make the directory writable, choose another directory with --data, or use --memory.',
    });
  }
  return new WaypostError(
    'invalid_input',
    error instanceof Damaged ? reason : `The sandbox cannot read its store ${path}: ${reason}`,
    {
      hint: `To save copies of the damaged files and continue with the readable data, run \`waypost sandbox start --recover --data ${shellWord(data)}\`. To start with a new directory, run \`waypost sandbox start --data ${shellWord(`${data}-new`)}\`. Nothing was changed.`,
      details: { data, damaged: path },
      cause: error,
    },
  );
}
