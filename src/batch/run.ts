// Asks for every row of a batch: several at a time, none twice, until all are answered or something stops it.
import { unlessAborted } from '../lib/unless-aborted';
import { Health, type Patient } from './backoff';
import type { InputRow } from './row';

/** What a batch is made of. */
export interface Batch extends Patient {
  /** The rows that have no answer yet, in order. */
  rows: AsyncIterable<InputRow>;
  /** Most rows under way at once. */
  atOnce: number;
  /** Whether one more request may go out beside the rows under way; false is final once none is. */
  mayAsk(underway: number): boolean;
  /** Refuses what has not been sent yet. */
  halt(): void;
  /** Aborts when nothing more is to be asked for. Answers under way are waited for all the same. */
  stop: AbortSignal;
}

/** Rows that may be answered before an earlier one is: bounds what waits for its turn. */
const mostAhead = 1000;

/** Times a row is asked for that fails for its own sake, as far as one can tell. */
const mostTries = 4;
/** Times a row is asked for whose answers are lost: each of them may have been paid for. */
const mostTriesInDoubt = 2;

/** Why a batch ended before its last row: an error, or that no more rows may be asked for. */
export type Ending = { error: unknown } | 'brake' | undefined;

/** Runs a batch to its end. Resolves with why it ended, undefined where every row is answered. */
export async function runBatch(batch: Batch): Promise<Ending> {
  const run = new BatchRun(batch);
  const onStop = () => run.end({ error: batch.stop.reason });
  batch.stop.addEventListener('abort', onStop, { once: true });
  if (batch.stop.aborted) onStop();
  try {
    await run.askForAll();
  } catch (error) {
    run.end({ error });
  }
  await run.settle();
  batch.stop.removeEventListener('abort', onStop);
  return run.ending;
}

class BatchRun {
  readonly #batch: Batch;
  readonly #health: Health;
  /** By their numbers, in order. */
  readonly #underway = new Map<number, Promise<void>>();
  #ending: Ending;

  constructor(batch: Batch) {
    this.#batch = batch;
    this.#health = new Health(batch);
  }

  get ending(): Ending {
    return this.#ending;
  }

  /** From now on nothing more is asked for. The first reason counts. */
  end(why: NonNullable<Ending>): void {
    this.#ending ??= why;
    this.#batch.halt();
  }

  /** Sends the rows on their way, one after the other. Throws what is wrong with the input. */
  async askForAll(): Promise<void> {
    const rows = this.#batch.rows[Symbol.asyncIterator]();
    while (this.#ending === undefined) {
      const next = await unlessAborted(rows.next(), this.#batch.stop);
      if (next === undefined || next.done) return;
      await this.#roomFor(next.value);
      if (!this.#batch.mayAsk(this.#underway.size)) return this.end('brake');
      this.#send(next.value);
    }
  }

  /** Waits for the answers under way. */
  async settle(): Promise<void> {
    await Promise.all(this.#underway.values());
    if (this.#ending !== undefined) return;
    await this.#health.settle().catch((error: unknown) => this.end({ error }));
  }

  #send(row: InputRow): void {
    const done = this.#askFor(row)
      .catch((error: unknown) => this.end({ error }))
      .finally(() => this.#underway.delete(row.number));
    this.#underway.set(row.number, done);
  }

  async #roomFor({ number }: InputRow): Promise<void> {
    const underway = this.#underway;
    const oldest = () => underway.keys().next().value ?? number;
    while (
      underway.size > 0 &&
      this.#ending === undefined &&
      (underway.size >= this.#batch.atOnce ||
        number - oldest() >= mostAhead ||
        !this.#batch.mayAsk(underway.size))
    ) {
      await Promise.race(underway.values());
    }
  }

  /** Asks for a row until it is answered, or set aside. Throws what ends the batch. */
  async #askFor(row: InputRow): Promise<void> {
    const health = this.#health;
    let tries = 0;
    while (this.#ending === undefined) {
      const outcome = await health.ask(row);
      if (outcome.kind === 'stop') throw outcome.error;
      if (outcome.kind === 'unfit' || outcome.kind === 'answered') {
        await this.#batch.answered({ ...row, answer: outcome.answer });
        if (outcome.kind === 'answered') await health.settle();
        return;
      }
      if (!health.failed()) throw outcome.error;
      if (outcome.kind === 'refused') continue;
      tries += 1;
      // A lookup in doubt counts by itself; a further one of this row must be allowed beside it.
      const mayRepeat = !outcome.inDoubt || this.#batch.mayAsk(this.#underway.size - 1);
      if (outcome.again && tries < (outcome.inDoubt ? mostTriesInDoubt : mostTries) && mayRepeat)
        continue;
      return health.setAside({ ...row, answer: outcome.answer });
    }
  }
}
