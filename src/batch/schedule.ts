// Schedules the lookups of a batch. Sends several requests at a time. Sends only one request for all rows with the same
// digest. Ends when all rows have a result or an error, or when the batch must stop early.
import { Backoff, type BackoffHooks } from './backoff';
import type { RowAnswer } from './row';

interface ScheduledRow {
  /** The number of the row. The first row is 1. */
  number: number;
  /** Rows with the same digest share one result. waypost looks up a row without a digest separately. */
  digest?: string | undefined;
}

interface Schedule<Row extends ScheduledRow> extends BackoffHooks<Row> {
  /** The rows without a result, in order. */
  rows: AsyncIterable<Row>;
  /** If a row does not need a request, returns the row's result or error. Otherwise, returns undefined. */
  known(row: Row): RowAnswer | undefined;
  /** True if the service has answered rows in earlier runs. */
  answeredBefore: boolean;
  /** The maximum number of pending requests. */
  atOnce: number;
  /**
   * Returns true if one more request can be sent in addition to the pending requests. If the method returns false while
   * no request is pending, the batch ends.
   */
  mayAsk(underway: number): boolean;
  /**
   * Runs before waypost repeats the request for a row because the result was lost. The service might have billed the
   * first request.
   */
  asksAgain(row: Row): void;
  /** Cancels requests that have not been sent yet. */
  halt(): void;
  /**
   * Aborts when the batch must stop. The batch then does not send further requests, but still waits for pending
   * requests.
   */
  stop: AbortSignal;
}

/**
 * The maximum distance between the next row and the first row without a result, in rows. This maximum limits the number
 * of rows that wait for an earlier row.
 */
const maxAhead = 1000;

/**
 * `maxTries` is the maximum number of attempts for a row. If the response to an attempt is lost, the maximum is
 * `maxTriesInDoubt`, because the service might have billed the attempt.
 */
const maxTries = 4;
const maxTriesInDoubt = 2;

/**
 * The reason why a batch ended early: an error, or `limit` if the batch reached the maximum number of lookups. The
 * reason is undefined if every row has a result or an error.
 */
export type BatchEnding = { error: unknown } | 'limit' | undefined;

/**
 * Looks up every row. Resolves to the reason why the batch ended early, or to undefined if every row has a result or an
 * error.
 */
export async function runSchedule<Row extends ScheduledRow>(
  schedule: Schedule<Row>,
): Promise<BatchEnding> {
  const run = new ScheduleRun(schedule);
  const onStop = () => run.end({ error: schedule.stop.reason });
  schedule.stop.addEventListener('abort', onStop, { once: true });
  if (schedule.stop.aborted) onStop();
  try {
    await run.askForAll();
  } catch (error) {
    run.end({ error });
  }
  await run.settle();
  schedule.stop.removeEventListener('abort', onStop);
  return run.ending;
}

class ScheduleRun<Row extends ScheduledRow> {
  readonly #schedule: Schedule<Row>;
  readonly #backoff: Backoff<Row>;
  /** The pending lookups in the order of their rows, by row number. */
  readonly #underway = new Map<number, Promise<void>>();
  /** The rows that wait for the result of a pending request, by `requestKey`. */
  readonly #waiting = new Map<string | number, Row[]>();
  /** When a lookup ends, `#ended` calls these functions to resolve the promises that `#nextEnd` returned. */
  readonly #resolvers: (() => void)[] = [];
  #ending: BatchEnding;

  constructor(schedule: Schedule<Row>) {
    this.#schedule = schedule;
    this.#backoff = new Backoff(schedule);
  }

  get ending(): BatchEnding {
    return this.#ending;
  }

  /** Prevents further requests. If this method is called several times, only the first reason counts. */
  end(why: NonNullable<BatchEnding>): void {
    this.#ending ??= why;
    this.#schedule.halt();
  }

  /** Starts the lookups of all rows in order. Throws an error if the input cannot be read. */
  async askForAll(): Promise<void> {
    const rows = this.#schedule.rows[Symbol.asyncIterator]();
    while (this.#ending === undefined) {
      const next = await unlessAborted(rows.next(), this.#schedule.stop);
      if (next === undefined || next.done) return;
      await this.#take(next.value);
    }
  }

  async settle(): Promise<void> {
    await Promise.all(this.#underway.values());
    const { unanswered } = this.#backoff;
    // If no run has received a response, the service probably caused the failures, and the batch ends early. If an
    // earlier run has received a response, the rows probably caused their own failures, and the batch can complete.
    if (unanswered !== undefined && !this.#schedule.answeredBefore) this.end(unanswered);
    if (this.#ending !== undefined) return;
    await this.#backoff.settle().catch((error: unknown) => this.end({ error }));
  }

  async #take(row: Row): Promise<void> {
    const { known, answered, mayAsk } = this.#schedule;
    await this.#notTooFarAhead(row);
    const answer = known(row);
    if (answer !== undefined) return answered(row, answer);
    const waiting = this.#waiting.get(requestKey(row));
    if (waiting !== undefined) {
      waiting.push(row);
      return;
    }
    await this.#roomToAsk();
    if (this.#ending !== undefined) return;
    if (mayAsk(this.#underway.size)) this.#send(row);
    else this.end('limit');
  }

  #send(row: Row): void {
    const waiting: Row[] = [];
    this.#waiting.set(requestKey(row), waiting);
    const done = this.#askForFirst(row, waiting)
      .catch((error: unknown) => this.end({ error }))
      .finally(() => this.#ended(row));
    this.#underway.set(row.number, done);
  }

  #ended(row: Row): void {
    this.#underway.delete(row.number);
    for (const resolve of this.#resolvers.splice(0)) resolve();
  }

  /**
   * Resolves when one of the pending lookups ends. At least one lookup must be pending. `Promise.race` would add a
   * callback to every pending lookup for every row, which would make a batch 5% slower.
   */
  #nextEnd(): Promise<void> {
    return new Promise((resolve) => {
      this.#resolvers.push(resolve);
    });
  }

  async #notTooFarAhead({ number }: Row): Promise<void> {
    const underway = this.#underway;
    const isTooFar = (oldest = number) => number - oldest >= maxAhead;
    while (isTooFar(underway.keys().next().value)) {
      await this.#nextEnd();
    }
    // No request has succeeded since the rows that were set aside failed. This call stores the errors of these rows
    // now, to limit the number of rows that wait.
    if (isTooFar(this.#backoff.oldestAside)) await this.#backoff.settle();
  }

  async #roomToAsk(): Promise<void> {
    const underway = this.#underway;
    const { atOnce, mayAsk } = this.#schedule;
    while (underway.size > 0 && (underway.size >= atOnce || !mayAsk(underway.size))) {
      await this.#nextEnd();
    }
  }

  /**
   * Looks up a row, and shares the result with the rows that wait for the same result. If the lookup fails, looks up
   * the next waiting row.
   */
  async #askForFirst(first: Row, waiting: Row[]): Promise<void> {
    const { answered, mayAsk } = this.#schedule;
    let row: Row | undefined = first;
    while (row !== undefined && this.#ending === undefined) {
      const answer = await this.#askFor(row);
      if (answer !== undefined) {
        for (row = waiting.shift(); row !== undefined; row = waiting.shift()) {
          await answered(row, { ...answer, cost: 0 });
        }
        break;
      }
      row = waiting.shift();
      if (row !== undefined && !mayAsk(this.#underway.size - 1)) this.end('limit');
    }
    // No other code runs between the last read of `waiting` and this statement, so no row can start to wait for a
    // request that has finished.
    this.#waiting.delete(requestKey(first));
  }

  /**
   * Repeats the lookup of a row until the row has a result or an error, or is set aside. Resolves to the result or
   * error, or to undefined if the row was set aside or the batch ended. If an error must end the batch, throws the
   * error.
   */
  async #askFor(row: Row): Promise<RowAnswer | undefined> {
    const { mayAsk, asksAgain } = this.#schedule;
    const backoff = this.#backoff;
    let tries = 0;
    while (this.#ending === undefined) {
      const outcome = await backoff.ask(row);
      if (outcome.kind === 'stop') throw outcome.error;
      if (outcome.kind === 'answered') {
        await backoff.settle();
        return outcome.answer;
      }
      if (outcome.kind === 'refused') continue;
      tries += 1;
      // A lookup in doubt already counts against the limit. waypost repeats the request only if the limit allows one
      // more lookup.
      const mayRepeat = !outcome.inDoubt || mayAsk(this.#underway.size - 1);
      if (outcome.again && tries < (outcome.inDoubt ? maxTriesInDoubt : maxTries) && mayRepeat) {
        if (outcome.inDoubt) asksAgain(row);
        continue;
      }
      backoff.setAside(row, outcome.answer, outcome.error);
      return undefined;
    }
    return undefined;
  }
}

/** Returns the same key for all rows that share one request: the digest, or the row number if there is no digest. */
function requestKey({ digest, number }: ScheduledRow): string | number {
  return digest ?? number;
}

/**
 * Resolves to the value, or to undefined as soon as the signal aborts. Removes its listener from the signal, because
 * many calls use the same signal.
 */
export function unlessAborted<T>(value: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(undefined);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    value.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
