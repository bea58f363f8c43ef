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
import { maximumPayload } from '../../../api/limits';
import { invalidInput, WaypostError } from '../../../lib/errors';
import { hasCode, writeFailure } from '../../../lib/system-error';
import { readUpTo } from '../../run/input';

export interface ConfigDirectory {
  /** The directory itself, with links in its path resolved. */
  path: string;
  files: ReadonlyMap<string, string>;
  ignored: readonly Ignored[];
}

export interface Ignored {
  file: string;
  reason: 'hidden' | 'link' | 'folder' | 'other';
}

/** Reads a directory, and creates it first if `create` is set. Throws `invalid_input` if it cannot. */
export async function openDirectory(named: string, create: boolean): Promise<ConfigDirectory> {
  try {
    if (create) await mkdir(named, { recursive: true });
    const path = await realpath(named);
    return { path, ...sortEntries(await readdir(path, { withFileTypes: true })) };
  } catch (error) {
    if (error instanceof WaypostError) throw error;
    throw invalidInput(`${named} cannot be used: ${reasonOf(error)}.`, 'Name a directory.');
  }
}

function reasonOf(error: unknown): string {
  if (hasCode(error, 'ENOENT')) return 'it does not exist';
  if (hasCode(error, 'ENOTDIR', 'EEXIST')) return 'it is not a directory';
  return fileErrorText(error);
}

function sortEntries(entries: readonly Dirent[]): Omit<ConfigDirectory, 'path'> {
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
export async function readPayload({ path }: ConfigDirectory, fileName: string): Promise<string> {
  let file: FileHandle | undefined;
  let bytes: Buffer;
  try {
    file = await open(join(path, fileName), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    bytes = await readUpTo(maxPayloadBytes, file.createReadStream());
  } catch (error) {
    throw invalidInput(`The file ${fileName} cannot be read: ${fileErrorText(error)}.`);
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
export function mayWrite({ ignored }: ConfigDirectory, fileName: string): boolean {
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
  { path }: ConfigDirectory,
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

function fileErrorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// The file name of a config is its name, percent-encoded where a file name cannot contain it or gives it another
// meaning (docs/compatibility.md): the same on every system.
const hidden = /^\./;
const unsafe = /[\0-\x1f\x7f-\x9f%/\\:*?"<>|]|[. ]$/g;
const reservedOnWindows = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/**
 * The file name of a config. A leading dot is encoded too: in a repository, `.git` or `.gitattributes` would
 * control git, and hidden files of yours would be pushed.
 */
export function fileNameOf(config: string): string {
  if (config !== config.normalize('NFC')) return encodeAll(config);
  const encoded = config.replace(unsafe, encodeAll).replace(hidden, encodeAll);
  return reservedOnWindows.test(encoded) ? encoded.replace(/^./u, encodeAll) : encoded;
}

/** The config of a file; undefined if `fileNameOf` gives no such name. */
export function configOf(fileName: string): string | undefined {
  try {
    return decodeURIComponent(fileName);
  } catch {
    return undefined;
  }
}

/**
 * File names of these configs. If two are the same file on a system that ignores case, the later is encoded.
 */
export function fileNamesOf(configs: readonly string[]): Map<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const config of configs) {
    const plain = fileNameOf(config);
    const name = taken.has(plain.toLowerCase()) ? encodeAll(config) : plain;
    taken.add(name.toLowerCase());
    names.set(config, name);
  }
  return names;
}

function encodeAll(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

/** UTF-8 takes at most four bytes a character. */
export const maxPayloadBytes = maximumPayload * 4;

/** Throws `invalid_input` for more characters (Unicode code points) than a payload may hold. */
export function checkPayload(payload: string, what: string): void {
  if (payload.length <= maximumPayload) return;
  let characters = 0;
  for (const _ of payload) characters += 1;
  if (characters <= maximumPayload) return;
  throw invalidInput(
    `${what} has ${characters} characters; at most ${maximumPayload} are allowed.`,
    'Split it into several configs, or shorten it.',
  );
}
