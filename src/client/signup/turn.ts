// Lets only one process at a time work on a profile's sign-up, because the service issues the keys only once. The
// process that works on the sign-up holds the lock of the pending file from the start of the sign-up until the login is
// stored. Other processes wait for the lock.
import { dirname } from 'node:path';
import { ensurePrivateDirectory } from '../../lib/atomic-file';
import { WaypostError } from '../../lib/errors';
import { FileLock } from '../../lib/file-lock';
import type { Clock } from '../../lib/runtime';
import { writing } from '../../lib/system-error';
import { readCredentialsFile, type StoredCredentials } from '../credentials/read';
import { isClaimed, type Pending, readPending } from './pending';

const retryMs = 200;

/**
 * Takes the lock of a pending file. Returns undefined if another process holds the lock. Throws `write_failed` if the
 * lock file cannot be written.
 */
export function takeTurn(path: string): FileLock | undefined {
  const lock = new FileLock(`${path}.lock`);
  return takeLock(lock, path) ? lock : undefined;
}

function takeLock(lock: FileLock, path: string): boolean {
  return writing(path, () => {
    ensurePrivateDirectory(dirname(path));
    return lock.take();
  });
}

export interface TurnOptions {
  clock: Clock;
  /** A signal that is aborted when the user interrupts waypost. */
  interrupted: AbortSignal;
  deadlineMs: number;
}

export interface Turn {
  /** The lock of the pending file. The caller must release the lock. */
  lock: FileLock;
  /** The time that this process waited for the lock, in milliseconds. */
  waitedMs: number;
}

/**
 * Waits until no other process holds the lock of this pending file, and then takes the lock. Throws `signup_timeout`
 * after the deadline, and the errors of `takeTurn`.
 */
export async function waitForTurn(path: string, options: TurnOptions): Promise<Turn> {
  const { clock, interrupted, deadlineMs } = options;
  const lock = new FileLock(`${path}.lock`);
  // This loop adds up its pauses instead of reading the clock, because the system clock might be set back.
  let waitedMs = 0;
  while (waitedMs < deadlineMs) {
    const pauseMs = Math.min(retryMs, deadlineMs - waitedMs);
    await clock.sleep(pauseMs, interrupted);
    waitedMs += pauseMs;
    if (takeLock(lock, path)) return { lock, waitedMs };
  }
  const seconds = deadlineMs / 1000;
  const message = `Another process did not finish this sign-up within ${seconds} seconds.`;
  throw new WaypostError('signup_timeout', message);
}

/** The stored login and the pending sign-up before this process began to wait for the lock. */
export interface StateBeforeTurn {
  apiKey: string | undefined;
  pending: Pending | undefined;
}

/**
 * Reads the login before the pending sign-up. If the sign-up is not claimed yet, this order ensures that the login does
 * not come from the sign-up.
 */
export function readStateBeforeTurn(path: string, credentialsPath: string): StateBeforeTurn {
  const apiKey = storedLogin(credentialsPath)?.apiKey;
  return { apiKey, pending: readPending(path) };
}

/** True if another process has finished the sign-up and stored a login since `before` was read. */
export function wasStoredSince(
  before: StateBeforeTurn,
  path: string,
  credentialsPath: string,
): boolean {
  const apiKey = storedLogin(credentialsPath)?.apiKey;
  if (apiKey === undefined || readPending(path) !== undefined) return false;
  const { pending } = before;
  const isOfSignUp =
    pending !== undefined && isClaimed(pending) && pending.credentials.test_api_key === apiKey;
  return isOfSignUp || apiKey !== before.apiKey;
}

/**
 * Returns the stored login, or undefined if no login is stored or the file cannot be read. An unreadable file causes an
 * error later, when waypost stores the new login.
 */
function storedLogin(credentialsPath: string): StoredCredentials | undefined {
  try {
    return readCredentialsFile(credentialsPath)?.credentials;
  } catch (error) {
    if (error instanceof WaypostError) return undefined;
    throw error;
  }
}
