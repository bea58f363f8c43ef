// Time that passes when a test says so.
import type { SteadyClock } from '../../src/lib/runtime';

/** A clock that only moves with `pass`. */
export class HeldClock implements SteadyClock {
  #now = Date.UTC(2026, 0, 1);
  readonly #sleepers = new Set<{ at: number; wake: () => void }>();

  now(): number {
    return this.#now;
  }

  elapsed(): number {
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

  /** Lets this many milliseconds pass, and waiting code continue. */
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

/** Code that can continue without time passing has continued. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
