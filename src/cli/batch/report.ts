// The end of a batch: a summary, or why it stopped and how to resume.
import type { Input } from '../../batch/input';
import { discard, type OpenedTarget } from '../../batch/open-target';
import { type RowText, rowText } from '../../batch/output';
import { answeredRows, type Counts, failures } from '../../batch/row';
import type { Ending } from '../../batch/schedule';
import type { LookupOperation } from '../../client/lookup';
import { invalidInput, WaypostError } from '../../lib/errors';
import { withLookupHints } from '../hints/by-api-code';
import { hintOf } from '../hints/by-reason';
import { safeJson } from '../output/json-text';
import { counted, grouped } from '../output/words';
import type { Context } from '../run/context';
import { balanceOf } from '../run/lookup';
import type { BatchJob, BatchPlan } from './plan';

/**
 * Prints the summary; `billedTwice` counts requests for rows that may have been billed before. Throws the error that
 * ended the batch before its last row.
 */
export async function reportBatch(
  context: Context,
  job: BatchJob,
  { ending, opened, billedTwice }: { ending: Ending; opened: OpenedTarget; billedTwice: number },
): Promise<void> {
  const summary = summaryOf(opened.target.counts, job.operation);
  await warnBeside(context, job, billedTwice);
  if (ending === undefined) return printSummary(context, job, summary, opened);
  const how = howToResume(summary, opened);
  if (isEmpty(summary) && opened.file !== undefined) discard(opened.file.partial);
  if (ending === 'limit') {
    throw invalidInput(
      `Stopped at --max-lookups ${job.plan.maxLookups}: more rows are left.`,
      how,
      summary,
    );
  }
  if (context.system.interrupted.aborted) {
    if (context.output.json) context.output.event({ event: 'interrupted', ...summary });
    else await context.output.note(() => `Interrupted: ${how}`);
    throw ending.error;
  }
  throw await unfinishedBatchError(job, ending.error, how, summary);
}

async function warnBeside(
  { output }: Context,
  { cache }: BatchJob,
  billedTwice: number,
): Promise<void> {
  if (billedTwice > 0 && !output.json) {
    await output.warn(
      `${counted(billedTwice, 'row')} had to be asked for again after the answer was lost; each of these may be billed twice.`,
    );
  }
  if (cache?.damaged) {
    await output.warn(
      `${counted(cache.damaged, 'answer')} in the cache did not match the checksum and was not used.`,
    );
  }
  if (cache?.failure !== undefined) {
    await output.warn(`Answers could not be kept for later runs: ${String(cache.failure)}.`);
  }
}

interface Summary {
  /** Answered rows, including earlier runs. */
  rows: number;
  succeeded: number;
  failed: number;
  lookups: number;
  /** Requests whose answer never came; each may have consumed a lookup besides. */
  in_doubt: number;
  /** Answered rows by what the answer says, and by why there is none. */
  outcomes: Record<string, number>;
}

function summaryOf(counts: Readonly<Counts>, operation: LookupOperation): Summary {
  const { succeeded, failed, lookups, inDoubt } = counts;
  const names = [...operation.outcomes, ...failures];
  const outcomes = Object.fromEntries(names.map((name) => [name, counts.outcomes[name] ?? 0]));
  return { rows: answeredRows(counts), succeeded, failed, lookups, in_doubt: inDoubt, outcomes };
}

async function printSummary(
  { output, system }: Context,
  { operation, key, resolved }: BatchJob,
  summary: Summary,
  { file }: OpenedTarget,
): Promise<void> {
  const isTold = !output.json && operation.endpoint.billed;
  const rest = isTold ? (await balanceOf(key, resolved, system.interrupted))?.left : undefined;
  const text = `${summaryText(summary)}${rest === undefined ? '' : ` ${grouped(rest)} left.`}`;
  if (file !== undefined) {
    const { target: path } = file.partial;
    const { bytes } = file.target;
    await output.result({ success: true, path, ...summary, bytes }, () => `${text} Wrote ${path}.`);
  } else if (output.json) output.event({ event: 'summary', ...summary });
  else await output.note(() => text);
}

async function unfinishedBatchError(
  { operation, hints }: BatchJob,
  error: unknown,
  how: string,
  summary: Summary,
): Promise<unknown> {
  const hinted = await withLookupHints(operation, hints, () => Promise.reject(error)).catch(
    (found: unknown) => found,
  );
  if (!(hinted instanceof WaypostError)) return hinted;
  const hint = [hintOf(hinted), how].flatMap((text) => text ?? []).join('\n');
  return hinted.with({ hint, details: hinted.details ?? summary });
}

function isEmpty({ rows, in_doubt }: Summary): boolean {
  return rows === 0 && in_doubt === 0;
}

function summaryText({ rows, lookups, in_doubt, outcomes }: Summary): string {
  const counts = Object.entries(outcomes)
    .filter(([, number]) => number > 0)
    .map(([name, number]) => `${grouped(number)} ${name.replaceAll('_', ' ')}`);
  const list = counts.length === 0 ? '' : `: ${counts.join(', ')}`;
  const doubt =
    in_doubt === 0
      ? ''
      : ` ${counted(in_doubt, 'request')} got no answer; each may have been billed as well.`;
  return `${counted(rows, 'row')} answered${list}; ${counted(lookups, 'lookup')} consumed.${doubt}`;
}

function howToResume(summary: Summary, { file }: OpenedTarget): string {
  if (isEmpty(summary)) return 'No row is answered yet.';
  if (file === undefined) return `${summaryText(summary)} With -o, a batch can be resumed.`;
  const where = file.target.bytes > 0 ? ` See them in ${file.partial.data}.` : '';
  return `${summaryText(summary)} They are kept.${where} Resume with the same command and --resume.`;
}

/** The format. `columns` are the members of a result that become columns of CSV. Throws `invalid_input`. */
export function answerText(
  { format, fields }: Pick<BatchPlan, 'format' | 'fields'>,
  input: Pick<Input, 'format' | 'header' | 'delimiter'>,
  columns: readonly string[],
): RowText {
  const name = format ?? (input.format === 'ndjson' ? 'ndjson' : 'csv');
  if (fields !== undefined && name !== 'csv') {
    throw invalidInput(
      `--fields goes with CSV, and the answers are ${name}, which holds every member.`,
      'Omit --fields, or add --format csv.',
    );
  }
  return rowText(name, {
    header: input.format === 'ndjson' ? ['input'] : input.header,
    delimiter: input.delimiter,
    fields: fields ?? columns,
    json: safeJson,
  });
}
