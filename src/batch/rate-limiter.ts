// Limits the rate of requests. The service never receives more requests in one second than it allows. While the request
// quota is used up, the limiter does not admit requests.
import type { HttpResponse } from '../client/http/exchange';
import { requestedWait } from '../client/http/retry';
import type { Admission } from '../client/http/service';
import { WaypostError } from '../lib/errors';
import type { SteadyClock } from '../lib/runtime';

/** The service's request quota. */
interface Window {
  /** The number of remaining requests. */
  left: number;
  /** The time when the quota is reset, in seconds since the epoch, as the service sends it. */
  reset: number;
  /** The same time plus a margin, on the steady clock, which does not change if the system clock changes. */
  endsAt: number;
}

/** One second in milliseconds, with a margin for differences between clocks. */
const secondMs = 1010;

/** The maximum wait in milliseconds. If the service requires a longer wait, `admit` throws an error. */
const maxWaitMs = 10 * 60_000;

/**
 * Limits the requests in one second, regardless of latency. A request counts from the moment when it is sent until one
 * second after its response, because the service might have received the request at any moment in between. While
 * `perSecond` requests count, further requests wait. Within this limit, the limiter spreads the requests evenly.
 */
export class RateLimiter implements Admission {
  readonly #clock: SteadyClock;
  readonly #perSecond: number;
  readonly #stopper = new AbortController();
  /** Resolves after the last request in the queue was admitted. Each request waits for the previous request. */
  #queue: Promise<void> = Promise.resolve();
  /** Wakes the first waiting request when an earlier request no longer counts. */
  #wake = () => {};
  #counted = 0;
  #underway = 0;
  /** The earliest time for the next request. All times in this class come from the steady clock. */
  #nextAt = Number.NEGATIVE_INFINITY;
  #heldUntil = Number.NEGATIVE_INFINITY;
  #window: Window | undefined;
  #refused = false;

  /** `perSecond` is the maximum number of requests in one second, or Infinity. */
  constructor(clock: SteadyClock, perSecond: number) {
    this.#clock = clock;
    this.#perSecond = perSecond;
  }

  /**
   * The remaining delay that `hold` or the request quota requires, in milliseconds. The value is 0 if no delay is
   * required, and at most ten minutes otherwise.
   */
  get heldMs(): number {
    const held = Math.max(this.#heldUntil, this.#windowEnd) - this.#clock.elapsed();
    return Math.min(Math.max(0, held), maxWaitMs);
  }

  /** True if the service requires a wait of more than ten minutes. */
  get refused(): boolean {
    return this.#refused;
  }

  /**
   * Resolves when a request can be sent. The limiter admits requests in the order of the calls. Throws the reason that
   * `stop` received, or `rate_limited` if the service requires a wait of more than ten minutes.
   */
  async admit(): Promise<(response: HttpResponse | undefined) => void> {
    const turn = this.#queue.then(() => this.#turn());
    this.#queue = turn.catch(() => {});
    await turn;
    return (response) => this.#ended(response);
  }

  /** Delays further requests by this number of milliseconds. */
  hold(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, this.#clock.elapsed() + ms);
  }

  /** Rejects all waiting and later requests with this reason. Requests that were already sent are not affected. */
  stop(reason: Error): void {
    this.#stopper.abort(reason);
    this.#wake();
  }

  async #turn(): Promise<void> {
    const { signal } = this.#stopper;
    while (this.#counted >= this.#perSecond && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    signal.throwIfAborted();
    const { elapsed, sleep } = this.#clock;
    const gap = 1000 / this.#perSecond;
    const spread = this.#nextAt - elapsed();
    if (spread > 0) await sleep(spread, signal);
    for (let held = this.heldMs; held > 0; held = this.heldMs) {
      this.#checkWindow();
      await sleep(held, signal);
    }
    this.#nextAt = elapsed() + gap;
    this.#counted += 1;
    this.#underway += 1;
    if (this.#window !== undefined) this.#window.left -= 1;
  }

  /** The time when the quota is reset, or -Infinity if the quota is not used up. */
  get #windowEnd(): number {
    const window = this.#window;
    return window !== undefined && window.left <= 0 ? window.endsAt : Number.NEGATIVE_INFINITY;
  }

  #checkWindow(): void {
    const wait = this.#windowEnd - this.#clock.elapsed();
    if (wait <= maxWaitMs) return;
    this.#refused = true;
    const message = `The request quota is used up, and the service does not accept more requests for ${waitText(wait)} (X-RateLimit-Reset header).`;
    throw new WaypostError('rate_limited', message);
  }

  #ended(response: HttpResponse | undefined): void {
    this.#underway -= 1;
    if (response !== undefined) this.#obey(response);
    // If there is no rate limit, no later request waits for this request, so a timer is not necessary.
    if (Number.isFinite(this.#perSecond)) {
      void this.#clock.sleep(secondMs).then(() => this.#release());
    }
  }

  /** Applies the delay or the remaining quota that a response contains. */
  #obey(response: HttpResponse): void {
    if (response.status === 429 || response.status === 503) {
      const asked = requestedWait(response, this.#clock.now()) ?? 0;
      if (asked > maxWaitMs) this.#refused = true;
      else this.hold(Math.max(asked, secondMs));
      return;
    }
    const remaining = headerNumber(response, 'x-ratelimit-remaining');
    const reset = headerNumber(response, 'x-ratelimit-reset');
    if (Number.isNaN(remaining)) return;
    // The remaining quota in the response might not account for pending requests yet, so the limiter subtracts them.
    // Responses might also arrive in a different order than the requests, so the lowest value applies.
    const left = remaining - this.#underway;
    const known = this.#window;
    if (known?.reset === reset) {
      known.left = Math.min(left, known.left);
      return;
    }
    const wait = reset * 1000 + secondMs - this.#clock.now();
    if (wait > 0) this.#window = { left, reset, endsAt: this.#clock.elapsed() + wait };
  }

  #release(): void {
    this.#counted -= 1;
    this.#wake();
  }
}

function waitText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`;
}

function headerNumber({ headers }: HttpResponse, name: string): number {
  const text = headers[name];
  const value = typeof text === 'string' && text.trim() !== '' ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}
