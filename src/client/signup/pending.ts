// The file that makes a sign-up survive: from the moment there is a token it holds it, and as soon as
// the credentials have been handed out it holds them (contract, section 7).
import { createHash } from 'node:crypto';
import { closeSync, openSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  ensurePrivateDirectory,
  removeIfThere,
  sweepTemporaryFiles,
  writeDurably,
  writeFileAtomically,
} from '../../lib/atomic-file';
import { invalidInput, type WaypostError } from '../../lib/errors';
import { readSmallFile } from '../../lib/small-file';
import { syncDirectory } from '../../lib/sync-directory';
import { hasCode } from '../../lib/system-error';
import { dataDirectory } from '../credentials/data-directory';
import { type ClaimedCredentials, salvageCredentials } from './recover';

/** A sign-up under way, as it is kept. */
export interface Pending {
  cli_token: string;
  /** The service it was started at. */
  base_url: string;
  signup_url: string;
  /** ISO 8601. */
  started_at: string;
  /** A poll was cut off, so the service may have handed out the credentials unheard. */
  in_doubt?: true;
  /** What was claimed, until it is verified and stored. */
  credentials?: ClaimedCredentials;
}

/** A sign-up whose credentials have been handed out. */
export type Claimed = Pending & { credentials: ClaimedCredentials };

/** Whether the credentials are there. */
export function isClaimed(pending: Pending): pending is Claimed {
  return pending.credentials !== undefined;
}

/** Where the sign-up of a profile is kept. */
export function pendingPath(home: string, profile: string | undefined): string {
  return join(dataDirectory({ home }), 'signup', `${profile ?? 'default'}.json`);
}

/**
 * The sign-up that was left; undefined where there is none. An answer that arrived but was not yet
 * taken in when the tool was killed is taken in here; one that is cut off leaves the sign-up in doubt.
 * Throws `invalid_input` where the file cannot be understood; it is kept.
 */
export function readPending(path: string): Pending | undefined {
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  const pending = parse(text);
  if (pending === undefined) throw notUnderstood(path, 'it is not a sign-up of this tool');
  if (isClaimed(pending)) return pending;
  const answer = readIfThere(answerPath(path, pending)) ?? '';
  const credentials = salvageCredentials(answer);
  if (credentials !== undefined) return { ...pending, credentials };
  return answer === '' ? pending : { ...pending, in_doubt: true };
}

/**
 * Writes the sign-up down, durably, readable for the owner only. What is there of another sign-up, which
 * a second run of the tool may have begun, is set aside first; returns where it went, if it did.
 * `now` in milliseconds since the epoch. Throws the file system's error.
 */
export function keepPending(path: string, pending: Pending, now: number): string | undefined {
  ensurePrivateDirectory(dirname(path));
  const aside = holdsMoreThan(path, pending) ? `${path}.${now}.old` : undefined;
  if (aside !== undefined) renameSync(path, aside);
  writeFileAtomically(path, `${JSON.stringify(pending, undefined, 2)}\n`);
  return aside;
}

/**
 * Writes down that a poll was cut off. This is a note for later runs: where it cannot be written, or a
 * second run has claimed the sign-up meanwhile, this one goes on without it.
 */
export function noteDoubt(path: string, pending: Pending): void {
  try {
    if (holdsMoreThan(path, pending)) return;
    writeFileAtomically(path, `${JSON.stringify({ ...pending, in_doubt: true }, undefined, 2)}\n`);
  } catch {
    // The token is in the file already; only the doubt about it is not.
  }
}

/**
 * Forgets a sign-up, after its credentials are stored or its token has expired. What the file holds of
 * another, or has got from a second run that claimed this one, stays. Returns false where the file
 * cannot be removed.
 */
export function forgetPending(path: string, pending: Pending): boolean {
  try {
    removeIfThere(answerPath(path, pending));
    if (holdsMoreThan(path, pending)) return true;
    sweepTemporaryFiles(path);
    if (removeIfThere(path)) syncDirectory(dirname(path));
    return true;
  } catch {
    return false;
  }
}

/**
 * Moves what arrived of an answer that could not be read aside; undefined where nothing did. `now` in
 * milliseconds since the epoch.
 */
export function setAnswerAside(path: string, pending: Pending, now: number): string | undefined {
  const answer = answerPath(path, pending);
  const aside = `${answer}.${now}.old`;
  try {
    if (!readIfThere(answer)) return undefined;
    renameSync(answer, aside);
    return aside;
  } catch (error) {
    return hasCode(error, 'ENOENT', 'ENOTDIR') ? undefined : answer;
  }
}

/**
 * Takes down the claim's answer piece by piece as it arrives, before anything is made of it: a tool
 * that is killed in between leaves what `readPending` salvages. The file is opened before the first
 * poll, so that nothing but the writing itself stands between arrival and disk. Failures are left to
 * the careful writing that follows.
 */
export class AnswerSpool {
  #handle: number | undefined;
  #failed = false;
  /** Whether a piece has arrived. */
  begun = false;

  constructor(pendingFile: string, pending: Pending) {
    try {
      // Appending, because a second run may be taking down the same answer.
      this.#handle = openSync(answerPath(pendingFile, pending), 'a', 0o600);
    } catch {
      this.#failed = true;
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

  /** Ends the taking down. An empty file stays: a second run may be about to write into it. */
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

/** Named after the token, so that an answer is never taken for another sign-up's. */
function answerPath(pendingFile: string, { cli_token }: Pending): string {
  const name = createHash('sha256').update(cli_token).digest('hex').slice(0, 16);
  return `${pendingFile}.${name}.answer`;
}

/** Whether writing `pending` over the file, or removing it, would lose a token or credentials. */
function holdsMoreThan(path: string, pending: Pending): boolean {
  const text = readIfThere(path);
  if (text === undefined) return false;
  const kept = parse(text);
  if (kept?.cli_token !== pending.cli_token) return true;
  return isClaimed(kept) && !isClaimed(pending);
}

function readIfThere(path: string): string | undefined {
  try {
    return readSmallFile(path).text;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw notUnderstood(path, error instanceof Error ? error.message : String(error));
  }
}

function notUnderstood(path: string, reason: string): WaypostError {
  return invalidInput(
    `The sign-up kept in ${path} cannot be read: ${reason}.`,
    'It was left as it is. It may hold keys: look into it, then move it away and sign up again.',
  );
}

function parse(text: string): Pending | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const members = { ...value } as Record<string, unknown>;
  const { cli_token, base_url, signup_url, started_at } = members;
  if (typeof cli_token !== 'string' || typeof base_url !== 'string') return undefined;
  const credentials = salvageCredentials(JSON.stringify(members.credentials ?? {}));
  return {
    cli_token,
    base_url,
    signup_url: typeof signup_url === 'string' ? signup_url : '',
    started_at: typeof started_at === 'string' ? started_at : '',
    ...(members.in_doubt === true ? { in_doubt: true } : {}),
    ...(credentials === undefined ? {} : { credentials }),
  };
}
