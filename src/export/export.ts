// An export: window after window, oldest first, each either whole or not there. After each the state is
// on disk, so that another run can resume; a window that breaks off begins again from there.
import { type Format, type Json, refuseSwallowedRows } from './format';
import type { Range } from './range';

/** What takes the body of a window; `begin` comes first, and again where the body begins again. */
export interface WindowTaker {
  begin(): Promise<void> | undefined;
  chunk(bytes: Uint8Array): Promise<void> | undefined;
}

/** Downloads one window into the taker. */
type Download = (window: Range, taker: WindowTaker) => Promise<void>;

/** Where the bytes go, as far as the windows are concerned. */
export interface Destination {
  /** Bytes so far. */
  readonly bytes: number;
  /** Checksum of what was made last, where there is one. */
  readonly sum?: number | undefined;
  /** Makes what was written last, before the window counts as whole. */
  keep(): Promise<void>;
  /** Takes back everything behind what was made last. */
  takeBack(): Promise<void>;
}

/** Where an export stands after its last whole window. */
export interface Checkpoint {
  windows: number;
  bytes: number;
  /** Checksum of these bytes, by which another run sees whether they are still the same. */
  sum?: number | undefined;
  format: Json;
}

/** What an export is made of. */
export interface ExportJob {
  windows: readonly Range[];
  format: Format;
  destination: Destination;
  download: Download;
  /** Where an earlier run stood; the destination and the format are there already. */
  from: Checkpoint;
  /** Called when a window is whole. */
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
    refuseSwallowedRows(format.irregular);
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
