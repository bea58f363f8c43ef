// The pending file stores a sign-up so that a later run can resume it. The file contains the sign-up token as soon as
// the service issues the token, and later the credentials (docs/compatibility.md, "Keys of a sign-up").
import { renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { signUpLifetimeMs } from '../../api/limits';
import {
  ensurePrivateDirectory,
  removeIfExists,
  sweepTemporaryFiles,
  writeFileAtomically,
} from '../../lib/atomic-file';
import { syncDirectory } from '../../lib/directory';
import type { WaypostError } from '../../lib/errors';
import type { Host } from '../../lib/runtime';
import { seal, unseal } from '../../lib/sealed-state';
import { readOwnFile } from '../../lib/small-file';
import { dataDirectory } from '../../lib/system-directories';
import { hasCode, systemReason } from '../../lib/system-error';
import { failed } from '../reasons';
import {
  type ClaimedCredentials,
  type ClaimFiles,
  readClaimFiles,
  recoverCredentials,
  removeClaimFiles,
} from './claim-file';

export interface Pending {
  cli_token: string;
  base_url: string;
  signup_url: string;
  /** The time when the sign-up started, in ISO 8601 format. */
  started_at: string;
  /** True if the response to a poll was lost and might have contained the credentials. */
  in_doubt?: true;
  /** The claimed credentials, until waypost has verified and stored them. */
  credentials?: ClaimedCredentials | undefined;
}

export type Claimed = Pending & { credentials: ClaimedCredentials };

export function isClaimed(pending: Pending): pending is Claimed {
  return pending.credentials !== undefined;
}

/** Returns the time when the sign-up expires, in ISO 8601 format, or null if the start time is unknown. */
export function expiryOf({ started_at }: Pending): string | null {
  const expiry = Date.parse(started_at) + signUpLifetimeMs;
  return Number.isNaN(expiry) ? null : new Date(expiry).toISOString();
}

export function pendingPath(host: Pick<Host, 'home'>, profile: string | undefined): string {
  return join(dataDirectory(host), 'signup', `${profile ?? 'default'}.json`);
}

/**
 * Reads the pending sign-up. Returns undefined if no sign-up is pending. Also reads a response that arrived before
 * waypost was killed. If that response does not contain complete credentials, sets `in_doubt` in the returned sign-up.
 * Throws `invalid_input`, with `rescue_path` in `details`, if the file is damaged or other users can write to it. Never
 * changes the file.
 */
export function readPending(path: string): Pending | undefined {
  const text = readIfExists(path);
  if (text === undefined) return undefined;
  const pending = parsePending(text);
  if (pending === undefined) throw unusable(path, 'it is damaged or was not written by waypost');
  if (isClaimed(pending)) return pending;
  const { credentials, started } = claimFilesTo(path, pending);
  if (credentials !== undefined) return { ...pending, credentials };
  return started ? { ...pending, in_doubt: true } : pending;
}

/**
 * Stores the sign-up durably, in a file that only its owner can read. If the file contains a different sign-up, renames
 * the old file first and returns its new path. `now` is in milliseconds since the epoch. Throws the file system's
 * error, or `invalid_input` if the existing file cannot be read.
 */
export function writePending(path: string, pending: Pending, now: number): string | undefined {
  ensurePrivateDirectory(dirname(path));
  const backup = holdsMoreThan(path, pending) ? `${path}.${now}.old` : undefined;
  if (backup !== undefined) renameSync(path, backup);
  writeFileAtomically(path, seal(pending));
  return backup;
}

/**
 * Records for later runs that the response to a poll was lost. Ignores failures. Does nothing if another run has
 * claimed the sign-up since then.
 */
export function markInDoubt(path: string, pending: Pending): void {
  try {
    if (holdsMoreThan(path, pending)) return;
    writeFileAtomically(path, seal({ ...pending, in_doubt: true }));
  } catch {
    // The file already contains the token, so only the record of the lost response is missing.
  }
}

/**
 * Removes a pending sign-up after its credentials were stored or its token expired. Does not remove a different
 * sign-up, or credentials that another run claimed. Returns false if the file cannot be removed.
 */
export function removePending(path: string, pending: Pending): boolean {
  try {
    removeClaimFiles(path, pending.cli_token);
    if (holdsMoreThan(path, pending)) return true;
    sweepTemporaryFiles(path);
    if (removeIfExists(path)) syncDirectory(dirname(path));
    return true;
  } catch {
    return false;
  }
}

/** True if replacing or removing the file would lose a sign-up token or credentials. */
function holdsMoreThan(path: string, pending: Pending): boolean {
  const text = readIfExists(path);
  if (text === undefined) return false;
  const kept = parsePending(text);
  if (kept?.cli_token !== pending.cli_token) return true;
  return isClaimed(kept) && !isClaimed(pending);
}

function readIfExists(path: string): string | undefined {
  try {
    return readOwnFile(path).text;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw unusable(path, systemReason(error));
  }
}

function claimFilesTo(path: string, { cli_token }: Pending): ClaimFiles {
  try {
    return readClaimFiles(path, cli_token);
  } catch (error) {
    throw unusable(path, systemReason(error));
  }
}

function unusable(path: string, reason: string): WaypostError {
  const message = `waypost cannot use the pending sign-up in ${path}: ${reason}.`;
  return failed('invalid_input', 'pending_unusable', message, { details: { rescue_path: path } });
}

/**
 * Parses a pending sign-up. Returns undefined if the text is damaged. Accepts text without a checksum, because earlier
 * versions did not write checksums.
 */
function parsePending(text: string): Pending | undefined {
  const fields = unseal(text) ?? withoutSeal(text);
  return fields === undefined ? undefined : pendingOf(fields);
}

/** Returns the sign-up that a file's fields describe, or undefined if the fields do not describe a sign-up. */
export function pendingOf(fields: Record<string, unknown>): Pending | undefined {
  const { cli_token, base_url, signup_url, started_at } = fields;
  if (typeof cli_token !== 'string' || typeof base_url !== 'string') return undefined;
  return {
    cli_token,
    base_url,
    // waypost shows and opens this URL, so it keeps only http and https URLs.
    signup_url: isWebPage(signup_url) ? signup_url : '',
    started_at: typeof started_at === 'string' ? started_at : '',
    ...(fields.in_doubt === true ? { in_doubt: true } : {}),
    credentials: recoverCredentials(JSON.stringify(fields.credentials ?? {})),
  };
}

function isWebPage(value: unknown): value is string {
  return typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value);
}

function withoutSeal(text: string): Record<string, unknown> | undefined {
  try {
    const fields: Record<string, unknown> = Object(JSON.parse(text));
    return 'checksum' in fields ? undefined : fields;
  } catch {
    return undefined;
  }
}
