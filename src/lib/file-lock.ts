// A lock that only one process can hold at a time. The lock is a file next to the guarded file. The lock file
// identifies the process that holds the lock. Another process can therefore detect and take over the lock of a killed
// process. waypost writes the lock file under a temporary name and then links the file to the final path, so that no
// process reads an incomplete lock file. On a file system without hard links, waypost creates the lock file at the
// final path, so another process might read an incomplete lock file.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { removeIfExists, temporaryPrefix } from './atomic-file';
import { type LibReason, WaypostError } from './errors';
import { processNamespace, processStart } from './processes';
import type { Clock } from './runtime';
import { readSmallFile } from './small-file';
import { hasCode } from './system-error';

/** The maximum time that `withLock` waits for one holder of the lock, in milliseconds. */
const maxLockWaitMs = 10_000;
const retryMs = 15;
/** The interval in milliseconds at which a holder renews its lock, as long as the event loop of its process runs. */
const renewMs = 15_000;
/**
 * The time in milliseconds after which a lock from another host counts as abandoned if the holder did not renew the
 * lock.
 */
const abandonedMs = 120_000;

/** A lock file that this process holds or tries to take. */
export class FileLock {
  readonly path: string;
  /** The nonce of the holder that the last `take` found. */
  metHolder: string | undefined;
  readonly #nonce = randomBytes(8).toString('hex');
  #renewal: NodeJS.Timeout | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * Takes the lock. Returns false if another process holds the lock. Throws the file system's error, or `write_failed`
   * if the path of the lock is not a regular file.
   */
  take(): boolean {
    if (!this.#create()) {
      const found = readHolder(this.path);
      this.metHolder = found?.nonce;
      if (found !== undefined) {
        if (isHeld(found, () => this.#now())) return false;
        // Read the holder again, because the previous holder might have released the lock before that process ended,
        // and another process might have taken the lock meanwhile.
        const left = readHolder(this.path);
        if (left !== undefined && left.nonce === found.nonce) this.#removeAbandoned(found);
      }
      if (!this.#create()) return false;
    }
    this.#renewal = setInterval(() => this.#renew(), renewMs).unref();
    return true;
  }

  /** Releases the lock, unless another process has taken over the lock. */
  release(): void {
    clearInterval(this.#renewal);
    try {
      if (this.#isOwn()) removeIfExists(this.path);
    } catch {
      // The work that required the lock is complete, so a failure here is not an error. After this process
      // has ended, the next process that needs the lock removes the lock file.
    }
  }

  #isOwn(): boolean {
    return readHolder(this.path)?.nonce === this.#nonce;
  }

  #create(): boolean {
    const own = join(dirname(this.path), `${temporaryPrefix(this.path)}${this.#nonce}`);
    const holder = `${process.pid} ${processNamespace()} ${processStart(process.pid) ?? ''} ${this.#nonce}`;
    writeFileSync(own, holder, { mode: 0o600, flag: 'wx' });
    try {
      linkSync(own, this.path);
      return true;
    } catch (error) {
      // ENOENT means that another process removed the temporary file, because that process assumed that a killed
      // process had left the file behind.
      if (hasCode(error, 'EEXIST', 'ENOENT')) return false;
      if (!hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK')) throw error;
    } finally {
      removeIfExists(own);
    }
    return this.#createWithoutLinks(holder);
  }

  /** Creates the lock on a file system without hard links. */
  #createWithoutLinks(holder: string): boolean {
    try {
      writeFileSync(this.path, holder, { mode: 0o600, flag: 'wx' });
      return true;
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false;
      throw error;
    }
  }

  #renew(): void {
    try {
      if (this.#isOwn()) utimesSync(this.path, new Date(), new Date());
    } catch {
      // A failure here is not an error, because the next renewal tries again.
    }
  }

  /**
   * Removes the lock of a holder that has ended. If the lock has a different holder, keeps the lock, because another
   * process might have removed the abandoned lock and taken the lock itself.
   */
  #removeAbandoned(found: Holder): void {
    const aside = `${this.path}.${this.#nonce}-abandoned`;
    try {
      renameSync(this.path, aside);
      if (readHolder(aside)?.nonce !== found.nonce) linkSync(aside, this.path);
    } catch {
      // Another process removed or replaced the lock first. The next attempt to create the lock detects this.
    }
    removeIfExists(aside);
  }

  /**
   * Returns the file system's current time instead of this host's time, because the file system's clock might be on
   * another host.
   */
  #now(): number {
    const probe = `${this.path}.${this.#nonce}-now`;
    const handle = openSync(probe, 'wx', 0o600);
    try {
      // This call uses the handle, because `auth logout` might remove the file meanwhile.
      return fstatSync(handle).mtimeMs;
    } finally {
      closeSync(handle);
      removeIfExists(probe);
    }
  }
}

export interface LockOptions {
  clock: Clock;
  /**
   * A signal that is aborted when the user interrupts waypost. `withLock` then stops waiting and throws the signal's
   * reason.
   */
  interrupted?: AbortSignal | undefined;
}

/**
 * Runs `work` while this process holds the lock of `path`. The directory of `path` must exist. Throws `write_failed` if
 * another process holds the lock for more than ten seconds. If several processes hold the lock one after another, the
 * wait can be longer.
 */
export async function withLock<T>(
  path: string,
  { clock, interrupted }: LockOptions,
  work: () => T,
): Promise<T> {
  const lock = new FileLock(`${path}.lock`);
  // This loop adds up its pauses instead of reading the clock, because the system clock might be set back.
  let waitedMs = 0;
  let holder: string | undefined;
  while (!lock.take()) {
    if (lock.metHolder !== holder) waitedMs = 0;
    holder = lock.metHolder;
    if (waitedMs > maxLockWaitMs) {
      throw new WaypostError('write_failed', `Another process holds the lock ${lock.path}.`, {
        reason: 'lock_held' satisfies LibReason,
      });
    }
    const pauseMs = retryMs * (0.5 + Math.random());
    await clock.sleep(pauseMs, interrupted);
    waitedMs += pauseMs;
  }
  try {
    return work();
  } finally {
    lock.release();
  }
}

/** The process that holds a lock. If the lock file is truncated because the disk was full, only `renewed` is known. */
interface Holder {
  pid: number;
  host: string | undefined;
  /** The start time of the process, or an empty string if the system does not report the start time. */
  start: string | undefined;
  nonce: string | undefined;
  /** The time of the last renewal, in milliseconds since the epoch, by the clock of the file system. */
  renewed: number;
}

function readHolder(path: string): Holder | undefined {
  try {
    const found = lstatSync(path);
    if (!found.isFile()) {
      throw new WaypostError(
        'write_failed',
        `${path} is not a regular file, so waypost cannot use it as a lock.`,
        {
          reason: 'lock_irregular' satisfies LibReason,
        },
      );
    }
    // On some systems, the start time is a date that contains spaces.
    const parts = /(\S*) (\S*) (.*) (\S*)/.exec(readSmallFile(path).text) ?? [];
    const [, pid, host, start, nonce] = parts;
    return { pid: Number(pid), host, start, nonce, renewed: found.mtimeMs };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** True if the holder is running. A holder on another host counts as running as long as that holder renews the lock. */
function isHeld({ pid, host, start, renewed }: Holder, now: () => number): boolean {
  if (!host) return false;
  if (host !== processNamespace()) return now() - renewed < abandonedMs;
  const running = processStart(pid);
  if (running === undefined) return false;
  // The system reuses process IDs, so this function also compares the start times.
  return start === '' || running === null || running === start;
}
