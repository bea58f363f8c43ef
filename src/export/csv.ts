// Writes the CSV format. Passes on the bytes of the lookup log unchanged and counts the rows. If the output has a
// header row, removes a byte order mark from the log.
import { logColumns } from '../api/lookup-log';
import type { Sink } from '../lib/sink';
import { type Format, IrregularRows, type Json, savedField, savedNumber } from './format';
import { LeadingMark } from './kernel/input';
import { type Irregular, Kernel } from './kernel/kernel';
import { Parts, textPart } from './parts';

const pieceSize = 256 * 1024;
const lineFeed = 10;
/** The number of 32-bit fields in the counter's state (kernel/assembly/count.ts). */
const stateFields = 9;

/** The header row, including its line feed. */
export const csvHeader = Buffer.from(`${logColumns.join(',')}\n`);

export class CsvFormat implements Format {
  readonly #sink: Sink;
  readonly #header: boolean;
  readonly #counter = new RowCounter();
  readonly irregular = new IrregularRows();
  readonly parts = new Parts(this.#counter.kernel, textPart);
  #rows = 0;
  #last = lineFeed;
  /**
   * Removes a byte order mark at the start of the log, because after a header row, the mark would become part of a
   * cell. If the output has no header row, `CsvFormat` keeps the mark.
   */
  readonly #mark = new LeadingMark();

  constructor(sink: Sink, header: boolean) {
    this.#sink = sink;
    this.#header = header;
  }

  get rows(): number {
    return this.#rows + this.#counter.rows;
  }

  write(chunk: Uint8Array): Promise<void> | undefined {
    return this.#add(this.#header ? this.#mark.take(chunk) : chunk);
  }

  #add(chunk: Uint8Array): Promise<void> | undefined {
    if (chunk.length === 0) return undefined;
    const taken = this.#counter.add(chunk);
    return taken < chunk.length ? this.#writeParts(chunk, taken) : this.#pass(chunk);
  }

  /** Writes a chunk in which a part ends after `end` bytes. */
  async #writeParts(chunk: Uint8Array, end: number): Promise<void> {
    if (end > 0) await this.#pass(chunk.subarray(0, end));
    this.#endPart();
    await this.parts.ended();
    await this.#add(chunk.subarray(end));
  }

  #pass(chunk: Uint8Array): Promise<void> | undefined {
    const isStart = this.#sink.length === 0 && this.#header;
    // If the last line of a window has no line feed, write a line feed, so that the first line of the next window does
    // not continue that line.
    const joins = this.#last !== lineFeed && this.#counter.isFirst;
    this.#last = chunk[chunk.length - 1] ?? lineFeed;
    if (isStart) return this.#writeAfter(csvHeader, chunk);
    return joins ? this.#writeAfter(Buffer.from('\n'), chunk) : this.#sink.write(chunk);
  }

  async endWindow(): Promise<void> {
    await this.#add(this.#mark.end());
    this.#endPart();
  }

  #endPart(): void {
    const { rows, irregular } = this.#counter.end();
    this.irregular.add(irregular, this.#rows);
    this.#rows += rows;
  }

  async finish(): Promise<void> {
    if (this.#header && this.#sink.length === 0) await this.#sink.write(csvHeader);
  }

  save(): Json {
    return { rows: this.#rows, last: this.#last, irregular: this.irregular.save() };
  }

  async restore(saved: Json): Promise<void> {
    this.#rows = savedNumber(saved, 'rows');
    this.#last = savedNumber(saved, 'last');
    this.irregular.restore(savedField(saved, 'irregular'));
    this.#counter.clear();
    this.#mark.end();
  }

  async #writeAfter(first: Uint8Array, chunk: Uint8Array): Promise<void> {
    await this.#sink.write(first);
    await this.#sink.write(chunk);
  }
}

class RowCounter {
  readonly kernel = new Kernel();
  readonly #state = this.kernel.allocate(this.kernel.call.countStateSize());
  readonly #room = this.kernel.allocate(pieceSize);
  #chunks = 0;

  /** The number of complete rows so far in the current window or part. A complete row ends with a line feed. */
  get rows(): number {
    return this.#field(3);
  }

  /** True if the counter has received only one chunk of the current window or part. */
  get isFirst(): boolean {
    return this.#chunks === 1;
  }

  /**
   * Counts the rows in a chunk. Returns the number of bytes read, which is less than the chunk's length if a part ends
   * in the chunk.
   */
  add(chunk: Uint8Array): number {
    this.#chunks += 1;
    for (let from = 0; from < chunk.length; from += pieceSize) {
      const piece = chunk.subarray(from, from + pieceSize);
      this.kernel.bytes(this.#room, piece.length).set(piece);
      const taken = this.kernel.call.countRows(this.#state, this.#room, piece.length);
      if (taken < piece.length) return from + taken;
    }
    return chunk.length;
  }

  /**
   * Ends the window or part. Returns the number of rows, including a last row without a line feed. Also returns the
   * number of irregular rows, and describes the first irregular row.
   */
  end(): { rows: number; irregular: Irregular } {
    this.kernel.call.endCount(this.#state, this.#room);
    const irregular = { count: this.#field(6), first: this.#field(7), reason: this.#field(8) };
    const { rows } = this;
    this.clear();
    return { rows, irregular };
  }

  clear(): void {
    this.kernel.bytes(this.#state, this.kernel.call.countStateSize()).fill(0);
    this.#chunks = 0;
  }

  #field(index: number): number {
    return this.kernel.integers(this.#state, stateFields)[index] ?? 0;
  }
}
