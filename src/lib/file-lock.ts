// One writer at a time. The lock is a file beside the one it guards that names its holder, so that the
// lock of a process that was killed is recognised and taken over instead of blocking for ever.
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { removeIfThere } from './atomic-file';
import { WaypostError } from './errors';
import type { Clock } from './runtime';
import { hasCode } from './system-error';

const patienceMs = 10_000;
const retryMs = 15;
/** A lock without a readable holder is given this long to get one before it counts as abandoned. */
const namelessMs = 2_000;

/**
 * Runs `work` while this process alone holds the lock of `path`, whose directory exists.
 * Throws `write_failed` where another live process holds it for ten seconds.
 */
export async function withLock<T>(path: string, clock: Clock, work: () => T): Promise<T> {
  const lock = `${path}.lock`;
  const holder = `${process.pid} ${hostname()} ${randomBytes(8).toString('hex')}`;
  const deadline = clock.now() + patienceMs;
  while (!create(lock, holder)) {
    if (isAbandoned(lock, clock) && breakLock(lock, clock)) continue;
    if (clock.now() > deadline) {
      throw new WaypostError('write_failed', `Another process holds ${lock}.`, {
        hint: 'Wait for it to end. If no other waypost runs, remove that file.',
      });
    }
    await clock.sleep(retryMs * (0.5 + Math.random()));
  }
  try {
    return work();
  } finally {
    removeIfThere(lock);
  }
}

function create(lock: string, holder: string): boolean {
  try {
    const handle = openSync(lock, 'wx', 0o600);
    try {
      writeSync(handle, holder);
    } finally {
      closeSync(handle);
    }
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Whether the lock's holder is a dead process of this machine, or nobody for longer than writing a name takes. */
function isAbandoned(lock: string, clock: Clock): boolean {
  const written = statSync(lock, { throwIfNoEntry: false });
  if (written === undefined) return false;
  let name: string;
  try {
    name = readFileSync(lock, 'utf8');
  } catch {
    return false;
  }
  const [pid, host] = name.split(' ');
  if (!pid || !host) return clock.now() - written.mtimeMs > namelessMs;
  return host === hostname() && !isAlive(Number(pid));
}

/**
 * Removes an abandoned lock. Two processes may have come to the same verdict: only the one that holds
 * the breaker's own file looks again and removes, so that a lock taken in between is never removed.
 * Returns whether this process was the one; another has to wait for it, or until it counts as dead.
 */
function breakLock(lock: string, clock: Clock): boolean {
  const breaker = `${lock}.break`;
  if (!create(breaker, String(process.pid))) {
    const left = statSync(breaker, { throwIfNoEntry: false });
    if (left !== undefined && clock.now() - left.mtimeMs > namelessMs) removeIfThere(breaker);
    return false;
  }
  try {
    if (isAbandoned(lock, clock)) removeIfThere(lock);
    return true;
  } finally {
    removeIfThere(breaker);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}
