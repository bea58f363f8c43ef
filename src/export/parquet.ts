// Parquet, as one file.
import type { Sink } from '../lib/sink';
import { ColumnReader } from './column-reader';
import { type Format, type IrregularRows, type Json, savedMember } from './format';
import { ParquetFile } from './parquet-file';
import type { Parts } from './parts';

/** Called with the number of rows that have more columns than the file. */
export type WideRowsNote = (rows: number) => void;

/** One Parquet file. Row groups end with parts, so the file is the same after an interruption. */
export class ParquetFormat implements Format {
  readonly #reader = new ColumnReader(false, () => this.#writeGroup());
  readonly #file: ParquetFile;
  readonly #noteWideRows: WideRowsNote;

  constructor(sink: Sink, noteWideRows: WideRowsNote) {
    this.#file = new ParquetFile(sink);
    this.#noteWideRows = noteWideRows;
  }

  get rows(): number {
    return this.#reader.rows;
  }

  get irregular(): IrregularRows {
    return this.#reader.irregular;
  }

  get parts(): Parts {
    return this.#reader.parts;
  }

  write(chunk: Uint8Array): Promise<void> | undefined {
    return this.#reader.write(chunk);
  }

  async endWindow(): Promise<void> {
    await this.#reader.endWindow();
    await this.#writeGroup();
  }

  async finish(): Promise<void> {
    await this.#file.finish();
    const { wideRows } = this.#reader.columns;
    if (wideRows > 0) this.#noteWideRows(wideRows);
  }

  save(): Json {
    return { read: this.#reader.save(), file: this.#file.save() };
  }

  async restore(saved: Json): Promise<void> {
    this.#reader.restore(savedMember(saved, 'read'));
    this.#file.restore(savedMember(saved, 'file'));
  }

  async #writeGroup(): Promise<void> {
    await this.#file.writeGroup(this.#reader.columns);
  }
}
