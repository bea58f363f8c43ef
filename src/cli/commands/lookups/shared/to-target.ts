// An export to a file or directory, which a later run can resume.
import { type Checkpoint, runExport } from '../../../../export/export';
import { type RequestedRange, windowsOf } from '../../../../export/range';
import { type SavedRequest, saveExport } from '../../../../export/saved-export';
import { WaypostError } from '../../../../lib/errors';
import { fingerprint, type ResumableFile } from '../../../../lib/resumable-file';
import { isSystemError } from '../../../../lib/system-error';
import { outputWriteFailed } from '../../../../lib/write-failure';
import type { Context } from '../../../context';
import { hintOf } from '../../../hints/advice';
import { grouped } from '../../../ui/figures';
import { showTransfer, size } from '../../../ui/transfer-progress';
import type { ExportOptions, Shape } from './export-options';
import { LastTime } from './last-time';
import { warnOfIrregularRows } from './open-format';
import { downloader, type Source } from './source';
import { claimTarget, openTarget, savedFor, warnOfSharedDirectory } from './target';

/**
 * Exports to the target and prints the summary. Throws `invalid_input`, `write_failed`, or the error of the
 * download.
 */
export async function toTarget(
  context: Context,
  source: Source,
  shape: Shape,
  asked: RequestedRange,
  options: ExportOptions,
  target: string,
): Promise<void> {
  try {
    await writeTarget(context, source, shape, asked, options, target);
  } catch (error) {
    // All requests are done: an error of the system here is about the target.
    throw isSystemError(error) ? outputWriteFailed(target, error) : error;
  }
}

async function writeTarget(
  context: Context,
  source: Source,
  shape: Shape,
  asked: RequestedRange,
  options: ExportOptions,
  target: string,
): Promise<void> {
  const file = claimTarget(target, options.force === true, shape.byDay);
  try {
    await warnOfSharedDirectory(context.output, target);
    const identity = identityOf(source, shape);
    const typed = typedRange(options);
    const saved = options.resume ? savedFor(file, identity, typed) : undefined;
    const request: SavedRequest = saved?.request ?? { identity, typed, ...asked };
    const windows = windowsOf(request);
    const open = await openTarget(file, shape, saved, (text) => void context.output.warn(text));
    if (options.resume && open.from.windows === 0) await noteBeginning(context, target);
    const { format, destination } = open;
    let checkpoint: Checkpoint = open.from;
    const keep = async (reached: Checkpoint) => {
      checkpoint = reached;
      saveExport(file, { request, checkpoint });
    };
    const last = new LastTime(request);
    const progress = showTransfer(context.output, context.world.clock.now, () => ({
      rows: format.rows,
      bytes: destination.bytes,
      part: last.part,
    }));
    try {
      await keep(checkpoint);
      const download = downloader(context.world, source, request.explicit, last);
      await runExport({ windows, format, destination, download, from: open.from, onWindow: keep });
      await destination.keep();
      // The end comes after the last checkpoint: a run that is killed here resumes from that one.
      await open.close();
      file.publish();
    } catch (error) {
      await open.close().catch(() => {});
      progress.end();
      throw await explained(context, error, file, checkpoint, windows.length);
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
      () => `Wrote ${grouped(format.rows)} rows (${size(destination.bytes)}) to ${target}.`,
    );
  } finally {
    file.unlock();
  }
}

/** Tells that --resume found nothing to resume: expected for a first run only. */
async function noteBeginning({ output }: Context, target: string): Promise<void> {
  if (output.json) output.event({ event: 'nothing_to_resume' });
  else await output.note(() => `There is nothing to resume: ${target} starts from the beginning.`);
}

/** The error of an unfinished export, with how to resume. */
async function explained(
  context: Context,
  error: unknown,
  file: ResumableFile,
  { windows: done }: Checkpoint,
  windows: number,
): Promise<unknown> {
  const interrupted = context.world.interrupted.aborted;
  if (!interrupted && done === 0) {
    file.discard();
    return error;
  }
  const how = `${done} of ${windows} windows are kept. Resume with the same command and --resume.`;
  if (interrupted) {
    if (context.output.json) {
      context.output.event({
        event: 'interrupted',
        windows_done: done,
        windows,
        resume: '--resume',
      });
    } else {
      await context.output.note(() => `Interrupted: ${how}`);
    }
    return error;
  }
  if (!(error instanceof WaypostError)) return error;
  const hint = hintOf(error);
  return error.with({ hint: hint === undefined ? how : `${hint} ${how}` });
}

function identityOf(
  { service, key, managementKey, licensee }: Source,
  { format, header, safeCells, byDay, fields }: Shape,
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
  return {
    ...(start === undefined ? {} : { '--start': start }),
    ...(end === undefined ? {} : { '--end': end }),
    ...(last === undefined ? {} : { '--last': last }),
  };
}
