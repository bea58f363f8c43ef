// Downloads the windows of an export one after another, oldest first. The export reads each window in parts and saves
// its state after each part. If the connection breaks, a new request continues after the last part. A later run can
// also resume after the last part.
import type { Stretch } from '../lib/file-sink';
import { type Format, type Json, refuseUnclosedQuote } from './format';
import type { Range } from './range';

/**
 * Receives the response body of a window. The download calls `begin` before the first chunk, and again if the body
 * starts again from its beginning.
 */
export interface WindowConsumer {
  begin(): Promise<void> | undefined;
  chunk(bytes: Uint8Array): Promise<void> | undefined;
}

/**
 * Downloads a window, and passes the response body to the consumer. If `start` is set (in milliseconds since the
 * epoch), downloads only the rest of the window.
 */
export type DownloadWindow = (
  window: Range,
  start: number | undefined,
  consumer: WindowConsumer,
) => Promise<void>;

/** The file or directory that a format writes. */
export interface Destination {
  /** The number of bytes that the export has written so far. */
  readonly bytes: number;
  /** Waits until the operating system has received all bytes so far. Returns the length and checksum of these bytes. */
  mark(): Promise<Stretch>;
  /** Waits until all bytes so far are on disk. Returns the length and checksum of these bytes. */
  sync(): Promise<Stretch>;
  /** Keeps only the bytes that `kept` describes, and removes all bytes after them. */
  truncate(kept: Stretch): Promise<void>;
}

/** The output at the end of a window or a part. */
interface WrittenState {
  rows: number;
  bytes: number;
  /** The checksum of the bytes so far, with which a later run checks that these bytes are unchanged. */
  sum: number;
  format: Json;
}

/** The state of an export after its last complete window. */
export interface Checkpoint extends WrittenState {
  windows: number;
  /**
   * The part of the next window that the export has already written: all rows before `start`, in milliseconds since the
   * epoch.
   */
  part?: WrittenState & { start: number };
}

export interface ExportJob {
  windows: readonly Range[];
  format: Format;
  destination: Destination;
  download: DownloadWindow;
  /**
   * The checkpoint at which the export starts. The destination and the format are already open at this checkpoint.
   */
  from: Checkpoint;
  /** A function that runs when a window is complete. */
  onWindow(checkpoint: Checkpoint): Promise<void>;
  /**
   * A function that runs when a part is complete. If the function is undefined, the export does not divide windows into
   * parts.
   */
  onPart?: (checkpoint: Checkpoint) => void;
  /**
   * A function that runs when the rows of a window are not sorted by time. In this case, the export keeps only complete
   * windows.
   */
  onDisorder?: (checkpoint: Checkpoint) => Promise<void>;
}

/**
 * Downloads and writes all windows, and finishes the format. Throws the errors of the download and of the destination.
 */
export async function exportWindows(job: ExportJob): Promise<void> {
  const { windows, format, destination } = job;
  let checkpoint = job.from;
  for (const window of windows.slice(checkpoint.windows)) {
    await readWindow(job, window, checkpoint);
    refuseUnclosedQuote(format.irregular);
    const kept = writtenBy(format, await destination.sync());
    checkpoint = { ...kept, windows: checkpoint.windows + 1 };
    await job.onWindow(checkpoint);
  }
  await format.finish();
}

export function newCheckpoint(format: Format): Checkpoint {
  return { ...writtenBy(format, { length: 0, sum: 0 }), windows: 0 };
}

function writtenBy(format: Format, { length, sum }: Stretch): WrittenState {
  return { rows: format.rows, bytes: length, sum, format: format.save() };
}

/** waypost throws this exception to request a window again from a different start. */
class RequestAgain extends Error {}

async function readWindow(job: ExportJob, window: Range, checkpoint: Checkpoint): Promise<void> {
  const { format, destination, download, onPart } = job;
  const { part: first, ...whole } = checkpoint;
  let part = first;
  let isOrdered = true;

  const divide =
    onPart &&
    (async (start: number) => {
      part = { ...writtenBy(format, await destination.mark()), start };
      onPart({ ...whole, part });
    });
  const restoreLastPart = async () => {
    const kept = part ?? whole;
    await destination.truncate({ length: kept.bytes, sum: kept.sum });
    await format.restore(kept.format);
  };
  const reportDisorder = async () => {
    isOrdered = false;
    part = undefined;
    await job.onDisorder?.(whole);
  };

  while (true) {
    const from = part;
    const begin = () => format.parts.begin(from?.start, isOrdered ? divide : undefined);
    const hasDisorder = () => isOrdered && divide !== undefined && !format.parts.inOrder;
    const checkOrder = async () => {
      if (!hasDisorder()) return;
      await reportDisorder();
      // This response contains only the rest of the window. If the log is not sorted, rows with an earlier time might
      // be missing, so waypost requests the complete window.
      if (from !== undefined) throw new RequestAgain();
    };
    let begun = false;
    try {
      await download(window, from?.start, {
        begin() {
          if (!begun) {
            begun = true;
            begin();
            return undefined;
          }
          if (part !== from) throw new RequestAgain();
          return restoreLastPart().then(begin);
        },
        chunk: (bytes) =>
          hasDisorder() ? checkOrder().then(() => format.write(bytes)) : format.write(bytes),
      });
      await format.endWindow();
      await checkOrder();
      return;
    } catch (error) {
      if (!(error instanceof RequestAgain)) throw error;
      await restoreLastPart();
    }
  }
}
