// Slows a batch down while the service fails. While it answers, rows are sent in parallel. Until the first is
// answered, and from a failure until the next answer, they are sent one at a time and at growing intervals: a
// service in trouble may bill what it does not answer, and then it is one lookup that is in doubt and not one
// for every row.
import type { Answer, Outcome } from './row';

/** What a backoff acts on. */
export interface BackoffHooks<Row> {
  ask(row: Row): Promise<Outcome>;
  /** Takes a row with its answer. */
  answered(row: Row, answer: Answer): Promise<void>;
  /** Sends nothing for so long. */
  hold(ms: number): void;
  /** Epoch milliseconds. */
  now(): number;
}

/** Requests are held back this long after a failure, twice as long each time. */
const firstHoldMs = 500;
const maxHoldMs = 30_000;

/** Failures in a row, each after such a hold, until the batch gives up: about a minute and a half. */
const maxFailures = 8;
/** Where no row of this run was answered yet, something else is wrong. */
const maxFailuresAtFirst = 4;

/** Asks for rows as fast as the state of the service allows. */
export class Backoff<Row extends { number: number }> {
  readonly #hooks: BackoffHooks<Row>;
  #isAnswering = false;
  #hasAnswered = false;
  #failures = 0;
  #heldUntil = 0;
  /** The row that is asked for alone. */
  #alone: Promise<unknown> | undefined;
  /** Why nothing more can be asked for. */
  #stop: Outcome | undefined;
  readonly #aside: { row: Row; answer: Answer }[] = [];

  constructor(hooks: BackoffHooks<Row>) {
    this.#hooks = hooks;
  }

  /** Asks for a row; one at a time while the service does not answer. */
  async ask(row: Row): Promise<Outcome> {
    while (!this.#isAnswering && this.#alone !== undefined) await this.#alone;
    if (this.#stop !== undefined) return this.#stop;
    const asked = this.#hooks.ask(row).then((outcome) => this.#see(outcome));
    if (this.#isAnswering) return asked;
    this.#alone = asked
      .catch(() => {})
      .finally(() => {
        this.#alone = undefined;
      });
    return asked;
  }

  /** A row failed: holds requests back, longer each time. False once the batch should give up. */
  failed(): boolean {
    const { now, hold } = this.#hooks;
    // Rows that went out together fail together.
    if (now() < this.#heldUntil) return true;
    if (this.#failures >= (this.#hasAnswered ? maxFailures : maxFailuresAtFirst)) return false;
    const ms = Math.min(firstHoldMs * 2 ** this.#failures, maxHoldMs);
    this.#failures += 1;
    this.#heldUntil = now() + ms;
    hold(ms);
    return true;
  }

  /** Keeps a row of which it is not known yet whether the failure is its own or the service's. */
  setAside(row: Row, answer: Answer): void {
    this.#aside.push({ row, answer });
  }

  /** The lowest number of a row that is set aside. */
  get oldestAside(): number | undefined {
    return this.#aside.length === 0
      ? undefined
      : Math.min(...this.#aside.map(({ row }) => row.number));
  }

  /** The service answers, or there is nothing more to ask it: what failed before were those rows' own failures. */
  async settle(): Promise<void> {
    for (const { row, answer } of this.#aside.splice(0)) await this.#hooks.answered(row, answer);
  }

  #see(outcome: Outcome): Outcome {
    if (outcome.kind === 'answered') {
      this.#isAnswering = true;
      this.#hasAnswered = true;
      this.#failures = 0;
    } else if (outcome.kind === 'stop') this.#stop = outcome;
    else this.#isAnswering = false;
    return outcome;
  }
}
