// Saves, lists, restores and deletes snapshots. A snapshot has a name, and contains a sandbox's accounts, keys,
// balances, licensees, configs, lookup log, sign-ups and clock. Snapshots do not contain faults.
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

/** The error that the sandbox throws if it cannot save, restore or delete a snapshot. */
export class SnapshotError extends WaypostError {
  constructor(
    /** The HTTP status of the control API response. */
    readonly httpStatus: 400 | 404 | 409,
    message: string,
    hint?: string,
  ) {
    super('invalid_input', message, { hint });
  }
}

export interface Snapshot {
  name: string;
  /** The size of the snapshot's file, in bytes. */
  size: number;
  /** The real time at which the sandbox saved the snapshot, in ISO 8601. */
  saved_at: string;
}

const snapshotSuffix = '.db';

/** Matches a valid snapshot name. A valid name cannot refer to a file in a different directory. */
const snapshotName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

function checkSnapshotName(name: string): void {
  if (snapshotName.test(name)) return;
  throw new SnapshotError(
    400,
    'A snapshot name must be 1 to 64 characters: letters, digits, dots, underscores or hyphens. The name must start with a letter or digit.',
  );
}

/** Returns a sandbox's snapshots, oldest first. */
export function listSnapshots({ snapshotDirectory: directory }: Sandbox): Snapshot[] {
  if (directory === undefined || !existsSync(directory)) return [];
  return readdirSync(directory)
    .filter(
      (file) =>
        file.endsWith(snapshotSuffix) && snapshotName.test(file.slice(0, -snapshotSuffix.length)),
    )
    .map((file) => {
      // Reads the two properties by name. Spreading the result of `statSync` would lose the dates, which are getters in
      // some Node.js versions.
      const { size, mtime } = statSync(join(directory, file));
      return { name: file.slice(0, -snapshotSuffix.length), size, mtime };
    })
    .sort(
      (one, other) =>
        one.mtime.getTime() - other.mtime.getTime() || one.name.localeCompare(other.name),
    )
    .map(({ name, size, mtime }) => ({ name, size, saved_at: mtime.toISOString() }));
}

/** Returns the path of a snapshot's file, or undefined if the snapshot does not exist. */
function snapshotFile({ snapshotDirectory: directory }: Sandbox, name: string): string | undefined {
  const file = directory === undefined ? '' : join(directory, name + snapshotSuffix);
  return existsSync(file) ? file : undefined;
}

/**
 * Returns the path of a snapshot's file.
 * @throws SnapshotError if the name is invalid or the snapshot does not exist.
 */
function existingFile(sandbox: Sandbox, name: string): string {
  checkSnapshotName(name);
  const file = snapshotFile(sandbox, name);
  if (file !== undefined) return file;
  const known = listSnapshots(sandbox).map((one) => one.name);
  throw new SnapshotError(
    404,
    `There is no snapshot named ${name}.`,
    known.length === 0 ? 'No snapshots exist yet.' : `Existing snapshots: ${known.join(', ')}.`,
  );
}

/**
 * Saves a snapshot, and writes the snapshot's file to disk before returning.
 * @param replace whether to replace an existing snapshot with this name
 * @throws SnapshotError if the name is invalid, or is in use and `replace` is false; WaypostError `write_failed` if the
 * file cannot be written.
 */
export function saveSnapshot(
  sandbox: Sandbox,
  name: string,
  { replace = false }: { replace?: boolean } = {},
): Snapshot {
  checkSnapshotName(name);
  const { store, clock } = sandbox;
  if (!replace && snapshotFile(sandbox, name) !== undefined) {
    throw new SnapshotError(409, `A snapshot named ${name} already exists.`);
  }
  let temporary: string | undefined;
  try {
    sandbox.snapshotDirectory ??= mkdtempSync(join(tmpdir(), 'waypost-snapshots-'));
    makeDirectory(sandbox.snapshotDirectory, 0o700);
    const file = join(sandbox.snapshotDirectory, name + snapshotSuffix);
    temporary = `${file}.${randomBytes(6).toString('hex')}.new`;
    // The mode lets only this user read the file, because the file contains keys.
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
    throw writeFailure(`the snapshot ${name}`, error);
  }
  const saved = listSnapshots(sandbox).find((one) => one.name === name);
  if (!saved) throw new Error('a new snapshot is missing');
  return saved;
}

/**
 * Restores a snapshot. If an error occurs, the sandbox does not change. If the clock differed from the real time when
 * the snapshot was saved, sets the clock to the snapshot's time. If the clock showed the real time, resets the clock to
 * the real time.
 * @throws SnapshotError if the snapshot does not exist, is damaged, or was saved by a newer version of waypost.
 */
export async function restoreSnapshot(sandbox: Sandbox, name: string): Promise<void> {
  const file = existingFile(sandbox, name);
  try {
    await checkCopy(file);
  } catch (error) {
    if (error instanceof NewerStore) {
      throw new SnapshotError(
        400,
        `A newer version of waypost saved the snapshot ${name}.`,
        'Update waypost, or save the snapshot again with this version.',
      );
    }
    if (!(error instanceof UnreadableCopy)) throw error;
    throw new SnapshotError(
      400,
      `The snapshot ${name} is damaged: ${error.message}. Nothing was changed.`,
      'Delete the snapshot, then save a new one.',
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
 * @throws SnapshotError if the snapshot does not exist.
 */
export function deleteSnapshot(sandbox: Sandbox, name: string): void {
  removeIfExists(existingFile(sandbox, name));
}
