// Checks the files of a store before SQLite opens them, and reports damage that SQLite would skip.
import { copyFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { changedPages, type PageSums, readSums, sumsOf } from './page-sums';
import { readWal } from './wal';

/** Largest database that is read whole, in bytes: about a tenth of a second. */
const maxChecked = 128 * 1024 * 1024;

const magic = 'SQLite format 3\0';

/** The files of a store. */
export interface StoreFiles {
  database: string;
  wal: string;
  sums: string;
}

/** Paths of a store's files, by that of its database. */
export function storeFiles(database: string): StoreFiles {
  return { database, wal: `${database}-wal`, sums: `${database}-sums` };
}

/** The findings. */
export interface Inspection {
  /** Each damage as a sentence with the file's path. */
  damages: string[];
  /** Data that may be lost without damage: reported, and the files are copied. */
  warnings: string[];
  /** The checksums to continue with; undefined if the file is too large for them. */
  sums: PageSums | undefined;
  /** Whether there were checksums; without them only SQLite's own check finds damage. */
  isSummed: boolean;
}

const bytesOf = (path: string): Buffer => (existsSync(path) ? readFileSync(path) : Buffer.alloc(0));

function list(pages: readonly number[]): string {
  const shown = pages.slice(0, 5).join(', ');
  return `${pages.length === 1 ? 'page' : 'pages'} ${shown}${pages.length > 5 ? ', …' : ''}`;
}

/** The page size in a database's header; the default if that is invalid. */
function pageSizeOf(database: Buffer): number {
  const told = database.length < 18 ? 0 : database.readUInt16BE(16);
  if (told === 1) return 65_536;
  return told >= 512 && Number.isInteger(Math.log2(told)) ? told : 4096;
}

/** Checks a store that is not open. */
export function inspect(files: StoreFiles): Inspection {
  const found: Inspection = { damages: [], warnings: [], sums: undefined, isSummed: false };
  const log = readWal(bytesOf(files.wal));
  if (log.damage !== undefined) found.damages.push(`${files.wal} is damaged: ${log.damage}.`);
  if (log.isTorn) {
    found.warnings.push(
      `The last entry of ${files.wal} is incomplete: cut off before it was acknowledged, or damaged since.`,
    );
  }
  const size = statSync(files.database, { throwIfNoEntry: false })?.size;
  if (size === undefined) {
    if (log.pages.size > 0) found.damages.push(`${files.database} is gone, and its log is there.`);
    return { ...found, sums: sumsOf(Buffer.alloc(0), 4096) };
  }
  if (size > maxChecked) return found;
  const database = bytesOf(files.database);
  const hasHeader = database.length >= 100 && database.toString('latin1', 0, 16) === magic;
  const pageSize = pageSizeOf(database);
  // Without the log's mark in its header SQLite would ignore the log.
  const isLogged = hasHeader && database[18] === 2 && database[19] === 2;
  if (log.pages.size > 0 && (!isLogged || pageSize !== log.pageSize)) {
    found.damages.push(`The header of ${files.database} is damaged.`);
  }
  const kept = readSums(files.sums);
  found.isSummed = kept !== undefined;
  found.sums = kept ?? sumsOf(database, pageSize);
  const changed = kept ? changedPages(kept, database, log.pages) : [];
  if (changed.length > 0) {
    found.damages.push(
      `${files.database} is not as it was written: ${list(changed)} of ${found.sums.sums.length} changed.`,
    );
  }
  return found;
}

/** Copies files of a store beside themselves; returns the suffix of their names. */
export function setAside(files: Partial<StoreFiles>): string {
  const mark = `.damaged-${new Date().toISOString().replaceAll(':', '').replace('.', '')}`;
  for (const path of Object.values(files)) {
    if (existsSync(path)) copyFileSync(path, path + mark);
  }
  return mark;
}
