// An export: window after window, oldest first, each complete or not there. After each window the state is on
// disk, so that another run can resume; a window that breaks off is downloaded again.
import { type Format, type Json, refuseUnclosedQuote } from './format';
import type { Range } from './range';

/** Consumes the body of a window; `begin` comes first, and again if the body begins again. */
export interface WindowConsumer {
  begin(): Promise<void> | undefined;
  chunk(bytes: Uint8Array): Promise<void> | undefined;
}

/** Downloads one window and passes its bytes to the consumer. */
type Download = (window: Range, consumer: WindowConsumer) => Promise<void>;

/** The target of the bytes, as far as the windows need it. */
export interface Destination {
  /** Bytes so far. */
  readonly bytes: number;
  /** Checksum of the bytes up to the last `sync`, if there is one. */
  readonly sum?: number | undefined;
  /** Syncs the bytes written so far, before the window counts as complete. */
  keep(): Promise<void>;
  /** Removes all bytes after the last `sync`. */
  takeBack(): Promise<void>;
}

/** The state of an export after its last complete window. */
export interface Checkpoint {
  windows: number;
  bytes: number;
  /** Checksum of these bytes, by which another run checks that they are unchanged. */
  sum?: number | undefined;
  format: Json;
}

/** What an export needs. */
export interface ExportJob {
  windows: readonly Range[];
  format: Format;
  destination: Destination;
  download: Download;
  /** The state of an earlier run; its destination and format are open already. */
  from: Checkpoint;
  /** Called when a window is complete. */
  onWindow(checkpoint: Checkpoint): Promise<void>;
}

/** Runs the export up to the format's end. Throws what the download or the destination throws. */
export async function runExport(job: ExportJob): Promise<void> {
  const { windows, format, destination } = job;
  let checkpoint = job.from;
  for (const window of windows.slice(checkpoint.windows)) {
    const start = checkpoint;
    let begun = false;
    await job.download(window, {
      begin() {
        if (!begun) {
          begun = true;
          return undefined;
        }
        return goBack(format, destination, start);
      },
      chunk: (bytes) => format.write(bytes),
    });
    await format.endWindow();
    refuseUnclosedQuote(format.irregular);
    await destination.keep();
    checkpoint = {
      windows: start.windows + 1,
      bytes: destination.bytes,
      sum: destination.sum,
      format: format.save(),
    };
    await job.onWindow(checkpoint);
  }
  await format.finish();
}

async function goBack(
  format: Format,
  destination: Destination,
  { format: saved }: Checkpoint,
): Promise<void> {
  await destination.takeBack();
  await format.restore(saved);
}
