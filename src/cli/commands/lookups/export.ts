// `waypost lookups export`: writes a key's lookup log of any size to a file, a directory or standard output.

import { ExportRun, type KeptExport } from '../../../export/export-run';
import type { ExportShape } from '../../../export/formats';
import { compileKernel } from '../../../export/kernel/kernel';
import type { RequestedRange } from '../../../export/range';
import { WaypostError } from '../../../lib/errors';
import { isSystemError, outputWriteFailed } from '../../../lib/system-error';
import { hintOf } from '../../hints/by-reason';
import { definedMembers } from '../../line/option-values';
import { isRelative, noteRange, parseRange } from '../../line/range';
import { targetPath } from '../../line/target-path';
import type { Output } from '../../output/output';
import { showTransfer, sizeText } from '../../output/progress';
import { counted } from '../../output/words';
import type { Credentials } from '../../run/credentials';
import type { ServiceConnector } from '../../run/service-connector';
import type { System } from '../../run/system';
import { type ExportOptions, exportShape, refuseFileAsKey } from './export-options';
import { exportToStream } from './export-stream';
import { downloader, LastTime, type LogSource, logSource, warnOfIrregularRows } from './log';

interface ExportDependencies {
  system: System;
  output: Output;
  credentials: Credentials;
  service: ServiceConnector;
}

export async function lookupsExport(
  { system, output, credentials, service }: ExportDependencies,
  options: ExportOptions,
  named?: string,
): Promise<void> {
  const target =
    options.output === undefined || options.output === '-' ? undefined : targetPath(options.output);
  const stdout = target === undefined ? output.dataStream() : undefined;
  const shape = exportShape(options, target, output.json, stdout?.isTTY === true);
  refuseFileAsKey(named);
  const range = parseRange(options, system.clock.now());
  // waypost must compile the CSV kernel before the first request, because Node 20 does not optimize WebAssembly code
  // that it compiles after a request.
  compileKernel();
  const source = await logSource({ output, credentials, service }, options, named);
  if (!output.json && isRelative(options)) await noteRange(output, options, range);
  const job = { source, shape, range, options };
  if (stdout !== undefined) return exportToStream({ system, output }, job, stdout);
  try {
    await exportToTarget({ system, output }, job, target ?? '');
  } catch (error) {
    // Requests do not throw system errors, so a system error means that waypost could not write the target.
    throw isSystemError(error) ? outputWriteFailed(target ?? '', error) : error;
  }
}

/** An export: the log, the range to read, the format to write, and the options. */
interface LookupExport {
  source: LogSource;
  shape: ExportShape;
  range: RequestedRange;
  options: ExportOptions;
}

/** Exports to a file or directory, and prints the summary. */
async function exportToTarget(
  { system, output }: { system: System; output: Output },
  { source, shape, range, options }: LookupExport,
  target: string,
): Promise<void> {
  const { start, end, last, resume = false, force = false } = options;
  const typedRange = definedMembers({ '--start': start, '--end': end, '--last': last });
  const run = await ExportRun.open(
    { target, log: source, shape, range, typedRange, resume, force },
    (text) => output.warn(text),
  );
  if (run === undefined) return tellComplete(output, target);
  if (resume && !run.isResumable) await tellFirstRun(output, target);
  const lastTime = new LastTime(run.range);
  const progress = showTransfer(output, system.clock.now, () => ({
    rows: run.rows,
    bytes: run.bytes,
    part: lastTime.part,
  }));
  try {
    await run.run(downloader(source, run.range.explicit, lastTime));
    await run.finish();
  } catch (error) {
    progress.end();
    const kept = await run.abandon();
    if (!system.interrupted.aborted) throw withKept(error, kept);
    await tellInterrupted(output, kept);
    throw error;
  } finally {
    progress.end();
  }
  await warnOfIrregularRows(output, run);
  const { rows, bytes } = run;
  await output.result(
    {
      success: true,
      path: target,
      rows,
      bytes,
      start: new Date(run.range.start).toISOString(),
      end: new Date(run.range.end).toISOString(),
      windows: run.windows,
      ...(run.irregular.count > 0 ? { irregular_rows: run.irregular.count } : {}),
    },
    () => `Wrote ${counted(rows, 'row')} (${sizeText(bytes)}) to ${target}.`,
  );
}

/** Reports that waypost has nothing to resume, because the export is already complete. */
async function tellComplete(output: Output, target: string): Promise<void> {
  await output.result(
    { success: true, path: target, resumed: false, complete: true },
    () =>
      `Nothing to resume: ${target} is complete. To export again, replace --resume with --force.`,
  );
}

async function tellFirstRun(output: Output, target: string): Promise<void> {
  if (output.json) output.event({ event: 'nothing_to_resume' });
  else
    await output.note(
      () => `Nothing to resume. The export to ${target} starts from the beginning.`,
    );
}

async function tellInterrupted(output: Output, kept: KeptExport): Promise<void> {
  if (!output.json) return output.sentence(`Interrupted: ${keptText(kept)}`);
  output.event({
    event: 'interrupted',
    rows_kept: kept.rows,
    windows_done: kept.windowsDone,
    windows: kept.windows,
    ...(kept.isResumable ? { resume: '--resume' } : {}),
  });
}

/** Returns the error. If the user can resume the export, adds instructions for resuming to the error's hint. */
function withKept(error: unknown, kept: KeptExport): unknown {
  if (!kept.isResumable || !(error instanceof WaypostError)) return error;
  return error.with({
    hint: (command) => `${hintOf(error, command) ?? ''} ${keptText(kept)}`.trim(),
  });
}

function keptText({ isResumable, rows }: KeptExport): string {
  return isResumable
    ? `${counted(rows, 'row')} ${rows === 1 ? 'is' : 'are'} saved. To continue, run the same command with --resume.`
    : 'no rows are saved yet. If you run the same command again, the export starts from the beginning.';
}
