// A checksum of every page of the database, in a file beside it: SQLite has none, so that a changed byte in a
// cell would not be noticed.
//
// The checksums describe the file without its log. The file changes only at a checkpoint, and every page that
// changes there is still in the log when the new checksums are written: a page matches its checksum, or it is
// in the log, however a process ends.
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';
import { type Database, integerOf } from './database';
import { pagesOf } from './wal';

const magic = 'wpsums1\n';
const headerBytes = 20;

/** The checksums of a database, by page. */
export interface PageSums {
  pageSize: number;
  sums: number[];
}

/** Reads a file of checksums; undefined if it is missing or damaged. */
export function readSums(path: string): PageSums | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return undefined;
  }
  if (bytes.length < headerBytes || bytes.toString('latin1', 0, 8) !== magic) return undefined;
  const body = bytes.subarray(headerBytes);
  const count = bytes.readUInt32LE(12);
  if (body.length !== count * 4 || crc32(body) !== bytes.readUInt32LE(16)) return undefined;
  const sums = Array.from({ length: count }, (_, at) => body.readUInt32LE(at * 4));
  return { pageSize: bytes.readUInt32LE(8), sums };
}

/** Writes a file of checksums, on the disk when this returns. */
function writeSums(path: string, { pageSize, sums }: PageSums): void {
  const bytes = Buffer.alloc(headerBytes + sums.length * 4);
  bytes.write(magic, 'latin1');
  for (const [at, sum] of sums.entries()) bytes.writeUInt32LE(sum, headerBytes + at * 4);
  bytes.writeUInt32LE(pageSize, 8);
  bytes.writeUInt32LE(sums.length, 12);
  bytes.writeUInt32LE(crc32(bytes.subarray(headerBytes)), 16);
  const temporary = `${path}.new`;
  const handle = openSync(temporary, 'w', 0o600);
  try {
    writeSync(handle, bytes);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(temporary, path);
}

/** The current checksums of a database's pages. */
export function sumsOf(database: Buffer, pageSize: number): PageSums {
  const sums: number[] = [];
  for (let at = 0; at + pageSize <= database.length; at += pageSize) {
    sums.push(crc32(database.subarray(at, at + pageSize)));
  }
  return { pageSize, sums };
}

/** Updates the checksums of the pages that a checkpoint moved from the log into the file. */
function addCheckpoint({ sums }: PageSums, wal: Buffer, frames: number): void {
  for (const { page, bytes } of pagesOf(wal, frames)) sums[page - 1] = crc32(bytes);
}

/** The pages of a database that do not match their checksums, from 1; those in the log are not checked. */
export function changedPages(
  kept: PageSums,
  database: Buffer,
  inLog: ReadonlySet<number>,
): number[] {
  const { sums } = sumsOf(database, kept.pageSize);
  const count = Math.max(sums.length, kept.sums.length);
  return Array.from({ length: count }, (_, at) => at + 1).filter(
    (page) => sums[page - 1] !== kept.sums[page - 1] && !inLog.has(page),
  );
}

// When the log is moved into the database file, and the checksums are updated.

/** Writes between two checkpoints. */
const maxWrites = 500;

/** Size of the log that causes a checkpoint, in bytes; SQLite truncates it to this size afterwards. */
const maxLog = 4 * 1024 * 1024;

/** A database with checksums, updated at every checkpoint. SQLite itself must not make checkpoints. */
export function summed(
  database: Database,
  files: { wal: string; sums: string },
  pageSums: PageSums,
): Database {
  let isInside = false;
  let writes = 0;
  const move = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');
  /** Moves the log into the file; whether all of it is there now, and summed. */
  const checkpoint = (): boolean => {
    writes = 0;
    const row = move.get();
    if (!row || integerOf(row, 'busy') !== 0) return false;
    const frames = integerOf(row, 'log');
    if (frames <= 0) return true;
    // A checkpoint is incomplete while a row is being read; the next one moves the rest.
    if (integerOf(row, 'checkpointed') !== frames) return false;
    // From the log, not the database: closing any handle of that file would release SQLite's locks on it.
    addCheckpoint(pageSums, readFileSync(files.wal), frames);
    try {
      writeSums(files.sums, pageSums);
    } catch {
      // Without checksums a store is only checked less; with old ones it would pass for damaged.
      rmSync(files.sums, { force: true });
    }
    return true;
  };
  /** What a checkpoint moves is on the disk already: one that fails, as on a full disk, is made up for later. */
  const triedCheckpoint = (): boolean => {
    try {
      return checkpoint();
    } catch {
      return false;
    }
  };
  const wrote = (): void => {
    writes += 1;
    if (isInside) return;
    const size = statSync(files.wal, { throwIfNoEntry: false })?.size ?? 0;
    if (writes >= maxWrites || size > maxLog + 64 * 1024) triedCheckpoint();
  };
  database.exec('PRAGMA wal_autocheckpoint = 0');
  database.exec(`PRAGMA journal_size_limit = ${maxLog}`);
  return {
    exec(sql) {
      database.exec(sql);
      if (sql === 'BEGIN IMMEDIATE') isInside = true;
      if (sql === 'ROLLBACK' || sql === 'COMMIT') isInside = false;
      if (sql === 'COMMIT') wrote();
    },
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        ...statement,
        run(...values) {
          const result = statement.run(...values);
          if (!isInside) wrote();
          return result;
        },
      };
    },
    close() {
      // Closing moves the log into the file, too: without sums that would pass for damage. What is left open
      // ends with the process, and its log is there at the next start.
      if (triedCheckpoint()) database.close();
    },
  };
}
