// Keeps claimed credentials: in the pending file; if that cannot be written, in a rescue file in the temporary
// directory, from where a later run takes them; if that cannot be written either, in the error that is shown.
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeIfThere, writeFileAtomically } from '../../lib/atomic-file';
import type { WaypostError } from '../../lib/errors';
import { readSealed, seal } from '../../lib/sealed-state';
import { systemReason } from '../../lib/system-error';
import { failed } from '../reasons';
import type { ClaimedCredentials } from './claim-file';
import { type Claimed, isClaimed, type Pending, pendingOf, writePending } from './pending';

/**
 * Writes the claimed credentials into the pending file; `now` in milliseconds since the epoch. Throws
 * `write_failed` with the path to them.
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
    throw rescue(path, claimed, credentials, error);
  }
}

/**
 * The sign-up of the pending file, with the keys of its rescue file where there is one: they are moved into the pending
 * file. Where the pending file is gone too, the rescue file is the sign-up. Throws `write_failed` with the path to them
 * if they still cannot be written.
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
      removeIfThere(rescuePath);
    } catch (error) {
      throw inRescueFile(path, rescuePath, error);
    }
  }
  return resumed;
}

function rescue(
  path: string,
  claimed: Claimed,
  credentials: ClaimedCredentials,
  cause: unknown,
): WaypostError {
  try {
    return inRescueFile(path, writeRescueFile(path, claimed), cause);
  } catch {
    return failed('write_failed', 'claim_shown', unwritable(path, cause), {
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

function inRescueFile(path: string, rescuePath: string, cause: unknown): WaypostError {
  return failed('write_failed', 'claim_rescued', unwritable(path, cause), {
    details: { rescue_path: rescuePath },
    about: { path },
    cause,
  });
}

function unwritable(path: string, cause: unknown): string {
  return `The account exists, but its credentials cannot be written to ${path}: ${systemReason(cause)}.`;
}

const rescueName = /^waypost-signup-[\da-f]{16}\.json$/;

function writeRescueFile(path: string, claimed: Claimed): string {
  const rescuePath = join(tmpdir(), `waypost-signup-${randomBytes(8).toString('hex')}.json`);
  writeFileAtomically(rescuePath, seal({ ...claimed, pending_path: path }));
  return rescuePath;
}

/** The rescue files of a pending file, with their sign-ups. Anybody may put files into the temporary directory. */
function rescuedFor(path: string): [rescuePath: string, rescued: Claimed][] {
  return rescueFiles().flatMap((rescuePath) => {
    try {
      const members = readSealed(rescuePath, 'sign-up');
      const rescued = members?.pending_path === path ? pendingOf(members) : undefined;
      return rescued !== undefined && isClaimed(rescued) ? [[rescuePath, rescued]] : [];
    } catch {
      return [];
    }
  });
}

function rescueFiles(): string[] {
  try {
    const directory = tmpdir();
    return readdirSync(directory)
      .filter((name) => rescueName.test(name))
      .map((name) => join(directory, name));
  } catch {
    return [];
  }
}
