// The journal of a batch. The journal contains the results in the order of their arrival, one per line. waypost writes
// each result to the journal before using the result, so that a resumed run does not repeat a lookup whose result
// arrived. When the batch ends, waypost creates the output from the journal.
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fdatasync, fstatSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WaypostError } from '../lib/errors';
import { checkResumable } from '../lib/sealed-state';
import { outputWriteFailed, writingOutput } from '../lib/system-error';
import { DigestTable } from './digest-table';
import {
  answerIn,
  type JournalHead,
  type JournalLine,
  journalLine,
  journalVersion,
  lineAt,
  openJournal,
  readJournal,
} from './journal-lines';
import type { BatchReason } from './reasons';
import { Reserve } from './reserve';
import type { AnsweredRow, RowAnswer } from './row';

const appending = constants.O_RDWR | constants.O_APPEND;

/** The disk space to reserve for each result until the first result arrives, in bytes. */
const roomForFirst = 4096;
/**
 * The minimum disk space to reserve for each result after the first result has arrived, in bytes. Usually, waypost
 * reserves twice the length of the longest result.
 */
const minRoom = 512;

/** The pause between two syncs, in milliseconds. A sync for each result would make a batch 10% slower. */
const syncPauseMs = 5;

/** An open journal. Every method throws `write_failed` if writing fails. */
export class Journal {
  readonly #path: string;
  readonly #handle: number;
  /** The positions of the results, by the digests of the requests. */
  readonly #answers: DigestTable;
  /** The numbers of the rows whose request was sent and whose result has not arrived. */
  readonly #underway = new Set<number>();
  /** The disk space that is reserved for the results of the rows in `#underway`. */
  readonly #reserve: Reserve;
  /** The length of the longest result in this run, in bytes. */
  #longest = 0;
  #length: number;
  /** True if the last line might be incomplete. */
  #isTorn = false;
  /** True if the journal must survive a power failure. */
  #lasts = true;
  #dirty = false;
  /** The timer for the pause after a sync. During the pause, a new line does not start another sync. */
  #pause: NodeJS.Timeout | undefined;
  #syncing: Promise<void> | undefined;
  #failure: unknown;

  private constructor(path: string, handle: number, answers = new DigestTable()) {
    this.#path = path;
    this.#handle = handle;
    this.#answers = answers;
    this.#reserve = new Reserve(`${path}-reserve`);
    this.#length = fstatSync(handle).size;
  }

  /** Creates a journal. If the file exists, replaces the file. Throws if a later run would reject the journal. */
  static create(path: string, head: JournalHead): Journal {
    const journal = new Journal(path, created(path));
    try {
      journal.#write({ waypost: 'batch', version: journalVersion, ...head });
      checkResumable(path);
      return journal;
    } catch (error) {
      journal.close();
      rmSync(path, { force: true });
      throw error;
    }
  }

  /** Continues an earlier journal in another run. `answers` contains the positions of the earlier runs' results. */
  static resume(path: string, answers: DigestTable): Journal {
    const journal = Journal.reopen(path, answers);
    journal.#write({ run: 'again' });
    return journal;
  }

  /** Opens a journal to add lines to the journal's last run. */
  static reopen(path: string, answers?: DigestTable): Journal {
    const journal = new Journal(path, openJournal(path, appending), answers);
    journal.#isTorn = true;
    return journal;
  }

  /** Creates a temporary journal for the results of this run. */
  static temporary(): Journal {
    const path = join(tmpdir(), `waypost-answers-${randomBytes(8).toString('hex')}`);
    const journal = new Journal(path, createdTemporary(path));
    journal.#lasts = false;
    // Because the open file no longer has a name, the system deletes the file no matter how the process ends.
    rmSync(path, { force: true });
    return journal;
  }

  /** Reserves space for the result of a row, and records that waypost is about to send the row's request. */
  sent(number: number): void {
    this.#keepRoom(this.#underway.size + 1);
    this.#write({ s: number });
    this.#underway.add(number);
  }

  /** Records that a request was sent and its response was lost. The service might have billed the request. */
  lost(number: number): void {
    this.#writeFate(number, { l: number });
  }

  /** Records that the service certainly did not bill a request. */
  refused(number: number): void {
    this.#writeFate(number, { r: number });
  }

  /**
   * Records the result of a row. After this call, the result survives a crash of the process. A few milliseconds later,
   * the result also survives a power failure.
   */
  answered({ number, input, digest, answer }: AnsweredRow): void {
    const isFirst = digest !== undefined && !this.knows(digest);
    const line = { n: number, k: input, ...(isFirst ? { q: digest } : {}), ...answer };
    const at = this.#writeFate(number, line);
    this.#longest = Math.max(this.#longest, this.#length - at);
    if (isFirst) this.#answers.set(digest, at);
    if (this.#lasts) this.#syncSoon();
  }

  knows(digest: string): boolean {
    return this.#answers.get(digest) !== undefined;
  }

  answerTo(digest: string): RowAnswer | undefined {
    const at = this.#answers.get(digest);
    if (at === undefined) return undefined;
    return writingOutput(this.#path, () => answerIn(lineAt(this.#handle, at)));
  }

  /** Reads all lines, even if the file was renamed or removed. */
  lines(): AsyncGenerator<JournalLine, void> {
    return readJournal(this.#path, this.#handle);
  }

  /**
   * Records that every row has a result or an error. The caller must call this method before the partial output
   * replaces the output file.
   */
  complete(): void {
    this.#write({ complete: true });
  }

  /** Frees the space that was reserved for results, because waypost will not send more requests. */
  releaseRoom(): void {
    this.#reserve.release();
  }

  /** Resolves when all lines are written to disk. */
  async sync(): Promise<void> {
    while (this.#dirty || this.#syncing !== undefined) await this.#startSync();
    this.#checkFailure();
  }

  close(): void {
    clearTimeout(this.#pause);
    this.#reserve.close();
    closeSync(this.#handle);
  }

  #keepRoom(answers: number): void {
    const each = this.#longest === 0 ? roomForFirst : Math.max(minRoom, 2 * this.#longest);
    writingOutput(this.#path, () => this.#reserve.ensure(answers * each));
  }

  /** Writes the outcome of a row. If the row's request was sent, the line can use the reserved space. */
  #writeFate(number: number, line: object): number {
    const wasSent = this.#underway.delete(number);
    try {
      return this.#write(line);
    } catch (error) {
      if (!wasSent || !this.#reserve.release()) throw error;
      return this.#write(line);
    }
  }

  #write(line: object): number {
    this.#checkFailure();
    if (this.#isTorn) this.#append(`\n${journalLine({ torn: true })}`);
    return this.#append(journalLine(line));
  }

  #append(text: string): number {
    const bytes = Buffer.from(text);
    const at = this.#length;
    try {
      this.#isTorn = true;
      for (let done = 0; done < bytes.length; ) {
        const written = writeSync(this.#handle, bytes, done);
        done += written;
        this.#length += written;
      }
      this.#isTorn = false;
      return at;
    } catch (error) {
      throw outputWriteFailed(this.#path, error);
    }
  }

  #checkFailure(): void {
    if (this.#failure !== undefined) throw outputWriteFailed(this.#path, this.#failure);
  }

  /**
   * Starts a sync immediately, except while a sync is running and during the pause after a sync. In these cases, the
   * next sync includes the latest line.
   */
  #syncSoon(): void {
    this.#dirty = true;
    if (this.#pause === undefined) void this.#startSync();
  }

  /**
   * Starts a sync, or returns the promise of the running sync. The next sync includes lines that are written during the
   * running sync.
   */
  #startSync(): Promise<void> {
    clearTimeout(this.#pause);
    this.#syncing ??= this.#sync().finally(() => {
      this.#syncing = undefined;
      this.#pause = setTimeout(() => {
        this.#pause = undefined;
        if (this.#dirty && this.#failure === undefined) void this.#startSync();
      }, syncPauseMs);
    });
    return this.#syncing;
  }

  #sync(): Promise<void> {
    this.#dirty = false;
    return new Promise((resolve) => {
      fdatasync(this.#handle, (error) => {
        // After a failed sync, lines might never reach the disk, so the batch must not send more requests.
        if (error !== null) this.#failure = error;
        resolve();
      });
    });
  }
}

function createdTemporary(path: string): number {
  try {
    return created(path);
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    throw error.with({ reason: 'shared_answers' satisfies BatchReason });
  }
}

function created(path: string): number {
  return writingOutput(path, () => {
    rmSync(path, { force: true });
    return openSync(path, appending | constants.O_CREAT | constants.O_EXCL, 0o600);
  });
}
