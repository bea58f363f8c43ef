// Reads and writes the config files in a directory. Skips symbolic links, hidden files and subdirectories.
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
import { counted } from '../../output/words';
import { readUpTo } from '../../run/input';

export interface ConfigDirectory {
  /** The directory's path without symbolic links. */
  path: string;
  files: ReadonlyMap<string, string>;
  ignored: readonly Ignored[];
}

export interface Ignored {
  file: string;
  reason: 'hidden' | 'link' | 'folder' | 'other';
}

/**
 * Lists the config files in a directory. If `create` is true, creates a missing directory. Throws `invalid_input` if
 * waypost cannot use the directory, if the percent encoding in a file name is invalid, or if two files belong to the
 * same config.
 */
export async function openDirectory(named: string, create: boolean): Promise<ConfigDirectory> {
  try {
    if (create) await mkdir(named, { recursive: true });
    const path = await realpath(named);
    return { path, ...sortEntries(await readdir(path, { withFileTypes: true })) };
  } catch (error) {
    if (error instanceof WaypostError) throw error;
    throw invalidInput(
      `waypost cannot use ${named}: ${reasonOf(error)}.`,
      'Use the path of a directory.',
    );
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
        `The file name ${entry.name} contains a percent sign that does not encode a character.`,
        'In the name, replace the percent sign with %25, or move the file to another directory.',
      );
    }
    const other = files.get(config);
    if (other !== undefined) {
      throw invalidInput(
        `The files ${other} and ${entry.name} belong to the same config.`,
        'Rename or remove one of the files.',
      );
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

/**
 * Returns the payload in a file, byte for byte. Throws `invalid_input` if the file cannot be read, or if its content is
 * not a valid payload.
 */
export async function readPayload({ path }: ConfigDirectory, fileName: string): Promise<string> {
  let file: FileHandle | undefined;
  let bytes: Buffer;
  try {
    file = await open(join(path, fileName), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    bytes = await readUpTo(maxPayloadBytes, file.createReadStream());
  } catch (error) {
    throw invalidInput(`waypost cannot read the file ${fileName}: ${fileErrorText(error)}.`);
  } finally {
    await file?.close();
  }
  let payload: string;
  try {
    payload = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    if (bytes.length <= maxPayloadBytes) {
      throw invalidInput(`The file ${fileName} is not UTF-8 text.`);
    }
    payload = bytes.toString('latin1');
  }
  checkPayload(payload, `The file ${fileName}`);
  return payload;
}

/** True if the name is a valid file name, and no skipped entry of the directory has this name. */
export function mayWrite({ ignored }: ConfigDirectory, fileName: string): boolean {
  return (
    !ignored.some(({ file }) => file === fileName) &&
    !/[/\\\0]/.test(fileName) &&
    fileName !== '.' &&
    fileName !== '..'
  );
}

/**
 * Writes a payload to a temporary file, and then renames the temporary file, so that the config's file never contains
 * an incomplete payload. If the config's file is a symbolic link, replaces the link instead of following it. Throws
 * `write_failed` if the file cannot be written.
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
      hint: 'Run the command again to continue. The files that waypost has already written are complete.',
    });
  }
}

function fileErrorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// A config's file name is the config's name, with some characters percent-encoded. waypost encodes the characters that
// are invalid or special in file names on at least one operating system (docs/compatibility.md). The file name is
// therefore the same on every system.
const hidden = /^\./;
const unsafe = /[\0-\x1f\x7f-\x9f%/\\:*?"<>|]|[. ]$/g;
const reservedOnWindows = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/**
 * Returns a config's file name. Encodes a leading dot, because a file named `.gitattributes` would change how Git
 * works, and because `push` skips hidden files.
 */
export function fileNameOf(config: string): string {
  if (config !== config.normalize('NFC')) return encodeAll(config);
  const encoded = config.replace(unsafe, encodeAll).replace(hidden, encodeAll);
  return reservedOnWindows.test(encoded) ? encoded.replace(/^./u, encodeAll) : encoded;
}

/**
 * Returns the name of the config to which this file name belongs, or undefined if the percent encoding in the file name
 * is invalid.
 */
export function configOf(fileName: string): string | undefined {
  try {
    return decodeURIComponent(fileName);
  } catch {
    return undefined;
  }
}

/**
 * Returns a file name for each config. If two names differ only in case, percent-encodes every character of the second
 * name, because some file systems ignore case.
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

/** The maximum size of a payload in bytes. A UTF-8 character has at most four bytes. */
export const maxPayloadBytes = maximumPayload * 4;

/** Throws `invalid_input` if the payload has more characters (Unicode code points) than the service accepts. */
export function checkPayload(payload: string, what: string): void {
  if (payload.length <= maximumPayload) return;
  let characters = 0;
  for (const _ of payload) characters += 1;
  if (characters <= maximumPayload) return;
  throw invalidInput(
    `${what} has ${counted(characters, 'character')}, but a payload can have at most ${counted(maximumPayload, 'character')}.`,
    'Shorten the payload, or split it into several configs.',
  );
}
