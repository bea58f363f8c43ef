// A lock that one process at a time can hold. The lock is a file next to the guarded file and names its holder, so that
// another process recognizes and takes over the lock of a killed process. The file is written under another name and then
// linked into place, so that no process ever sees a lock without a holder.
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

/** How long `withLock` waits while the same process holds the lock, in milliseconds. */
const maxLockWaitMs = 10_000;
const retryMs = 15;
/** A holder renews its lock at this interval, as long as the event loop of its process runs. */
const renewMs = 15_000;
/** A lock from another host counts as abandoned if it was not renewed for this time. */
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
   * Takes the lock. Returns false if another process holds it. Throws the file system's error, and `write_failed` if the
   * path of the lock is not a file.
   */
  take(): boolean {
    if (!this.#create()) {
      const found = readHolder(this.path);
      this.metHolder = found?.nonce;
      if (found !== undefined) {
        if (isHeld(found, () => this.#now())) return false;
        // The holder might have released the lock before it ended, and another process might have taken it since.
        const left = readHolder(this.path);
        if (left !== undefined && left.nonce === found.nonce) this.#removeAbandoned(found);
      }
      if (!this.#create()) return false;
    }
    this.#renewal = setInterval(() => this.#renew(), renewMs).unref();
    return true;
  }

  /** Releases the lock, unless another process has taken it over meanwhile. */
  release(): void {
    clearInterval(this.#renewal);
    try {
      if (this.#isOwn()) removeIfExists(this.path);
    } catch {
      // The work that needed the lock is done, so a failure is not an error. The next process removes the lock after this
      // process has ended.
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
      // ENOENT: another process removed the temporary file, because it seemed to be left behind by a killed process.
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
      // A failure is not an error, because the next renewal tries again.
    }
  }

  /**
   * Removes the lock of a holder that has ended, and only that lock: another process might have removed it and taken its
   * own lock.
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

  /** Returns the time by the clock of the file system, which can be the clock of another host. */
  #now(): number {
    const probe = `${this.path}.${this.#nonce}-now`;
    const handle = openSync(probe, 'wx', 0o600);
    try {
      // Uses the handle, because a logout can remove the file meanwhile.
      return fstatSync(handle).mtimeMs;
    } finally {
      closeSync(handle);
      removeIfExists(probe);
    }
  }
}

export interface LockOptions {
  clock: Clock;
  /** Aborts when the user interrupts. This ends the wait, and its reason is thrown. */
  interrupted?: AbortSignal | undefined;
}

/**
 * Runs `work` while this process holds the lock of `path`, whose directory must exist. Throws `write_failed` if another
 * running process holds the lock for ten seconds. If several processes hold it in turn, the wait can be longer.
 */
export async function withLock<T>(
  path: string,
  { clock, interrupted }: LockOptions,
  work: () => T,
): Promise<T> {
  const lock = new FileLock(`${path}.lock`);
  // The waits are added up instead of reading the clock, which might be set back.
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

/** The process that holds a lock. If a full disk cut off the lock file, only the time of renewal is known. */
interface Holder {
  pid: number;
  host: string | undefined;
  /** When the process started; empty if the system does not report it. */
  start: string | undefined;
  nonce: string | undefined;
  /** When the lock was renewed, in milliseconds by the clock of its file system. */
  renewed: number;
}

function readHolder(path: string): Holder | undefined {
  try {
    const found = lstatSync(path);
    if (!found.isFile()) {
      throw new WaypostError('write_failed', `${path} is not a file, so it cannot be a lock.`, {
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

/** True if the holder is running. A holder on another host counts as running while it renews the lock. */
function isHeld({ pid, host, start, renewed }: Holder, now: () => number): boolean {
  if (!host) return false;
  if (host !== processNamespace()) return now() - renewed < abandonedMs;
  const running = processStart(pid);
  if (running === undefined) return false;
  // Process IDs are reused, so the start time is compared too.
  return start === '' || running === null || running === start;
}
