// An export to a file or directory, which a later run can resume.
import { truncateSync } from 'node:fs';
import { type Checkpoint, runExport } from '../../../export/export';
import { type RequestedRange, windowsOf } from '../../../export/range';
import { type SavedRequest, stateOf } from '../../../export/saved-export';
import { isDirectory } from '../../../lib/directory';
import { WaypostError } from '../../../lib/errors';
import { fingerprint, type ResumableFile } from '../../../lib/resumable-file';
import { isSystemError, outputWriteFailed } from '../../../lib/system-error';
import { hintOf } from '../../hints/advice';
import { showTransfer, size } from '../../output/progress';
import { counted, grouped } from '../../output/words';
import type { Context } from '../../run/context';
import type { ExportOptions, Shape } from './export-options';
import { downloader, LastTime, type Source } from './log';
import {
  claimTarget,
  openTarget,
  savedFor,
  warnOfIrregularRows,
  warnOfSharedDirectory,
} from './target';

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
    if (options.resume && !isKept(open.from)) await noteBeginning(context, target);
    const { format, destination } = open;
    let checkpoint: Checkpoint = open.from;
    const save = async () => {
      await file.saved();
      file.save(stateOf({ request, checkpoint }));
    };
    const keep = (reached: Checkpoint) => {
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
        download: downloader(context.system, source, request.explicit, last),
        from: open.from,
        onWindow: keep,
        onPart: (reached) => {
          checkpoint = reached;
          file.saveInBackground(() => stateOf({ request, checkpoint }));
        },
        onDisorder: async (reached) => {
          await keep(reached);
          await context.output.warn(
            'The log is not in order of time. An unfinished export keeps whole windows only.',
          );
        },
      });
      await destination.keep();
      // The end comes after the last checkpoint: a run that is killed here resumes from that one.
      await open.close();
      await file.saved();
      file.publish();
    } catch (error) {
      await open.close().catch(() => {});
      progress.end();
      if (isKept(checkpoint)) await keepUnfinished(file, checkpoint, save);
      else file.discard();
      throw await explained(context, error, checkpoint, windows.length);
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

/** Whether there is something to resume. */
function isKept({ windows, part }: Checkpoint): boolean {
  return windows > 0 || part !== undefined;
}

/** Saves the state of an export that ends unfinished. */
async function keepUnfinished(
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

/** The error of an unfinished export, with how to resume. */
async function explained(
  { output, system }: Context,
  error: unknown,
  checkpoint: Checkpoint,
  windows: number,
): Promise<unknown> {
  const { rows } = checkpoint.part ?? checkpoint;
  const resumable = isKept(checkpoint);
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
      await output.note(() => `Interrupted: ${how}`);
    }
    return error;
  }
  if (!resumable || !(error instanceof WaypostError)) return error;
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
