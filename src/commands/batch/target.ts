// Where a batch writes, and what earlier runs left there.
import { rmSync } from 'node:fs';
import { invalidInput } from '../../contract/errors';
import { Earlier } from '../../transfer/batch/earlier';
import type { JournalHead } from '../../transfer/batch/journal';
import type { RowText } from '../../transfer/batch/output';
import {
  type BatchTarget,
  FileTarget,
  hasJournal,
  journalOf,
  StreamTarget,
} from '../../transfer/batch/target';
import { checkTarget, Partial } from '../../transfer/partial';
import { StreamSink } from '../../transfer/stream-sink';
import type { Context } from '../context';
import { targetPath } from '../lookups/target';
import type { BatchPlan } from './options';
import { streamOf } from './stream';

/** A target, opened. */
export interface OpenedTarget {
  target: BatchTarget;
  /** What earlier runs answered; nothing where this is the first. */
  earlier: Earlier;
  /** The file, where it is one. */
  file: { target: FileTarget; partial: Partial } | undefined;
  /** Lets others at it. */
  release(): void;
}

/** Opens the target. Throws `invalid_input` or `write_failed`. */
export async function openTarget(
  context: Context,
  { output, resume, force }: Pick<BatchPlan, 'output' | 'resume' | 'force'>,
  { text, head }: { text: RowText; head: JournalHead },
): Promise<OpenedTarget> {
  if (output === undefined) {
    const sink = new StreamSink(streamOf(context.output.dataStream()));
    return {
      target: new StreamTarget(sink, text),
      earlier: new Earlier(),
      file: undefined,
      release() {},
    };
  }
  const path = targetPath(output);
  checkTarget(path, force, false);
  const partial = new Partial(path);
  partial.lock();
  try {
    const earlier = await earlierOf(context, partial, head, resume, force);
    const target = new FileTarget(partial, text, earlier.head === undefined ? head : undefined);
    return { target, earlier, file: { target, partial }, release: () => partial.unlock() };
  } catch (error) {
    partial.unlock();
    throw error;
  }
}

/** What is left of an unfinished batch once nothing was answered: nothing that anybody needs. */
export function discard(partial: Partial): void {
  partial.discard();
  rmSync(journalOf(partial), { force: true });
}

async function earlierOf(
  context: Context,
  partial: Partial,
  head: JournalHead,
  resume: boolean,
  force: boolean,
): Promise<Earlier> {
  if (!hasJournal(partial)) {
    if (resume) await context.output.note(() => 'Nothing to go on from; this is the first run.');
    return new Earlier();
  }
  const earlier = await Earlier.from(journalOf(partial));
  if (!resume) {
    if (force || earlier.answered === 0) return new Earlier();
    throw invalidInput(
      `An earlier run answered ${earlier.answered} rows of ${partial.target}.`,
      'Go on with --resume, or begin again with --force: those lookups are then paid for again.',
    );
  }
  if (earlier.head !== undefined) checkSame(earlier.head, head, partial.target);
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
