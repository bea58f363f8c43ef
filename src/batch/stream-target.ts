// Writes answers to standard output: each as soon as all earlier rows are written.
import type { StreamSink } from '../lib/sink';
import { Journal } from './journal';
import type { RowText } from './output';
import { Order } from './resume-state';
import {
  type Answer,
  type AnsweredRow,
  type BatchTarget,
  count,
  emptyTally,
  type Judge,
  type Tally,
} from './row';

/** The stream. Throws ReaderGone if the reader closes it. */
export class StreamTarget implements BatchTarget {
  readonly tally: Tally = emptyTally();
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
    this.tally.inDoubt += 1;
  }

  refused(): void {}

  async answered(row: AnsweredRow): Promise<void> {
    // The row is paid for, whether or not anyone reads it.
    count(this.tally, row, this.#judge);
    const pieces = [...this.#order.take(row)].map((turn) => this.#text.row(turn));
    const written = this.#after(pieces.join(''));
    const answers = this.#answers;
    if (row.digest !== undefined && answers?.knows(row.digest) === false) answers.answered(row);
    return written;
  }

  answerTo(digest: string): Answer | undefined {
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
