// The directory of a sandbox's snapshots, and the names of their files.
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDirectory } from '../lib/directory';

const suffix = '.db';

/** Valid names of snapshots: file names on every system. */
export const snapshotName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export interface Snapshot {
  name: string;
  size: number;
  /** When it was saved: ISO 8601, real time. */
  saved_at: string;
}

/**
 * Opens a directory of snapshots. Without one, a temporary directory is created with the first snapshot, and
 * removed by `close`.
 */
export function openSnapshotFolder(named: string | undefined) {
  let directory = named;
  const fileIn = (place: string, name: string): string => join(place, name + suffix);
  return {
    /** The file of a snapshot; its directory exists. */
    fileOf(name: string): string {
      directory ??= mkdtempSync(join(tmpdir(), 'waypost-snapshots-'));
      makeDirectory(directory, 0o700);
      return fileIn(directory, name);
    },
    has: (name: string): boolean => directory !== undefined && existsSync(fileIn(directory, name)),
    list(): Snapshot[] {
      const place = directory;
      if (place === undefined || !existsSync(place)) return [];
      const names = readdirSync(place).flatMap((file) =>
        file.endsWith(suffix) ? [file.slice(0, -suffix.length)] : [],
      );
      return names
        .filter((name) => snapshotName.test(name))
        .map((name) => {
          // Not spread: in some versions of Node the dates of a file are getters.
          const { size, mtime } = statSync(fileIn(place, name));
          return { name, size, mtime };
        })
        .sort(
          (one, other) =>
            one.mtime.getTime() - other.mtime.getTime() || one.name.localeCompare(other.name),
        )
        .map(({ name, size, mtime }) => ({ name, size, saved_at: mtime.toISOString() }));
    },
    /** Removes the directory if it is a temporary one. */
    close(): void {
      if (named === undefined && directory !== undefined) {
        rmSync(directory, { recursive: true, force: true });
      }
    },
  };
}

export type SnapshotFolder = ReturnType<typeof openSnapshotFolder>;
