// The claim's answer on disk, piece by piece as it arrives, before anything is made of it: a tool that is
// killed in between, and an answer that is larger than the tool holds in memory, leave what can be
// recovered later.
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
import { removeIfThere, writeDurably } from '../../lib/atomic-file';
import { isForeign } from '../../lib/small-file';
import { hasCode } from '../../lib/system-error';
import { type ClaimedCredentials, CredentialSearch } from './recover';

/** An answer is written down up to this many bytes. */
export const maxSpooledBytes = 64 * 1024 * 1024;

/**
 * Takes down one run's answer. The file is opened before the first poll, so that nothing but the writing
 * itself stands between arrival and disk. Failures are left to the careful writing that follows.
 */
export class AnswerSpool {
  #handle: number | undefined;
  readonly #path: string;
  #failed = false;
  /** Whether a piece has arrived. */
  begun = false;

  constructor(pendingFile: string, cliToken: string) {
    const first = `${answerPrefix(pendingFile, cliToken)}answer`;
    // A second run may be taking down the same answer, in a file of its own.
    const another = `${answerPrefix(pendingFile, cliToken)}${randomBytes(4).toString('hex')}.answer`;
    this.#path = first;
    try {
      this.#handle = openSync(first, 'wx', 0o600);
    } catch {
      this.#path = another;
      try {
        this.#handle = openSync(another, 'wx', 0o600);
      } catch {
        this.#failed = true;
      }
    }
  }

  /** Appends a piece of the body. After a failure nothing more: an answer with a gap would mislead. */
  write(chunk: Buffer): void {
    this.begun = true;
    if (this.#failed || this.#handle === undefined) return;
    try {
      writeDurably(this.#handle, chunk);
    } catch {
      // The whole answer is still in memory, and is written where there is room for it.
      this.#failed = true;
    }
  }

  /** The credentials in what was taken down so far; undefined where they are not in it. */
  recover(): ClaimedCredentials | undefined {
    try {
      return recoverFrom(this.#path);
    } catch {
      return undefined;
    }
  }

  /** Ends the taking down. */
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

/** What the answers on disk hold. */
export interface SpooledAnswers {
  credentials: ClaimedCredentials | undefined;
  /** Whether something arrived, though it could not be read. */
  begun: boolean;
}

/** Reads what runs that were killed, or could not read the answer, have left. Throws the file system's error. */
export function readAnswers(pendingFile: string, cliToken: string): SpooledAnswers {
  let begun = false;
  for (const path of answersOf(pendingFile, cliToken)) {
    const credentials = recoverFrom(path);
    if (credentials !== undefined) return { credentials, begun: true };
    // What was moved aside was answered for when that was done.
    begun ||= !path.endsWith('.old') && lstatSync(path).size > 0;
  }
  return { credentials: undefined, begun };
}

/** Removes what a sign-up that is over has left. Throws the file system's error. */
export function removeAnswers(pendingFile: string, cliToken: string): void {
  for (const path of answersOf(pendingFile, cliToken)) {
    if (!path.endsWith('.old')) removeIfThere(path);
  }
}

/**
 * Moves what arrived of an answer that could not be read aside, where a later run still looks for keys.
 * Returns where it is, also from an earlier run; undefined where nothing arrived. `now` in milliseconds since the epoch.
 */
export function setAnswerAside(
  pendingFile: string,
  cliToken: string,
  now: number,
): string | undefined {
  let aside: string | undefined;
  for (const path of answersOf(pendingFile, cliToken)) {
    if (path.endsWith('.old')) {
      aside ??= path;
      continue;
    }
    try {
      if (lstatSync(path).size === 0) continue;
      renameSync(path, `${path}.${now}.old`);
      aside = `${path}.${now}.old`;
    } catch (error) {
      if (!hasCode(error, 'ENOENT', 'ENOTDIR')) aside = path;
    }
  }
  return aside;
}

/** Named after the token, so that an answer is never taken for another sign-up's. */
function answerPrefix(pendingFile: string, cliToken: string): string {
  const name = createHash('sha256').update(cliToken).digest('hex').slice(0, 16);
  return `${pendingFile}.${name}.`;
}

function answersOf(pendingFile: string, cliToken: string): string[] {
  const prefix = answerPrefix(pendingFile, cliToken);
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

/** Reads a file in pieces; one that is no plain file of this user is not believed. */
function recoverFrom(path: string): ClaimedCredentials | undefined {
  if (!lstatSync(path).isFile()) return undefined;
  const handle = openSync(path, 'r');
  try {
    if (isForeign(fstatSync(handle))) return undefined;
    const search = new CredentialSearch();
    const decoder = new StringDecoder('utf8');
    const piece = Buffer.alloc(1024 * 1024);
    for (let read = 0, size = 0; size < maxSpooledBytes; size += read) {
      read = readSync(handle, piece);
      if (read === 0) break;
      search.add(decoder.write(piece.subarray(0, read)));
    }
    return search.found;
  } finally {
    closeSync(handle);
  }
}
