// All data of the sandbox, durable: acknowledged data is on the disk before the answer is sent, and a killed
// process loses none of it.

import { chmodSync, existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../../lib/directory';
import { WaypostError } from '../../lib/errors';
import { shellWord } from '../../lib/shell-word';
import { writeFailure } from '../../lib/write-failure';
import { type Accounts, createAccounts } from './accounts';
import { type Balances, createBalances } from './balances';
import { openBuiltin } from './builtin-driver';
import { type Configs, createConfigs } from './configs';
import { copyInto, replaceFrom, tables } from './copy';
import { type Database, transaction } from './database';
import { fenced } from './fence';
import { inspect, setAside, storeFiles } from './inspect';
import { createKeys, type Keys } from './keys';
import { createLicensees, type Licensees } from './licensees';
import { createLookupLog, type LookupLog } from './lookup-log';
import { migrate, NewerStore } from './migrations';
import { summed } from './page-sums';
import { createSettings, type Settings } from './settings';
import { createSignUps, type SignUps } from './sign-ups';
import { openWasm } from './wasm-driver';

/** The parts of the store. */
export interface Store {
  settings: Settings;
  accounts: Accounts;
  keys: Keys;
  balances: Balances;
  signUps: SignUps;
  licensees: Licensees;
  configs: Configs;
  log: LookupLog;
  /** Runs `work` as a whole or not at all; durable when this returns. */
  transaction<T>(work: () => T): T;
  /** Removes all data. */
  clear(): void;
  /** Copies all data into a file that is empty or missing. */
  copyInto(path: string): void;
  /** Replaces all data with a checked copy: as a whole, or not at all. */
  replaceFrom(path: string): void;
  close(): void;
}

/** Name of the store's file in a data directory. */
export const storeFile = 'sandbox.db';

function makeDurable(database: Database): void {
  // Only one process has the file (see instance/lock.ts), so no shared memory is needed; every commit waits
  // for the disk. In exclusive mode Node's built-in SQLite holds the file's kernel lock as long as it is
  // open, so that a process without our lock is refused, too.
  const pragma = (text: string): unknown =>
    Object.values(database.prepare(`PRAGMA ${text}`).get() ?? {})[0];
  pragma('locking_mode = EXCLUSIVE');
  pragma('journal_mode = WAL');
  pragma('synchronous = FULL');
  pragma('foreign_keys = ON');
  if (pragma('synchronous') !== 2 || pragma('foreign_keys') !== 1) {
    throw new Error('this build of SQLite cannot be made durable');
  }
}

function createStore(database: Database): Store {
  migrate(database);
  const keys = createKeys(database);
  const whole = <T>(work: () => T): T => {
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
    log: createLookupLog(database),
    transaction: whole,
    clear: () => {
      whole(() => {
        for (const table of tables) database.exec(`DELETE FROM ${table}`);
        // Ids begin at 1 again, too.
        database.exec('DELETE FROM sqlite_sequence');
      });
      keys.forget();
    },
    copyInto: (path) => copyInto(database, path),
    replaceFrom: (path) => {
      replaceFrom(database, path, whole);
      keys.forget();
    },
    close: () => database.close(),
  };
}

/** A store in memory. */
export async function openMemoryStore(): Promise<Store> {
  const database = openBuiltin(':memory:') ?? (await openWasm(':memory:'));
  makeDurable(database);
  return createStore(database);
}

/** Options of the store of a data directory. */
export interface FolderStoreOptions {
  /** Whether the directory still belongs to the caller: otherwise no write is acknowledged. */
  isHeld: () => boolean;
  /** Continues with the readable part of a damaged store; copies are saved first. */
  recover?: boolean;
  /** Called with data that may have been lost. */
  warn?: (line: string) => void;
}

/**
 * Opens the store of a data directory, or creates it. The caller owns the directory.
 * @throws WaypostError `write_failed` when the directory cannot be written, `invalid_input` when a file is
 * damaged or newer than this tool; it is kept as it is.
 */
export async function openFolderStore(folder: string, options: FolderStoreOptions): Promise<Store> {
  const files = storeFiles(join(folder, storeFile));
  const path = files.database;
  const isNew = !existsSync(path);
  let database: Database | undefined;
  try {
    makeDirectory(folder, 0o700);
    const found = inspect(files);
    const warn = options.warn ?? (() => {});
    if (found.damages.length > 0 && !options.recover) throw new Damaged(found.damages.join(' '));
    if (found.damages.length > 0 || found.warnings.length > 0) {
      const mark = setAside(found.damages.length > 0 ? files : { wal: files.wal });
      const kept = `A copy is kept in ${folder}, its name ending with ${mark}.`;
      warn([...found.damages, ...found.warnings, kept].join(' '));
    }
    // The checksums belong to another file, to one that is accepted as it is, or to one too large for them.
    if (isNew || found.damages.length > 0 || !found.sums) rmSync(files.sums, { force: true });
    // The file contains keys: only this user may read it, in an open directory too. An empty file is a new
    // store.
    if (isNew) writeFileSync(path, '', { mode: 0o600, flag: 'wx' });
    const sqlite = openBuiltin(path) ?? (await openWasm(path));
    database = sqlite;
    makeDurable(database);
    if (found.damages.length > 0) repair(database, path);
    else if (!found.isSummed) quickCheck(database, path);
    if (found.sums) database = summed(database, files, found.sums);
    database = fenced(database, options.isHeld);
    const store = createStore(database);
    if (existsSync(files.wal)) chmodSync(files.wal, 0o600);
    return store;
  } catch (error) {
    database?.close();
    if (options.recover && isUnreadable(error)) {
      const mark = setAside(files);
      options.warn?.(
        `Nothing of ${path} can be read. A copy is kept, its name ending with ${mark}.`,
      );
      for (const file of Object.values(files)) rmSync(file, { force: true });
      return openFolderStore(folder, { ...options, recover: false });
    }
    throw explain(error, folder, path, isNew);
  }
}

/** Whether SQLite, or a row of the store, is unreadable; other errors have other causes. */
function isUnreadable(error: unknown): boolean {
  return (
    error instanceof Damaged ||
    (error instanceof Error && /malformed|not a database|corrupt/i.test(error.message))
  );
}

/** The stored data differs from the written data. */
class Damaged extends Error {}

/** Rebuilds the indexes of a damaged store. Throws if that does not repair it. */
function repair(database: Database, path: string): void {
  try {
    database.exec('REINDEX');
  } catch (error) {
    throw new Damaged(`${path} cannot be repaired: ${String(error)}.`);
  }
  quickCheck(database, path);
}

/** Largest database that SQLite checks whole, in bytes: about a tenth of a second. */
const maxQuickCheck = 32 * 1024 * 1024;

/** SQLite's own check of the structure, for a store without checksums. */
function quickCheck(database: Database, path: string): void {
  if (statSync(path).size > maxQuickCheck) return;
  const [result] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {});
  if (result !== 'ok') throw new Damaged(`${path} is damaged: ${String(result)}.`);
}

const ofDisk = /disk I\/O error|disk is full|ENOSPC/;

/** Bytes below which a disk is full: no page and its log fit in. */
const leastRoom = 64 * 1024;

/**
 * What an answer says of an error whose cause is the disk; undefined for any other error.
 * @param folder the data directory; null for a store in memory
 */
export function diskReason(error: unknown, folder: string | null): string | undefined {
  if (!(error instanceof Error) || !ofDisk.test(error.message)) return undefined;
  let isFull = !error.message.includes('disk I/O error');
  try {
    const { bavail, bsize } = statfsSync(folder ?? '.');
    isFull ||= bavail * bsize < leastRoom;
  } catch {
    // The disk cannot say.
  }
  return isFull
    ? 'the disk of the sandbox is full, and nothing was changed'
    : `the disk of the sandbox cannot be written (${error.message}), and nothing was changed`;
}

/** An error of SQLite whose cause is the disk, as `write_failed`; any other error unchanged. */
export function diskFailure(error: unknown, folder: string): unknown {
  if (!(error instanceof Error)) return error;
  if (!/disk I\/O error|disk is full|unable to open database/.test(error.message)) return error;
  return writeFailure(`The data directory ${folder}`, error, {
    hint: 'The disk refused it. Look at the disk, or start with another directory (--data) or with --memory.',
  });
}

function explain(error: unknown, folder: string, path: string, isNew: boolean): WaypostError {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof NewerStore) {
    return new WaypostError(
      'invalid_input',
      `${path} was written by a newer version of this tool.`,
      {
        hint: 'Update this tool, or start with another directory (--data) or with --memory.',
        cause: error,
      },
    );
  }
  if (/\b(locked|busy)\b/.test(reason)) {
    return new WaypostError('invalid_input', `Another program has ${path} open.`, {
      hint: 'End that program first; nothing was changed. Or start with another directory (--data).',
      cause: error,
    });
  }
  if (isNew) {
    return writeFailure(path, error, {
      hint: 'Make the directory writable, or start with another one (--data) or with --memory.',
    });
  }
  return new WaypostError(
    'invalid_input',
    error instanceof Damaged ? reason : `The sandbox's store ${path} cannot be read: ${reason}`,
    {
      hint: `Nothing was changed. Continue with what can be read, with copies of the damaged files set aside: \`waypost sandbox start --recover --data ${shellWord(folder)}\`. Or start a new one beside it: \`waypost sandbox start --data ${shellWord(`${folder}-new`)}\`.`,
      details: { data: folder, damaged: path },
      cause: error,
    },
  );
}
