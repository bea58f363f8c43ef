// The unfinished data of an export, which waypost stores next to the export's target. The data is one file, or a
// directory that contains a file for each day. An export creates new data, or continues the data of an earlier run.
import { mkdirSync } from 'node:fs';
import { beginsWith, FileSink } from '../lib/file-sink';
import type { ResumableFile } from '../lib/resumable-file';
import { writingOutput } from '../lib/system-error';
import type { Format } from './format';
import { type ExportShape, exportFormat } from './formats';
import type { SavedExport } from './saved-export';
import { type Checkpoint, type Destination, newCheckpoint } from './windows';

export interface UnfinishedData {
  format: Format;
  destination: Destination;
  /** The checkpoint from which the export continues. */
  from: Checkpoint;
  close(): Promise<void>;
}

/**
 * Opens the data at the saved export's latest valid checkpoint. A checkpoint is valid if the data up to the checkpoint
 * is unchanged. If no checkpoint is valid, creates new data.
 */
export async function openUnfinishedData(
  file: ResumableFile,
  shape: ExportShape,
  saved: SavedExport | undefined,
  warn: (text: string) => void,
): Promise<UnfinishedData> {
  if (saved === undefined) file.discard();
  return shape.byDay ? openByDay(file, saved, warn) : openOneFile(file, shape, saved, warn);
}

async function openOneFile(
  file: ResumableFile,
  shape: ExportShape,
  saved: SavedExport | undefined,
  warn: (text: string) => void,
): Promise<UnfinishedData> {
  const from = await unchangedCheckpoint(saved, ({ bytes, sum }) =>
    beginsWith(file.data, { length: bytes, sum }),
  );
  if (from === undefined) file.discard();
  const resumed = from?.part ?? from;
  const sink = await FileSink.open(
    file.data,
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

async function openByDay(
  file: ResumableFile,
  saved: SavedExport | undefined,
  warn: (text: string) => void,
): Promise<UnfinishedData> {
  const { HiveFormat, holdsFiles, wideRowsWarning } = await import('./parquet');
  const from = await unchangedCheckpoint(saved, ({ format }) => holdsFiles(file.data, format));
  if (from === undefined) file.discard();
  writingOutput(file.target, () => mkdirSync(file.data, { recursive: true }));
  const format = new HiveFormat(file.data, (rows) => warn(wideRowsWarning(rows)));
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
      // These methods do not change the files: the format itself syncs its files at the end of a window, and `restore`
      // truncates the files.
      sync: async () => written(),
      truncate: async () => {},
    },
    close: () => format.abandon(),
  };
}

/**
 * Returns the latest checkpoint up to which the earlier run's data is unchanged, or undefined if there is no such
 * checkpoint. If a power failure destroyed the data of the last part, this is the checkpoint at the end of the last
 * complete window.
 */
async function unchangedCheckpoint(
  saved: SavedExport | undefined,
  isUnchanged: (part: Pick<Checkpoint, 'bytes' | 'sum' | 'format'>) => Promise<boolean>,
): Promise<Checkpoint | undefined> {
  if (saved === undefined) return undefined;
  const { part, ...whole } = saved.checkpoint;
  if (part !== undefined && (await isUnchanged(part))) return saved.checkpoint;
  return (await isUnchanged(whole)) ? whole : undefined;
}
