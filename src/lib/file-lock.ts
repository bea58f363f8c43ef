// A lock for one process at a time. The lock is a file beside the guarded file and names its holder, so that
// the lock of a killed process is recognized and taken over. It is written under another name and then linked
// into place: no process ever sees a lock without a holder.
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

/** How long `withLock` waits while one and the same process holds the lock, in milliseconds. */
const maxLockWaitMs = 10_000;
const retryMs = 15;
/** A holder renews its lock this often, as long as its process runs its event loop. */
const renewMs = 15_000;
/** The lock of another host counts as abandoned if it was not renewed for this long. */
const abandonedMs = 120_000;

/** A lock file that this process holds or tries to take. */
export class FileLock {
  readonly path: string;
  /** The nonce of the holder that the last `take` met. */
  metHolder: string | undefined;
  readonly #nonce = randomBytes(8).toString('hex');
  #renewal: NodeJS.Timeout | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * Takes the lock; false if another process holds it. Throws the file system's error, and `write_failed` if
   * the lock's path is not a file.
   */
  take(): boolean {
    if (!this.#create()) {
      const found = readHolder(this.path);
      this.metHolder = found?.nonce;
      if (found !== undefined) {
        if (isHeld(found, () => this.#now())) return false;
        // The holder may have released the lock before it ended, and another process may have taken it since.
        const left = readHolder(this.path);
        if (left !== undefined && left.nonce === found.nonce) this.#removeAbandoned(found);
      }
      if (!this.#create()) return false;
    }
    this.#renewal = setInterval(() => this.#renew(), renewMs).unref();
    return true;
  }

  /** Releases the lock. A lock that another process has taken over meanwhile stays. */
  release(): void {
    clearInterval(this.#renewal);
    try {
      if (this.#isOwn()) removeIfExists(this.path);
    } catch {
      // The work that needed the lock is done, so a failure is no error. When this process has ended, the
      // next one removes the lock.
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
      // If its own temporary file is gone, another process took it for the remains of a killed process.
      if (hasCode(error, 'EEXIST', 'ENOENT')) return false;
      if (!hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK')) throw error;
    } finally {
      removeIfExists(own);
    }
    return this.#createWithoutLinks(holder);
  }

  /** Some file systems have no hard links. */
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
      // A failure is no error: the next renewal tries again.
    }
  }

  /**
   * Removes the lock of a holder that has ended, and only that lock: another process may have decided the same
   * and taken it over.
   */
  #removeAbandoned(found: Holder): void {
    const aside = `${this.path}.${this.#nonce}-abandoned`;
    try {
      renameSync(this.path, aside);
      if (readHolder(aside)?.nonce !== found.nonce) linkSync(aside, this.path);
    } catch {
      // Another process was faster; the next attempt to create the lock shows it.
    }
    removeIfExists(aside);
  }

  /** The time by the clock of the file system, which may be the clock of another host. */
  #now(): number {
    const probe = `${this.path}.${this.#nonce}-now`;
    const handle = openSync(probe, 'wx', 0o600);
    try {
      // By the handle: a logout may remove the file.
      return fstatSync(handle).mtimeMs;
    } finally {
      closeSync(handle);
      removeIfExists(probe);
    }
  }
}

export interface LockOptions {
  clock: Clock;
  /** Ends the wait when the user interrupts; its reason is thrown. */
  interrupted?: AbortSignal | undefined;
}

/**
 * Runs `work` while this process alone holds the lock of `path`, whose directory exists.
 * Throws `write_failed` where another live process holds it for ten seconds; many that take turns may take longer.
 */
export async function withLock<T>(
  path: string,
  { clock, interrupted }: LockOptions,
  work: () => T,
): Promise<T> {
  const lock = new FileLock(`${path}.lock`);
  // Counted by the waits themselves: the clock may be set back.
  let waitedMs = 0;
  let holder: string | undefined;
  while (!lock.take()) {
    if (lock.metHolder !== holder) waitedMs = 0;
    holder = lock.metHolder;
    if (waitedMs > maxLockWaitMs) {
      throw new WaypostError('write_failed', `Another process holds ${lock.path}.`, {
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

/** Who holds a lock. Only the time is known of a lock that was cut off by a full disk. */
interface Holder {
  pid: number;
  host: string | undefined;
  /** When the process started, as far as the system knows. */
  start: string | undefined;
  nonce: string | undefined;
  /** When the lock was renewed, in milliseconds by the clock of its file system. */
  renewed: number;
}

function readHolder(path: string): Holder | undefined {
  try {
    const found = lstatSync(path);
    if (!found.isFile()) {
      throw new WaypostError('write_failed', `${path} is not a file, so nothing can be locked.`, {
        reason: 'lock_irregular' satisfies LibReason,
      });
    }
    // The start is a date with spaces on some systems.
    const parts = /(\S*) (\S*) (.*) (\S*)/.exec(readSmallFile(path).text) ?? [];
    const [, pid, host, start, nonce] = parts;
    return { pid: Number(pid), host, start, nonce, renewed: found.mtimeMs };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Whether the holder is running. A holder on another host is, as long as it renews the lock. */
function isHeld({ pid, host, start, renewed }: Holder, now: () => number): boolean {
  if (!host) return false;
  if (host !== processNamespace()) return now() - renewed < abandonedMs;
  const running = processStart(pid);
  if (running === undefined) return false;
  // Process numbers are reused, so the start time counts too.
  return start === '' || running === null || running === start;
}
