// Writes the response that contains the new credentials to disk chunk by chunk, before it is parsed. The keys can then be
// recovered if waypost is killed, or if the response is larger than waypost keeps in memory. Finds the credentials in the
// response even if it was cut off after them.
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

/** The most bytes of a response that are written. */
export const maxClaimBytes = 64 * 1024 * 1024;

/**
 * Writes the response of one run. The file is opened before the first poll, so that the response is written as soon as it
 * arrives. If writing fails, the keys are still stored later (finish.ts).
 */
export class ClaimFile {
  #handle: number | undefined;
  readonly #path: string;
  /** True if a chunk has arrived. */
  started = false;

  constructor(pendingFile: string, cliToken: string) {
    const first = `${claimPrefix(pendingFile, cliToken)}answer`;
    // If another run has this file open, this run writes to a file of its own.
    const another = `${claimPrefix(pendingFile, cliToken)}${randomBytes(4).toString('hex')}.answer`;
    this.#path = first;
    try {
      this.#handle = openSync(first, 'wx', 0o600);
    } catch {
      this.#path = another;
      try {
        this.#handle = openSync(another, 'wx', 0o600);
      } catch {
        // The response is still in memory.
      }
    }
  }

  /** Appends a chunk of the body. After a failure, writes nothing more, because the file would have a gap. */
  write(chunk: Buffer): void {
    this.started = true;
    if (this.#handle === undefined) return;
    try {
      writeDurably(this.#handle, chunk);
    } catch {
      // The complete response is still in memory.
      this.close();
    }
  }

  /** Returns the credentials in the chunks so far; undefined if they are incomplete. */
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
      // Every chunk was synced when it was written.
    }
    this.#handle = undefined;
  }
}

export interface ClaimFiles {
  credentials: ClaimedCredentials | undefined;
  /** True if a response arrived that could not be read. */
  started: boolean;
}

/** Reads the responses of runs that were killed or could not read them. Throws the file system's error. */
export function readClaimFiles(pendingFile: string, cliToken: string): ClaimFiles {
  let started = false;
  for (const path of claimFilesOf(pendingFile, cliToken)) {
    const credentials = recoverFrom(path);
    if (credentials !== undefined) return { credentials, started: true };
    // A renamed response is not new: waypost reported it when it renamed the file.
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
 * Renames a response that cannot be read; later runs still look for keys in it. Returns its new path, also if an earlier
 * run renamed it; undefined if nothing arrived. `now` is in milliseconds since the epoch.
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

/** The file name contains a digest of the token, so that a response is never used for another sign-up. */
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

/** Searches a file in chunks. Ignores files that are not regular or belong to another user. */
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

/** The credentials of a new account, with the service's field names. `user_id` is null if it was cut off. */
export interface ClaimedCredentials {
  user_token: string;
  test_api_key: string;
  user_id: string | null;
}

/** Returns the credentials in the text of a response; undefined if either key is missing or cut off. */
export function recoverCredentials(
  ...chunks: [text: string, ...more: string[]]
): ClaimedCredentials | undefined {
  const search = new CredentialSearch();
  for (const chunk of chunks) search.add(chunk);
  return search.found;
}

/** The longest key with its name, in characters. */
const maxFieldLength = 2048;

const patterns = {
  user_token: fieldPattern('user_token'),
  test_api_key: fieldPattern('test_api_key'),
  user_id: fieldPattern('user_id'),
};

type CredentialField = keyof typeof patterns;

/** Finds the credentials in the chunks of a text of any length. */
class CredentialSearch {
  readonly #fields = new Map<CredentialField, string>();
  /** The end of the text so far, in which a field might have started. */
  #tail = '';

  add(chunk: string): void {
    const text = this.#tail + chunk;
    for (const name of Object.keys(patterns) as CredentialField[]) {
      const value = this.#fields.has(name) ? undefined : fieldValue(text, patterns[name]);
      if (value !== undefined) this.#fields.set(name, value);
    }
    this.#tail = text.slice(-maxFieldLength);
  }

  /** The credentials that were found; undefined while either key is missing. */
  get found(): ClaimedCredentials | undefined {
    const user_token = this.#fields.get('user_token');
    const test_api_key = this.#fields.get('test_api_key');
    if (!user_token || !test_api_key) return undefined;
    return { user_token, test_api_key, user_id: this.#fields.get('user_id') ?? null };
  }
}

/** Matches a complete text or number field of limited length, anywhere in the JSON. */
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
