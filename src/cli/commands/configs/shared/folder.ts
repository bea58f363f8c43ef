// The files of a directory with configs. Only regular files in the directory itself are read or written: no
// link is followed, no subdirectory entered, no hidden file read.
import { randomBytes } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  unlink,
} from 'node:fs/promises';
import { join } from 'node:path';
import { invalidInput, WaypostError } from '../../../../lib/errors';
import { hasCode, writeFailure } from '../../../../lib/system-error';
import { head } from '../../../run/input';
import { configOf } from './file-name';
import { checkPayload, maxPayloadBytes } from './payload';

/** The content of a directory. */
export interface Folder {
  /** The directory itself, with links in its path resolved. */
  path: string;
  /** File names by their configs. */
  files: ReadonlyMap<string, string>;
  /** Entries that are never read, by name. */
  ignored: readonly Ignored[];
}

/** An entry of the directory that belongs to no config. */
export interface Ignored {
  file: string;
  reason: 'hidden' | 'link' | 'folder' | 'other';
}

/** Reads a directory, and creates it first if `create` is set. Throws `invalid_input` if it cannot. */
export async function openFolder(directory: string, create: boolean): Promise<Folder> {
  try {
    if (create) await mkdir(directory, { recursive: true });
    const path = await realpath(directory);
    return { path, ...sort(await readdir(path, { withFileTypes: true })) };
  } catch (error) {
    if (error instanceof WaypostError) throw error;
    const reason = hasCode(error, 'ENOENT')
      ? 'it does not exist'
      : hasCode(error, 'ENOTDIR', 'EEXIST')
        ? 'it is not a directory'
        : reasonOf(error);
    throw invalidInput(`${directory} cannot be used: ${reason}.`, 'Name a directory.');
  }
}

function sort(entries: readonly Dirent[]): Omit<Folder, 'path'> {
  const files = new Map<string, string>();
  const ignored: Ignored[] = [];
  for (const entry of entries) {
    const reason = reasonToIgnore(entry);
    if (reason !== undefined) {
      ignored.push({ file: entry.name, reason });
      continue;
    }
    const config = configOf(entry.name);
    if (config === undefined) {
      throw invalidInput(
        `The file ${entry.name} has a percent sign that encodes nothing.`,
        'Rename it, or move it elsewhere; a percent sign in a name is written %25.',
      );
    }
    const other = files.get(config);
    if (other !== undefined) {
      throw invalidInput(`The files ${other} and ${entry.name} mean the same config.`);
    }
    files.set(config, entry.name);
  }
  ignored.sort((one, other) => (one.file < other.file ? -1 : 1));
  return { files, ignored };
}

function reasonToIgnore(entry: Dirent): Ignored['reason'] | undefined {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isDirectory()) return 'folder';
  if (!entry.isFile()) return 'other';
  return entry.name.startsWith('.') ? 'hidden' : undefined;
}

/** The payload in a file, byte for byte. Throws `invalid_input` if it cannot be one. */
export async function readPayload({ path }: Folder, fileName: string): Promise<string> {
  let file: FileHandle | undefined;
  let bytes: Buffer;
  try {
    file = await open(join(path, fileName), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    bytes = await head(file, maxPayloadBytes + 1);
  } catch (error) {
    throw invalidInput(`The file ${fileName} cannot be read: ${reasonOf(error)}.`);
  } finally {
    await file?.close();
  }
  let payload: string;
  try {
    payload = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    if (bytes.length <= maxPayloadBytes) {
      throw invalidInput(`The file ${fileName} is not text in UTF-8.`);
    }
    payload = bytes.toString('latin1');
  }
  checkPayload(payload, `The file ${fileName}`);
  return payload;
}

/** Whether a file of this name could be written in the directory without changing anything else. */
export function mayWrite({ ignored }: Folder, fileName: string): boolean {
  return (
    !ignored.some(({ file }) => file === fileName) &&
    !/[/\\\0]/.test(fileName) &&
    fileName !== '.' &&
    fileName !== '..'
  );
}

/**
 * Writes a payload through a temporary file: the file has its old or its new content. A link that takes the
 * file's place in the meantime is replaced, never followed. Throws `write_failed`.
 */
export async function writePayload(
  { path }: Folder,
  fileName: string,
  payload: string,
): Promise<void> {
  const target = join(path, fileName);
  const temporary = join(path, `.waypost-${randomBytes(6).toString('hex')}`);
  try {
    const before = await lstat(target).catch(() => undefined);
    const mode = before?.isFile() ? before.mode & 0o777 : 0o666;
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(payload);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw writeFailure(target, error, {
      hint: 'Files written before it are whole. Run the command again to continue.',
    });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
