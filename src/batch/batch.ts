// A batch from its first row without an answer to its end.
import { ReaderGone } from '../lib/sink';
import type { AnswerCache } from './answer-cache';
import { type Asker, askFor } from './ask';
import type { PreparedRow } from './prepare';
import type { RateLimiter } from './rate-limiter';
import type { ResumeState } from './resume-state';
import { type BatchTarget, type Counts, isLasting, type RowAnswer } from './row';
import { type Ending, runSchedule } from './schedule';

export interface Batch extends Asker {
  rows: AsyncIterable<PreparedRow>;
  target: BatchTarget;
  /** The answers of earlier runs. */
  resumed: ResumeState;
  cache: AnswerCache | undefined;
  /** Whether rows with the same request share an answer. */
  dedupe: boolean;
  rateLimiter: RateLimiter;
  atOnce: number;
  /** Lookups that may be consumed in this run; Infinity for no limit. */
  maxLookups: number;
  /** Milliseconds that passed since some moment. */
  elapsed(): number;
  /** Aborts when the user interrupts. */
  stop: AbortSignal;
  /** Called before a row is looked up again that may have been billed. */
  mayBeBilledTwice(row: number): void;
}

/** Progress of a batch, in bytes of its input. */
export interface BatchPosition {
  /** Bytes of rows that are answered. */
  answered: number;
  /** Of these, bytes of rows answered in earlier runs. */
  resumed: number;
}

/** Thrown into waiting requests when no more may be sent. */
class Halted extends Error {}

/**
 * Looks up every row without an answer, and closes the target. Resolves with the reason why it ended;
 * `position` is kept up to date.
 */
export async function runBatch(batch: Batch, position: BatchPosition): Promise<Ending> {
  const { target, rateLimiter, cache, maxLookups } = batch;
  const before = spent(target.counts);
  let ending: Ending;
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
      // Each row under way may cost a lookup.
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
  // `… | head` has read enough.
  const isUnread = typeof ending === 'object' && ending.error instanceof ReaderGone;
  return isUnread ? undefined : ending;
}

interface Scheduled {
  number: number;
  /** Undefined if the row shares its answer with no other. */
  digest: string | undefined;
  row: PreparedRow;
}

function spent({ lookups, inDoubt }: Readonly<Counts>): number {
  return lookups + inDoubt;
}

/** The answer of a row that costs nothing: it is invalid, was answered before, or is in the cache. */
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
