// Prints reports about a batch. Before the batch, prints the estimated cost if --dry-run is set. If --dry-run is not
// set and the key has too few lookups remaining, asks the user whether to start the batch. After the batch, prints a
// summary. If the batch stopped early, also prints the reason and how to resume the batch.

import { type Estimate, estimate, secondsFor } from '../../batch/estimate';
import type { Input } from '../../batch/input';
import { discard, type OpenedTarget, peekResumeState } from '../../batch/open-target';
import { type RowText, rowText } from '../../batch/output';
import { ResumeState } from '../../batch/resume-state';
import { answeredRows, failures } from '../../batch/row';
import type { BatchEnding } from '../../batch/schedule';
import { type Balance, balanceOf } from '../../client/balance';
import type { LookupOperation } from '../../client/lookup';
import type { Hint } from '../../lib/command-text';
import { invalidInput, WaypostError } from '../../lib/errors';
import { safeJson } from '../../lib/safe-json';
import { topUpHint, withLookupHints } from '../hints/by-api-code';
import { hintOf } from '../hints/by-reason';
import type { Output } from '../output/output';
import { oneLine } from '../output/printable';
import { durationText } from '../output/progress';
import { counted, grouped } from '../output/words';
import { confirmYes } from '../prompts/confirm';
import type { SettingsInUse } from '../run/settings-in-use';
import type { System } from '../run/system';
import type { BatchJob, BatchPlan } from './plan';

interface ReportDependencies {
  system: System;
  output: Output;
}

interface EstimateDependencies {
  system: System;
  output: Output;
  settings: SettingsInUse;
}

/**
 * Prints a summary of the batch. `billedTwice` is the number of rows that waypost looked up again although the service
 * might have billed an earlier lookup of the row. If the batch ended before its last row, throws an error. The error's
 * hint states whether and how the user can resume the batch. If the user interrupted the batch, the error has no hint.
 * In this case, reports the interruption before throwing the error. In text output, this report states how to resume
 * the batch.
 */
export async function reportBatch(
  { system, output }: ReportDependencies,
  job: BatchJob,
  {
    ending,
    opened,
    billedTwice,
  }: { ending: BatchEnding; opened: OpenedTarget; billedTwice: number },
): Promise<void> {
  const summary = summaryOf(opened, job.operation);
  await warnBeside(output, job, billedTwice);
  if (ending === undefined) return printSummary({ system, output }, job, summary, opened);
  const how = howToResume(summary, opened);
  if (isEmpty(summary) && opened.file !== undefined) discard(opened.file.partial);
  if (ending === 'limit') {
    throw invalidInput(
      `The batch stopped at --max-lookups ${job.plan.maxLookups} before its last row.`,
      how,
      summary,
    );
  }
  if (system.interrupted.aborted) {
    if (output.json) output.event({ event: 'interrupted', ...summary });
    else await output.sentence(`Interrupted: ${how}`);
    throw ending.error;
  }
  throw await unfinishedBatchError(job, ending.error, how, summary);
}

/** Reports that --resume has nothing to do, because the batch is already complete. */
export async function reportFinished(
  output: Output,
  { path }: BatchJob,
  finished: WaypostError,
): Promise<void> {
  await output.result(
    { success: true, path, resumed: false, complete: true },
    () => `${finished.message} ${hintOf(finished, output.command)}`,
  );
}

async function warnBeside(output: Output, { cache }: BatchJob, billedTwice: number): Promise<void> {
  if (billedTwice > 0 && !output.json) {
    await output.warn(
      billedTwice === 1
        ? 'waypost looked up 1 row again, because the earlier response was lost. The service might bill this lookup twice.'
        : `waypost looked up ${grouped(billedTwice)} rows again, because the earlier responses were lost. The service might bill each of these lookups twice.`,
    );
  }
  if (cache?.damaged) {
    await output.warn(
      `waypost ignored ${counted(cache.damaged, 'cached result')} with a wrong checksum.`,
    );
  }
  if (cache?.failure !== undefined) {
    await output.warn(`waypost could not cache results for later runs: ${String(cache.failure)}.`);
  }
}

interface Summary {
  /** The number of rows that have a result or an error, including the rows that earlier runs of the batch looked up. */
  rows: number;
  succeeded: number;
  failed: number;
  lookups: number;
  /** The number of requests that the service might have billed. `lookups` does not include these requests. */
  in_doubt: number;
  /** The number of rows for each lookup outcome and for each kind of failure. */
  outcomes: Record<string, number>;
  /** The number of requests in `in_doubt` whose results waypost received but could not save. */
  unsaved?: number;
  /** The path of the file with the results that waypost could not write next to the output file. */
  rescue_path?: string;
}

function summaryOf({ target, file }: OpenedTarget, operation: LookupOperation): Summary {
  const { counts } = target;
  const { succeeded, failed, lookups, inDoubt } = counts;
  const names = [...operation.outcomes, ...failures];
  const outcomes = Object.fromEntries(names.map((name) => [name, counts.outcomes[name] ?? 0]));
  const unsaved = file?.target.unsaved ?? 0;
  const rescuePath = file?.target.rescued?.path;
  return {
    rows: answeredRows(counts),
    succeeded,
    failed,
    lookups,
    in_doubt: inDoubt,
    outcomes,
    ...(unsaved > 0 && { unsaved }),
    ...(rescuePath !== undefined && { rescue_path: rescuePath }),
  };
}

async function printSummary(
  { system, output }: ReportDependencies,
  { operation, key, resolved }: BatchJob,
  summary: Summary,
  { file }: OpenedTarget,
): Promise<void> {
  const isTold = !output.json && operation.endpoint.billed;
  const rest = isTold ? (await balanceOf(key, resolved, system.interrupted))?.left : undefined;
  const text = `${summaryText(summary)}${rest === undefined ? '' : ` Lookups remaining: ${grouped(rest)}.`}`;
  if (file !== undefined) {
    const { target: path } = file.partial;
    const { bytes } = file.target;
    await output.result({ success: true, path, ...summary, bytes }, () => `${text} Wrote ${path}.`);
  } else if (output.json) output.event({ event: 'summary', ...summary });
  else await output.note(() => text);
}

async function unfinishedBatchError(
  { operation, key, hints }: BatchJob,
  error: unknown,
  how: string,
  summary: Summary,
): Promise<unknown> {
  const hinted = await withLookupHints(operation, key, hints, () => Promise.reject(error)).catch(
    (found: unknown) => found,
  );
  if (!(hinted instanceof WaypostError)) return hinted;
  const hint: Hint = (command) =>
    [hintOf(hinted, command), how].flatMap((text) => text ?? []).join('\n');
  return hinted.with({ hint, details: hinted.details ?? summary });
}

function isEmpty({ rows, in_doubt }: Summary): boolean {
  return rows === 0 && in_doubt === 0;
}

function summaryText(summary: Summary): string {
  const { rows, lookups, outcomes } = summary;
  const counts = Object.entries(outcomes)
    .filter(([, number]) => number > 0)
    .map(([name, number]) => `${grouped(number)} ${name.replaceAll('_', ' ')}`);
  const list = counts.length === 0 ? '' : ` (${counts.join(', ')})`;
  const processed = `${counted(rows, 'row')} processed${list}. Cost: ${counted(lookups, 'lookup')}.`;
  return [processed, ...doubtLines(summary)].join(' ');
}

function doubtLines({ in_doubt, unsaved = 0 }: Summary): string[] {
  const lines: string[] = [];
  if (unsaved > 0) {
    const results = unsaved === 1 ? 'the result' : 'the results';
    lines.push(
      `The service also billed ${counted(unsaved, 'row')}, but waypost could not save ${results}.`,
    );
  }
  if (in_doubt > unsaved) {
    const requests = counted(in_doubt - unsaved, 'request');
    lines.push(
      `waypost did not receive a response to ${requests}, which the service might also have billed.`,
    );
  }
  return lines;
}

function howToResume(summary: Summary, { file }: OpenedTarget): string {
  if (isEmpty(summary)) return 'No row has a result yet.';
  if (file === undefined)
    return `${summaryText(summary)} This batch cannot be resumed. Use -o to make a batch resumable.`;
  const { bytes, rescued } = file.target;
  return [
    summaryText(summary),
    rescued === undefined
      ? 'The results are saved.'
      : `The results are saved. ${grouped(rescued.answers)} of the results are in ${rescued.path}, because waypost could not write next to the output file.`,
    ...(bytes > 0 ? [`See the results in ${file.partial.data}.`] : []),
    'To continue, run the same command with --resume.',
  ].join(' ');
}

/**
 * Returns the functions that format the output rows. `columns` lists the result fields to write as CSV columns if
 * --fields is not set. Throws `invalid_input` if --fields is set and the format is not CSV.
 */
export function answerText(
  { format, fields }: Pick<BatchPlan, 'format' | 'fields'>,
  input: Pick<Input, 'format' | 'header' | 'delimiter' | 'hasByteOrderMark' | 'lineEnding'>,
  columns: readonly string[],
): RowText {
  const name = format ?? (input.format === 'ndjson' ? 'ndjson' : 'csv');
  if (fields !== undefined && name !== 'csv') {
    throw invalidInput(
      `--fields requires --format csv, but the output format is ${name}.`,
      'Add --format csv, or remove --fields.',
    );
  }
  return rowText(name, {
    header: input.format === 'ndjson' ? ['input'] : input.header,
    delimiter: input.delimiter,
    hasByteOrderMark: input.hasByteOrderMark,
    lineEnding: input.lineEnding,
    fields: fields ?? columns,
    json: safeJson,
  });
}

interface FileEstimate extends Estimate {
  columns: Readonly<Record<string, string>>;
}

async function estimateOf(job: BatchJob): Promise<FileEstimate> {
  const { head, rows, columns } = await job.open();
  const resumed = job.plan.resume
    ? await peekResumeState({ ...job, head, resultOutcome: job.operation.outcome })
    : new ResumeState();
  return { ...(await estimate({ ...job, rows, resumed })), columns };
}

export async function showEstimate(
  { system, output, settings }: EstimateDependencies,
  job: BatchJob,
): Promise<void> {
  const { operation, rate, key, resolved } = job;
  const counts = await estimateOf(job);
  const balance = await balanceOf(key, resolved, system.interrupted);
  const { rows, columns, invalid, distinct, cached, lookups, requests } = counts;
  const seconds = secondsFor(requests, rate, operation);
  await output.result(
    {
      columns,
      rows,
      invalid: invalid.length,
      invalid_rows: invalid,
      distinct,
      cached,
      lookups,
      seconds: seconds ?? null,
      lookups_remaining: balance?.left ?? null,
    },
    () => {
      const topUp = topUpHint(resolved, settings.options, output.command);
      return [...estimateLines(counts, seconds), ...balanceLines(counts, balance, topUp)].join(
        '\n',
      );
    },
  );
}

/** The maximum number of invalid rows to list in text output. --json lists all invalid rows. */
const maxInvalid = 10;

function estimateLines(
  { columns, rows, invalid, distinct, cached, lookups }: FileEstimate,
  seconds?: number,
): string[] {
  const more = invalid.length - maxInvalid;
  const time = seconds === undefined ? '' : ` and take about ${durationText(seconds * 1000)}`;
  return [
    ...columnLines(columns),
    `${counted(rows, 'row')}: ${grouped(rows - invalid.length)} valid (${counted(distinct, 'distinct value')}, ${grouped(cached)} in the cache), ${grouped(invalid.length)} invalid${invalid.length === 0 ? '.' : ':'}`,
    ...invalid
      .slice(0, maxInvalid)
      .map(
        ({ row, line, error }) =>
          `  Row ${grouped(row)} (line ${grouped(line)}): ${oneLine(error.message)}`,
      ),
    ...(more > 0 ? [`  and ${counted(more, 'more row')}; --json lists all invalid rows.`] : []),
    `The run would cost at most ${counted(lookups, 'lookup')}${time}.`,
  ];
}

/**
 * Returns a line that shows the column to look up. If several parameters have a column, the line shows each parameter
 * with its column.
 */
function columnLines(columns: FileEstimate['columns']): string[] {
  const pairs = Object.entries(columns);
  const [first] = pairs;
  if (first === undefined) return [];
  if (pairs.length === 1) return [`Column to look up: ${first[1]}`];
  return [
    `Columns to look up: ${pairs.map(([parameter, column]) => `${parameter}=${column}`).join(', ')}`,
  ];
}

function balanceLines(
  { lookups }: Estimate,
  balance: Balance | undefined,
  topUp: string,
): string[] {
  if (balance === undefined) {
    return [
      'waypost could not read the balance. Reading the balance requires the management key (--management-key).',
    ];
  }
  const { left, limits } = balance;
  const lines = limits.map(({ name, limit, consumed }) => {
    const used = consumed === undefined ? '' : `, ${grouped(consumed)} used`;
    return `The ${name} limit is ${grouped(limit)}${used}.`;
  });
  if (left === undefined) return lines;
  const enough = lookups > left ? `, which is ${grouped(lookups - left)} too few` : '';
  return [
    `The key has ${counted(left, 'lookup')} remaining${enough}.`,
    ...lines,
    ...(lookups > left ? [`${topUp}.`] : []),
  ];
}

/**
 * Returns true if the batch can start. If the key has too few lookups remaining, asks the user at a terminal whether to
 * start. In a script, reports the problem instead of asking, and returns true, because the user can resume the batch
 * later. If the service does not bill the lookups, if the balance is unknown, or if the input is not a regular file,
 * returns true without comparing the cost with the balance. Other input can be read only once, so waypost cannot count
 * its rows before the batch.
 */
export async function mayContinue(
  { system, output, settings }: EstimateDependencies,
  job: BatchJob,
): Promise<boolean> {
  const { plan, operation, key, resolved, source } = job;
  const { size } = source;
  if (!operation.endpoint.billed || size === undefined) return true;
  const left = (await balanceOf(key, resolved, system.interrupted))?.left;
  system.interrupted.throwIfAborted();
  // Each row has at least one byte. If the key has at least as many lookups remaining as the file has bytes, waypost
  // does not have to count the rows.
  if (left === undefined || left >= size) return true;
  const counts = await estimateOf(job).catch((error: unknown) => {
    // An error in the input does not prevent the batch from starting. The batch reports the error after it has looked
    // up all rows before the error.
    if (error instanceof WaypostError) return undefined;
    throw error;
  });
  if (counts === undefined || counts.lookups <= left) return true;
  const { rows, lookups } = counts;
  const text = `The key has ${counted(left, 'lookup')} remaining, but these ${grouped(rows)} rows cost up to ${grouped(lookups)}.`;
  if (settings.interactive) {
    const question = `${text} ${plan.resume ? 'Resume' : 'Start'} anyway?`;
    if (await confirmYes({ output, settings }, text, question)) return true;
    await output.note(() => 'Nothing was looked up.');
    return false;
  }
  if (output.json) {
    const event = { event: 'balance_too_low', rows, lookups, lookups_remaining: left };
    output.event(event);
  } else await output.warn(text);
  return true;
}
