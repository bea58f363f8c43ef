// Runs a batch: reads the options, prompts the user, shows progress, and prints a report. The code in src/batch
// performs the lookups.

import { join } from 'node:path';
import { AnswerCache } from '../../batch/answer-cache';
import { type BatchPosition, runBatch } from '../../batch/batch';
import { unusedColumns } from '../../batch/columns';
import { openInput } from '../../batch/input';
import {
  abandon,
  batchIdentity,
  type OpenedTarget,
  openBatchTarget,
} from '../../batch/open-target';
import { prepared } from '../../batch/prepare';
import { RateLimiter } from '../../batch/rate-limiter';
import type { BatchReason } from '../../batch/reasons';
import { type BatchTarget, failedRows } from '../../batch/row';
import { unlessAborted } from '../../batch/schedule';
import type { LookupKey, LookupParameters } from '../../client/lookup';
import { WaypostError } from '../../lib/errors';
import { sharedDirectoryWarning } from '../../lib/resumable-file';
import { shellWord } from '../../lib/shell-word';
import { cacheDirectory, dataDirectory } from '../../lib/system-directories';
import { balanceHints } from '../hints/by-api-code';
import { invalidRowError } from '../hints/invalid-values';
import { targetPath } from '../line/target-path';
import { dataStream, type Output } from '../output/output';
import { type Progress, showBatch } from '../output/progress';
import { confirmYes } from '../prompts/confirm';
import type { Dependencies } from '../run/dependencies';
import { lookupKey } from '../run/lookup-key';
import type { SettingsInUse } from '../run/settings-in-use';
import type { System } from '../run/system';
import { chosenColumns } from './address-parts';
import {
  type BatchCommand,
  type BatchJob,
  type BatchOptions,
  type BatchPlan,
  batchPlan,
  perSecond,
  rowSource,
} from './plan';
import { answerText, mayContinue, reportBatch, reportFinished, showEstimate } from './report';

interface BatchRunDependencies {
  system: System;
  output: Output;
  settings: SettingsInUse;
}

/** The maximum number of rows that waypost looks up at the same time. */
const maxAtOnce = 32;

/** Runs a batch. `fixed` contains the parameters that are the same for every row. */
export async function runLookups(
  { system, output, credentials, service, settings }: Dependencies,
  { operation, columns, hints = {} }: BatchCommand,
  fixed: LookupParameters,
  options: BatchOptions,
): Promise<void> {
  const { clock, interrupted } = system;
  const plan = batchPlan(options, output.json);
  if (plan.output === undefined && !plan.dryRun) checkOutput(output, plan);
  const resolved = await credentials.resolve();
  const rate = perSecond(options.rate, resolved.baseUrl);
  const atOnce = Math.min(rate, maxAtOnce);
  const rateLimiter = new RateLimiter(clock, rate);
  // An interruption does not abort the client's requests, because an interrupted batch waits for its pending requests.
  const traffic = { rateLimiter, connections: atOnce, interrupted: undefined };
  const key = await lookupKey({ service, settings }, resolved, traffic);
  const source = rowSource({ system, credentials }, plan.file);
  // `open` can run several times. `usedColumns` and `isWarned` ensure that waypost prompts and warns the user only
  // once.
  let { columns: usedColumns } = plan;
  let isWarned = false;
  const warnOfUnused = async (unused: readonly string[]): Promise<void> => {
    if (isWarned || unused.length === 0) return;
    isWarned = true;
    await output.warn(unusedText(unused));
  };
  const job: BatchJob = {
    plan,
    operation,
    columns,
    resolved,
    key,
    rateLimiter,
    rate,
    atOnce,
    source,
    hints: { ...balanceHints(resolved, settings.options), ...hints },
    path: plan.output === undefined ? undefined : targetPath(plan.output),
    rescueDirectory: join(dataDirectory(system), 'batches'),
    cache: openCache(system, plan, key),
    dedupe: plan.dedupe,
    maxLookups: operation.endpoint.billed ? plan.maxLookups : Number.POSITIVE_INFINITY,
    elapsed: clock.elapsed,
    stop: interrupted,
    masked: (text) => output.mask.apply(text),
    async open() {
      const opening = openInput(source.bytes(), {
        format: plan.inputFormat,
        hasHeader: plan.hasHeader,
        file: plan.file === '-' ? undefined : plan.file,
      });
      const input = await unlessAborted(opening, interrupted);
      if (input === undefined) throw interrupted.reason;
      const { columns: used, reader } = await chosenColumns(
        { output, settings },
        operation,
        usedColumns,
        input,
      );
      usedColumns = used;
      await warnOfUnused(unusedColumns(operation, used, input.header));
      const identity = batchIdentity(
        resolved.baseUrl,
        operation,
        { columns: used, hasHeader: plan.hasHeader },
        fixed,
      );
      const refusal = plan.force ? undefined : invalidRowError;
      const rows = prepared(input.rows, { ...job, fixed, read: reader.read, refusal });
      return {
        input,
        head: { identity, header: input.header },
        columns: reader.columns,
        rows,
      };
    },
  };
  try {
    if (plan.dryRun) await showEstimate({ system, output, settings }, job);
    else await lookUpAll({ system, output, settings }, job);
  } catch (error) {
    if (!isFinished(error)) throw error;
    await reportFinished(output, job, error);
  } finally {
    job.cache?.close();
  }
}

/**
 * Throws `write_failed` if standard output is closed and the batch does not use the cache. In this case, the service
 * would bill every lookup, but the results would be lost.
 */
function checkOutput(output: Output, { cacheMs }: BatchPlan): void {
  const { isClosed } = output.dataStream();
  if (!isClosed || cacheMs !== undefined) return;
  throw new WaypostError(
    'write_failed',
    'Standard output is closed, so waypost cannot write results.',
    {
      hint: 'Write the results to a file with -o, or redirect standard output.',
    },
  );
}

/**
 * Returns a warning about columns that the batch does not use. Each item of `unused` has the form `parameter=column`.
 */
function unusedText(unused: readonly string[]): string {
  const columns = unused.map((one) => one.slice(one.indexOf('=') + 1)).join(', ');
  const options = unused.map((one) => `--column ${shellWord(one)}`).join(' ');
  return `The batch does not use these columns: ${columns}. To use these columns, add ${options}.`;
}

/** True if the error reports that there is nothing to resume, because the output file is already complete. */
function isFinished(error: unknown): error is WaypostError {
  const reason: BatchReason = 'batch_finished';
  return error instanceof WaypostError && error.reason === reason;
}

async function lookUpAll(
  { system, output, settings }: BatchRunDependencies,
  given: BatchJob,
): Promise<void> {
  const { operation, path, rescueDirectory } = given;
  const { head, rows, input } = await given.open();
  const open = ({ resume, force, dedupe }: BatchPlan) =>
    openBatchTarget({
      path,
      rescueDirectory,
      head,
      resume,
      overwrite: force,
      dedupe,
      resultOutcome: operation.outcome,
      stream: () => dataStream(system.stdout),
      text: answerText(given.plan, input, given.columns),
    });
  let { plan } = given;
  const opened = await open(plan).catch(async (error: unknown) => {
    if (!(await isResumed({ output, settings }, error))) throw error;
    plan = { ...plan, resume: true };
    return open(plan);
  });
  const job = { ...given, plan };
  const { target, resumed } = opened;
  let billedTwice = 0;
  const position: BatchPosition = { answered: 0, resumed: 0 };
  try {
    if (!(await mayStart({ system, output, settings }, job, opened))) return;
    if (opened.isFirstRun) {
      await output.note(
        () => 'There is no unfinished batch to resume, so waypost starts a new batch.',
      );
    }
    const progress = showProgress({ system, output }, job, target, position);
    const ending = await runBatch(
      {
        ...job,
        rows,
        target,
        resumed,
        mayBeBilledTwice(row) {
          billedTwice += 1;
          if (output.json) output.event({ event: 'may_be_billed_twice', row });
        },
      },
      position,
    ).finally(() => progress?.end());
    await reportBatch({ system, output }, job, { ending, opened, billedTwice });
  } finally {
    opened.release();
  }
}

/** Returns true if the error is about an unfinished batch and the user chooses to resume this batch. */
async function isResumed(
  { output, settings }: { output: Output; settings: SettingsInUse },
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof WaypostError) || !settings.interactive) return false;
  const reason: BatchReason = 'batch_unfinished';
  return (
    error.reason === reason &&
    confirmYes({ output, settings }, error.message, `${error.message} Resume it?`)
  );
}

/**
 * Before the first row, warns and prompts the user if necessary. Returns true if the batch can start. If the batch
 * cannot start, closes the target.
 */
async function mayStart(
  { system, output, settings }: BatchRunDependencies,
  job: BatchJob,
  opened: OpenedTarget,
): Promise<boolean> {
  let starts = false;
  try {
    const warning = job.path === undefined ? undefined : sharedDirectoryWarning(job.path);
    if (warning !== undefined) await output.warn(warning);
    starts = await mayContinue({ system, output, settings }, job);
    return starts;
  } finally {
    if (!starts) await abandon(opened);
  }
}

/** Shows the progress of the batch. Does nothing if the batch prints its rows to the terminal. */
function showProgress(
  { system, output }: { system: System; output: Output },
  { path, source: { size }, rateLimiter }: BatchJob,
  target: BatchTarget,
  position: BatchPosition,
): Progress | undefined {
  if (path === undefined && system.stdout.isTTY === true) return undefined;
  return showBatch(output, system.clock.now, () => ({
    ...target.counts,
    failures: failedRows(target.counts),
    part: size ? Math.min(1, position.answered / size) : undefined,
    skipped: size ? position.resumed / size : 0,
    heldMs: rateLimiter.heldMs,
  }));
}

function openCache(
  system: System,
  { cacheMs }: BatchPlan,
  { service, apiKey }: LookupKey,
): AnswerCache | undefined {
  if (cacheMs === undefined) return undefined;
  return AnswerCache.open({
    directory: join(cacheDirectory(system), 'lookups'),
    service: service.baseUrl,
    apiKey,
    ttlMs: cacheMs,
    now: system.clock.now,
  });
}
