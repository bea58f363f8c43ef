// Parquet, one directory a day (UTC): `date=YYYY-MM-DD/part-0.parquet`, the layout that DuckDB, Spark, Trino
// and BigQuery read as one table. Days end with windows, so a window's files are complete when it ends; at the end
// of a part, that of its last day is not.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ByteWriter } from 'hyparquet-writer';
import { syncDirectory } from '../lib/directory';
import { beginsWith, FileSink, type Stretch } from '../lib/file-sink';
import { outputWriteFailed } from '../lib/system-error';
import { ColumnReader } from './column-reader';
import { type Format, type IrregularRows, type Json, savedMember, savedNumber } from './format';
import { noDay } from './kernel/columns';
import type { WideRowsNote } from './parquet';
import { ParquetFile } from './parquet-file';
import type { Parts } from './parts';
import { dayMs } from './range';

/** Hive's name for the partition of rows without a value. */
const nullPartition = '__HIVE_DEFAULT_PARTITION__';

/** A directory of Parquet files. */
export class HiveFormat implements Format {
  readonly #folder: string;
  readonly #noteWideRows: WideRowsNote;
  readonly #reader = new ColumnReader(true, (stop) =>
    stop === 'day' ? this.#nextDay() : this.#writeGroup(),
  );
  readonly #bytesOfGroup = new ByteWriter();
  #open: { sink: FileSink; file: ParquetFile; day: number } | undefined;
  /** Names of the files; the last one may be open. */
  #files: string[] = [];
  /** What the complete files hold, in the same order. */
  #stretches: Stretch[] = [];
  #bytes = 0;

  constructor(folder: string, noteWideRows: WideRowsNote) {
    this.#folder = folder;
    this.#noteWideRows = noteWideRows;
  }

  get rows(): number {
    return this.#reader.rows;
  }

  /** Bytes of all files so far. */
  get bytes(): number {
    return this.#bytes + (this.#open?.sink.length ?? 0);
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
    await this.#closeFile();
    syncDirectory(this.#folder);
  }

  async finish(): Promise<void> {
    const { wideRows } = this.#reader.columns;
    if (wideRows > 0) this.#noteWideRows(wideRows);
  }

  save(): Json {
    return {
      read: this.#reader.save(),
      bytes: this.#bytes,
      files: [...this.#files],
      lengths: this.#stretches.map(({ length }) => length),
      sums: this.#stretches.map(({ sum }) => sum),
      open: this.#savedOpen(),
    };
  }

  #savedOpen(): Json {
    if (this.#open === undefined) return null;
    const { sink, file, day } = this.#open;
    return { ...sink.written, day, file: file.save() };
  }

  /** Passes the bytes of the open file on to the system. */
  async mark(): Promise<void> {
    await this.#open?.sink.mark();
  }

  async restore(saved: Json): Promise<void> {
    await this.#open?.sink.close();
    this.#open = undefined;
    this.#reader.restore(savedMember(saved, 'read'));
    this.#bytes = savedNumber(saved, 'bytes');
    const files = savedMember(saved, 'files');
    this.#files = Array.isArray(files) ? files.map(String) : [];
    this.#stretches = stretchesOf(saved);
    this.#removeOthers();
    this.#reader.columns.openDay = closedDay;
    const open = openOf(saved);
    const name = this.#files.at(-1);
    if (open === undefined || name === undefined) return;
    const file = await this.#openFile(name, open.day, open);
    file.restore(open.file);
  }

  async #openFile(name: string, day: number, kept?: Stretch): Promise<ParquetFile> {
    const sink = await FileSink.open(join(this.#folder, name), kept);
    const file = new ParquetFile(sink, this.#bytesOfGroup);
    this.#open = { sink, file, day };
    this.#reader.columns.openDay = day;
    return file;
  }

  /** Closes the open file as it is. */
  async abandon(): Promise<void> {
    await this.#open?.sink.close();
    this.#open = undefined;
  }

  async #writeGroup(): Promise<void> {
    await this.#open?.file.writeGroup(this.#reader.columns);
  }

  async #nextDay(): Promise<void> {
    await this.#closeFile();
    const { nextDay } = this.#reader.columns;
    const folder = `date=${nameOf(nextDay)}`;
    // A day that comes back, because the log was not in order, gets another file.
    const part = this.#files.filter((name) => name.startsWith(`${folder}/`)).length;
    const name = `${folder}/part-${part}.parquet`;
    this.#makeFolder(folder);
    await this.#openFile(name, nextDay);
    this.#files.push(name);
  }

  async #closeFile(): Promise<void> {
    if (this.#open === undefined) return;
    const { sink, file } = this.#open;
    await this.#writeGroup();
    await file.finish();
    await sink.sync();
    await sink.close();
    syncDirectory(dirname(sink.path));
    this.#bytes += sink.length;
    this.#stretches.push(sink.written);
    this.#open = undefined;
    this.#reader.columns.openDay = closedDay;
  }

  #makeFolder(name: string): void {
    const path = join(this.#folder, name);
    try {
      mkdirSync(path, { recursive: true });
    } catch (error) {
      throw outputWriteFailed(path, error);
    }
  }

  /** Removes the files of a window that a killed run did not complete. */
  #removeOthers(): void {
    for (const folder of readdirSync(this.#folder)) {
      for (const file of readdirSync(join(this.#folder, folder))) {
        if (!this.#files.includes(`${folder}/${file}`)) rmSync(join(this.#folder, folder, file));
      }
      if (readdirSync(join(this.#folder, folder)).length === 0) {
        rmSync(join(this.#folder, folder), { recursive: true });
      }
    }
  }
}

/** Whether the files of a saved state are unchanged in the directory. Throws the file system's error. */
export async function holdsFiles(folder: string, saved: Json): Promise<boolean> {
  const files = savedMember(saved, 'files');
  if (!Array.isArray(files)) return false;
  const stretches = [...stretchesOf(saved), openOf(saved)];
  for (const [at, name] of files.entries()) {
    const stretch = stretches[at];
    if (stretch === undefined || !(await beginsWith(join(folder, String(name)), stretch))) {
      return false;
    }
  }
  return true;
}

function stretchesOf(saved: Json): Stretch[] {
  const [lengths, sums] = [savedMember(saved, 'lengths'), savedMember(saved, 'sums')];
  if (!Array.isArray(lengths) || !Array.isArray(sums)) return [];
  return lengths.map((length, at) => ({ length: Number(length), sum: Number(sums[at]) }));
}

/** The file that was open at the end of a part. */
function openOf(saved: Json): (Stretch & { day: number; file: Json }) | undefined {
  const open = savedMember(saved, 'open');
  if (open === null) return undefined;
  return {
    length: savedNumber(open, 'length'),
    sum: savedNumber(open, 'sum'),
    day: savedNumber(open, 'day'),
    file: savedMember(open, 'file'),
  };
}

/** No row is of this day, so the next row opens a file. */
const closedDay = 0x7fffffff;

function nameOf(day: number): string {
  return day === noDay ? nullPartition : new Date(day * dayMs).toISOString().slice(0, 10);
}
