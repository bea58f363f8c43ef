// A clock that advances only when all other code waits: then the shortest wait ends.
import type { SteadyClock } from '../../src/lib/runtime';

/** The clock. No wait takes real time. */
export class SteppedClock implements SteadyClock {
  #now = 1_900_000_000_000;
  /** The number of milliseconds by which the clock was set. */
  #set = 0;
  #sleepers: { at: number; wake: () => void }[] = [];

  now = (): number => this.#now;

  elapsed = (): number => this.#now - this.#set;

  sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const onAbort = () => {
        this.#sleepers = this.#sleepers.filter((one) => one !== sleeper);
        reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      const sleeper = { at: this.#now + ms, wake };
      this.#sleepers.push(sleeper);
      signal?.addEventListener('abort', onAbort, { once: true });
    });

  /** Sets the clock forward or back by this many milliseconds; waits end at their original moments. */
  set(ms: number): void {
    this.#now += ms;
    this.#set += ms;
    for (const sleeper of this.#sleepers) sleeper.at += ms;
  }

  /** Lets time pass until no code waits, or until `enough`. */
  async run(enough: () => boolean = () => false): Promise<void> {
    for (;;) {
      // Code that continues runs until it waits again.
      await new Promise((resolve) => setImmediate(resolve));
      if (enough() || this.#sleepers.length === 0) return;
      const first = this.#sleepers.reduce((least, one) => (one.at < least.at ? one : least));
      this.#sleepers = this.#sleepers.filter((one) => one !== first);
      this.#now = Math.max(this.#now, first.at);
      first.wake();
    }
  }
}
