// Opens the target of a batch, and reads the results of earlier runs.

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
import { answeredRows, type BatchTarget, type ResultOutcome } from './row';
import { FileTarget, hasJournal, journalOf, StreamTarget } from './targets';

interface TargetPlan {
  /** The path of the output file, or undefined for standard output. */
  path: string | undefined;
  /** The directory for results that cannot be written next to the output file. */
  rescueDirectory: string;
  stream(): ByteStream;
  resume: boolean;
  /** True to replace an existing file. */
  overwrite: boolean;
  dedupe: boolean;
  text: RowText;
  resultOutcome: ResultOutcome;
  head: JournalHead;
}

export interface OpenedTarget {
  target: BatchTarget;
  /** The saved state of earlier runs. If this run is the first run, the state is empty. */
  resumed: ResumeState;
  /** The output file, or undefined for standard output. */
  file: { target: FileTarget; partial: ResumableFile } | undefined;
  /** True if the user used --resume but there was nothing to resume. */
  isFirstRun: boolean;
  release(): void;
}

export async function openBatchTarget(plan: TargetPlan): Promise<OpenedTarget> {
  const { path, resume, text, resultOutcome, head } = plan;
  if (path === undefined) {
    const target = new StreamTarget(
      new StreamSink(plan.stream()),
      text,
      resultOutcome,
      plan.dedupe,
    );
    const resumed = new ResumeState();
    return { target, resumed, file: undefined, isFirstRun: false, release() {} };
  }
  const partial = new ResumableFile(path);
  // An earlier run might have ended after it created the output file, but before it removed the journal. A resumed run
  // therefore accepts an existing output file.
  checkTarget(partial.target, plan.overwrite || resume, false);
  partial.lock();
  try {
    const rescuePath = rescuePathOf(plan.rescueDirectory, partial.target);
    if (resume) await takeRescued(partial.target, journalOf(partial), rescuePath);
    const isFirstRun = resume && !hasJournal(partial);
    if (isFirstRun) checkUnfinished(partial.target);
    const resumed = await resumeStateOf(partial, plan, rescuePath);
    const target = new FileTarget({ partial, text, resultOutcome, head, resumed, rescuePath });
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

/**
 * Returns the state from which a run with --resume would continue. Does not change any file. Throws `invalid_input` if
 * the batch cannot be resumed.
 */
export async function peekResumeState({
  path,
  rescueDirectory,
  head,
  resultOutcome,
}: Pick<TargetPlan, 'path' | 'rescueDirectory' | 'head' | 'resultOutcome'>): Promise<ResumeState> {
  if (path === undefined) return new ResumeState();
  const partial = new ResumableFile(path);
  if (!hasJournal(partial)) {
    checkUnfinished(path);
    return new ResumeState();
  }
  const rescuePath = rescuePathOf(rescueDirectory, partial.target);
  const state = await ResumeState.from(journalOf(partial), resultOutcome, rescuePath);
  if (state.head !== undefined) checkSameBatch(state.head, head, path);
  return state;
}

/**
 * Closes a target to which this run has not written any results. If earlier runs did not write results either, removes
 * the batch's files.
 */
export async function abandon({ target, file }: OpenedTarget): Promise<void> {
  if (file === undefined) return;
  await target.end(false);
  if (answeredRows(target.counts) + target.counts.inDoubt === 0) discard(file.partial);
}

/** Removes the files of an unfinished batch that has no results. */
export function discard(partial: ResumableFile): void {
  partial.discard();
  rmSync(journalOf(partial), { force: true });
}

function checkUnfinished(target: string): void {
  if (statSync(target, { throwIfNoEntry: false }) === undefined) return;
  throw batchRefused(
    'batch_finished',
    `There is nothing to resume: ${target} exists, and there is no unfinished batch for this file.`,
  );
}

/**
 * Reads the journal. Returns an empty state if the journal does not exist, has no results or will be overwritten.
 * Throws `invalid_input` if the journal has results, but this run does not resume the batch or does not match the
 * earlier run.
 */
async function resumeStateOf(
  partial: ResumableFile,
  { resume, overwrite, head, resultOutcome }: TargetPlan,
  rescuePath: string,
): Promise<ResumeState> {
  if (!hasJournal(partial) || (overwrite && !resume)) return new ResumeState();
  const state = await ResumeState.from(journalOf(partial), resultOutcome, rescuePath);
  if (!resume) {
    if (state.isEmpty) return new ResumeState();
    const message = `An earlier batch for ${partial.target} is not finished: ${answered(state)}.`;
    throw batchRefused('batch_unfinished', message);
  }
  if (state.head !== undefined) checkSameBatch(state.head, head, partial.target);
  if (!state.isComplete) checkTarget(partial.target, overwrite, false);
  return state;
}

function answered({ answered: rows, counts: { inDoubt } }: ResumeState): string {
  const doubt =
    inDoubt === 0
      ? ''
      : `. The service might have billed ${inDoubt} more ${inDoubt === 1 ? 'request' : 'requests'}`;
  return `${rows} ${rows === 1 ? 'row has' : 'rows have'} a result${doubt}`;
}

function checkSameBatch(before: JournalHead, now: JournalHead, target: string): void {
  const names = new Set([...Object.keys(before.identity), ...Object.keys(now.identity)]);
  const differing = [...names].filter(
    (name) => JSON.stringify(before.identity[name]) !== JSON.stringify(now.identity[name]),
  );
  if (JSON.stringify(before.header) !== JSON.stringify(now.header)) differing.push('header');
  if (differing.length === 0) return;
  const message = `The unfinished batch for ${target} was started with a different ${andList(differing)}.`;
  throw batchRefused('batch_differs', message);
}

/**
 * Returns the identity of a batch. The identity does not include the API key, so that a user can resume the batch with
 * a different key.
 */
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
