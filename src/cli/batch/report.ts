// The end of a batch: a summary, or why it stopped and how to resume.
import type { Input } from '../../batch/input';
import { discard, type OpenedTarget } from '../../batch/open-target';
import { type RowText, rowText } from '../../batch/output';
import { answeredRows, type BatchCounts, failures } from '../../batch/row';
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

/** How a batch ended. */
export interface Ended {
  ending: Ending;
  opened: OpenedTarget;
  /** Requests for rows that may have been billed before. */
  billedTwice: number;
}

/** Shows the summary. Throws the error that ended the batch before its last row. */
export async function report(context: Context, job: BatchJob, ended: Ended): Promise<void> {
  const { ending, opened } = ended;
  const summary = summaryOf(opened.target.counts, job.operation);
  await warn(context, job, ended);
  if (ending === undefined) return showSummary(context, job, summary, opened);
  const how = howToGoOn(summary, opened);
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
  throw await explained(job, ending.error, { how, summary });
}

/** Warnings beside the figures. */
async function warn(
  { output }: Context,
  { cache }: BatchJob,
  { billedTwice }: Ended,
): Promise<void> {
  if (billedTwice > 0 && !output.json) {
    await output.warn(
      `${counted(billedTwice, 'row')} had to be asked for again after the answer was lost; each of these may be billed twice.`,
    );
  }
  if (cache !== undefined && cache.damaged > 0) {
    await output.warn(
      `${counted(cache.damaged, 'answer')} in the cache did not match the checksum and was not used.`,
    );
  }
  if (cache?.failure !== undefined) {
    await output.warn(`Answers could not be kept for later runs: ${String(cache.failure)}.`);
  }
}

/** Figures of a batch, for scripts. */
interface Summary {
  /** Answered rows, including earlier runs. */
  rows: number;
  succeeded: number;
  failed: number;
  /** Lookups consumed. */
  lookups: number;
  /** Requests whose answer never came; each may have consumed a lookup besides. */
  in_doubt: number;
  /** Answered rows by what the answer says, and by why there is none. */
  outcomes: Record<string, number>;
}

function summaryOf(counts: Readonly<BatchCounts>, operation: LookupOperation): Summary {
  const { succeeded, failed, lookups, inDoubt } = counts;
  const names = [...operation.outcomes, ...failures];
  const outcomes = Object.fromEntries(names.map((name) => [name, counts.outcomes[name] ?? 0]));
  return { rows: answeredRows(counts), succeeded, failed, lookups, in_doubt: inDoubt, outcomes };
}

async function showSummary(
  { output, system }: Context,
  { operation, key, resolved }: BatchJob,
  summary: Summary,
  { file }: OpenedTarget,
): Promise<void> {
  const isTold = !output.json && operation.billed;
  const rest = isTold ? (await balanceOf(key, resolved, system.interrupted))?.left : undefined;
  const text = `${sentence(summary)}${rest === undefined ? '' : ` ${grouped(rest)} left.`}`;
  if (file !== undefined) {
    const { target: path } = file.partial;
    const { bytes } = file.target;
    await output.result({ success: true, path, ...summary, bytes }, () => `${text} Wrote ${path}.`);
  } else if (output.json) output.event({ event: 'summary', ...summary });
  else await output.note(() => text);
}

/** The error, with its own hint and then how to resume. */
async function explained(
  { operation, hints }: BatchJob,
  error: unknown,
  { how, summary }: { how: string; summary: Summary },
): Promise<unknown> {
  try {
    return await withLookupHints(operation, hints, () => Promise.reject(error));
  } catch (shown) {
    if (!(shown instanceof WaypostError)) return shown;
    const hint = hintOf(shown);
    return shown.with({
      hint: hint === undefined ? how : `${hint}\n${how}`,
      details: shown.details ?? summary,
    });
  }
}

function isEmpty({ rows, in_doubt }: Summary): boolean {
  return rows === 0 && in_doubt === 0;
}

function sentence({ rows, lookups, in_doubt, outcomes }: Summary): string {
  const said = Object.entries(outcomes)
    .filter(([, number]) => number > 0)
    .map(([name, number]) => `${grouped(number)} ${name.replaceAll('_', ' ')}`);
  const which = said.length === 0 ? '' : `: ${said.join(', ')}`;
  const doubt =
    in_doubt === 0
      ? ''
      : ` ${counted(in_doubt, 'request')} got no answer; each may have been billed as well.`;
  return `${counted(rows, 'row')} answered${which}; ${counted(lookups, 'lookup')} consumed.${doubt}`;
}

function howToGoOn(summary: Summary, { file }: OpenedTarget): string {
  if (isEmpty(summary)) return 'No row is answered yet.';
  if (file === undefined) return `${sentence(summary)} With -o, a batch can be resumed.`;
  const where = file.target.bytes > 0 ? ` See them in ${file.partial.data}.` : '';
  return `${sentence(summary)} They are kept.${where} Resume with the same command and --resume.`;
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
