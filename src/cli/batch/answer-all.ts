// Drives a batch from its first unanswered row to its end, and shows how far it has got.
import type { ReadRow } from '../../batch/input';
import type { Outcome } from '../../batch/outcome';
import type { Earlier } from '../../batch/resume-state';
import type { InputRow } from '../../batch/row';
import { type Ending, runBatch } from '../../batch/run';
import type { Tally } from '../../batch/tally';
import type { Pace } from '../../client/http/rate-limiter';
import { ReaderGone } from '../../lib/sink';
import type { Context } from '../context';
import { type BatchState, showBatch } from '../ui/batch-progress';
import type { Source } from './source';
import type { OpenedTarget } from './target';

/** A batch with everything it works with. */
export interface Work {
  ask(row: InputRow): Promise<Outcome>;
  rows: AsyncIterable<ReadRow>;
  opened: OpenedTarget;
  source: Source;
  pace: Pace;
  /** Most rows under way at once. */
  atOnce: number;
  /** Lookups that may be consumed in this run; Infinity where there is no brake. */
  maxLookups: number;
}

/** Thrown into requests that wait to be sent when nothing more is to be sent. */
class Halted extends Error {}

/** Asks for every row that has no answer yet, and ends the target. Resolves with why it ended. */
export async function answerAll(context: Context, work: Work): Promise<Ending> {
  const { ask, rows, opened, source, pace, atOnce, maxLookups } = work;
  const { target, earlier } = opened;
  const { clock, interrupted } = context.world;
  const before = spent(target.tally);
  const read = { bytes: 0, skipped: 0 };
  // Rows that a person sees come by are progress enough.
  const isShown = opened.file === undefined && context.world.stdout.isTTY === true;
  const progress = isShown
    ? undefined
    : showBatch(context.output, clock.now, () => ({
        ...target.tally,
        ...partsOf(read, source.size),
        heldMs: pace.heldMs,
      }));
  let ending: Ending;
  try {
    ending = await runBatch({
      rows: unanswered(rows, earlier, read),
      ask,
      answered: (row) => target.answered(row),
      atOnce,
      // Each row under way may cost a lookup.
      mayAsk: (underway) => spent(target.tally) - before + underway < maxLookups,
      hold: (ms) => pace.hold(ms),
      now: clock.now,
      halt: () => pace.stop(new Halted()),
      stop: interrupted,
    });
    await target.end(ending === undefined);
  } catch (error) {
    ending ??= { error };
  } finally {
    progress?.end();
  }
  // `… | head` has what it wanted.
  const isUnread = typeof ending === 'object' && ending.error instanceof ReaderGone;
  return isUnread ? undefined : ending;
}

/** Lookups that are consumed, or may be. */
function spent({ lookups, inDoubt }: Readonly<Tally>): number {
  return lookups + inDoubt;
}

/** How far an input has been read, in bytes. */
interface ReadSoFar {
  bytes: number;
  /** Of these, bytes of rows that earlier runs answered. */
  skipped: number;
}

function partsOf(
  { bytes, skipped }: ReadSoFar,
  size: number | undefined,
): Pick<BatchState, 'part' | 'skipped'> {
  return size
    ? { part: Math.min(1, bytes / size), skipped: skipped / size }
    : { part: undefined, skipped: 0 };
}

async function* unanswered(
  rows: AsyncIterable<ReadRow>,
  earlier: Earlier,
  read: ReadSoFar,
): AsyncGenerator<InputRow, void> {
  let number = 0;
  for await (const { end, ...row } of rows) {
    number = row.number;
    if (earlier.has(row)) read.skipped += end - read.bytes;
    else yield row;
    read.bytes = end;
  }
  earlier.checkEnd(number);
}
