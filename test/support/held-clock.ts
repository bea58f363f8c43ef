// Time that passes when a test says so.
import type { Clock } from '../../src/lib/runtime';

/** A clock that stands still but for `pass`. */
export class HeldClock implements Clock {
  #now = Date.UTC(2026, 0, 1);
  readonly #sleepers = new Set<{ at: number; wake: () => void }>();

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const onAbort = () => {
        this.#sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      const sleeper = { at: this.#now + ms, wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Lets so many milliseconds pass, and whatever waits for them go on. */
  async pass(ms: number): Promise<void> {
    this.#now += ms;
    for (const sleeper of [...this.#sleepers]) {
      if (sleeper.at > this.#now) continue;
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
    await settled();
  }
}

/** What can go on without time passing has gone on. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
