// Writes the response with the new credentials to disk chunk by chunk, before waypost parses the response. A later run
// can recover the keys from disk if waypost is killed, or if the response is too large for waypost to keep in memory.
// This module also finds the credentials in a response that was cut off after the credentials.
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { removeIfExists, writeDurably } from '../../lib/atomic-file';
import { isForeign } from '../../lib/small-file';
import { hasCode } from '../../lib/system-error';

/** The maximum size of a response that waypost writes to disk, in bytes. */
export const maxClaimBytes = 64 * 1024 * 1024;

/**
 * Writes the response with the credentials to a file. Opens the file before the first poll, so that waypost can write
 * the response as soon as it arrives. If writing fails, the response is still in memory, and finish.ts stores the keys
 * later.
 */
export class ClaimFile {
  #handle: number | undefined;
  readonly #path: string;
  /** True if a chunk has arrived. */
  started = false;

  constructor(pendingFile: string, cliToken: string) {
    const first = `${claimPrefix(pendingFile, cliToken)}answer`;
    // If a file with the usual name already exists, this run creates a file with a random name.
    const another = `${claimPrefix(pendingFile, cliToken)}${randomBytes(4).toString('hex')}.answer`;
    this.#path = first;
    try {
      this.#handle = openSync(first, 'wx', 0o600);
    } catch {
      this.#path = another;
      try {
        this.#handle = openSync(another, 'wx', 0o600);
      } catch {
        // The response also remains in memory, so waypost can continue without a file.
      }
    }
  }

  /**
   * Appends a chunk of the body. After a failure, does not write any more chunks, because the file would have a gap.
   */
  write(chunk: Buffer): void {
    this.started = true;
    if (this.#handle === undefined) return;
    try {
      writeDurably(this.#handle, chunk);
    } catch {
      // The response also remains in memory, up to `bodyLimit`.
      this.close();
    }
  }

  /** Returns the credentials in the chunks written so far, or undefined if the credentials are incomplete. */
  recover(): ClaimedCredentials | undefined {
    try {
      return recoverFrom(this.#path);
    } catch {
      return undefined;
    }
  }

  close(): void {
    if (this.#handle === undefined) return;
    try {
      closeSync(this.#handle);
    } catch {
      // An error here is harmless, because every chunk was synced when it was written.
    }
    this.#handle = undefined;
  }
}

export interface ClaimFiles {
  credentials: ClaimedCredentials | undefined;
  /** True if an earlier run received a response, even if the response is incomplete. */
  started: boolean;
}

/**
 * Reads the response files of runs that were killed, or that found no credentials in the response. Throws the file
 * system's error.
 */
export function readClaimFiles(pendingFile: string, cliToken: string): ClaimFiles {
  let started = false;
  for (const path of claimFilesOf(pendingFile, cliToken)) {
    const credentials = recoverFrom(path);
    if (credentials !== undefined) return { credentials, started: true };
    // waypost already reported a response when it renamed the response's file, so a renamed file does not count again.
    started ||= !path.endsWith('.old') && lstatSync(path).size > 0;
  }
  return { credentials: undefined, started };
}

export function removeClaimFiles(pendingFile: string, cliToken: string): void {
  for (const path of claimFilesOf(pendingFile, cliToken)) {
    if (!path.endsWith('.old')) removeIfExists(path);
  }
}

/**
 * Renames the response files in which waypost found no credentials. Later runs still search the renamed files for keys.
 * Returns the path of a renamed file, even if an earlier run renamed it, or undefined if no response arrived. If a file
 * cannot be renamed, returns its old path. `now` is in milliseconds since the epoch.
 */
export function backUpClaimFile(
  pendingFile: string,
  cliToken: string,
  now: number,
): string | undefined {
  let backup: string | undefined;
  for (const path of claimFilesOf(pendingFile, cliToken)) {
    if (path.endsWith('.old')) {
      backup ??= path;
      continue;
    }
    try {
      if (lstatSync(path).size === 0) continue;
      renameSync(path, `${path}.${now}.old`);
      backup = `${path}.${now}.old`;
    } catch (error) {
      if (!hasCode(error, 'ENOENT', 'ENOTDIR')) backup = path;
    }
  }
  return backup;
}

/**
 * Returns the path prefix of a sign-up's response files. The prefix contains a digest of the token, so that waypost
 * never uses the response to a different sign-up.
 */
function claimPrefix(pendingFile: string, cliToken: string): string {
  const name = createHash('sha256').update(cliToken).digest('hex').slice(0, 16);
  return `${pendingFile}.${name}.`;
}

function claimFilesOf(pendingFile: string, cliToken: string): string[] {
  const prefix = claimPrefix(pendingFile, cliToken);
  const directory = dirname(prefix);
  try {
    return readdirSync(directory)
      .filter((name) => name.startsWith(basename(prefix)))
      .sort()
      .map((name) => join(directory, name));
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

/** Searches a file for credentials, chunk by chunk. Ignores a file that is not regular or belongs to another user. */
function recoverFrom(path: string): ClaimedCredentials | undefined {
  if (!lstatSync(path).isFile()) return undefined;
  const handle = openSync(path, 'r');
  try {
    if (isForeign(fstatSync(handle))) return undefined;
    const search = new CredentialSearch();
    const decoder = new StringDecoder();
    const piece = Buffer.alloc(1024 * 1024);
    for (let read = 0, size = 0; size < maxClaimBytes; size += read) {
      read = readSync(handle, piece);
      if (read === 0) break;
      search.add(decoder.write(piece.subarray(0, read)));
    }
    return search.found;
  } finally {
    closeSync(handle);
  }
}

/**
 * The credentials of a new account, with the service's field names. `user_id` is null if the response was cut off
 * before the end of that field.
 */
export interface ClaimedCredentials {
  user_token: string;
  test_api_key: string;
  user_id: string | null;
}

/** Returns the credentials in the text of a response, or undefined if a key is missing or cut off. */
export function recoverCredentials(
  ...chunks: [text: string, ...more: string[]]
): ClaimedCredentials | undefined {
  const search = new CredentialSearch();
  for (const chunk of chunks) search.add(chunk);
  return search.found;
}

/** The maximum length of a field, including its name, in characters. */
const maxFieldLength = 2048;

const patterns = {
  user_token: fieldPattern('user_token'),
  test_api_key: fieldPattern('test_api_key'),
  user_id: fieldPattern('user_id'),
};

type CredentialField = keyof typeof patterns;

/** Finds the credentials in a response of any length that arrives in chunks. */
class CredentialSearch {
  readonly #fields = new Map<CredentialField, string>();
  /** The end of the text received so far. A field might start in this text and continue in the next chunk. */
  #tail = '';

  add(chunk: string): void {
    const text = this.#tail + chunk;
    for (const name of Object.keys(patterns) as CredentialField[]) {
      const value = this.#fields.has(name) ? undefined : fieldValue(text, patterns[name]);
      if (value !== undefined) this.#fields.set(name, value);
    }
    this.#tail = text.slice(-maxFieldLength);
  }

  /** The credentials that were found, or undefined if a key is missing. */
  get found(): ClaimedCredentials | undefined {
    const user_token = this.#fields.get('user_token');
    const test_api_key = this.#fields.get('test_api_key');
    if (!user_token || !test_api_key) return undefined;
    return { user_token, test_api_key, user_id: this.#fields.get('user_id') ?? null };
  }
}

/**
 * Returns a pattern that finds the field `name` anywhere in JSON text. The pattern matches only if the field's value is
 * a complete string or number of limited length.
 */
function fieldPattern(name: string): RegExp {
  return new RegExp(
    `"${name}"\\s{0,64}:\\s{0,64}("(?:[^"\\\\]|\\\\.){0,1024}"|\\d{1,64}(?=\\s{0,64}[,}]))`,
  );
}

function fieldValue(text: string, pattern: RegExp): string | undefined {
  const found = pattern.exec(text);
  if (found?.[1] === undefined) return undefined;
  try {
    return String(JSON.parse(found[1])).trim();
  } catch {
    return undefined;
  }
}
