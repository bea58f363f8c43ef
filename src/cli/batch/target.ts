// Where a batch writes, and what earlier runs left there.
import { rmSync, statSync } from 'node:fs';
import { FileTarget, hasJournal, journalOf } from '../../batch/file-target';
import type { JournalHead } from '../../batch/journal-lines';
import type { RowText } from '../../batch/output';
import { Earlier } from '../../batch/resume-state';
import { StreamTarget } from '../../batch/stream-target';
import type { BatchTarget } from '../../batch/target';
import { invalidInput } from '../../lib/errors';
import { checkTarget, ResumableFile } from '../../lib/resumable-file';
import { StreamSink } from '../../lib/stream-sink';
import { targetPath } from '../commands/lookups/shared/target';
import type { Context } from '../context';
import { dataStream } from '../ui/data-stream';
import { counted } from '../ui/figures';
import type { BatchPlan } from './options';

/** A target, opened. */
export interface OpenedTarget {
  target: BatchTarget;
  /** What earlier runs answered; nothing where this is the first. */
  earlier: Earlier;
  /** The file, where it is one. */
  file: { target: FileTarget; partial: ResumableFile } | undefined;
  /** Lets others at it. */
  release(): void;
}

/** Opens the target. Throws `invalid_input` or `write_failed`. */
export async function openTarget(
  context: Context,
  plan: Pick<BatchPlan, 'output' | 'resume' | 'force'>,
  { text, head }: { text: RowText; head: JournalHead },
): Promise<OpenedTarget> {
  if (plan.output === undefined) {
    const sink = new StreamSink(dataStream(context.output.dataStream()));
    const target = new StreamTarget(sink, text);
    return { target, earlier: new Earlier(), file: undefined, release() {} };
  }
  const partial = new ResumableFile(targetPath(plan.output));
  // What goes on may only have its last step left to do: then the target is there.
  checkTarget(partial.target, plan.force || plan.resume, false);
  partial.lock();
  try {
    const earlier = await earlierOf(context, partial, { ...plan, head });
    const target = new FileTarget(partial, text, {
      tally: earlier.tally,
      head: earlier.head === undefined ? head : undefined,
    });
    return { target, earlier, file: { target, partial }, release: () => partial.unlock() };
  } catch (error) {
    partial.unlock();
    throw error;
  }
}

/** What is left of an unfinished batch once nothing was answered: nothing that anybody needs. */
export function discard(partial: ResumableFile): void {
  partial.discard();
  rmSync(journalOf(partial), { force: true });
}

/** With --resume and nothing to go on from: the first run, or one too many. */
async function beginAtLast(context: Context, { target }: ResumableFile): Promise<void> {
  if (statSync(target, { throwIfNoEntry: false }) !== undefined) {
    throw invalidInput(
      `${target} is there, and no unfinished batch of it.`,
      'Nothing is left to do. To look every row up once more, leave --resume out.',
    );
  }
  await context.output.note(() => 'Nothing to go on from; this is the first run.');
}

/** What the journal holds; nothing where there is none, or it is to be overwritten. */
async function earlierOf(
  context: Context,
  partial: ResumableFile,
  { resume, force, head }: Pick<BatchPlan, 'resume' | 'force'> & { head: JournalHead },
): Promise<Earlier> {
  if (!hasJournal(partial)) {
    if (resume) await beginAtLast(context, partial);
    return new Earlier();
  }
  if (force && !resume) return new Earlier();
  const earlier = await Earlier.from(journalOf(partial));
  if (!resume) {
    if (earlier.isNothing) return new Earlier();
    throw invalidInput(
      `An earlier run of ${partial.target} is not finished: ${counted(earlier.answered, 'row')} answered, ${counted(earlier.tally.inDoubt, 'request')} in doubt.`,
      'Go on with --resume, or begin again with --force: what was looked up is then paid for again.',
    );
  }
  if (earlier.head !== undefined) checkSame(earlier.head, head, partial.target);
  if (!earlier.isComplete) checkTarget(partial.target, force, false);
  return earlier;
}

function checkSame(before: JournalHead, now: JournalHead, target: string): void {
  const names = new Set([...Object.keys(before.identity), ...Object.keys(now.identity)]);
  const differing = [...names].filter(
    (name) => JSON.stringify(before.identity[name]) !== JSON.stringify(now.identity[name]),
  );
  if (JSON.stringify(before.header) !== JSON.stringify(now.header)) differing.push('header');
  if (differing.length === 0) return;
  throw invalidInput(
    `The unfinished batch of ${target} was begun with another ${differing.join(' and ')}.`,
    'Give the same as then, or begin again with --force and without --resume.',
  );
}
