// One run at a time writes a target. The lock is a file beside it that names its holder, whole from its
// first moment, so that the lock of a run that was killed is recognised and taken over.
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { hasCode } from '../lib/system-error';

/** A lock that this run has, or wants. */
export class RunLock {
  readonly path: string;
  readonly #nonce = randomBytes(8).toString('hex');
  readonly #holder = `${process.pid} ${hostname()} ${this.#nonce}`;

  constructor(path: string) {
    this.path = path;
  }

  /** Takes the lock; false where another run has it. Throws the file system's error. */
  take(): boolean {
    if (this.#create()) return true;
    const found = this.#read();
    if (found !== undefined) {
      if (isAlive(found)) return false;
      this.#removeStale(found);
    }
    return this.#create();
  }

  release(): void {
    if (this.#read() === this.#holder) rmSync(this.path, { force: true });
  }

  #create(): boolean {
    const own = `${this.path}.${this.#nonce}`;
    try {
      writeFileSync(own, this.#holder, { mode: 0o600 });
      return this.#link(own);
    } finally {
      rmSync(own, { force: true });
    }
  }

  #link(own: string): boolean {
    try {
      linkSync(own, this.path);
      return true;
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false;
    }
    // Not every file system has links.
    try {
      writeFileSync(this.path, this.#holder, { mode: 0o600, flag: 'wx' });
      return true;
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false;
      throw error;
    }
  }

  /** Who has the lock; undefined where it is gone. */
  #read(): string | undefined {
    try {
      return readFileSync(this.path, 'utf8');
    } catch {
      return undefined;
    }
  }

  /** Removes the lock of a run that is no more, and only that one: another may have taken it over just now. */
  #removeStale(stale: string): void {
    const aside = `${this.path}.${this.#nonce}-stale`;
    try {
      renameSync(this.path, aside);
      if (readFileSync(aside, 'utf8') !== stale) linkSync(aside, this.path);
    } catch {
      // Another was quicker; it has the lock now.
    }
    rmSync(aside, { force: true });
  }
}

/** Whether a lock's holder still runs. One of another machine is believed to. */
function isAlive(holder: string): boolean {
  const [pid = '', host] = holder.split(' ');
  if (host !== hostname()) return host !== undefined;
  // In a container every run may have the same number: then the other one is over.
  if (Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}
