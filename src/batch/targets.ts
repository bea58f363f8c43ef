// Where answers are written: to a file, into the journal as they arrive, and from there, in order, into the file at
// the end; or to standard output, each as soon as all earlier rows are written.
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
  type BatchTarget,
  type Counts,
  countRow,
  type Judge,
  noCounts,
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
  judge: Judge;
  /** Begins a new journal, where no earlier run left one. */
  head: JournalHead;
  /** The content of the journal of earlier runs. */
  resumed?: ResumeState | undefined;
  /** The file for answers that cannot be written beside the target. */
  rescuePath: string;
}

/** An answer that the journal has no room for. */
interface UnsavedRow {
  row: AnsweredRow;
  isRescued: boolean;
}

/** The file. */
export class FileTarget implements BatchTarget {
  readonly counts: Counts;
  readonly mostUnderway = Number.POSITIVE_INFINITY;
  readonly #partial: ResumableFile;
  readonly #text: RowText;
  readonly #judge: Judge;
  readonly #journal: Journal;
  readonly #rescue: Rescue;
  readonly #unsaved: UnsavedRow[] = [];
  #rescued = 0;
  #lost = 0;
  #bytes = 0;

  constructor({ partial, text, judge, head, resumed, rescuePath }: FileTargetPlan) {
    this.#judge = judge;
    this.#partial = partial;
    this.#text = text;
    const path = journalOf(partial);
    const canResume = resumed?.head !== undefined;
    // Unfinished output that cannot be removed must show before anything is paid for.
    if (!canResume) partial.discard();
    const before = canResume ? resumed.counts : noCounts();
    this.counts = { ...before, outcomes: { ...before.outcomes } };
    this.#journal = canResume ? Journal.resume(path, resumed.answers) : Journal.create(path, head);
    this.#rescue = new Rescue(rescuePath, resumed?.head ?? head);
    if (!canResume) this.#rescue.discard();
  }

  /** Bytes of the file; 0 if it does not exist. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Answers that are kept in another directory, and where; undefined if all are beside the target. */
  get rescued(): { answers: number; path: string } | undefined {
    if (this.#rescued === 0) return undefined;
    return { answers: this.#rescued, path: this.#rescue.path };
  }

  /** Requests of this run that were answered, and whose answers could be written nowhere. */
  get unsaved(): number {
    return this.#lost;
  }

  /** The journal has begun. */
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
      if (isRescued) countRow(this.counts, row, this.#judge);
      throw error;
    }
    countRow(this.counts, row, this.#judge);
  }

  answerTo(digest: string): RowAnswer | undefined {
    return this.#journal.answerTo(digest);
  }

  /**
   * Writes the file: at the target if it is complete, else beside it for inspection; another run resumes from
   * the journal alone.
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

  /** The disk may have space again. If not, and the row is not rescued either, it was paid for and is lost. */
  #saveAgain({ row, isRescued }: UnsavedRow): void {
    try {
      this.#journal.answered(row);
      if (!isRescued) countRow(this.counts, row, this.#judge);
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

/** Standard output. Throws ReaderGone if the reader closes it. */
export class StreamTarget implements BatchTarget {
  readonly counts: Counts = noCounts();
  readonly #sink: StreamSink;
  readonly #text: RowText;
  readonly #judge: Judge;
  /** Answers that further rows may share. */
  readonly #answers: Journal | undefined;
  readonly #order = new Order<AnsweredRow>();
  /** Rows that were written. */
  #written = 0;
  #writing = Promise.resolve();

  /**
   * With `keepsAnswers`, `answerTo` finds earlier answers: in a file, because the stream cannot be read.
   */
  constructor(sink: StreamSink, text: RowText, judge: Judge, keepsAnswers: boolean) {
    this.#sink = sink;
    this.#judge = judge;
    this.#text = text;
    this.#answers = keepsAnswers ? Journal.temporary() : undefined;
  }

  /** No more than were written: where the reader has gone, as `head -n 1` does, little was paid for in vain. */
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
    // The row is paid for, whether or not anyone reads it.
    countRow(this.counts, row, this.#judge);
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
   * Rows that wait for an unanswered one are written too: they are paid for. The output is a complete
   * document in any case; the exit status says whether rows are missing.
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
