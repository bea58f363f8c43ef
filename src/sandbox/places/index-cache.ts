// Keeps index files between starts, in a folder that belongs to the user alone. A file's name holds a
// digest of its content: what was cut off, changed or put there by others is not used.
import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDirectory } from '../../lib/directory';
import { homeDirectory } from '../../lib/home-directory';
import { appName, version } from '../../lib/identity';
import { systemDirectories } from '../../lib/system-directories';

const day = 86_400_000;
/** Indexes that nobody used for so long are removed when a new one is made. */
const unusedFor = 30 * day;
/** A file of a start that was killed while it wrote. */
const abandonedAfter = day / 24;

/** The folder for indexes, such as `~/.cache/waypost/places`. */
export function cacheFolder(): string {
  return join(systemDirectories({ home: homeDirectory() }).cache, 'places');
}

/** What tells one state of files from another: their names, sizes and times, and the version of the tool. */
export async function fingerprint(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(version);
  for (const path of paths) {
    const { size, mtimeMs } = await stat(path);
    hash.update(`\n${path}\t${size}\t${mtimeMs}`);
  }
  return hash.digest('hex').slice(0, 16);
}

/** The indexes of a folder. */
export class IndexCache {
  readonly #folder: string;

  /** @param folder made where it is missing; another user's, or one others may write to, is not used */
  constructor(folder: string) {
    this.#folder = ownFolder(folder);
  }

  /** The index of a source in this state, if there is one that is whole. */
  find(slot: string, print: string): string | undefined {
    const start = `${slot}-${print}-`;
    const name = readdirSync(this.#folder).find((each) => each.startsWith(start));
    if (name === undefined) return undefined;
    const path = join(this.#folder, name);
    if (!lstatSync(path).isFile() || nameOf(start, path) !== name) {
      rmSync(path, { force: true, recursive: true });
      return undefined;
    }
    const now = new Date();
    utimesSync(path, now, now);
    return path;
  }

  /** Makes an index by `build` and keeps it. Others that start meanwhile see all of it or nothing. */
  async add(slot: string, print: string, build: (path: string) => Promise<void>): Promise<string> {
    this.#removeUnused();
    const unfinished = join(this.#folder, `${randomUUID()}.tmp`);
    try {
      await build(unfinished);
      const path = join(this.#folder, nameOf(`${slot}-${print}-`, unfinished));
      renameSync(unfinished, path);
      return path;
    } finally {
      rmSync(unfinished, { force: true });
    }
  }

  #removeUnused(): void {
    for (const name of readdirSync(this.#folder)) {
      const path = join(this.#folder, name);
      const age = Date.now() - statSync(path).mtimeMs;
      if (age > (name.endsWith('.tmp') ? abandonedAfter : unusedFor)) tryToRemove(path);
    }
  }
}

function nameOf(start: string, path: string): string {
  return `${start}${digestOf(path)}.index`;
}

function digestOf(path: string): string {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafeSlow(1 << 18);
  const file = openSync(path, 'r');
  try {
    for (let read = 1; read > 0; ) {
      read = readSync(file, piece, 0, piece.length, null);
      hash.update(piece.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
  return hash.digest('hex').slice(0, 32);
}

/** Windows keeps files that are open; the next start tries again. */
function tryToRemove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {}
}

function ownFolder(folder: string): string {
  try {
    makeDirectory(folder, 0o700);
    if (isOwn(folder)) return folder;
  } catch {}
  // A cache that cannot be used costs time at each start, and nothing else.
  return mkdtempSync(join(tmpdir(), `${appName}-places-`));
}

/** Whether a folder is the user's, and nobody else may write into it. Windows guards it by its place. */
function isOwn(folder: string): boolean {
  const found = lstatSync(folder);
  const user = process.getuid?.();
  if (!found.isDirectory()) return false;
  return user === undefined || (found.uid === user && (found.mode & 0o022) === 0);
}
