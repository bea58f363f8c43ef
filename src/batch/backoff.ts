// Slows a batch down while the service fails. While it answers, rows are sent in parallel. Until the first
// answer, and from a failure until the next answer, they are sent one at a time and at growing intervals: a
// failing service may bill a lookup that it does not answer, and then only one lookup is in doubt.
import type { Outcome, RowAnswer } from './row';

export interface BackoffHooks<Row> {
  ask(row: Row): Promise<Outcome>;
  /** Takes a row with its answer. */
  answered(row: Row, answer: RowAnswer): Promise<void>;
  /** Sends no request for this many milliseconds. */
  hold(ms: number): void;
  /** Milliseconds that passed since some moment. */
  elapsed(): number;
}

/** First delay after a failure; it doubles each time. */
const firstHoldMs = 500;
const maxHoldMs = 30_000;

/** Failures in a row, each after such a delay, until the batch gives up: about a minute and a half. */
const maxFailures = 8;
/** If no row of this run was answered yet, the cause is another. */
const maxFailuresAtFirst = 4;

/** Sends rows as fast as the state of the service allows. */
export class Backoff<Row extends { number: number }> {
  readonly #hooks: BackoffHooks<Row>;
  #isAnswering = false;
  #hasAnswered = false;
  #failures = 0;
  #heldUntil = Number.NEGATIVE_INFINITY;
  /** The row that is sent alone. */
  #alone: Promise<unknown> | undefined;
  /** Why no more requests can be sent. */
  #stop: Outcome | undefined;
  readonly #aside: { row: Row; answer: RowAnswer; error: unknown }[] = [];

  constructor(hooks: BackoffHooks<Row>) {
    this.#hooks = hooks;
  }

  /**
   * Sends a row, and hands on its answer; one at a time while the service does not answer. So a target that cannot be
   * written stops the batch before the second request.
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

  /** Keeps a row until it is known whether the failure is its own or the service's. */
  setAside(row: Row, answer: RowAnswer, error: unknown): void {
    this.#aside.push({ row, answer, error });
  }

  /** The lowest number of a kept row. */
  get oldestAside(): number | undefined {
    return this.#aside.length === 0
      ? undefined
      : Math.min(...this.#aside.map(({ row }) => row.number));
  }

  /** The error of a kept row where the service has not answered any in this run: the failure is its own. */
  get unanswered(): { error: unknown } | undefined {
    return this.#hasAnswered ? undefined : this.#aside[0];
  }

  /** The service answers, or no rows are left: earlier failures were those of the rows. */
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
      if (this.#isNowhere(outcome) || !this.#slowDown())
        seen = { kind: 'stop', error: outcome.error };
    }
    if (seen.kind === 'stop') this.#stop = seen;
    return seen;
  }

  /** Whether nothing listens, and nothing has since the batch began: then a wait does not help. */
  #isNowhere(outcome: Outcome): boolean {
    return outcome.kind === 'refused' && outcome.nothingListens === true && !this.#hasAnswered;
  }

  /** A row failed: delays requests, longer each time. False once the batch should give up. */
  #slowDown(): boolean {
    const { elapsed, hold } = this.#hooks;
    // Rows that were sent together fail together.
    if (elapsed() < this.#heldUntil) return true;
    if (this.#failures >= (this.#hasAnswered ? maxFailures : maxFailuresAtFirst)) return false;
    const ms = Math.min(firstHoldMs * 2 ** this.#failures, maxHoldMs);
    this.#failures += 1;
    this.#heldUntil = elapsed() + ms;
    hold(ms);
    return true;
  }
}
