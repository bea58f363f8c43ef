// Keeps index files between starts, in a directory of the user. A file's name contains a digest of its
// content: a truncated, changed or foreign file is not used.
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
/** Indexes that were not used for this long are removed when a new one is built. */
const unusedFor = 30 * day;
/** A file of a start that was killed while it wrote. */
const abandonedAfter = day / 24;

/** The directory for indexes, such as `~/.cache/waypost/places`. */
export function cacheFolder(): string {
  return join(systemDirectories({ home: homeDirectory() }).cache, 'places');
}

/** Identifies a state of files: their names, sizes and times, and the version of the tool. */
export async function fingerprint(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(version);
  for (const path of paths) {
    const { size, mtimeMs } = await stat(path);
    hash.update(`\n${path}\t${size}\t${mtimeMs}`);
  }
  return hash.digest('hex').slice(0, 16);
}

/** The indexes of a directory. */
export class IndexCache {
  readonly #folder: string;

  /** @param folder created if it is missing; another user's, or one others may write to, is not used */
  constructor(folder: string) {
    this.#folder = ownFolder(folder);
  }

  /** The complete index of a source in this state, if there is one. */
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

  /** Builds an index by `build` and keeps it. Parallel starts see all of it or nothing. */
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

/** Windows cannot remove open files; the next start tries again. */
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
  // An unusable cache costs only time at each start.
  return mkdtempSync(join(tmpdir(), `${appName}-places-`));
}

/**
 * Whether a directory belongs to the user, and nobody else may write into it. On Windows its location
 * protects it.
 */
function isOwn(folder: string): boolean {
  const found = lstatSync(folder);
  const user = process.getuid?.();
  if (!found.isDirectory()) return false;
  return user === undefined || (found.uid === user && (found.mode & 0o022) === 0);
}
