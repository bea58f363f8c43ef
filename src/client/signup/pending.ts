// The file by which a sign-up survives: it holds the token as soon as there is one, and the credentials as
// soon as they are issued: docs/compatibility.md, "A sign-up is claimed once".
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
  /** The service it was started at. */
  base_url: string;
  signup_url: string;
  /** ISO 8601. */
  started_at: string;
  /** A poll was cut off, so the service may have issued the credentials in a lost answer. */
  in_doubt?: true;
  /** The claimed credentials, until they are verified and stored. */
  credentials?: ClaimedCredentials | undefined;
}

export type Claimed = Pending & { credentials: ClaimedCredentials };

export function isClaimed(pending: Pending): pending is Claimed {
  return pending.credentials !== undefined;
}

/** When it expires, in ISO 8601; null where it is not known when it was started. */
export function expiryOf({ started_at }: Pending): string | null {
  const expiry = Date.parse(started_at) + signUpLifetimeMs;
  return Number.isNaN(expiry) ? null : new Date(expiry).toISOString();
}

export function pendingPath(host: Pick<Host, 'home'>, profile: string | undefined): string {
  return join(dataDirectory(host), 'signup', `${profile ?? 'default'}.json`);
}

/**
 * The sign-up that is stored; undefined if there is none. An answer that arrived before the tool was killed
 * is read here; one that is cut off leaves the sign-up in doubt. Throws `invalid_input` with the
 * `rescue_path` if the file is damaged or others may write it; it is kept.
 */
export function readPending(path: string): Pending | undefined {
  const text = readIfExists(path);
  if (text === undefined) return undefined;
  const pending = parsePending(text);
  if (pending === undefined) throw unusable(path, 'it is damaged, or not a sign-up of this tool');
  if (isClaimed(pending)) return pending;
  const { credentials, started } = claimFilesTo(path, pending);
  if (credentials !== undefined) return { ...pending, credentials };
  return started ? { ...pending, in_doubt: true } : pending;
}

/**
 * Stores the sign-up durably, readable for the owner only. The file of another sign-up, which a second run
 * may have begun, is renamed first; returns its new path, if any. `now` in milliseconds since the epoch.
 * Throws the file system's error.
 */
export function writePending(path: string, pending: Pending, now: number): string | undefined {
  ensurePrivateDirectory(dirname(path));
  const backup = holdsMoreThan(path, pending) ? `${path}.${now}.old` : undefined;
  if (backup !== undefined) renameSync(path, backup);
  writeFileAtomically(path, seal(pending));
  return backup;
}

/**
 * Notes that a poll was cut off, for later runs. If the note cannot be written, or a second run has claimed
 * the sign-up meanwhile, this run continues without it.
 */
export function markInDoubt(path: string, pending: Pending): void {
  try {
    if (holdsMoreThan(path, pending)) return;
    writeFileAtomically(path, seal({ ...pending, in_doubt: true }));
  } catch {
    // The token is in the file already; only the doubt about it is not.
  }
}

/**
 * Removes a sign-up from the file, after its credentials are stored or its token has expired. Another
 * sign-up, or credentials that a second run claimed, stay. Returns false if the file cannot be removed.
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

/** Whether replacing or removing the file would lose a token or credentials. */
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
  const message = `The sign-up kept in ${path} cannot be used: ${reason}.`;
  return failed('invalid_input', 'pending_unusable', message, { details: { rescue_path: path } });
}

/** The sign-up in a text; undefined where it is damaged. Earlier versions wrote no checksum. */
function parsePending(text: string): Pending | undefined {
  const fields = unseal(text) ?? withoutSeal(text);
  return fields === undefined ? undefined : pendingOf(fields);
}

/** The sign-up in the members of a file; undefined where they are none. */
export function pendingOf(fields: Record<string, unknown>): Pending | undefined {
  const { cli_token, base_url, signup_url, started_at } = fields;
  if (typeof cli_token !== 'string' || typeof base_url !== 'string') return undefined;
  return {
    cli_token,
    base_url,
    // The URL is shown and opened, so anything but a web page is omitted; a claim needs only the token.
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
