// Asks for every row of a batch: several at a time, none twice, until all are answered or something stops it.
import type { Answer, AnsweredRow, InputRow } from './row';

/** What became of asking for a row. */
export type Outcome =
  | { kind: 'answered'; answer: Answer }
  /** The row was provably not looked up: ask again. `answer` is what it gets if that is of no use. */
  | { kind: 'refused'; answer: Answer; error: unknown }
  /** It may have been looked up and billed, but the answer is lost: it is not asked for again. */
  | { kind: 'lost'; answer: Answer; error: unknown }
  /** Nothing more can be asked for. */
  | { kind: 'stop'; error: unknown };

/** What a batch is made of. */
export interface Batch {
  /** The rows that have no answer yet, in order. */
  rows: AsyncIterable<InputRow>;
  ask(row: InputRow): Promise<Outcome>;
  /** Takes a row with its answer. */
  answered(row: AnsweredRow): Promise<void>;
  /** Most rows under way at once. */
  atOnce: number;
  /** Whether one more row may be asked for beside those under way; false is final once none is. */
  mayAsk(underway: number): boolean;
  /** Holds requests back while the service is in trouble. */
  hold(ms: number): void;
  /** Whether requests are held back now. */
  isHeld(): boolean;
  /** Refuses what has not been sent yet. */
  halt(reason: unknown): void;
  /** Aborts when nothing more is to be asked for. Answers under way are waited for all the same. */
  stop: AbortSignal;
}

/** Rows that may be answered before an earlier one is: bounds what waits for its turn. */
const mostAhead = 1000;

/** Times a row that is refused is asked for while others get through. */
const mostTries = 4;

/** Requests are held back this long where the service refuses them, twice as long each time, this often. */
const firstHoldMs = 500;
const longestHoldMs = 30_000;
const mostHolds = 8;
/** Where no row got through at all, something else is wrong. */
const mostHoldsAtFirst = 2;

/** Answers that may be lost one after the other before the batch gives up. */
const mostLost = 20;

/** Why a batch ended before its last row: an error, or that no more rows may be asked for. */
export type Ending = { error: unknown } | 'brake' | undefined;

/** Runs a batch to its end. Resolves with why it ended, undefined where every row is answered. */
export async function runBatch(batch: Batch): Promise<Ending> {
  const underway = new Map<number, Promise<void>>();
  const health = new Health(batch);
  let ending: Ending;
  const stop = (why: NonNullable<Ending>) => {
    ending ??= why;
    batch.halt(why);
  };
  const onStop = () => stop({ error: batch.stop.reason });
  batch.stop.addEventListener('abort', onStop, { once: true });
  if (batch.stop.aborted) onStop();
  const iterator = batch.rows[Symbol.asyncIterator]();
  try {
    while (ending === undefined) {
      const next = await unlessAborted(iterator.next(), batch.stop);
      if (next === undefined || next.done || ending !== undefined) break;
      const row = next.value;
      await roomFor(row, underway, batch, () => ending !== undefined);
      if (ending !== undefined) break;
      if (!batch.mayAsk(underway.size)) {
        stop('brake');
        break;
      }
      const done = askFor(row, batch, health, () => ending !== undefined)
        .catch((error: unknown) => stop({ error }))
        .finally(() => underway.delete(row.number));
      underway.set(row.number, done);
    }
  } catch (error) {
    stop({ error });
  }
  await Promise.all(underway.values());
  batch.stop.removeEventListener('abort', onStop);
  // Where the service is in trouble, what it lost last is left open: another run asks again.
  if (ending === undefined) await health.well();
  return ending;
}

/** Waits until a row may be asked for beside those under way. */
async function roomFor(
  row: InputRow,
  underway: ReadonlyMap<number, Promise<void>>,
  batch: Batch,
  isOver: () => boolean,
): Promise<void> {
  const oldest = () => underway.keys().next().value ?? row.number;
  while (
    underway.size > 0 &&
    !isOver() &&
    (underway.size >= batch.atOnce ||
      row.number - oldest() >= mostAhead ||
      !batch.mayAsk(underway.size))
  ) {
    await Promise.race(underway.values());
  }
}

/** Asks for a row until it is answered. Throws what ends the batch. */
async function askFor(
  row: InputRow,
  batch: Batch,
  health: Health,
  isOver: () => boolean,
): Promise<void> {
  const wellBefore = health.wells;
  for (let tries = 1; !isOver(); tries += 1) {
    const outcome = await batch.ask(row);
    if (outcome.kind === 'stop') throw outcome.error;
    if (outcome.kind === 'answered') {
      await batch.answered({ ...row, answer: outcome.answer });
      return health.well();
    }
    const answered = { ...row, answer: outcome.answer };
    if (outcome.kind === 'lost') {
      if (!health.lost(answered)) throw outcome.error;
      return;
    }
    if (tries >= mostTries && health.wells > wellBefore) return batch.answered(answered);
    if (!health.refused()) throw outcome.error;
  }
}

/** How the service has been lately, as all rows together see it. */
class Health {
  readonly #batch: Batch;
  #wells = 0;
  #holds = 0;
  #lost: AnsweredRow[] = [];

  constructor(batch: Batch) {
    this.#batch = batch;
  }

  /** Rows that got through. */
  get wells(): number {
    return this.#wells;
  }

  /** A row got through: what was lost before is those rows' own trouble. */
  async well(): Promise<void> {
    this.#wells += 1;
    this.#holds = 0;
    for (const row of this.#lost.splice(0)) await this.#batch.answered(row);
  }

  /** An answer was lost. False where too many were. */
  lost(row: AnsweredRow): boolean {
    return this.#lost.push(row) < mostLost;
  }

  /** A row was refused: holds requests back, longer each time. False where that was of no use for long. */
  refused(): boolean {
    if (this.#batch.isHeld()) return true;
    this.#batch.hold(Math.min(firstHoldMs * 2 ** this.#holds, longestHoldMs));
    this.#holds += 1;
    return this.#holds <= (this.#wells === 0 ? mostHoldsAtFirst : mostHolds);
  }
}

/** The value; undefined as soon as the signal aborts, whatever becomes of the value. */
function unlessAborted<T>(value: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
    value.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
