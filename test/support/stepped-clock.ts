// Time that passes only when everything else has come to rest: then whoever waits least is woken.
import type { Clock } from '../../src/lib/runtime';

/** The clock. Nothing waits in earnest. */
export class SteppedClock implements Clock {
  #now = 1_900_000_000_000;
  #sleepers: { at: number; wake: () => void }[] = [];

  now = (): number => this.#now;

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

  /** Somebody sets the clock, by so many milliseconds; who waits is woken when they would have been. */
  set(ms: number): void {
    this.#now += ms;
    for (const sleeper of this.#sleepers) sleeper.at += ms;
  }

  /** Lets time pass until nobody waits any more, or until `enough`. */
  async run(enough: () => boolean = () => false): Promise<void> {
    for (;;) {
      // Whoever was woken goes on until they wait again.
      await new Promise((resolve) => setImmediate(resolve));
      if (enough() || this.#sleepers.length === 0) return;
      const first = this.#sleepers.reduce((least, one) => (one.at < least.at ? one : least));
      this.#sleepers = this.#sleepers.filter((one) => one !== first);
      this.#now = Math.max(this.#now, first.at);
      first.wake();
    }
  }
}
