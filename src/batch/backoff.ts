// Slows a batch down while the service is failing. While the service responds, the batch sends requests in parallel.
// Before the first response, and between a failure and the next response, the batch sends one request at a time. Each
// consecutive failure increases the delay before the next request. A failing service might bill a lookup without
// responding. Sending one request at a time limits the number of such lookups.
import type { Outcome, RowAnswer } from './row';

export interface BackoffHooks<Row> {
  /** Sends the request for a row, without retries. */
  ask(row: Row): Promise<Outcome>;
  /** Stores the result or error of a row. */
  answered(row: Row, answer: RowAnswer): Promise<void>;
  /** Delays further requests by this number of milliseconds. */
  hold(ms: number): void;
  /** Returns the milliseconds since an arbitrary moment. */
  elapsed(): number;
}

/**
 * The first delay after a failure, in milliseconds. The delay doubles with each consecutive failure, up to `maxHoldMs`.
 */
const firstHoldMs = 500;
const maxHoldMs = 30_000;

/**
 * The maximum number of consecutive delays. A failure after the last delay ends the batch. In total, the delays take
 * about 90 seconds.
 */
const maxFailures = 8;
/**
 * The maximum number of delays if the service has not answered any row in this run. In this case, the cause of the
 * failures is probably permanent.
 */
const maxFailuresAtFirst = 4;

/** Sends the requests for rows, and slows down while the service is failing. */
export class Backoff<Row extends { number: number }> {
  readonly #hooks: BackoffHooks<Row>;
  #isAnswering = false;
  #hasAnswered = false;
  #failures = 0;
  #heldUntil = Number.NEGATIVE_INFINITY;
  /** The pending request while the batch sends one request at a time. */
  #alone: Promise<unknown> | undefined;
  /** The outcome that ended the batch. If this outcome is set, the batch does not send further requests. */
  #stop: Outcome | undefined;
  readonly #aside: { row: Row; answer: RowAnswer; error: unknown }[] = [];

  constructor(hooks: BackoffHooks<Row>) {
    this.#hooks = hooks;
  }

  /**
   * Sends the request for a row and stores the result. Before the first response and after a failure, sends one request
   * at a time. If the first result cannot be stored, the batch therefore stops before the second request.
   */
  async ask(row: Row): Promise<Outcome> {
    while (!this.#isAnswering && this.#alone !== undefined) await this.#alone;
    if (this.#stop !== undefined) return this.#stop;
    const asked = this.#askAndHandOn(row).then((outcome) => this.#see(outcome));
    if (this.#isAnswering) return asked;
    this.#alone = asked.finally(() => {
      this.#alone = undefined;
    });
    return asked;
  }

  async #askAndHandOn(row: Row): Promise<Outcome> {
    try {
      const outcome = await this.#hooks.ask(row);
      if (outcome.kind === 'answered') await this.#hooks.answered(row, outcome.answer);
      return outcome;
    } catch (error) {
      return { kind: 'stop', error };
    }
  }

  /** Keeps a failed row until it is clear whether the row or the service caused the failure. */
  setAside(row: Row, answer: RowAnswer, error: unknown): void {
    this.#aside.push({ row, answer, error });
  }

  /** The lowest row number among the rows that were set aside, or Infinity if no row was set aside. */
  get oldestAside(): number {
    return Math.min(...this.#aside.map(({ row }) => row.number));
  }

  /**
   * The error of the first row that was set aside, or undefined if the service has answered any row in this run. If the
   * service has not answered any row, the service probably caused the failure.
   */
  get unanswered(): { error: unknown } | undefined {
    return this.#hasAnswered ? undefined : this.#aside[0];
  }

  /**
   * Stores the errors of the rows that were set aside. The caller must call this method when the service has answered a
   * different row, or when no rows are left.
   */
  async settle(): Promise<void> {
    for (const { row, answer } of this.#aside.splice(0)) await this.#hooks.answered(row, answer);
  }

  #see(outcome: Outcome): Outcome {
    if (outcome.kind === 'answered') {
      this.#isAnswering = true;
      this.#hasAnswered = true;
      this.#failures = 0;
      return outcome;
    }
    if (outcome.kind === 'stop') return this.#end(outcome.error);
    this.#isAnswering = false;
    if (!this.#isUnreachable(outcome) && this.#slowDown()) return outcome;
    return this.#end(outcome.error);
  }

  #end(error: unknown): Outcome {
    this.#stop = { kind: 'stop', error };
    return this.#stop;
  }

  /**
   * True if no program listens at the service's address and no request has succeeded since the batch started. In this
   * case, waiting does not help.
   */
  #isUnreachable(outcome: Outcome): boolean {
    return outcome.kind === 'refused' && outcome.nothingListens === true && !this.#hasAnswered;
  }

  /**
   * Delays requests after a failure. Each delay is longer than the previous one, up to a maximum. Returns false if the
   * batch should end.
   */
  #slowDown(): boolean {
    const { elapsed, hold } = this.#hooks;
    // Requests that were sent in parallel usually fail together, so they count as one failure.
    if (elapsed() < this.#heldUntil) return true;
    if (this.#failures >= (this.#hasAnswered ? maxFailures : maxFailuresAtFirst)) return false;
    const ms = Math.min(firstHoldMs * 2 ** this.#failures, maxHoldMs);
    this.#failures += 1;
    this.#heldUntil = elapsed() + ms;
    hold(ms);
    return true;
  }
}
