// An export to a file or a directory, from the lock of its target to its last step. It needs no terminal: what a user
// should know is passed to `warn`, or can be read from the run. The data is written beside the target and moved there
// only when it is complete; another run can resume an unfinished export.
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

export interface ExportRequest {
  /** The file, or the directory of an export by day. */
  target: string;
  log: ExportedLog;
  shape: ExportShape;
  range: RequestedRange;
  /** The options of the range as the user wrote them. */
  typedRange: SavedRequest['typed'];
  /** Whether to resume an unfinished export, if there is one. */
  resume: boolean;
  /** Whether to replace an existing target. */
  force: boolean;
}

/** What an abandoned export leaves to another run. */
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
  /** The state from which another run can resume. */
  #checkpoint: Checkpoint;

  /**
   * Locks the target and opens its unfinished data, new or as far as an earlier run came. Returns undefined if the
   * export to resume is complete already. Throws `invalid_input` and `write_failed`.
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

  /** The range of the export; for a resumed one, that of the first run. */
  get range(): RequestedRange {
    return this.#request;
  }

  /** How many requests the range takes. */
  get windows(): number {
    return this.#windows.length;
  }

  /** Rows written so far, by this run and those that it resumes. */
  get rows(): number {
    return this.#data.format.rows;
  }

  /** Bytes written so far, by this run and those that it resumes. */
  get bytes(): number {
    return this.#data.destination.bytes;
  }

  get irregular(): IrregularRows {
    return this.#data.format.irregular;
  }

  /** Whether another run can resume what was written so far. */
  get isResumable(): boolean {
    const { windows, part } = this.#checkpoint;
    return windows > 0 || part !== undefined;
  }

  /** Writes all windows. Call `finish` then, or `abandon` after an error, which `download` or the disk can throw. */
  async run(download: DownloadWindow): Promise<void> {
    // A target where nothing could be resumed is refused before the first request.
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
          'The log is not in order of time. An unfinished export keeps whole windows only.',
        );
      },
    });
  }

  /** Moves the complete data to the target, and unlocks it. Call `abandon` if it throws. */
  async finish(): Promise<void> {
    await this.#data.destination.sync();
    // The end comes after the last checkpoint: a run that is killed here resumes from that one.
    await this.#data.close();
    await this.#file.saved();
    this.#file.publish();
    this.#file.unlock();
  }

  /** Keeps what another run can resume, removes the rest, and unlocks the target. Throws `write_failed`. */
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
      // On a full disk the state needs the space of what is not kept.
      if (!isDirectory(data)) truncateSync(data, part?.bytes ?? bytes);
      await this.#save();
    } catch {
      // An earlier state is there: that of the last part or window that could be saved.
    }
  }
}

/** Whether the target exists, and no unfinished export of it. Throws `invalid_input` if it cannot be an export. */
function isComplete(target: string, byDay: boolean): boolean {
  checkTarget(target, true, byDay);
  return existsSync(target) && !existsSync(new ResumableFile(target).data);
}
