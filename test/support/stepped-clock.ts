// A clock that advances only if all other code is waiting. The clock then ends the wait that would end first.
import type { SteadyClock } from '../../src/lib/runtime';

/** A clock whose waits do not take real time. */
export class SteppedClock implements SteadyClock {
  #now = 1_900_000_000_000;
  /** The total number of milliseconds by which `set` changed the clock. */
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

  /** Sets the clock forward or back by this number of milliseconds. The remaining time of each wait does not change. */
  set(ms: number): void {
    this.#now += ms;
    this.#set += ms;
    for (const sleeper of this.#sleepers) sleeper.at += ms;
  }

  /** Advances the clock until no code is waiting, or until `enough` returns true. */
  async run(enough: () => boolean = () => false): Promise<void> {
    for (;;) {
      // The code after an ended wait runs until its next wait.
      await new Promise((resolve) => setImmediate(resolve));
      if (enough() || this.#sleepers.length === 0) return;
      const first = this.#sleepers.reduce((least, one) => (one.at < least.at ? one : least));
      this.#sleepers = this.#sleepers.filter((one) => one !== first);
      this.#now = Math.max(this.#now, first.at);
      first.wake();
    }
  }
}
