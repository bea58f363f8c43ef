// The file that makes a sign-up survive: from the moment there is a token it holds it, and as soon as
// the credentials have been handed out it holds them (contract, section 7).
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { invalidInput } from '../contract/errors';
import { hasCode } from '../contract/system-error';
import {
  ensurePrivateDirectory,
  removeIfThere,
  syncDirectory,
  writeFileAtomically,
} from '../credentials/atomic-file';
import { dataDirectory } from '../credentials/data-directory';
import { type ClaimedCredentials, salvageCredentials } from './salvage';

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

/** Where the sign-up of a profile is kept. */
export function pendingPath(home: string, profile: string | undefined): string {
  return join(dataDirectory({ home }), 'signup', `${profile ?? 'default'}.json`);
}

/**
 * The sign-up that was left; undefined where there is none. An answer that arrived but was not yet
 * taken in when the tool was killed is taken in here.
 * Throws `invalid_input` where the file cannot be understood; it is kept.
 */
export function readPending(path: string): Pending | undefined {
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  const pending = parse(text);
  if (pending === undefined) {
    throw invalidInput(
      `The sign-up kept in ${path} cannot be understood.`,
      'It was left as it is. It may hold keys: look into it, then move it away and sign up again.',
    );
  }
  const credentials =
    pending.credentials ?? salvageCredentials(readIfThere(answerPath(path)) ?? '');
  return credentials === undefined ? pending : { ...pending, credentials };
}

/** Writes the sign-up down, durably, readable for the owner only. Throws the file system's error. */
export function writePending(path: string, pending: Pending): void {
  ensurePrivateDirectory(dirname(path));
  writeFileAtomically(path, `${JSON.stringify(pending, undefined, 2)}\n`);
}

/** Forgets a sign-up: after its credentials are stored, or its token has expired. */
export function removePending(path: string): void {
  removeIfThere(answerPath(path));
  if (removeIfThere(path)) syncDirectory(dirname(path));
}

/**
 * Moves a sign-up that is given up aside, so that nothing it may hold is lost when another begins.
 * Returns where it went. `now` in milliseconds since the epoch.
 */
export function setPendingAside(path: string, now: number): string {
  const aside = `${path}.${now}.old`;
  renameSync(path, aside);
  return aside;
}

/** Moves what arrived of an answer that could not be read aside; undefined where nothing did. */
export function setAnswerAside(path: string, now: number): string | undefined {
  const aside = `${answerPath(path)}.${now}.old`;
  try {
    renameSync(answerPath(path), aside);
    return aside;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

/**
 * Takes down the claim's answer piece by piece as it arrives, before anything is made of it: a tool
 * that is killed in between leaves what `readPending` salvages. Failures are left to the careful
 * writing that follows.
 */
export class AnswerSpool {
  readonly #path: string;
  #handle: number | undefined;

  constructor(pendingFile: string) {
    this.#path = answerPath(pendingFile);
  }

  /** Appends a piece of the body. */
  write(chunk: Buffer): void {
    try {
      this.#handle ??= openSync(this.#path, 'w', 0o600);
      writeSync(this.#handle, chunk);
      fsyncSync(this.#handle);
    } catch {
      // The whole answer is still in memory, and is written where there is room for it.
    }
  }

  /** Ends the taking down. */
  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
  }
}

function answerPath(pendingFile: string): string {
  return `${pendingFile}.answer`;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
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
