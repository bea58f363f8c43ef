// Writes the results of a batch. If the output is a file, waypost first writes the results to the journal as they
// arrive. When the batch ends, waypost writes the results to the file in the order of the rows. If the output is
// standard output, waypost writes each result as soon as it has written all earlier rows.
import { rmSync, statSync } from 'node:fs';
import { FileSink } from '../lib/file-sink';
import type { ResumableFile } from '../lib/resumable-file';
import type { StreamSink } from '../lib/sink';
import { Journal } from './journal';
import type { JournalHead } from './journal-lines';
import type { RowText } from './output';
import { Rescue } from './rescue';
import { Order, type ResumeState } from './resume-state';
import {
  type AnsweredRow,
  type BatchCounts,
  type BatchTarget,
  countRow,
  noCounts,
  type ResultOutcome,
  type RowAnswer,
} from './row';

export function journalOf(partial: ResumableFile): string {
  return `${partial.data}-answers`;
}

export function hasJournal(partial: ResumableFile): boolean {
  return statSync(journalOf(partial), { throwIfNoEntry: false }) !== undefined;
}

export interface FileTargetPlan {
  partial: ResumableFile;
  text: RowText;
  resultOutcome: ResultOutcome;
  /** The head of the journal. This run uses the head only if it creates a new journal. */
  head: JournalHead;
  /** The content of the journal from earlier runs. */
  resumed?: ResumeState | undefined;
  /** The path of the file for results that cannot be written next to the output file. */
  rescuePath: string;
}

/** A result that could not be written to the journal, for example because the disk was full. */
interface UnsavedRow {
  row: AnsweredRow;
  isRescued: boolean;
}

/** Writes the results to a file. */
export class FileTarget implements BatchTarget {
  readonly counts: BatchCounts;
  readonly mostUnderway = Number.POSITIVE_INFINITY;
  readonly #partial: ResumableFile;
  readonly #text: RowText;
  readonly #resultOutcome: ResultOutcome;
  readonly #journal: Journal;
  readonly #rescue: Rescue;
  readonly #unsaved: UnsavedRow[] = [];
  #rescued = 0;
  #lost = 0;
  #bytes = 0;

  constructor({ partial, text, resultOutcome, head, resumed, rescuePath }: FileTargetPlan) {
    this.#resultOutcome = resultOutcome;
    this.#partial = partial;
    this.#text = text;
    const path = journalOf(partial);
    const canResume = resumed?.head !== undefined;
    // If unfinished output cannot be removed, this call throws before the service bills anything.
    if (!canResume) partial.discard();
    const before = canResume ? resumed.counts : noCounts();
    this.counts = { ...before, outcomes: { ...before.outcomes } };
    this.#journal = canResume ? Journal.resume(path, resumed.answers) : Journal.create(path, head);
    this.#rescue = new Rescue(rescuePath, resumed?.head ?? head);
    if (!canResume) this.#rescue.discard();
  }

  /** The size of the written output in bytes, or 0 if no output was written. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * The number of results that only the rescue file contains, and the file's path. Undefined if no such results exist.
   */
  get rescued(): { answers: number; path: string } | undefined {
    if (this.#rescued === 0) return undefined;
    return { answers: this.#rescued, path: this.#rescue.path };
  }

  /** The number of this run's lookups whose results could not be written to any file. */
  get unsaved(): number {
    return this.#lost;
  }

  /** Does nothing, because the journal is already open. */
  async begin(): Promise<void> {}

  sent(number: number): void {
    this.#journal.sent(number);
  }

  lost(number: number): void {
    this.counts.inDoubt += 1;
    this.#journal.lost(number);
  }

  refused(number: number): void {
    this.#journal.refused(number);
  }

  async answered(row: AnsweredRow): Promise<void> {
    try {
      this.#journal.answered(row);
    } catch (error) {
      const isRescued = this.#rescue.keep(row);
      this.#unsaved.push({ row, isRescued });
      if (isRescued) countRow(this.counts, row, this.#resultOutcome);
      throw error;
    }
    countRow(this.counts, row, this.#resultOutcome);
  }

  answerTo(digest: string): RowAnswer | undefined {
    return this.#journal.answerTo(digest);
  }

  /**
   * Writes the output. The output is first written to a partial file next to the output file. If the batch is complete,
   * the partial file replaces the output file. Otherwise, the partial file remains, so that the user can inspect its
   * rows. A later run resumes from the journal, not from the partial file.
   */
  async end(complete: boolean): Promise<void> {
    try {
      this.#journal.releaseRoom();
      for (const row of this.#unsaved.splice(0)) this.#saveAgain(row);
      if (this.#rescued === 0) this.#rescue.discard();
      else await this.#rescue.close();
      await this.#journal.sync();
      if (complete) {
        await this.#write();
        this.#journal.complete();
        this.#partial.publish();
      } else await this.#write().catch(() => this.#partial.discard());
    } finally {
      this.#journal.close();
    }
    if (complete) rmSync(journalOf(this.#partial), { force: true });
  }

  /**
   * Tries again to write a result to the journal, because the disk might have space now. If the disk is still full and
   * the rescue file does not contain the result, the result is lost.
   */
  #saveAgain({ row, isRescued }: UnsavedRow): void {
    try {
      this.#journal.answered(row);
      if (!isRescued) countRow(this.counts, row, this.#resultOutcome);
    } catch {
      if (isRescued) {
        this.#rescued += 1;
      } else {
        this.counts.inDoubt += row.answer.cost;
        this.#lost += row.answer.cost;
      }
    }
  }

  async #write(): Promise<void> {
    this.#partial.discard();
    const sink = await FileSink.open(this.#partial.data);
    try {
      await this.#writeRows(sink);
      await sink.sync();
    } finally {
      await sink.close();
    }
    this.#bytes = sink.length;
  }

  async #writeRows(sink: FileSink): Promise<void> {
    const text = this.#text;
    const write = (piece: string) => (piece === '' ? undefined : sink.write(Buffer.from(piece)));
    const order = new Order<AnsweredRow>();
    await write(text.begin());
    for await (const line of this.#journal.lines()) {
      if (line.kind !== 'answered') continue;
      for (const row of order.take(line.row)) await write(text.row(row));
    }
    for (const row of order.rest()) await write(text.row(row));
    await write(text.end());
  }
}

/** Writes the results to standard output. Throws ReaderGone if the reader closes the pipe. */
export class StreamTarget implements BatchTarget {
  readonly counts: BatchCounts = noCounts();
  readonly #sink: StreamSink;
  readonly #text: RowText;
  readonly #resultOutcome: ResultOutcome;
  /** The results that later rows can share. */
  readonly #answers: Journal | undefined;
  readonly #order = new Order<AnsweredRow>();
  /** The number of rows that were written. */
  #written = 0;
  #writing = Promise.resolve();

  /** If `keepsAnswers` is true, also stores results in a temporary file, so that `answerTo` finds them. */
  constructor(
    sink: StreamSink,
    text: RowText,
    resultOutcome: ResultOutcome,
    keepsAnswers: boolean,
  ) {
    this.#sink = sink;
    this.#resultOutcome = resultOutcome;
    this.#text = text;
    this.#answers = keepsAnswers ? Journal.temporary() : undefined;
  }

  /**
   * The number of rows that were written so far, or one if no row was written. Because of this limit on pending
   * requests, waypost wastes few lookups if the reader stops early, as `head -n 1` does.
   */
  get mostUnderway(): number {
    return Math.max(1, this.#written);
  }

  async begin(): Promise<void> {
    await this.#after(this.#text.begin());
  }

  sent(): void {}

  lost(): void {
    this.counts.inDoubt += 1;
  }

  refused(): void {}

  async answered(row: AnsweredRow): Promise<void> {
    // waypost counts the row before it writes the result, because the service billed the row even if nobody reads the
    // result.
    countRow(this.counts, row, this.#resultOutcome);
    const pieces = [...this.#order.take(row)].map((turn) => this.#text.row(turn));
    const written = this.#after(pieces.join(''));
    const answers = this.#answers;
    if (row.digest !== undefined && answers?.knows(row.digest) === false) answers.answered(row);
    await written;
    this.#written += pieces.length;
  }

  answerTo(digest: string): RowAnswer | undefined {
    return this.#answers?.answerTo(digest);
  }

  /**
   * Writes the rows that are still waiting for an earlier row, because the service billed these rows. The output is
   * always a complete document. The exit code shows whether rows are missing.
   */
  async end(): Promise<void> {
    const rest = [...this.#order.rest()].map((row) => this.#text.row(row));
    await this.#after([...rest, this.#text.end()].join(''));
    this.#answers?.close();
  }

  #after(text: string): Promise<void> {
    const written = this.#writing.then(() => this.#write(text));
    written.catch(() => {});
    this.#writing = written;
    return written;
  }

  async #write(text: string): Promise<void> {
    if (text === '') return;
    await this.#sink.write(Buffer.from(text));
    await this.#sink.flush();
  }
}
