// The base class of the formats that process the lookup log in columns. The base class passes the log to the
// WebAssembly kernel (kernel/), which converts rows to columns.
import {
  type Format,
  IrregularRows,
  type Json,
  savedField,
  savedNumber,
  unclosedQuote,
} from './format';
import { type ColumnsStop, LogColumns } from './kernel/columns';
import { KernelInput, TextRepair } from './kernel/input';
import { columnsPart, Parts } from './parts';

/** Receives the number of rows that have more columns than the format keeps. */
type WideRowsNote = (rows: number) => void;

export abstract class ColumnFormat implements Format {
  readonly columns = new LogColumns();
  readonly irregular = new IrregularRows();
  readonly parts = new Parts(this.columns.kernel, columnsPart, true);
  readonly #input = new KernelInput(this.columns.kernel);
  readonly #repair = new TextRepair();
  readonly #byDay: boolean;
  readonly #noteWideRows: WideRowsNote | undefined;
  #rows = 0;
  readonly #readSome = () => this.#read(false);

  constructor(byDay: boolean, noteWideRows?: WideRowsNote) {
    this.#byDay = byDay;
    this.#noteWideRows = noteWideRows;
  }

  /**
   * Processes the rows in `columns`, and then clears `columns`. The base class calls this method when a row group is
   * full, a part ends, or the next row has a different day.
   */
  protected abstract makeSpace(stop: Exclude<ColumnsStop, 'read'>): Promise<void>;

  get rows(): number {
    return this.#rows;
  }

  write(chunk: Uint8Array): Promise<void> | undefined {
    return this.#input.take(this.#repair.take(chunk), this.#readSome);
  }

  async endWindow(): Promise<void> {
    await this.#input.take(this.#repair.end(), this.#readSome);
    await this.#read(true);
  }

  async finish(): Promise<void> {
    const { wideRows } = this.columns;
    if (wideRows > 0) this.#noteWideRows?.(wideRows);
  }

  save(): { [name: string]: Json } {
    return { read: { rows: this.#rows, irregular: this.irregular.save() } };
  }

  async restore(saved: Json): Promise<void> {
    const read = savedField(saved, 'read');
    this.#rows = savedNumber(read, 'rows');
    this.irregular.restore(savedField(read, 'irregular'));
    this.columns.clear();
    this.#input.clear();
    this.#repair.end();
  }

  async #read(isLast: boolean): Promise<void> {
    let from = 0;
    while (true) {
      const { stop, consumed, rows } = this.columns.read(this.#input, from, isLast, this.#byDay);
      from += consumed;
      this.irregular.add(this.columns.kernel.irregular, this.#rows);
      this.#rows += rows;
      if (isLast && rows > 0 && this.columns.kernel.call.quoteUnclosed.value === unclosedQuote) {
        this.irregular.unclosedQuote = this.#rows;
      }
      if (stop === 'read') break;
      await this.makeSpace(stop);
      if (stop === 'part') await this.parts.ended();
    }
    this.#input.drop(isLast ? this.#input.length : from);
  }
}
