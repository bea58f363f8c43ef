// States of a sandbox under a name: accounts, keys, balances, licensees, configs, the log, sign-ups and the
// clock. Faults are no part of the state, and do not change.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { removeIfExists } from '../../lib/atomic-file';
import { makeDirectory, syncDirectory } from '../../lib/directory';
import { WaypostError } from '../../lib/errors';
import { writeFailure } from '../../lib/system-error';
import type { Sandbox } from '../server/sandbox';
import { checkCopy, UnreadableCopy } from '../store/copy';
import { NewerStore } from '../store/migrations';

/** Why a snapshot cannot be saved, restored or deleted; `status` is that of the control call. */
export class SnapshotError extends WaypostError {
  constructor(
    readonly callStatus: 400 | 404 | 409,
    message: string,
    hint?: string,
  ) {
    super('invalid_input', message, { hint });
  }
}

export interface Snapshot {
  name: string;
  /** Of its file, in bytes. */
  size: number;
  /** ISO 8601, real time. */
  saved_at: string;
}

const snapshotSuffix = '.db';

/** Valid names of snapshots: file names on every system. */
const snapshotName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

function checkSnapshotName(name: string): void {
  if (snapshotName.test(name)) return;
  throw new SnapshotError(
    400,
    'A snapshot is named with 1 to 64 letters, digits, dots, underscores or hyphens, a letter or digit first.',
  );
}

/** The snapshots of a sandbox, oldest first. */
export function listSnapshots({ snapshotDirectory: directory }: Sandbox): Snapshot[] {
  if (directory === undefined || !existsSync(directory)) return [];
  return readdirSync(directory)
    .filter(
      (file) =>
        file.endsWith(snapshotSuffix) && snapshotName.test(file.slice(0, -snapshotSuffix.length)),
    )
    .map((file) => {
      // Not spread: in some versions of Node the dates of a file are getters.
      const { size, mtime } = statSync(join(directory, file));
      return { name: file.slice(0, -snapshotSuffix.length), size, mtime };
    })
    .sort(
      (one, other) =>
        one.mtime.getTime() - other.mtime.getTime() || one.name.localeCompare(other.name),
    )
    .map(({ name, size, mtime }) => ({ name, size, saved_at: mtime.toISOString() }));
}

/** The file of a snapshot; undefined without one. */
function snapshotFile({ snapshotDirectory: directory }: Sandbox, name: string): string | undefined {
  const file = directory === undefined ? '' : join(directory, name + snapshotSuffix);
  return existsSync(file) ? file : undefined;
}

/** The file of an existing snapshot. */
function existing(sandbox: Sandbox, name: string): string {
  checkSnapshotName(name);
  const file = snapshotFile(sandbox, name);
  if (file !== undefined) return file;
  const known = listSnapshots(sandbox).map((one) => one.name);
  throw new SnapshotError(
    404,
    `There is no snapshot ${name}.`,
    known.length === 0 ? 'None was saved yet.' : `There are: ${known.join(', ')}.`,
  );
}

/**
 * Saves the state under a name, on the disk when this returns.
 * @param replace whether an existing snapshot of that name may be replaced.
 * @throws SnapshotError for a name that is taken or invalid; WaypostError `write_failed`.
 */
export function saveSnapshot(
  sandbox: Sandbox,
  name: string,
  { replace = false }: { replace?: boolean } = {},
): Snapshot {
  checkSnapshotName(name);
  const { store, clock } = sandbox;
  if (!replace && snapshotFile(sandbox, name) !== undefined) {
    throw new SnapshotError(409, `There is a snapshot ${name} already.`);
  }
  let temporary: string | undefined;
  try {
    sandbox.snapshotDirectory ??= mkdtempSync(join(tmpdir(), 'waypost-snapshots-'));
    makeDirectory(sandbox.snapshotDirectory, 0o700);
    const file = join(sandbox.snapshotDirectory, name + snapshotSuffix);
    temporary = `${file}.${randomBytes(6).toString('hex')}.new`;
    // The file contains keys: only this user may read it.
    writeFileSync(temporary, '', { mode: 0o600, flag: 'wx' });
    store.settings.saveSnapshotTime(clock.now());
    store.copyInto(temporary);
    const handle = openSync(temporary, 'r+');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, file);
    syncDirectory(dirname(file));
  } catch (error) {
    if (temporary !== undefined) removeIfExists(temporary);
    throw writeFailure(`The snapshot ${name}`, error);
  }
  const saved = listSnapshots(sandbox).find((one) => one.name === name);
  if (!saved) throw new Error('a snapshot that was just saved is not there');
  return saved;
}

/**
 * Restores a snapshot: as a whole, or not at all. A clock that was moved shows the time of the snapshot; one
 * that was not stays at the real time.
 * @throws SnapshotError if there is no such snapshot, or its file is unusable.
 */
export async function restoreSnapshot(sandbox: Sandbox, name: string): Promise<void> {
  const file = existing(sandbox, name);
  try {
    await checkCopy(file);
  } catch (error) {
    if (error instanceof NewerStore) {
      throw new SnapshotError(
        400,
        `The snapshot ${name} was saved by a newer version of this tool.`,
        'Update this tool, or save it again with this one.',
      );
    }
    if (!(error instanceof UnreadableCopy)) throw error;
    throw new SnapshotError(
      400,
      `The snapshot ${name} is damaged: ${error.message}. Nothing was changed.`,
      'Delete it, and save it again.',
    );
  }
  const { store, clock } = sandbox;
  store.replaceFrom(file);
  sandbox.secret = store.settings.secret();
  const saved = store.settings.snapshotTime();
  if (store.settings.clockOffset() === 0 || saved === undefined) clock.release();
  else clock.set(saved);
  sandbox.rates?.clear();
  sandbox.windows?.clear();
}

/**
 * Deletes a snapshot.
 * @throws SnapshotError if there is none.
 */
export function deleteSnapshot(sandbox: Sandbox, name: string): void {
  removeIfExists(existing(sandbox, name));
}
