// Writes the claim's answer to disk piece by piece, before it is parsed: so the keys can be recovered if the
// tool is killed in between, or if the answer is larger than the tool holds in memory. Finds the credentials in it, even
// if it was cut off after them.
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

/** Most bytes of an answer that are written. */
export const maxClaimBytes = 64 * 1024 * 1024;

/**
 * Writes one run's answer. The file is opened before the first poll, so that the answer is written as soon as
 * it arrives. If writing fails, the keys are still stored later (finish.ts).
 */
export class ClaimFile {
  #handle: number | undefined;
  readonly #path: string;
  /** Whether a piece has arrived. */
  started = false;

  constructor(pendingFile: string, cliToken: string) {
    const first = `${claimPrefix(pendingFile, cliToken)}answer`;
    // A second run may be writing the same answer, to a file of its own.
    const another = `${claimPrefix(pendingFile, cliToken)}${randomBytes(4).toString('hex')}.answer`;
    this.#path = first;
    try {
      this.#handle = openSync(first, 'wx', 0o600);
    } catch {
      this.#path = another;
      try {
        this.#handle = openSync(another, 'wx', 0o600);
      } catch {
        // The answer is still in memory.
      }
    }
  }

  /** Appends a piece of the body. After a failure it writes no more: an answer with a gap would mislead. */
  write(chunk: Buffer): void {
    this.started = true;
    if (this.#handle === undefined) return;
    try {
      writeDurably(this.#handle, chunk);
    } catch {
      // The whole answer is still in memory, and is written where there is space for it.
      this.close();
    }
  }

  /** The credentials in the pieces so far; undefined if they are incomplete. */
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
      // Every piece was synced when it was written.
    }
    this.#handle = undefined;
  }
}

export interface ClaimFiles {
  credentials: ClaimedCredentials | undefined;
  /** Whether an answer arrived that could not be read. */
  started: boolean;
}

/** Reads the answers of runs that were killed or could not read them. Throws the file system's error. */
export function readClaimFiles(pendingFile: string, cliToken: string): ClaimFiles {
  let started = false;
  for (const path of claimFilesOf(pendingFile, cliToken)) {
    const credentials = recoverFrom(path);
    if (credentials !== undefined) return { credentials, started: true };
    // An answer that was renamed is not new: the user was told when it was moved.
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
 * Renames an unreadable answer, where a later run still looks for keys. Returns its path, also if an
 * earlier run moved it; undefined if nothing arrived. `now` in milliseconds since the epoch.
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

/** Named after the token, so that an answer is never used for another sign-up. */
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

/** Reads a file in pieces; only a regular file of this user is trusted. */
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

/** The credentials of a new account, as the claim's answer names them. `user_id` may be cut off. */
export interface ClaimedCredentials {
  user_token: string;
  test_api_key: string;
  user_id: string | null;
}

/** The credentials in the text of an answer; undefined where either key is missing or cut off. */
export function recoverCredentials(text: string): ClaimedCredentials | undefined {
  const search = new CredentialSearch();
  search.add(text);
  return search.found;
}

/** Longest key with its name, in characters. */
const maxFieldLength = 2048;

const patterns = {
  user_token: fieldPattern('user_token'),
  test_api_key: fieldPattern('test_api_key'),
  user_id: fieldPattern('user_id'),
};

type CredentialField = keyof typeof patterns;

/** Looks for the credentials in pieces of a text of any length. */
export class CredentialSearch {
  readonly #fields = new Map<CredentialField, string>();
  /** The end of the text so far, in which a member may have begun. */
  #tail = '';

  add(piece: string): void {
    const text = this.#tail + piece;
    for (const name of Object.keys(patterns) as CredentialField[]) {
      const value = this.#fields.has(name) ? undefined : fieldValue(text, patterns[name]);
      if (value !== undefined) this.#fields.set(name, value);
    }
    this.#tail = text.slice(-maxFieldLength);
  }

  /** The credentials so far; undefined while either key is missing. */
  get found(): ClaimedCredentials | undefined {
    const user_token = this.#fields.get('user_token');
    const test_api_key = this.#fields.get('test_api_key');
    if (!user_token || !test_api_key) return undefined;
    return { user_token, test_api_key, user_id: this.#fields.get('user_id') ?? null };
  }
}

/** A text member anywhere, if it is closed; numbers count as text. Its length is limited. */
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
