// All data of the sandbox, durable: acknowledged data is on the disk before the answer is sent, and a killed
// process loses none of it.
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

/** Name of the store's file in a data directory. */
export const storeFile = 'sandbox.db';

/** Size to which the log is truncated when it was moved into the file, in bytes. */
const maxWalBytes = 4 * 1024 * 1024;

function makeDurable(database: Database): void {
  // Only one process has the file (see registry.ts), so no shared memory is needed; every commit waits
  // for the disk. In exclusive mode Node's built-in SQLite holds the file's kernel lock as long as it is
  // open, so that a process without our lock is refused, too.
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
    log: new LookupLog(database),
    samples: createSampleLookups(database),
    /** Runs `work` as a whole or not at all; durable when this returns. */
    transaction: whole,
    clear: () => {
      whole(() => {
        for (const table of tables) database.exec(`DELETE FROM ${table}`);
        // Ids begin at 1 again, too.
        database.exec('DELETE FROM sqlite_sequence');
      });
      keys.forget();
    },
    /** Copies all data into a file that is empty or missing. */
    copyInto: (path: string) => copyInto(database, path),
    /** Replaces all data with a checked copy: as a whole, or not at all. */
    replaceFrom: (path: string) => {
      replaceFrom(database, path, whole);
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
  /** Continues with the readable part of a damaged store; copies are saved first. */
  recover?: boolean;
  /** Called with data that may have been lost. */
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
 * Opens the store of a data directory, or creates it. The caller owns the directory.
 * @throws WaypostError `write_failed` when the directory cannot be written, `invalid_input` when a file is
 * damaged or newer than this tool; it is kept.
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
    // SQLite would throw away a log without a database.
    if (isNew && existsSync(`${path}-wal`))
      throw new Damaged(`${path} is gone, and its log is there.`);
    // The file contains keys: only this user may read it, in an open directory too. An empty file is a new store.
    if (isNew) writeFileSync(path, '', { mode: 0o600, flag: 'wx' });
    database = await openDurable(path);
    const damage = damageOf(database, path);
    if (damage !== undefined) {
      if (!recover) throw new Damaged(damage);
      database.close();
      database = undefined;
      warn(`${damage} A copy is kept in ${data}, its name ending with ${setAside(path)}.`);
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
      warn(`Nothing of ${path} can be read. A copy is kept, its name ending with ${mark}.`);
      for (const file of filesOf(path)) rmSync(file, { force: true });
      return openDirectoryStore(data, { warn });
    }
    throw explainOpening(error, data, path, isNew);
  }
}

const filesOf = (path: string): string[] => [path, `${path}-wal`];

/** Copies the files of a store beside themselves; returns the suffix of their names. */
function setAside(path: string): string {
  const mark = `.damaged-${new Date().toISOString().replaceAll(':', '').replace('.', '')}`;
  for (const file of filesOf(path)) if (existsSync(file)) copyFileSync(file, file + mark);
  return mark;
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

/** Largest database that is checked whole, in bytes: about a tenth of a second. */
const maxChecked = 32 * 1024 * 1024;

/** What SQLite finds wrong in a database, as a sentence; undefined where that is nothing. */
function damageOf(database: Database, path: string): string | undefined {
  if (statSync(path).size > maxChecked) return undefined;
  const [result] = Object.values(database.prepare('PRAGMA integrity_check(1)').get() ?? {});
  return result === 'ok' ? undefined : `${path} is damaged: ${String(result)}.`;
}

const ofDisk = /disk I\/O error|disk is full|ENOSPC/;

/** Bytes below which a disk is full: no page and its log fit in. */
const leastRoom = 64 * 1024;

/**
 * What an answer says of an error whose cause is the disk; undefined for any other error.
 * @param data the data directory; null for a store in memory
 */
export function diskReason(error: unknown, data: string | null): string | undefined {
  if (!(error instanceof Error) || !ofDisk.test(error.message)) return undefined;
  let isFull = !error.message.includes('disk I/O error');
  try {
    const { bavail, bsize } = statfsSync(data ?? '.');
    isFull ||= bavail * bsize < leastRoom;
  } catch {
    // The disk cannot say.
  }
  return isFull
    ? 'the disk of the sandbox is full, and nothing was changed'
    : `the disk of the sandbox cannot be written (${error.message}), and nothing was changed`;
}

/** An error of SQLite whose cause is the disk, as `write_failed`; any other error unchanged. */
export function diskFailure(error: unknown, data: string): unknown {
  if (!(error instanceof Error)) return error;
  if (!/disk I\/O error|disk is full|unable to open database/.test(error.message)) return error;
  return writeFailure(`The data directory ${data}`, error, {
    hint: 'The disk refused it. Look at the disk, or start with another directory (--data) or with --memory.',
  });
}

function explainOpening(error: unknown, data: string, path: string, isNew: boolean): WaypostError {
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
      hint: `The files are kept. Continue with what can be read, with copies of the damaged files set aside: \`waypost sandbox start --recover --data ${shellWord(data)}\`. Or start a new one beside it: \`waypost sandbox start --data ${shellWord(`${data}-new`)}\`.`,
      details: { data, damaged: path },
      cause: error,
    },
  );
}
