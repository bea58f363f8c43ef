// The registry entry of a running sandbox: a JSON file with the sandbox's process and address.
import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readOwnFile, readSmallFile, type SmallFile } from '../../lib/small-file';
import { isSystemError } from '../../lib/system-error';
import { parse } from '../http/parse';

export const entryFile = 'sandbox.json';

const entrySchema = z.object({
  /**
   * A random name that identifies this run of the sandbox. The name is a secret, because a program that knows the name
   * can pretend to be the sandbox.
   */
  instance: z.string(),
  /**
   * The PID namespace of `pid`, as `processNamespace` returns it. The namespace identifies a machine or a container.
   */
  machine: z.string(),
  pid: z.int().check(z.gte(1)),
  /** The start time of the process in the format that `processStart` returns; null if unknown. */
  process_start: z.nullable(z.string()),
  started_at: z.string(),
  version: z.string(),
  /** The sandbox's address, such as `http://127.0.0.1:8787`; null while the sandbox starts. */
  origin: z.nullable(
    z.string().check(
      z.regex(/^http:\/\//),
      z.refine((text) => URL.canParse(text)),
    ),
  ),
  /** The sandbox's data directory; null if the data is in memory. */
  data: z.nullable(z.string()),
  /** The log file of a detached sandbox; null if the sandbox writes to a terminal. */
  log: z.nullable(z.string()),
});

export type RegistryEntry = z.infer<typeof entrySchema>;

export interface ReadEntry extends RegistryEntry {
  /** False if another user could have written the entry. */
  isOwn: boolean;
}

/** Reads an entry. Returns undefined if the file does not exist or is damaged. */
export function readEntry(path: string): ReadEntry | undefined {
  const ownEntry = parseEntry(path, readOwnFile);
  if (ownEntry !== undefined) return { ...ownEntry, isOwn: true };
  const otherEntry = parseEntry(path, readSmallFile);
  return otherEntry && { ...otherEntry, isOwn: false };
}

function parseEntry(path: string, read: (path: string) => SmallFile): RegistryEntry | undefined {
  try {
    const parsed = parse(entrySchema, JSON.parse(read(path).text));
    return 'value' in parsed ? parsed.value : undefined;
  } catch {
    return undefined;
  }
}

export const randomName = () => randomBytes(12).toString('base64url');

/** Writes an entry atomically, so that other processes never read an incomplete entry. */
export function writeEntry(path: string, entry: RegistryEntry): void {
  // Other users might see file names, so this name must not contain the instance name, which is a secret.
  const temporary = `${path}.${randomName()}`;
  const text = `${JSON.stringify(entry, undefined, 2)}\n`;
  writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
  renameSync(temporary, path);
}

/**
 * Returns the paths of the entries in this user's registry. The list is empty if the directory is not readable or if
 * other users can write to the directory.
 */
export function entryFiles(directory: string): string[] {
  try {
    const names = isOwnDirectory(directory) ? readdirSync(directory) : [];
    return names.filter((name) => name.endsWith('.json')).map((name) => join(directory, name));
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return [];
  }
}

function isOwnDirectory(directory: string): boolean {
  const found = lstatSync(directory, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return false;
  if (process.platform === 'win32') return true;
  return found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}
