// Slows a batch down while the service fails. While the service answers, rows are sent in parallel. Until the first answer,
// and from a failure until the next answer, rows are sent one at a time and at growing intervals: a failing service might
// bill a lookup without answering it, and then only one lookup is in doubt.
import type { Outcome, RowAnswer } from './row';

export interface BackoffHooks<Row> {
  /** Sends the request of a row once. */
  ask(row: Row): Promise<Outcome>;
  /** Stores the answer of a row. */
  answered(row: Row, answer: RowAnswer): Promise<void>;
  /** Delays further requests by this number of milliseconds. */
  hold(ms: number): void;
  /** Returns milliseconds since an arbitrary moment. */
  elapsed(): number;
}

/** The first delay after a failure, in milliseconds. It doubles each time. */
const firstHoldMs = 500;
const maxHoldMs = 30_000;

/** After this number of consecutive failures and delays, which take about 90 seconds, the batch gives up. */
const maxFailures = 8;
/** The same if the service has not answered any row in this run, because the cause is then probably permanent. */
const maxFailuresAtFirst = 4;

/** Sends rows as fast as the state of the service allows. */
export class Backoff<Row extends { number: number }> {
  readonly #hooks: BackoffHooks<Row>;
  #isAnswering = false;
  #hasAnswered = false;
  #failures = 0;
  #heldUntil = Number.NEGATIVE_INFINITY;
  /** The request that is sent alone. */
  #alone: Promise<unknown> | undefined;
  /** The outcome after which no more requests can be sent. */
  #stop: Outcome | undefined;
  readonly #aside: { row: Row; answer: RowAnswer; error: unknown }[] = [];

  constructor(hooks: BackoffHooks<Row>) {
    this.#hooks = hooks;
  }

  /**
   * Sends the request of a row and stores its answer. While the service does not answer, sends one row at a time, so that a
   * target that cannot be written stops the batch before the second request.
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

  /** Keeps a failed row until it is known whether the row or the service caused the failure. */
  setAside(row: Row, answer: RowAnswer, error: unknown): void {
    this.#aside.push({ row, answer, error });
  }

  /** The lowest number of the rows that are kept. */
  get oldestAside(): number | undefined {
    return this.#aside.length === 0
      ? undefined
      : Math.min(...this.#aside.map(({ row }) => row.number));
  }

  /** The error of a row that is kept, if the service has not answered any row in this run and so caused the failure. */
  get unanswered(): { error: unknown } | undefined {
    return this.#hasAnswered ? undefined : this.#aside[0];
  }

  /** Stores the errors of the rows that are kept: the service answers other rows, or no rows are left. */
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
    let seen = outcome;
    if (outcome.kind !== 'stop') {
      this.#isAnswering = false;
      if (this.#isUnreachable(outcome) || !this.#slowDown()) {
        seen = { kind: 'stop', error: outcome.error };
      }
    }
    if (seen.kind === 'stop') this.#stop = seen;
    return seen;
  }

  /** True if no program listens at the address, and none has since the batch started, so waiting does not help. */
  #isUnreachable(outcome: Outcome): boolean {
    return outcome.kind === 'refused' && outcome.nothingListens === true && !this.#hasAnswered;
  }

  /** Delays requests after a failure, longer each time. Returns false if the batch should give up. */
  #slowDown(): boolean {
    const { elapsed, hold } = this.#hooks;
    // Requests that were sent in parallel fail together and count as one failure.
    if (elapsed() < this.#heldUntil) return true;
    if (this.#failures >= (this.#hasAnswered ? maxFailures : maxFailuresAtFirst)) return false;
    const ms = Math.min(firstHoldMs * 2 ** this.#failures, maxHoldMs);
    this.#failures += 1;
    this.#heldUntil = elapsed() + ms;
    hold(ms);
    return true;
  }
}
