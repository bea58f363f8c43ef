// The windows of an export, one after the other, oldest first. Each is read in parts, which end where the log can be
// asked for the rest. After each part the state is saved, so that another run, or a request that breaks off, continues
// from there.
import type { Stretch } from '../lib/file-sink';
import { type Format, type Json, refuseUnclosedQuote } from './format';
import type { Range } from './range';

/** Consumes the body of a window; `begin` comes first, and again if the body begins again. */
export interface WindowConsumer {
  begin(): Promise<void> | undefined;
  chunk(bytes: Uint8Array): Promise<void> | undefined;
}

/** Downloads one window, or the rest of it from `start` on, and passes its bytes to the consumer. */
export type DownloadWindow = (
  window: Range,
  start: number | undefined,
  consumer: WindowConsumer,
) => Promise<void>;

/** The target of the bytes, as far as the windows need it. */
export interface Destination {
  /** Bytes so far. */
  readonly bytes: number;
  /** Passes the bytes written so far on to the system, and returns which they are. */
  mark(): Promise<Stretch>;
  /** The same, and waits until they are on the disk. */
  sync(): Promise<Stretch>;
  /** Removes all bytes behind these. */
  truncate(kept: Stretch): Promise<void>;
}

/** What was written when a window or a part ended. */
interface Written {
  rows: number;
  bytes: number;
  /** Checksum of these bytes, by which another run checks that they are unchanged. */
  sum: number;
  format: Json;
}

/** The state of an export after its last complete window. */
export interface Checkpoint extends Written {
  windows: number;
  /** The next window as far as it is kept: all its rows before `start`, in epoch milliseconds. */
  part?: Written & { start: number };
}

export interface ExportJob {
  windows: readonly Range[];
  format: Format;
  destination: Destination;
  download: DownloadWindow;
  /** The state of an earlier run; its destination and format are open already. */
  from: Checkpoint;
  /** Called when a window is complete. */
  onWindow(checkpoint: Checkpoint): Promise<void>;
  /** Called when a part is complete. Without it, windows are not divided. */
  onPart?: (checkpoint: Checkpoint) => void;
  /** Called when rows of a window are not in order of time, so that only whole windows are kept. */
  onDisorder?: (checkpoint: Checkpoint) => Promise<void>;
}

/** Downloads and writes all windows, and ends the format. Throws what the download or the destination throws. */
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

function writtenBy(format: Format, { length, sum }: Stretch): Written {
  return { rows: format.rows, bytes: length, sum, format: format.save() };
}

/** The rest of a window must be requested from another time on. */
class RequestAgain extends Error {}

async function readWindow(job: ExportJob, window: Range, checkpoint: Checkpoint): Promise<void> {
  const { format, destination, download, onPart } = job;
  const { part: first, ...whole } = checkpoint;
  let part = first;
  let isOrdered = true;

  const divide = async (start: number) => {
    part = { ...writtenBy(format, await destination.mark()), start };
    onPart?.({ ...whole, part });
  };
  const goBack = async () => {
    const kept = part ?? whole;
    await destination.truncate({ length: kept.bytes, sum: kept.sum });
    await format.restore(kept.format);
  };
  const noticeDisorder = async () => {
    isOrdered = false;
    part = undefined;
    await job.onDisorder?.(whole);
  };

  while (true) {
    const from = part;
    const begin = () => format.parts.begin(from?.start, isOrdered && onPart ? divide : undefined);
    const hasDisorder = () => isOrdered && onPart !== undefined && !format.parts.inOrder;
    const checkOrder = async () => {
      if (!hasDisorder()) return;
      await noticeDisorder();
      // Rows before the part may be missing: the service puts them behind.
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
          return goBack().then(begin);
        },
        chunk: (bytes) =>
          hasDisorder() ? checkOrder().then(() => format.write(bytes)) : format.write(bytes),
      });
      await format.endWindow();
      await checkOrder();
      return;
    } catch (error) {
      if (!(error instanceof RequestAgain)) throw error;
      await goBack();
    }
  }
}
