// Runs a batch, which looks up all rows that have no result yet.
import { ReaderGone } from '../lib/sink';
import type { AnswerCache } from './answer-cache';
import { type Asker, askFor } from './ask';
import type { PreparedRow } from './prepare';
import type { RateLimiter } from './rate-limiter';
import type { ResumeState } from './resume-state';
import { type BatchCounts, type BatchTarget, isLasting, type RowAnswer } from './row';
import { type BatchEnding, runSchedule } from './schedule';

export interface Batch extends Asker {
  rows: AsyncIterable<PreparedRow>;
  target: BatchTarget;
  /** The results of earlier runs. */
  resumed: ResumeState;
  cache: AnswerCache | undefined;
  /** True if rows with the same request share one result. */
  dedupe: boolean;
  rateLimiter: RateLimiter;
  atOnce: number;
  /** The maximum number of lookups that this run can cost, or Infinity. */
  maxLookups: number;
  /** Returns the milliseconds since an arbitrary moment. */
  elapsed(): number;
  /** Aborts when the user interrupts waypost. */
  stop: AbortSignal;
  /**
   * Runs before waypost repeats the request for a row because the result was lost. The service might have billed the
   * first request.
   */
  mayBeBilledTwice(row: number): void;
}

/** How much of the input a batch has processed, in bytes. */
export interface BatchPosition {
  /** The size of the rows that have a result or an error, in bytes. */
  answered: number;
  /** The size of the rows that were completed in earlier runs, in bytes. `answered` includes this size. */
  resumed: number;
}

/** The error with which waiting requests fail when the batch stops sending requests. */
class Halted extends Error {}

/**
 * Looks up every row that has no result yet, and closes the target. Resolves to undefined if every row has a result or
 * an error, or if the reader closed the pipe. Otherwise, resolves to the reason why the batch ended early. Updates
 * `position` after each row.
 */
export async function runBatch(batch: Batch, position: BatchPosition): Promise<BatchEnding> {
  const { target, rateLimiter, cache, maxLookups } = batch;
  const before = spent(target.counts);
  let ending: BatchEnding;
  try {
    await target.begin();
    ending = await runSchedule<Scheduled>({
      rows: unanswered(batch, position),
      known: ({ row }) => knownAnswer(batch, row),
      async ask({ row, number }) {
        if ('invalid' in row) return { kind: 'answered', answer: row.invalid };
        if (batch.resumed.takeInDoubt(number)) batch.mayBeBilledTwice(number);
        const outcome = await askFor(batch, row);
        if (outcome.kind === 'answered' && 'result' in outcome.answer) {
          cache?.add(row.digest, outcome.answer.result);
        }
        return outcome;
      },
      async answered({ row, number, digest }, answer) {
        await target.answered({
          number,
          input: row.input,
          answer,
          ...(isLasting(answer) ? { digest } : {}),
        });
        position.answered += row.size;
      },
      asksAgain: ({ number }) => batch.mayBeBilledTwice(number),
      answeredBefore: batch.resumed.answered > 0,
      atOnce: batch.atOnce,
      // Pending requests count toward the limit, because each might cost a lookup.
      mayAsk: (underway) =>
        underway < target.mostUnderway && spent(target.counts) - before + underway < maxLookups,
      hold: (ms) => rateLimiter.hold(ms),
      elapsed: batch.elapsed,
      halt: () => rateLimiter.stop(new Halted()),
      stop: batch.stop,
    });
    await target.end(ending === undefined);
  } catch (error) {
    ending ??= { error };
  }
  // A reader of standard output, such as `head`, closes the pipe when the reader does not need more rows. The batch did
  // not fail in this case.
  const isUnread = typeof ending === 'object' && ending.error instanceof ReaderGone;
  return isUnread ? undefined : ending;
}

interface Scheduled {
  number: number;
  /** The digest of the request, or undefined if the row does not share its result with other rows. */
  digest: string | undefined;
  row: PreparedRow;
}

function spent({ lookups, inDoubt }: Readonly<BatchCounts>): number {
  return lookups + inDoubt;
}

/**
 * If a row does not need a request, returns the row's result or error. Otherwise, returns undefined. A row does not
 * need a request if the row is invalid, if the cache contains the result, or if `dedupe` is true and a row with the
 * same request has a result.
 */
function knownAnswer({ target, cache, dedupe }: Batch, row: PreparedRow): RowAnswer | undefined {
  if ('invalid' in row) return row.invalid;
  const same = dedupe ? target.answerTo(row.digest) : undefined;
  if (same !== undefined) return { ...same, cost: 0 };
  const cached = cache?.get(row.digest);
  return cached === undefined ? undefined : { ...cached, cost: 0 };
}

async function* unanswered(
  { rows, resumed, dedupe }: Batch,
  position: BatchPosition,
): AsyncGenerator<Scheduled, void> {
  let last = 0;
  for await (const row of rows) {
    last = row.number;
    if (resumed.has(row)) {
      position.answered += row.size;
      position.resumed += row.size;
    } else {
      const digest = dedupe && 'digest' in row ? row.digest : undefined;
      yield { number: row.number, digest, row };
    }
  }
  resumed.checkEnd(last);
}
