// Everything the sandbox remembers, durable: what was acknowledged is on the disk before the answer
// leaves, and a process that is killed loses nothing of it.

import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WaypostError } from '../../contract/errors';
import { makeDirectory } from '../../contract/make-directory';
import { writeFailure } from '../../contract/write-failure';
import { type Accounts, createAccounts } from './accounts';
import { type Balances, createBalances } from './balances';
import { openBuiltin } from './builtin-driver';
import { type Configs, createConfigs } from './configs';
import { type Database, transaction } from './database';
import { fenced } from './fence';
import { createKeys, type Keys } from './keys';
import { createLicensees, type Licensees } from './licensees';
import { createLookupLog, type LookupLog } from './lookup-log';
import { migrate, NewerStore } from './migrations';
import { createSettings, type Settings } from './settings';
import { createSignUps, type SignUps } from './sign-ups';
import { openWasm } from './wasm-driver';

/** The store, by what it holds. */
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
  /** Forgets everything. */
  clear(): void;
  close(): void;
}

/** Name of the store's file in a data folder. */
export const storeFile = 'sandbox.db';

function createStore(database: Database): Store {
  // One process has the file (see instance/lock.ts), so no shared memory is needed; every commit waits
  // for the disk. In exclusive mode Node's own SQLite holds the file's kernel lock as long as it is open,
  // so that a process which knows nothing of ours is refused, too.
  const pragma = (text: string): unknown =>
    Object.values(database.prepare(`PRAGMA ${text}`).get() ?? {})[0];
  pragma('locking_mode = EXCLUSIVE');
  pragma('journal_mode = WAL');
  pragma('synchronous = FULL');
  pragma('foreign_keys = ON');
  if (pragma('synchronous') !== 2 || pragma('foreign_keys') !== 1) {
    throw new Error('this build of SQLite cannot be made durable');
  }
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
        for (const table of [
          'lookups',
          'configs',
          'licensees',
          'sign_ups',
          'consumption',
          'purchases',
          'api_keys',
          'accounts',
          'settings',
        ]) {
          database.exec(`DELETE FROM ${table}`);
        }
      });
      keys.forget();
    },
    close: () => database.close(),
  };
}

/** A store that lives as long as the process. */
export async function openMemoryStore(): Promise<Store> {
  return createStore(openBuiltin(':memory:') ?? (await openWasm(':memory:')));
}

/**
 * Opens the store of a data folder, or begins one. The caller owns the folder, and `isHeld` says whether
 * it still does: without it no write is acknowledged any more.
 * @throws WaypostError `write_failed` when the folder cannot be written, `invalid_input` when the file
 * is damaged or newer than this tool; it is kept as it is.
 */
export async function openFolderStore(folder: string, isHeld: () => boolean): Promise<Store> {
  const path = join(folder, storeFile);
  const isNew = !existsSync(path);
  let database: Database | undefined;
  try {
    makeDirectory(folder, 0o700);
    // The keys in it are for this user alone, in an open folder too; an empty file is a new store.
    if (isNew) writeFileSync(path, '', { mode: 0o600, flag: 'wx' });
    database = fenced(openBuiltin(path) ?? (await openWasm(path)), isHeld);
    const store = createStore(database);
    if (existsSync(`${path}-wal`)) chmodSync(`${path}-wal`, 0o600);
    return store;
  } catch (error) {
    database?.close();
    throw explain(error, path, isNew);
  }
}

function explain(error: unknown, path: string, isNew: boolean): WaypostError {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof NewerStore) {
    return new WaypostError(
      'invalid_input',
      `${path} was written by a newer version of this tool.`,
      {
        hint: 'Update this tool, or start with another folder (--data) or with --memory.',
        cause: error,
      },
    );
  }
  if (/\b(locked|busy)\b/.test(reason)) {
    return new WaypostError('invalid_input', `Another program has ${path} open.`, {
      hint: 'End that program first; nothing was changed. Or start with another folder (--data).',
      cause: error,
    });
  }
  if (isNew) {
    return writeFailure(
      path,
      error,
      'Make the folder writable, or start with another one (--data) or with --memory.',
    );
  }
  return new WaypostError(
    'invalid_input',
    `The sandbox's store ${path} cannot be read: ${reason}`,
    {
      hint: 'The file is kept as it is. Move it away to begin anew, or start with another folder (--data).',
      cause: error,
    },
  );
}
