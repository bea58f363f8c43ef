// Where a batch's answers go. To a file: into the journal as they come, and from there, in order, into the
// file when there are no more. To a stream: at once, as soon as it is a row's turn.
import { rmSync, statSync } from 'node:fs';
import { FileSink } from '../file-sink';
import type { Partial } from '../partial';
import type { StreamSink } from '../stream-sink';
import { Journal, type JournalHead, readJournal } from './journal';
import { Order } from './order';
import type { RowText } from './output';
import type { AnsweredRow } from './row';

/** Takes answered rows in any order. */
export interface BatchTarget {
  /** Notes that a row is about to go out, and that it did and no answer came. */
  sent(number: number): void;
  lost(number: number): void;
  answered(row: AnsweredRow): Promise<void>;
  /** No more rows come; `complete` says whether all are answered. Throws `write_failed`. */
  end(complete: boolean): Promise<void>;
}

/** Path of the journal beside a target. */
export function journalOf(partial: Partial): string {
  return `${partial.data}-answers`;
}

/** Whether an earlier run left a journal. */
export function hasJournal(partial: Partial): boolean {
  return statSync(journalOf(partial), { throwIfNoEntry: false }) !== undefined;
}

/** Answers on their way to a file. `head` begins a new journal; without one, the journal is gone on with. */
export class FileTarget implements BatchTarget {
  readonly #partial: Partial;
  readonly #text: RowText;
  readonly #journal: Journal;
  #bytes = 0;

  constructor(partial: Partial, text: RowText, head: JournalHead | undefined) {
    this.#partial = partial;
    this.#text = text;
    const path = journalOf(partial);
    this.#journal = head === undefined ? Journal.resume(path) : Journal.begin(path, head);
  }

  /** Bytes of the file, once it is written. */
  get bytes(): number {
    return this.#bytes;
  }

  sent(number: number): void {
    this.#journal.sent(number);
  }

  lost(number: number): void {
    this.#journal.lost(number);
  }

  async answered(row: AnsweredRow): Promise<void> {
    this.#journal.answered(row);
  }

  /** Writes the file beside its target, and in its place where it is complete. */
  async end(complete: boolean): Promise<void> {
    await this.#journal.close();
    this.#partial.discard();
    const sink = await FileSink.open(this.#partial.data);
    try {
      await writeRows(journalOf(this.#partial), this.#text, sink);
      await sink.sync();
    } finally {
      await sink.close();
    }
    this.#bytes = sink.length;
    if (!complete) return;
    this.#partial.publish();
    rmSync(journalOf(this.#partial), { force: true });
  }
}

async function writeRows(journal: string, text: RowText, sink: FileSink): Promise<void> {
  const write = (piece: string) => (piece === '' ? undefined : sink.write(Buffer.from(piece)));
  const order = new Order<AnsweredRow>();
  await write(text.begin());
  for await (const line of readJournal(journal)) {
    if (line.kind !== 'answered') continue;
    for (const row of order.take(line.row)) await write(text.row(row));
  }
  for (const row of order.rest()) await write(text.row(row));
  await write(text.end());
}

/** Answers on their way to standard output. Throws ReaderGone where the reader closes it. */
export class StreamTarget implements BatchTarget {
  readonly #sink: StreamSink;
  readonly #text: RowText;
  readonly #order = new Order<AnsweredRow>();
  #writing: Promise<void>;

  constructor(sink: StreamSink, text: RowText) {
    this.#sink = sink;
    this.#text = text;
    this.#writing = this.#write(text.begin());
    this.#writing.catch(() => {});
  }

  sent(): void {}

  lost(): void {}

  answered(row: AnsweredRow): Promise<void> {
    const pieces = [...this.#order.take(row)].map((turn) => this.#text.row(turn));
    return this.#after(pieces.join(''));
  }

  /** Rows that wait for one that is not answered are written all the same: they are paid for. */
  async end(complete: boolean): Promise<void> {
    const rest = [...this.#order.rest()].map((row) => this.#text.row(row));
    await this.#after([...rest, ...(complete ? [this.#text.end()] : [])].join(''));
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
