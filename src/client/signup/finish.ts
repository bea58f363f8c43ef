// Turns claimed credentials into a stored login: writes the credentials to the pending file, verifies and stores the
// credentials, and then removes the pending file. If the pending file cannot be written, writes the credentials to a
// rescue file in the temporary directory. A later run reads the rescue file. If the rescue file cannot be written
// either, the error contains the credentials.
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeIfExists, writeFileAtomically } from '../../lib/atomic-file';
import { WaypostError } from '../../lib/errors';
import type { Clock } from '../../lib/runtime';
import { readSealed, seal } from '../../lib/sealed-state';
import { systemReason } from '../../lib/system-error';
import { storeCredentials } from '../credentials/store';
import type { Service } from '../http/service';
import { keyAvailability, keyDetails } from '../keys';
import { failed } from '../reasons';
import type { ClaimedCredentials } from './claim-file';
import {
  type Claimed,
  isClaimed,
  type Pending,
  pendingOf,
  removePending,
  writePending,
} from './pending';

/**
 * Writes the claimed credentials to the pending file. `now` is in milliseconds since the epoch. If the pending file
 * cannot be written, throws `write_failed` with the path of the rescue file, or with the credentials if no rescue file
 * can be written.
 */
export function writeClaim(
  path: string,
  pending: Pending,
  credentials: ClaimedCredentials,
  now: number,
): Claimed {
  const claimed = { ...pending, credentials };
  try {
    writePending(path, claimed, now);
    return claimed;
  } catch (error) {
    throw rescue(path, claimed, error);
  }
}

/**
 * Returns the sign-up in the pending file. If a rescue file contains the sign-up's keys, moves the keys to the pending
 * file. Creates the pending file if necessary. Throws `write_failed` with the path of the rescue file if the keys
 * cannot be moved.
 */
export function resumePending(
  path: string,
  stored: Pending | undefined,
  now: number,
): Pending | undefined {
  let resumed = stored;
  for (const [rescuePath, rescued] of rescuedFor(path)) {
    if (resumed !== undefined && resumed.cli_token !== rescued.cli_token) continue;
    try {
      if (resumed === undefined || !isClaimed(resumed)) writePending(path, rescued, now);
      resumed = rescued;
      removeIfExists(rescuePath);
    } catch (error) {
      throw inRescueFile(path, rescuePath, error);
    }
  }
  return resumed;
}

/** True if a rescue file contains the keys of a sign-up that belongs to this pending file. */
export function hasRescued(path: string): boolean {
  return rescuedFor(path).length > 0;
}

function rescue(path: string, claimed: Claimed, cause: unknown): WaypostError {
  const rescuePath = join(tmpdir(), `waypost-signup-${randomBytes(8).toString('hex')}.json`);
  try {
    writeFileAtomically(rescuePath, seal({ ...claimed, pending_path: path }));
    return inRescueFile(path, rescuePath, cause);
  } catch {
    const { test_api_key, user_token, user_id } = claimed.credentials;
    const credentials = { test_api_key, user_token, ...(user_id === null ? {} : { user_id }) };
    return failed('write_failed', 'claim_shown', unwritableMessage(path, cause), {
      revealed: { credentials },
      cause,
    });
  }
}

function inRescueFile(path: string, rescuePath: string, cause: unknown): WaypostError {
  return failed('write_failed', 'claim_rescued', unwritableMessage(path, cause), {
    details: { rescue_path: rescuePath },
    about: { path },
    cause,
  });
}

function unwritableMessage(path: string, cause: unknown): string {
  return `The account exists, but waypost cannot write its credentials to ${path}: ${systemReason(cause)}.`;
}

const rescueName = /^waypost-signup-[\da-f]{16}\.json$/;

/**
 * Returns the rescue files of a pending file, with their sign-ups. Ignores other users' files, because everyone can
 * write to the temporary directory.
 */
function rescuedFor(path: string): [rescuePath: string, rescued: Claimed][] {
  let names: string[];
  try {
    names = readdirSync(tmpdir()).filter((name) => rescueName.test(name));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const rescuePath = join(tmpdir(), name);
    try {
      const fields = readSealed(rescuePath, 'sign-up');
      const rescued = fields?.pending_path === path ? pendingOf(fields) : undefined;
      return rescued !== undefined && isClaimed(rescued) ? [[rescuePath, rescued]] : [];
    } catch {
      return [];
    }
  });
}

export interface FinishOptions {
  service: Service;
  pendingPath: string;
  pending: Claimed;
  credentialsPath: string;
  clock: Clock;
  /** True to replace a stored login. */
  replace: boolean;
  /** A signal that is aborted when the user interrupts waypost. */
  interrupted: AbortSignal;
}

export interface Finished {
  /** True if the new API key can be used. */
  available: boolean;
  /** False if the pending file could not be removed. */
  removed: boolean;
}

/**
 * Verifies and stores the claimed credentials. After a failure, the credentials remain in the pending file, and the
 * error's `details.rescue_path` contains the path of the pending file.
 */
export async function finishSignUp(options: FinishOptions): Promise<Finished> {
  const { service, pending, pendingPath, credentialsPath, replace, interrupted } = options;
  const { test_api_key: apiKey, user_token: userToken } = pending.credentials;
  try {
    const { available } = await keyAvailability(service, apiKey, interrupted);
    await keyDetails({ service, key: apiKey, managementKey: userToken, signal: interrupted });
    const stored = { apiKey, userToken, baseUrl: pending.base_url };
    await storeCredentials(credentialsPath, stored, options, { replace });
    return { available, removed: removePending(pendingPath, pending) };
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    const details = Array.isArray(error.details)
      ? { errors: error.details }
      : Object(error.details);
    throw error.with({
      details: { ...details, rescue_path: pendingPath },
      about: { kept: pendingPath },
    });
  }
}
