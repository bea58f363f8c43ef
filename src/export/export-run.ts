// Exports a lookup log to a file or a directory. This module passes warnings to a callback instead of writing to the
// terminal. The caller reads the progress from `ExportRun`. The export first writes the data to a temporary file or
// directory next to the target. When the data is complete, the export moves the data to the target. A later run can
// resume an unfinished export.
import { existsSync, truncateSync } from 'node:fs';
import { isDirectory } from '../lib/directory';
import { checkTarget, ResumableFile, sharedDirectoryWarning } from '../lib/resumable-file';
import type { IrregularRows } from './format';
import type { ExportShape } from './formats';
import { type Range, type RequestedRange, windowsOf } from './range';
import {
  type ExportedLog,
  requestIdentity,
  resumableExport,
  type SavedRequest,
  savedState,
} from './saved-export';
import { openUnfinishedData, type UnfinishedData } from './unfinished-data';
import { type Checkpoint, type DownloadWindow, exportWindows } from './windows';

interface ExportRequest {
  /** The path of the file, or of the directory if the export writes a file for each day. */
  target: string;
  log: ExportedLog;
  shape: ExportShape;
  range: RequestedRange;
  /** The range options as the user typed them. */
  typedRange: SavedRequest['typed'];
  /** True to resume an unfinished export if one exists. */
  resume: boolean;
  /** True to replace an existing target. */
  force: boolean;
}

/** The progress of an abandoned export. */
export interface KeptExport {
  isResumable: boolean;
  rows: number;
  windowsDone: number;
  windows: number;
}

/** Shows a warning to the user. */
type Warn = (text: string) => Promise<void>;

export class ExportRun {
  readonly #file: ResumableFile;
  readonly #data: UnfinishedData;
  readonly #request: SavedRequest;
  readonly #windows: readonly Range[];
  readonly #warn: Warn;
  /** The state from which a later run can resume. */
  #checkpoint: Checkpoint;

  /**
   * Locks the target. If there is an unfinished export to resume, opens its data, and removes the bytes after the last
   * checkpoint. Otherwise, creates new data. Returns undefined if the export to resume is already complete. Throws
   * `invalid_input` if the export cannot replace the target or cannot be resumed, and `write_failed` if the target
   * cannot be written.
   */
  static async open(request: ExportRequest, warn: Warn): Promise<ExportRun | undefined> {
    const { target, shape, resume, force } = request;
    if (resume && !force && isComplete(target, shape.byDay)) return undefined;
    checkTarget(target, force, shape.byDay);
    const file = new ResumableFile(target);
    file.lock();
    try {
      const warning = sharedDirectoryWarning(target);
      if (warning !== undefined) await warn(warning);
      const identity = requestIdentity(request.log, shape);
      const typed = request.typedRange;
      const saved = resume ? resumableExport(file, identity, typed) : undefined;
      const data = await openUnfinishedData(file, shape, saved, warn);
      return new ExportRun(
        file,
        data,
        saved?.request ?? { identity, typed, ...request.range },
        warn,
      );
    } catch (error) {
      file.unlock();
      throw error;
    }
  }

  private constructor(
    file: ResumableFile,
    data: UnfinishedData,
    request: SavedRequest,
    warn: Warn,
  ) {
    this.#file = file;
    this.#data = data;
    this.#request = request;
    this.#windows = windowsOf(request);
    this.#warn = warn;
    this.#checkpoint = data.from;
  }

  /** The export's time range. A resumed export uses the range of the first run. */
  get range(): RequestedRange {
    return this.#request;
  }

  /** The number of windows. A window is the time range of one request. */
  get windows(): number {
    return this.#windows.length;
  }

  /** The number of rows that this run and earlier runs of the same export have written. */
  get rows(): number {
    return this.#data.format.rows;
  }

  /** The number of bytes that this run and earlier runs of the same export have written. */
  get bytes(): number {
    return this.#data.destination.bytes;
  }

  get irregular(): IrregularRows {
    return this.#data.format.irregular;
  }

  /** True if a later run can resume this export. */
  get isResumable(): boolean {
    const { windows, part } = this.#checkpoint;
    return windows > 0 || part !== undefined;
  }

  /** Downloads and writes all windows. The caller must then call `finish`, or `abandon` if this method throws. */
  async run(download: DownloadWindow): Promise<void> {
    // If the state cannot be saved next to the target, this call throws before the first request.
    await this.#save();
    await exportWindows({
      windows: this.#windows,
      format: this.#data.format,
      destination: this.#data.destination,
      download,
      from: this.#checkpoint,
      onWindow: (reached) => this.#saveAt(reached),
      onPart: (reached) => {
        this.#checkpoint = reached;
        this.#file.saveInBackground(() => this.#state());
      },
      onDisorder: async (reached) => {
        await this.#saveAt(reached);
        await this.#warn(
          'The log is not sorted by time. If this export is interrupted, waypost discards the rows of the unfinished range, which can be up to 90 days long.',
        );
      },
    });
  }

  /**
   * Moves the complete data to the target and unlocks the target. If this method throws, the caller must call
   * `abandon`.
   */
  async finish(): Promise<void> {
    await this.#data.destination.sync();
    // The last checkpoint does not include the end of the file. If the process is killed here, a later run resumes from
    // the last checkpoint.
    await this.#data.close();
    await this.#file.saved();
    this.#file.publish();
    this.#file.unlock();
  }

  /**
   * If a later run can resume the export, keeps the data up to the last checkpoint. Otherwise, removes the data. In
   * both cases, unlocks the target. Throws `write_failed` if the data cannot be removed.
   */
  async abandon(): Promise<KeptExport> {
    const { isResumable } = this;
    try {
      await this.#data.close().catch(() => {});
      if (isResumable) await this.#keep();
      else this.#file.discard();
    } finally {
      this.#file.unlock();
    }
    const { part, rows, windows } = this.#checkpoint;
    return {
      isResumable,
      rows: part?.rows ?? rows,
      windowsDone: windows,
      windows: this.#windows.length,
    };
  }

  #state(): object {
    return savedState({ request: this.#request, checkpoint: this.#checkpoint });
  }

  async #save(): Promise<void> {
    await this.#file.saved();
    this.#file.save(this.#state());
  }

  #saveAt(reached: Checkpoint): Promise<void> {
    this.#checkpoint = reached;
    return this.#save();
  }

  async #keep(): Promise<void> {
    const { data } = this.#file;
    const { bytes, part } = this.#checkpoint;
    try {
      // If the disk is full, truncating the data frees space for the state.
      if (!isDirectory(data)) truncateSync(data, part?.bytes ?? bytes);
      await this.#save();
    } catch {
      // Ignore the error. A later run can resume from the state that was saved after an earlier part or window.
    }
  }
}

/**
 * True if the target exists and has no unfinished export. Throws `invalid_input` if the export cannot write to the
 * target.
 */
function isComplete(target: string, byDay: boolean): boolean {
  checkTarget(target, true, byDay);
  return existsSync(target) && !existsSync(new ResumableFile(target).data);
}
