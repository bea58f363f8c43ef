// Feeds the log to the kernel's columns, and reports when a row group is full, a part ends or another day begins.
import { IrregularRows, type Json, savedMember, savedNumber, unclosedQuote } from './format';
import { type ColumnsStop, LogColumns } from './kernel/columns';
import { KernelInput, TextRepair } from './kernel/input';
import { columnsPart, Parts } from './parts';

/** Must make space: write the group, or open the next day's file. */
export type OnStop = (stop: Exclude<ColumnsStop, 'read'>) => Promise<void>;

/** Bytes of the log in, columns filled. */
export class ColumnReader {
  readonly columns = new LogColumns();
  readonly irregular = new IrregularRows();
  readonly parts = new Parts(this.columns.kernel, columnsPart, true);
  readonly #input = new KernelInput(this.columns.kernel);
  readonly #repair = new TextRepair();
  readonly #byDay: boolean;
  #rows = 0;
  readonly #onStop: OnStop;
  readonly #readSome = () => this.#read(false);

  constructor(byDay: boolean, onStop: OnStop) {
    this.#byDay = byDay;
    this.#onStop = onStop;
  }

  write(chunk: Uint8Array): Promise<void> | undefined {
    return this.#input.take(this.#repair.take(chunk), this.#readSome);
  }

  /** The remaining bytes are the window's last row. */
  async endWindow(): Promise<void> {
    await this.#input.take(this.#repair.end(), this.#readSome);
    await this.#read(true);
  }

  /** Rows read so far, including written ones. */
  get rows(): number {
    return this.#rows;
  }

  /** The state between two windows or parts. */
  save(): Json {
    return { rows: this.#rows, irregular: this.irregular.save() };
  }

  /** Restores such a state. */
  restore(saved: Json): void {
    this.#rows = savedNumber(saved, 'rows');
    this.irregular.restore(savedMember(saved, 'irregular'));
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
      await this.#onStop(stop);
      if (stop === 'part') await this.parts.ended();
    }
    this.#input.drop(isLast ? this.#input.length : from);
  }
}
