// Keeps claimed credentials: in the pending file; if that cannot be written, in a file in the temporary
// directory; if that cannot be written either, in the error that is shown to the user.
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFileAtomically } from '../../lib/atomic-file';
import type { WaypostError } from '../../lib/errors';
import { seal } from '../../lib/sealed-state';
import { systemReason } from '../../lib/system-error';
import { failed } from '../reasons';
import { type Claimed, keepPending, type Pending } from './pending';
import type { ClaimedCredentials } from './recover';

/**
 * Writes the claimed credentials into the pending file; `now` in milliseconds since the epoch. Throws
 * `write_failed` with the path to them.
 */
export function keepClaim(
  path: string,
  pending: Pending,
  credentials: ClaimedCredentials,
  now: number,
): Claimed {
  const claimed = { ...pending, credentials };
  try {
    keepPending(path, claimed, now);
    return claimed;
  } catch (error) {
    throw rescue(path, claimed, credentials, error);
  }
}

function rescue(
  path: string,
  claimed: Pending,
  credentials: ClaimedCredentials,
  cause: unknown,
): WaypostError {
  const message = `The account exists, but its credentials cannot be written to ${path}: ${systemReason(cause)}.`;
  try {
    const rescuePath = writeRescueFile(claimed);
    return failed('write_failed', 'claim_rescued', message, {
      details: { rescue_path: rescuePath },
      about: { path },
      cause,
    });
  } catch {
    return failed('write_failed', 'claim_shown', message, {
      revealed: {
        credentials: {
          test_api_key: credentials.test_api_key,
          user_token: credentials.user_token,
          ...(credentials.user_id === null ? {} : { user_id: credentials.user_id }),
        },
      },
      cause,
    });
  }
}

function writeRescueFile(claimed: Pending): string {
  const path = join(tmpdir(), `waypost-signup-${randomBytes(8).toString('hex')}.json`);
  writeFileAtomically(path, seal(claimed));
  return path;
}
