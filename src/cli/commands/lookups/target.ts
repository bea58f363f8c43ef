// An export to a file or directory: written beside the target, and moved there only when it is complete; an
// unfinished export can be resumed.
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type Checkpoint, type Destination, newCheckpoint } from '../../../export/export';
import type { Format } from '../../../export/format';
import { type ExportShape, exportFormat } from '../../../export/formats';
import { loadExport, type SavedExport, type SavedRequest } from '../../../export/saved-export';
import { followLinks } from '../../../lib/atomic-file';
import { invalidInput } from '../../../lib/errors';
import { beginsWith, FileSink } from '../../../lib/file-sink';
import { checkTarget, ResumableFile } from '../../../lib/resumable-file';
import { othersMayReplace } from '../../../lib/small-file';
import { writingOutput } from '../../../lib/system-error';
import { refuseWindowsPath } from '../../line/option-values';
import type { Output } from '../../output/output';

/** A target with its unfinished data opened. */
interface OpenTarget {
  format: Format;
  destination: Destination;
  from: Checkpoint;
  close(): Promise<void>;
}

/**
 * The path that -o means: where symbolic links lead to, also to a file that is not there yet, so that two runs on one
 * file meet. Throws `write_failed` for a link of another user, and `invalid_input` for a path of Windows on another system.
 */
export function targetPath(given: string): string {
  refuseWindowsPath('-o', given);
  const path = resolve(given);
  writingOutput(path, () => followLinks(path));
  try {
    return realpathSync(path);
  } catch {
    return newTarget(path);
  }
}

/** Where a new file comes to be. The path itself, if its directory is not there. */
function newTarget(path: string): string {
  try {
    const target = followLinks(inRealDirectory(path));
    return inRealDirectory(target);
  } catch {
    return path;
  }
}

function inRealDirectory(path: string): string {
  return join(realpathSync(dirname(path)), basename(path));
}

/** Warns where other users may remove or replace what a run writes. */
export async function warnOfSharedDirectory(output: Output, target: string): Promise<void> {
  const directory = dirname(target);
  if (!othersMayReplace(directory)) return;
  await output.warn(
    `Other users may remove or replace files in ${directory}: ${basename(target)}, and what --resume continues from.`,
  );
}

/** The files of a target, locked for this run. Throws `invalid_input` or `write_failed`. */
export function claimTarget(target: string, force: boolean, byDay: boolean): ResumableFile {
  checkTarget(target, force, byDay);
  const partial = new ResumableFile(target);
  partial.lock();
  return partial;
}

/** Whether the target is there, and nothing unfinished beside it. Throws where it cannot be an export. */
export function isFinished(target: string, byDay: boolean): boolean {
  checkTarget(target, true, byDay);
  return existsSync(target) && !existsSync(new ResumableFile(target).data);
}

/** The state to resume. Throws `invalid_input` if it belongs to another export. */
export function savedFor(
  partial: ResumableFile,
  identity: SavedRequest['identity'],
  typed: SavedRequest['typed'],
): SavedExport | undefined {
  const saved = loadExport(partial);
  if (saved === undefined) return undefined;
  const differing = [
    ...differences(saved.request.identity, identity),
    ...(Object.keys(typed).length === 0 ? [] : differences(saved.request.typed, typed)),
  ];
  if (differing.length === 0) return saved;
  throw invalidInput(
    `The unfinished export of ${partial.target} was started with another ${differing.join(' and ')}.`,
    'Give the same options as before, or omit --resume to start again.',
  );
}

function differences(a: SavedRequest['identity'], b: SavedRequest['identity']): string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter((name) => (a[name] ?? null) !== (b[name] ?? null));
}

/** Opens the unfinished data: new, or at the position of the saved export. */
export async function openExport(
  partial: ResumableFile,
  shape: ExportShape,
  saved: SavedExport | undefined,
  warn: (text: string) => void,
): Promise<OpenTarget> {
  if (saved === undefined) partial.discard();
  return shape.byDay
    ? openPartitions(partial, saved, warn)
    : openSingle(partial, shape, saved, warn);
}

async function openSingle(
  partial: ResumableFile,
  shape: ExportShape,
  saved: SavedExport | undefined,
  warn: (text: string) => void,
): Promise<OpenTarget> {
  const from = await usable(saved, ({ bytes, sum }) =>
    beginsWith(partial.data, { length: bytes, sum }),
  );
  if (from === undefined) partial.discard();
  const resumed = from?.part ?? from;
  const sink = await FileSink.open(
    partial.data,
    resumed && { length: resumed.bytes, sum: resumed.sum },
  );
  const format = await exportFormat(shape.format).open(sink, shape, warn);
  if (resumed !== undefined) await format.restore(resumed.format);
  return {
    format,
    from: from ?? newCheckpoint(format),
    destination: {
      get bytes() {
        return sink.length;
      },
      mark: () => sink.mark().then(() => sink.written),
      sync: () => sink.sync().then(() => sink.written),
      truncate: (stretch) => sink.truncate(stretch),
    },
    close: () => sink.close(),
  };
}

/**
 * The checkpoint of an earlier run, as far as its data is there unchanged: a power failure may have taken what was
 * kept of the last window.
 */
async function usable(
  saved: SavedExport | undefined,
  isThere: (part: Pick<Checkpoint, 'bytes' | 'sum' | 'format'>) => Promise<boolean>,
): Promise<Checkpoint | undefined> {
  if (saved === undefined) return undefined;
  const { part, ...whole } = saved.checkpoint;
  if (part !== undefined && (await isThere(part))) return saved.checkpoint;
  return (await isThere(whole)) ? whole : undefined;
}

async function openPartitions(
  partial: ResumableFile,
  saved: SavedExport | undefined,
  warn: (text: string) => void,
): Promise<OpenTarget> {
  const { HiveFormat, holdsFiles, wideRowsWarning } = await import('../../../export/parquet');
  const from = await usable(saved, ({ format }) => holdsFiles(partial.data, format));
  if (from === undefined) partial.discard();
  writingOutput(partial.target, () => mkdirSync(partial.data, { recursive: true }));
  const format = new HiveFormat(partial.data, (rows) => warn(wideRowsWarning(rows)));
  if (from !== undefined) await format.restore((from.part ?? from).format);
  const written = () => ({ length: format.bytes, sum: 0 });
  return {
    format,
    from: from ?? newCheckpoint(format),
    destination: {
      get bytes() {
        return format.bytes;
      },
      mark: () => format.mark().then(written),
      // The format completes and syncs its files with the window, and truncates them itself.
      sync: async () => written(),
      truncate: async () => {},
    },
    close: () => format.abandon(),
  };
}

export async function warnOfIrregularRows(output: Output, { irregular }: Format): Promise<void> {
  const text = irregular.describe();
  if (text !== undefined) await output.warn(text);
}
