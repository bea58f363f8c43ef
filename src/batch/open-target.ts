// Opens the target of a batch, with the answers of earlier runs.

import { rmSync, statSync } from 'node:fs';
import type { LookupOperation, LookupParameters } from '../client/lookup';
import { checkTarget, ResumableFile } from '../lib/resumable-file';
import { type ByteStream, StreamSink } from '../lib/sink';
import { andList } from '../lib/word-list';
import type { BatchIdentity, JournalHead } from './journal-lines';
import type { RowText } from './output';
import { batchRefused } from './reasons';
import { rescuePathOf, takeRescued } from './rescue';
import { ResumeState } from './resume-state';
import { answeredRows, type BatchTarget, type Judge } from './row';
import { FileTarget, hasJournal, journalOf, StreamTarget } from './targets';

interface TargetPlan {
  /** Path of the file; undefined for the stream. */
  path: string | undefined;
  /** The directory for answers that cannot be written beside the file. */
  rescueDirectory: string;
  stream(): ByteStream;
  resume: boolean;
  /** Whether an existing file is replaced. */
  overwrite: boolean;
  dedupe: boolean;
  text: RowText;
  judge: Judge;
  head: JournalHead;
}

export interface OpenedTarget {
  target: BatchTarget;
  /** The answers of earlier runs; nothing for a first run. */
  resumed: ResumeState;
  /** The file, if the target is one. */
  file: { target: FileTarget; partial: ResumableFile } | undefined;
  /** Whether there was nothing to resume although --resume was given. */
  isFirstRun: boolean;
  release(): void;
}

export async function openBatchTarget(plan: TargetPlan): Promise<OpenedTarget> {
  const { path, resume, text, judge, head } = plan;
  if (path === undefined) {
    const target = new StreamTarget(new StreamSink(plan.stream()), text, judge, plan.dedupe);
    const resumed = new ResumeState();
    return { target, resumed, file: undefined, isFirstRun: false, release() {} };
  }
  const partial = new ResumableFile(path);
  // A resumed run may only have its last step left: then the target exists.
  checkTarget(partial.target, plan.overwrite || resume, false);
  partial.lock();
  try {
    const rescuePath = rescuePathOf(plan.rescueDirectory, partial.target);
    if (resume) await takeRescued(partial.target, journalOf(partial), rescuePath);
    const isFirstRun = resume && !hasJournal(partial);
    if (isFirstRun) checkUnfinished(partial.target);
    const resumed = await resumeStateOf(partial, plan, rescuePath);
    const target = new FileTarget({ partial, text, judge, head, resumed, rescuePath });
    return {
      target,
      resumed,
      file: { target, partial },
      isFirstRun,
      release: () => partial.unlock(),
    };
  } catch (error) {
    partial.unlock();
    throw error;
  }
}

/** What a run with --resume would continue, without changing anything. Throws `invalid_input`. */
export async function peekResumeState({
  path,
  rescueDirectory,
  head,
  judge,
}: Pick<TargetPlan, 'path' | 'rescueDirectory' | 'head' | 'judge'>): Promise<ResumeState> {
  if (path === undefined) return new ResumeState();
  const partial = new ResumableFile(path);
  if (!hasJournal(partial)) {
    checkUnfinished(path);
    return new ResumeState();
  }
  const rescuePath = rescuePathOf(rescueDirectory, partial.target);
  const state = await ResumeState.from(journalOf(partial), judge, rescuePath);
  if (state.head !== undefined) checkSame(state.head, head, path);
  return state;
}

/** Closes a target to which nothing was written in this run. */
export async function abandon({ target, file }: OpenedTarget): Promise<void> {
  if (file === undefined) return;
  await target.end(false);
  if (answeredRows(target.counts) + target.counts.inDoubt === 0) discard(file.partial);
}

/** Removes an unfinished batch without answers. */
export function discard(partial: ResumableFile): void {
  partial.discard();
  rmSync(journalOf(partial), { force: true });
}

function checkUnfinished(target: string): void {
  if (statSync(target, { throwIfNoEntry: false }) === undefined) return;
  throw batchRefused(
    'batch_finished',
    `There is nothing to resume: ${target} exists, and no unfinished batch of it.`,
  );
}

/** The content of the journal; nothing if there is none, or it is to be overwritten. */
async function resumeStateOf(
  partial: ResumableFile,
  { resume, overwrite, head, judge }: TargetPlan,
  rescuePath: string,
): Promise<ResumeState> {
  if (!hasJournal(partial) || (overwrite && !resume)) return new ResumeState();
  const state = await ResumeState.from(journalOf(partial), judge, rescuePath);
  if (!resume) {
    if (state.isEmpty) return new ResumeState();
    const message = `An earlier run of ${partial.target} is not finished: ${answered(state)}.`;
    throw batchRefused('batch_unfinished', message);
  }
  if (state.head !== undefined) checkSame(state.head, head, partial.target);
  if (!state.isComplete) checkTarget(partial.target, overwrite, false);
  return state;
}

function answered({ answered: rows, counts: { inDoubt } }: ResumeState): string {
  const doubt = inDoubt === 0 ? '' : `, ${inDoubt} in doubt`;
  return `${rows} ${rows === 1 ? 'row' : 'rows'} answered${doubt}`;
}

function checkSame(before: JournalHead, now: JournalHead, target: string): void {
  const names = new Set([...Object.keys(before.identity), ...Object.keys(now.identity)]);
  const differing = [...names].filter(
    (name) => JSON.stringify(before.identity[name]) !== JSON.stringify(now.identity[name]),
  );
  if (JSON.stringify(before.header) !== JSON.stringify(now.header)) differing.push('header');
  if (differing.length === 0) return;
  const message = `The unfinished batch of ${target} was started with another ${andList(differing)}.`;
  throw batchRefused('batch_differs', message);
}

/** The inputs of the answers. The key is not one: a user who runs out of lookups resumes with another. */
export function batchIdentity(
  { href }: URL,
  { endpoint }: LookupOperation,
  { columns, hasHeader }: { columns: readonly string[]; hasHeader: boolean },
  fixed: LookupParameters,
): BatchIdentity {
  return {
    service: href,
    operation: `${endpoint.method} ${endpoint.path}`,
    column: columns,
    'first row': hasHeader ? 'header' : 'row',
    parameters: Object.entries(fixed).flatMap(([name, value]) =>
      value === undefined ? [] : `${name}=${value}`,
    ),
  };
}
