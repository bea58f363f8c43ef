// Writes a small secret file atomically: at every moment, also after a power failure, the file has its old
// content or its new content, and nobody else can read it.
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isDirectory, makeDirectory, statIfExists, syncDirectory } from './directory';
import { isForeign } from './small-file';
import { hasCode, systemError } from './system-error';

const ownerOnlyFile = 0o600;
const ownerOnlyDirectory = 0o700;
const maxLinks = 40;
const probePrefix = '.waypost-probe-';

/**
 * Creates a directory that only its owner may enter, with missing parent directories; repairs looser
 * permissions.
 */
export function ensurePrivateDirectory(directory: string): void {
  makeDirectory(directory, ownerOnlyDirectory);
  if (process.platform !== 'win32' && (statSync(directory).mode & 0o077) !== 0) {
    chmodSync(directory, ownerOnlyDirectory);
  }
}

/**
 * The file a path leads to through symbolic links, whether it exists or not; the path itself where it is not
 * a link. A link that another user has put into a directory is not followed: throws. Nor is, with `ownOnly`, one
 * in a directory of that user's.
 */
export function followLinks(path: string, ownOnly = false): string {
  let current = path;
  for (let step = 0; step < maxLinks; step += 1) {
    const link = lstatIfExists(current);
    if (link?.isSymbolicLink() !== true) return current;
    if (isForeign(link) && (ownOnly || link.uid !== statSync(dirname(current)).uid)) {
      throw systemError('EACCES', `${current} is a link of another user`);
    }
    current = resolve(dirname(current), readlinkSync(current));
  }
  throw systemError('ELOOP', `too many symbolic links at ${path}`);
}

/**
 * Replaces a file by way of a temporary one beside it: written, synced, renamed, directory synced.
 * The file ends with mode 0600. Symbolic links are followed, so a link stays a link.
 * Throws the file system's error; the old file is then still there.
 */
export function writeFileAtomically(path: string, content: string): void {
  const target = followLinks(path);
  const directory = dirname(target);
  // The directory a link leads to may not exist yet, as with the links of dotfile managers.
  makeDirectory(directory, ownerOnlyDirectory);
  const temporary = temporaryPath(target);
  const handle = openSync(temporary, 'wx', ownerOnlyFile);
  try {
    try {
      writeDurably(handle, Buffer.from(content));
    } finally {
      closeSync(handle);
    }
    retryOnWindows(() => renameSync(temporary, target));
  } catch (error) {
    removeIfExists(temporary);
    throw error;
  }
  syncDirectory(directory);
}

/**
 * As `writeFileAtomically`, without blocking this thread. The directory is not synced: a power failure may bring the
 * old file back.
 */
export async function writeFileInBackground(path: string, content: string): Promise<void> {
  const target = followLinks(path);
  const temporary = temporaryPath(target);
  try {
    const file = await open(temporary, 'wx', ownerOnlyFile);
    try {
      await file.writeFile(content);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    removeIfExists(temporary);
    throw error;
  }
}

/**
 * Writes every byte, in several calls if the system takes only a part, and waits until they are on the disk.
 */
export function writeDurably(handle: number, content: Buffer): void {
  let rest = content;
  while (rest.length > 0) rest = rest.subarray(writeSync(handle, rest));
  fsyncSync(handle);
}

/** Removes a file; false where there was none. */
export function removeIfExists(path: string): boolean {
  try {
    retryOnWindows(() => unlinkSync(path));
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/**
 * Removes temporary files of this path, or of its lock, that a killed process left; returns their paths. Only
 * for the holder of the path's lock: no other process writes then.
 */
export function sweepTemporaryFiles(path: string): string[] {
  return temporaryFilesOf(path).filter(removeIfExists);
}

/** Whether there are temporary files of this path, or its lock, or files of that. */
export function hasTemporaryFiles(path: string): boolean {
  return lstatIfExists(`${path}.lock`) !== undefined || temporaryFilesOf(path).length > 0;
}

/** Beside the file and, where that is a link, beside the link, which is where the lock is. */
function temporaryFilesOf(path: string): string[] {
  const target = followLinks(path);
  const lock = `${path}.lock`;
  return [
    ...filesIn(dirname(target), [temporaryPrefix(target)]),
    ...filesIn(dirname(lock), [temporaryPrefix(lock), `${basename(lock)}.`]),
  ];
}

/** Files whose names begin so. No directories: the tool creates none of such a name. */
function filesIn(directory: string, beginnings: readonly string[]): string[] {
  if (!isDirectory(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .filter(({ name }) => beginnings.some((beginning) => name.startsWith(beginning)))
    .map(({ name }) => join(directory, name));
}

/**
 * Throws the file system's error where a file could not be created at the path. Leaves nothing behind:
 * the attempt is made in the nearest directory that exists.
 */
export function checkWritable(path: string): void {
  const target = followLinks(path);
  if (isDirectory(target)) throw systemError('EISDIR', `EISDIR: ${target} is a directory`);
  let directory = dirname(target);
  // A Windows drive that does not exist has no parent directory.
  while (statIfExists(directory) === undefined && dirname(directory) !== directory) {
    directory = dirname(directory);
  }
  const probe = join(directory, probePrefix + uniqueSuffix());
  closeSync(openSync(probe, 'wx', ownerOnlyFile));
  removeIfExists(probe);
}

/**
 * Removes the files with which a killed process tried this path; returns their paths. It may have made them in a
 * directory above, where those below did not exist yet: each is looked at, as far as they belong to this user.
 */
export function sweepProbes(path: string): string[] {
  const removed: string[] = [];
  const own = process.geteuid?.();
  for (let directory = dirname(followLinks(path)); ; directory = dirname(directory)) {
    const found = lstatIfExists(directory);
    if (own !== undefined && found !== undefined && found.uid !== own) break;
    try {
      if (found !== undefined) {
        removed.push(...filesIn(directory, [probePrefix]).filter(removeIfExists));
      }
    } catch (error) {
      // Nothing was tried where nothing may be written.
      if (!hasCode(error, 'EACCES', 'EPERM')) throw error;
    }
    if (dirname(directory) === directory) break;
  }
  return removed;
}

/**
 * Virus scanners and indexers on Windows open a file for a moment, and it cannot be renamed or removed
 * meanwhile: the call is repeated for up to a second. On other systems it is made once.
 */
export function retryOnWindows(call: () => void, platform = process.platform): void {
  const attempts = platform === 'win32' ? 10 : 1;
  for (let attempt = 1; ; attempt += 1) {
    try {
      call();
      return;
    } catch (error) {
      if (attempt >= attempts || !hasCode(error, 'EPERM', 'EBUSY', 'EACCES')) throw error;
      // Blocks this thread; the call is synchronous too.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, attempt * 20);
    }
  }
}

/** Also undefined where a file stands in the place of a directory above. */
export function lstatIfExists(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** A new name for a temporary file of a path. */
function temporaryPath(target: string): string {
  return join(dirname(target), temporaryPrefix(target) + uniqueSuffix());
}

function uniqueSuffix(): string {
  return `${process.pid}-${randomBytes(4).toString('hex')}`;
}

export function temporaryPrefix(target: string): string {
  return `.${basename(target)}.tmp-`;
}
