// `waypost lookups export`: the lookup log at any size, to a file, a directory or standard output.
import { truncateSync } from 'node:fs';
import { type Checkpoint, runExport } from '../../../export/export';
import type { Format } from '../../../export/format';
import { type ExportShape, exportFormat } from '../../../export/formats';
import { compileKernel } from '../../../export/kernel/kernel';
import { type RequestedRange, windowsOf } from '../../../export/range';
import { type SavedRequest, savedState } from '../../../export/saved-export';
import { isDirectory } from '../../../lib/directory';
import { WaypostError } from '../../../lib/errors';
import { fingerprint, type ResumableFile } from '../../../lib/resumable-file';
import { ReaderGone, StreamSink } from '../../../lib/sink';
import { isSystemError, outputWriteFailed } from '../../../lib/system-error';
import { hintOf } from '../../hints/by-reason';
import { definedMembers } from '../../line/option-values';
import { isRelative, noteRange, parseRange } from '../../line/range';
import { dataStream } from '../../output/output';
import { showTransfer, sizeText } from '../../output/progress';
import { counted, grouped } from '../../output/words';
import type { Context } from '../../run/context';
import { type ExportOptions, exportShape, refuseFileAsKey } from './export-options';
import { downloader, LastTime, type LogSource, logSource } from './log';
import { readWindows } from './read-windows';
import {
  claimTarget,
  isFinished,
  openExport,
  savedFor,
  targetPath,
  warnOfIrregularRows,
  warnOfSharedDirectory,
} from './target';

export async function lookupsExport(
  context: Context,
  options: ExportOptions,
  named?: string,
): Promise<void> {
  const target =
    options.output === undefined || options.output === '-' ? undefined : targetPath(options.output);
  const stdout = target === undefined ? context.output.dataStream() : undefined;
  const shape = exportShape(options, target, context.output.json, stdout?.isTTY === true);
  refuseFileAsKey(named);
  const range = parseRange(options, context.system.clock.now());
  // Before the first request, from which on Node 20 optimises no WebAssembly.
  compileKernel();
  const source = await logSource(context, options, named);
  const job = { context, source, shape, range, options };
  // With --json, standard error has only errors.
  if (!context.output.json && isRelative(options)) {
    await noteRange(context, options, range);
  }
  if (stdout === undefined) return toTarget(job, target ?? '');
  const sink = new StreamSink(dataStream(stdout, exportFormat(shape.format).onTerminal === 'text'));
  try {
    await toStream(job, sink, stdout.isTTY === true);
  } catch (error) {
    // `… | head` has read enough.
    if (!(error instanceof ReaderGone)) throw error;
  }
}

/** An export: which part of whose log, in which format. */
interface LookupExport {
  context: Context;
  source: LogSource;
  shape: ExportShape;
  range: RequestedRange;
  options: ExportOptions;
}

function openFormat({ output }: Context, shape: ExportShape, sink: StreamSink): Promise<Format> {
  return exportFormat(shape.format).open(sink, shape, (text) => void output.warn(text));
}

/** Exports the range to standard output, which cannot be taken back. */
async function toStream(
  { context, source, shape, range }: LookupExport,
  sink: StreamSink,
  isTerminal: boolean,
): Promise<void> {
  const format = await openFormat(context, shape, sink);
  const last = new LastTime(range);
  const progress = isTerminal
    ? undefined
    : showTransfer(context.output, context.system.clock.now, () => ({
        rows: format.rows,
        bytes: sink.length,
        part: last.part,
      }));
  try {
    await readWindows(source, range, format, last);
    await sink.flush();
  } finally {
    progress?.end();
  }
  await warnOfIrregularRows(context.output, format);
}

/**
 * Exports to the target and prints the summary. Throws `invalid_input`, `write_failed`, or the error of the
 * download.
 */
async function toTarget(job: LookupExport, target: string): Promise<void> {
  try {
    await writeTarget(job, target);
  } catch (error) {
    // All requests are done: an error of the system here is about the target.
    throw isSystemError(error) ? outputWriteFailed(target, error) : error;
  }
}

async function writeTarget(
  { context, source, shape, range, options }: LookupExport,
  target: string,
): Promise<void> {
  if (options.resume && !options.force && isFinished(target, shape.byDay)) {
    return tellFinished(context, target);
  }
  const file = claimTarget(target, options.force === true, shape.byDay);
  try {
    await warnOfSharedDirectory(context.output, target);
    const identity = requestIdentity(source, shape);
    const typed = typedRange(options);
    const saved = options.resume ? savedFor(file, identity, typed) : undefined;
    const request: SavedRequest = saved?.request ?? { identity, typed, ...range };
    const windows = windowsOf(request);
    const open = await openExport(file, shape, saved, (text) => void context.output.warn(text));
    if (options.resume && !isResumable(open.from)) await tellFirstRun(context, target);
    const { format, destination } = open;
    let checkpoint: Checkpoint = open.from;
    const save = async () => {
      await file.saved();
      file.save(savedState({ request, checkpoint }));
    };
    const saveAt = (reached: Checkpoint) => {
      checkpoint = reached;
      return save();
    };
    const last = new LastTime(request);
    const progress = showTransfer(context.output, context.system.clock.now, () => ({
      rows: format.rows,
      bytes: destination.bytes,
      part: last.part,
    }));
    try {
      // What could not be resumed is refused before the service is asked for anything.
      await save();
      await runExport({
        windows,
        format,
        destination,
        download: downloader(source, request.explicit, last),
        from: open.from,
        onWindow: saveAt,
        onPart: (reached) => {
          checkpoint = reached;
          file.saveInBackground(() => savedState({ request, checkpoint }));
        },
        onDisorder: async (reached) => {
          await saveAt(reached);
          await context.output.warn(
            'The log is not in order of time. An unfinished export keeps whole windows only.',
          );
        },
      });
      await destination.sync();
      // The end comes after the last checkpoint: a run that is killed here resumes from that one.
      await open.close();
      await file.saved();
      file.publish();
    } catch (error) {
      await open.close().catch(() => {});
      progress.end();
      if (isResumable(checkpoint)) await saveUnfinished(file, checkpoint, save);
      else file.discard();
      throw await unfinishedExportError(context, error, checkpoint, windows.length);
    } finally {
      progress.end();
    }
    await warnOfIrregularRows(context.output, format);
    await context.output.result(
      {
        success: true,
        path: target,
        rows: format.rows,
        bytes: destination.bytes,
        start: new Date(request.start).toISOString(),
        end: new Date(request.end).toISOString(),
        windows: windows.length,
        ...(format.irregular.count > 0 ? { irregular_rows: format.irregular.count } : {}),
      },
      () => `Wrote ${grouped(format.rows)} rows (${sizeText(destination.bytes)}) to ${target}.`,
    );
  } finally {
    file.unlock();
  }
}

async function tellFinished({ output }: Context, target: string): Promise<void> {
  await output.result(
    { success: true, path: target, resumed: false, complete: true },
    () =>
      `There is nothing to resume: ${target} exists, and no unfinished export of it. To export it again, replace --resume with --force.`,
  );
}

async function tellFirstRun({ output }: Context, target: string): Promise<void> {
  if (output.json) output.event({ event: 'nothing_to_resume' });
  else await output.note(() => `There is nothing to resume: ${target} starts from the beginning.`);
}

/** Whether there is something to resume. */
function isResumable({ windows, part }: Checkpoint): boolean {
  return windows > 0 || part !== undefined;
}

async function saveUnfinished(
  file: ResumableFile,
  { bytes, part }: Checkpoint,
  save: () => Promise<void>,
): Promise<void> {
  try {
    // On a full disk the state needs the space of what is not kept.
    if (!isDirectory(file.data)) truncateSync(file.data, part?.bytes ?? bytes);
    await save();
  } catch {
    // An earlier state is there: that of the last part or window that could be saved.
  }
}

async function unfinishedExportError(
  { output, system }: Context,
  error: unknown,
  checkpoint: Checkpoint,
  windows: number,
): Promise<unknown> {
  const { rows } = checkpoint.part ?? checkpoint;
  const resumable = isResumable(checkpoint);
  const how = resumable
    ? `${counted(rows, 'row')} ${rows === 1 ? 'is' : 'are'} kept. Resume with the same command and --resume.`
    : 'nothing is kept yet. The same command starts from the beginning.';
  if (system.interrupted.aborted) {
    if (output.json) {
      output.event({
        event: 'interrupted',
        rows_kept: rows,
        windows_done: checkpoint.windows,
        windows,
        ...(resumable ? { resume: '--resume' } : {}),
      });
    } else {
      await output.sentence(`Interrupted: ${how}`);
    }
    return error;
  }
  if (!resumable || !(error instanceof WaypostError)) return error;
  return error.with({ hint: (command) => `${hintOf(error, command) ?? ''} ${how}`.trim() });
}

function requestIdentity(
  { service, key, managementKey, licensee }: LogSource,
  { format, header, safeCells, byDay, fields }: ExportShape,
): SavedRequest['identity'] {
  return {
    service: service.baseUrl.href,
    key: fingerprint(`${key} ${managementKey}`),
    licensee: licensee === undefined ? null : fingerprint(licensee),
    format,
    '--header': header,
    '--safe-cells': safeCells,
    '--partition-by': byDay,
    '--fields': fields?.join(',') ?? null,
  };
}

function typedRange({ start, end, last }: ExportOptions): SavedRequest['typed'] {
  return definedMembers({ '--start': start, '--end': end, '--last': last });
}
