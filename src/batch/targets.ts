// Where answers are written: to a file, into the journal as they arrive, and from there, in order, into the file at
// the end; or to standard output, each as soon as all earlier rows are written.
import { rmSync, statSync } from 'node:fs';
import { FileSink } from '../lib/file-sink';
import type { ResumableFile } from '../lib/resumable-file';
import type { StreamSink } from '../lib/sink';
import { Journal } from './journal';
import type { JournalHead } from './journal-lines';
import type { RowText } from './output';
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

/** The file. `resumed` is the content of its journal; without it, `head` begins a new one. */
export class FileTarget implements BatchTarget {
  readonly counts: Counts;
  readonly #partial: ResumableFile;
  readonly #text: RowText;
  readonly #judge: Judge;
  readonly #journal: Journal;
  readonly #unsaved: AnsweredRow[] = [];
  #bytes = 0;

  constructor(
    partial: ResumableFile,
    text: RowText,
    head: JournalHead,
    judge: Judge,
    resumed?: ResumeState,
  ) {
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
  }

  /** Bytes of the file; 0 if it does not exist. */
  get bytes(): number {
    return this.#bytes;
  }

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
      this.#unsaved.push(row);
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
      for (const row of this.#unsaved.splice(0)) this.#saveAgain(row);
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

  /** The disk may have space again. If not, the row was paid for and is lost. */
  #saveAgain(row: AnsweredRow): void {
    try {
      this.#journal.answered(row);
      countRow(this.counts, row, this.#judge);
    } catch {
      this.counts.inDoubt += row.answer.cost;
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
  /** What begins the output, until it is written. */
  #beginning: string;
  #writing = Promise.resolve();

  /**
   * With `keepsAnswers`, `answerTo` finds earlier answers: in a file, because the stream cannot be read.
   */
  constructor(sink: StreamSink, text: RowText, judge: Judge, keepsAnswers: boolean) {
    this.#sink = sink;
    this.#judge = judge;
    this.#text = text;
    this.#answers = keepsAnswers ? Journal.temporary() : undefined;
    this.#beginning = text.begin();
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
    return written;
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
    const whole = this.#beginning + text;
    this.#beginning = '';
    const written = this.#writing.then(() => this.#write(whole));
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
