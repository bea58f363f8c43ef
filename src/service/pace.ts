// How fast many requests may follow each other: never more than the service admits in any second, and none
// while its window of requests is used up (interface, "Limits").
import { setMaxListeners } from 'node:events';
import type { Clock } from '../contract/seams';
import type { Answer } from './failure';
import { requestedWait } from './retry';

/** What every attempt of a request passes: it waits to be admitted, and says what came of it. */
export interface Gate {
  admit(): Promise<Admitted>;
}

/** An attempt that may be made. */
export interface Admitted {
  /** Given the answer, or nothing where there was none. */
  ended(answer: Answer | undefined): void;
}

/** A second, and a little for clocks that are not timed alike. */
const secondMs = 1010;

/** A longer wait than this is not for a window of requests: nobody waits for it. */
const longestHoldMs = 10 * 60_000;

/**
 * A request counts from the moment it is sent until a second after it was answered, because the service
 * may have taken it at any moment in between. While `perSecond` of them count, no further one is sent: so,
 * however long each travels, no second at the service holds more. Within that they are spread evenly.
 */
export class Pace implements Gate {
  readonly #clock: Clock;
  readonly #perSecond: number;
  readonly #stopper = new AbortController();
  readonly #waiting: (() => void)[] = [];
  #counted = 0;
  #underway = 0;
  #nextAt = 0;
  #heldUntil = 0;
  #refused = false;

  /** `perSecond`: most requests in any second; Infinity for no limit. */
  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock;
    this.#perSecond = perSecond;
    // Each request that waits listens; that is no leak.
    setMaxListeners(0, this.#stopper.signal);
  }

  /** When requests may be sent again, in epoch milliseconds; past where they may be now. */
  get heldUntil(): number {
    return this.#heldUntil;
  }

  /** Aborts with `stop`. */
  get stopped(): AbortSignal {
    return this.#stopper.signal;
  }

  /** Whether the service asked for a longer wait than anyone would sit through. */
  get refused(): boolean {
    return this.#refused;
  }

  /** Resolves when a request may be sent. Throws the reason of `stop`. */
  async admit(): Promise<Admitted> {
    const { signal } = this.#stopper;
    signal.throwIfAborted();
    while (this.#counted >= this.#perSecond) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      signal.throwIfAborted();
    }
    this.#counted += 1;
    try {
      await this.#turn(signal);
    } catch (error) {
      this.#release();
      throw error;
    }
    this.#underway += 1;
    return { ended: (answer) => this.#ended(answer) };
  }

  /** Sends nothing for so long. */
  hold(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, this.#clock.now() + ms);
  }

  /** Sends nothing any more: whatever waits is refused with this reason, what is under way is not touched. */
  stop(reason: unknown): void {
    this.#stopper.abort(reason);
    for (const wake of this.#waiting.splice(0)) wake();
  }

  async #turn(signal: AbortSignal): Promise<void> {
    const gap = 1000 / this.#perSecond;
    const turn = Math.max(this.#clock.now(), this.#nextAt);
    this.#nextAt = turn + gap;
    for (let at = turn; at > this.#clock.now(); at = this.#heldUntil) {
      await this.#clock.sleep(at - this.#clock.now(), signal);
    }
  }

  #ended(answer: Answer | undefined): void {
    this.#underway -= 1;
    if (answer !== undefined) this.#heed(answer);
    if (Number.isFinite(this.#perSecond)) {
      void this.#clock.sleep(secondMs).then(() => this.#release());
    } else this.#release();
  }

  /** Keeps to what the service says of its window. */
  #heed(answer: Answer): void {
    const now = this.#clock.now();
    const asked = requestedWait(answer, now);
    if (answer.status === 429 || answer.status === 503) {
      if (asked !== undefined && asked > longestHoldMs) this.#refused = true;
      else this.hold(asked ?? secondMs);
      return;
    }
    const remaining = numberIn(answer, 'x-ratelimit-remaining');
    const reset = numberIn(answer, 'x-ratelimit-reset');
    if (remaining === undefined || reset === undefined || remaining > this.#underway) return;
    const wait = reset * 1000 - now + secondMs;
    if (wait > 0) this.hold(Math.min(wait, longestHoldMs));
  }

  #release(): void {
    this.#counted -= 1;
    this.#waiting.shift()?.();
  }
}

function numberIn({ headers }: Answer, name: string): number | undefined {
  const text = headers[name];
  const value = typeof text === 'string' && text.trim() !== '' ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}
