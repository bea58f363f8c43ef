// In which order rows are asked for: several at a time, none twice, rows with the same request together,
// until all are answered or something ends the batch.
import { Backoff, type BackoffHooks } from './backoff';
import type { Answer } from './row';

/** A row as the schedule sees it. */
interface ScheduledRow {
  /** From 1. */
  number: number;
  /** Rows with the same digest wait for one answer; undefined where each is asked for. */
  digest?: string | undefined;
}

/** What a schedule works on. */
export interface Schedule<Row extends ScheduledRow> extends BackoffHooks<Row> {
  /** The rows that have no answer yet, in order. */
  rows: AsyncIterable<Row>;
  /** The answer of a row that need not be asked for. */
  known(row: Row): Answer | undefined;
  /** Most rows under way at once. */
  atOnce: number;
  /** Whether one more request may go out beside the rows under way; false is final once none is. */
  mayAsk(underway: number): boolean;
  /** Told before a row is asked for again whose first lookup may have been billed. */
  asksAgain(row: Row): void;
  /** Refuses what has not been sent yet. */
  halt(): void;
  /** Aborts when nothing more is to be asked for. Answers under way are waited for all the same. */
  stop: AbortSignal;
}

/** Rows that may be answered before an earlier one is: bounds what waits for its turn. */
const maxAhead = 1000;

/** Times a row is asked for that fails, and one whose answers are lost: each may have been paid for. */
const maxTries = 4;
const maxTriesInDoubt = 2;

/** Why a batch ended before its last row: an error, or that no more rows may be asked for. */
export type Ending = { error: unknown } | 'limit' | undefined;

/** Asks for every row. Resolves with why it ended, undefined where every row is answered. */
export async function runSchedule<Row extends ScheduledRow>(
  schedule: Schedule<Row>,
): Promise<Ending> {
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
  /** By the numbers of the rows, in order. */
  readonly #underway = new Map<number, Promise<void>>();
  /** Rows that wait for the answer of one under way, by their digest. */
  readonly #waiting = new Map<string, Row[]>();
  #ending: Ending;

  constructor(schedule: Schedule<Row>) {
    this.#schedule = schedule;
    this.#backoff = new Backoff(schedule);
  }

  get ending(): Ending {
    return this.#ending;
  }

  /** From now on nothing more is asked for. The first reason counts. */
  end(why: NonNullable<Ending>): void {
    this.#ending ??= why;
    this.#schedule.halt();
  }

  /** Sends the rows, one after the other. Throws what is wrong with the input. */
  async askForAll(): Promise<void> {
    const rows = this.#schedule.rows[Symbol.asyncIterator]();
    while (this.#ending === undefined) {
      const next = await unlessAborted(rows.next(), this.#schedule.stop);
      if (next === undefined || next.done) return;
      await this.#take(next.value);
    }
  }

  /** Waits for the answers under way. */
  async settle(): Promise<void> {
    await Promise.all(this.#underway.values());
    if (this.#ending !== undefined) return;
    await this.#backoff.settle().catch((error: unknown) => this.end({ error }));
  }

  async #take(row: Row): Promise<void> {
    const { known, answered, mayAsk } = this.#schedule;
    await this.#notTooFarAhead(row);
    const answer = known(row);
    if (answer !== undefined) return answered(row, answer);
    const waiting = row.digest === undefined ? undefined : this.#waiting.get(row.digest);
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
    const { digest } = row;
    const waiting: Row[] = [];
    if (digest !== undefined) this.#waiting.set(digest, waiting);
    const done = this.#askForFirst(row, waiting)
      .catch((error: unknown) => this.end({ error }))
      .finally(() => this.#underway.delete(row.number));
    this.#underway.set(row.number, done);
  }

  async #notTooFarAhead({ number }: Row): Promise<void> {
    const underway = this.#underway;
    const isTooFar = (oldest = number) => number - oldest >= maxAhead;
    while (this.#ending === undefined && isTooFar(underway.keys().next().value)) {
      await Promise.race(underway.values());
    }
    // Nothing was asked for since these failed: the service cannot tell whose fault it was.
    if (isTooFar(this.#backoff.oldestAside)) await this.#backoff.settle();
  }

  async #roomToAsk(): Promise<void> {
    const underway = this.#underway;
    const { atOnce, mayAsk } = this.#schedule;
    while (
      underway.size > 0 &&
      this.#ending === undefined &&
      (underway.size >= atOnce || !mayAsk(underway.size))
    ) {
      await Promise.race(underway.values());
    }
  }

  /** Asks for a row, and gives its answer to those that wait for it; where it fails, asks for the next. */
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
    // At once, so that no row begins to wait for what is over.
    if (first.digest !== undefined) this.#waiting.delete(first.digest);
  }

  /**
   * Asks for a row until it is answered, or set aside. Resolves with the service's answer, if any. Throws
   * what ends the batch.
   */
  async #askFor(row: Row): Promise<Answer | undefined> {
    const { answered, mayAsk, asksAgain } = this.#schedule;
    const backoff = this.#backoff;
    let tries = 0;
    while (this.#ending === undefined) {
      const outcome = await backoff.ask(row);
      if (outcome.kind === 'stop') throw outcome.error;
      if (outcome.kind === 'answered') {
        await answered(row, outcome.answer);
        await backoff.settle();
        return outcome.answer;
      }
      if (!backoff.failed()) throw outcome.error;
      if (outcome.kind === 'refused') continue;
      tries += 1;
      // A lookup in doubt counts by itself; a further one of this row must be allowed beside it.
      const mayRepeat = !outcome.inDoubt || mayAsk(this.#underway.size - 1);
      if (outcome.again && tries < (outcome.inDoubt ? maxTriesInDoubt : maxTries) && mayRepeat) {
        if (outcome.inDoubt) asksAgain(row);
        continue;
      }
      backoff.setAside(row, outcome.answer);
      return undefined;
    }
    return undefined;
  }
}

/**
 * The value; undefined as soon as the signal aborts, whatever becomes of the value then. Nothing stays
 * behind on a signal that outlives many of these.
 */
export function unlessAborted<T>(value: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(undefined);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    value.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
