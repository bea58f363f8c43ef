// The Parquet format, as one file or as a directory with one file for each day (UTC). In the directory, each day's file
// is `date=YYYY-MM-DD/part-0.parquet`. DuckDB, Spark, Trino and BigQuery read this layout as one table.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ByteWriter } from 'hyparquet-writer';
import { syncDirectory } from '../lib/directory';
import { beginsWith, FileSink, type Stretch } from '../lib/file-sink';
import type { Sink } from '../lib/sink';
import { writingOutput } from '../lib/system-error';
import { ColumnFormat } from './column-format';
import { type Json, savedField, savedNumber } from './format';
import { noDay } from './kernel/columns';
import { ParquetFile } from './parquet-file';
import { dayMs } from './range';

/**
 * Writes one Parquet file. The end of each part also ends a row group, so a resumed export writes the same file as an
 * uninterrupted export.
 */
export class ParquetFormat extends ColumnFormat {
  readonly #file: ParquetFile;

  constructor(sink: Sink, noteWideRows: (rows: number) => void) {
    super(false, noteWideRows);
    this.#file = new ParquetFile(sink);
  }

  override async endWindow(): Promise<void> {
    await super.endWindow();
    await this.makeSpace();
  }

  override async finish(): Promise<void> {
    await this.#file.finish();
    await super.finish();
  }

  override save() {
    return { ...super.save(), file: this.#file.save() };
  }

  override async restore(saved: Json): Promise<void> {
    await super.restore(saved);
    this.#file.restore(savedField(saved, 'file'));
  }

  protected async makeSpace(): Promise<void> {
    await this.#file.writeGroup(this.columns);
  }
}

/** Returns the warning about rows with more columns than Parquet keeps. */
export function wideRowsWarning(rows: number): string {
  const what = rows === 1 ? '1 row has' : `${rows} rows have`;
  return `${what} more than nine columns. The Parquet file contains only the first nine columns. To keep all columns, use --format csv, ndjson or json.`;
}

/** Hive's name for the partition of rows without a value. */
const nullPartition = '__HIVE_DEFAULT_PARTITION__';
/** The value of the open day if no file is open. No row has this day, so the next row opens a new file. */
const closedDay = 0x7fffffff;

/**
 * Writes a directory of Parquet files. Every window except the last ends at the end of a day, so all files are complete
 * at the end of a window. At the end of a part, the file of the part's last day might be incomplete.
 */
export class HiveFormat extends ColumnFormat {
  readonly #directory: string;
  readonly #bytesOfGroup = new ByteWriter();
  #open: { sink: FileSink; file: ParquetFile; day: number } | undefined;
  /** The paths of the files in the directory. The last file might still be open. */
  #files: string[] = [];
  /** The lengths and checksums of the complete files, in the same order as `#files`. */
  #stretches: Stretch[] = [];
  #bytes = 0;

  constructor(directory: string, noteWideRows: (rows: number) => void) {
    super(true, noteWideRows);
    this.#directory = directory;
  }

  /** The total size of all files so far, in bytes. */
  get bytes(): number {
    return this.#bytes + (this.#open?.sink.length ?? 0);
  }

  override async endWindow(): Promise<void> {
    await super.endWindow();
    await this.#closeFile();
    syncDirectory(this.#directory);
  }

  override save() {
    return {
      ...super.save(),
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

  /** Resolves when the operating system has received all bytes of the open file. */
  async mark(): Promise<void> {
    await this.#open?.sink.mark();
  }

  override async restore(saved: Json): Promise<void> {
    await this.abandon();
    await super.restore(saved);
    this.#bytes = savedNumber(saved, 'bytes');
    const files = savedField(saved, 'files');
    this.#files = Array.isArray(files) ? files.map(String) : [];
    this.#stretches = stretchesOf(saved);
    this.#removeOthers();
    this.columns.openDay = closedDay;
    const open = openOf(saved);
    const name = this.#files.at(-1);
    if (open === undefined || name === undefined) return;
    const file = await this.#openFile(name, open.day, open);
    file.restore(open.file);
  }

  async #openFile(name: string, day: number, kept?: Stretch): Promise<ParquetFile> {
    const sink = await FileSink.open(join(this.#directory, name), kept);
    const file = new ParquetFile(sink, this.#bytesOfGroup);
    this.#open = { sink, file, day };
    this.columns.openDay = day;
    return file;
  }

  /** Closes the open file without completing it. */
  async abandon(): Promise<void> {
    await this.#open?.sink.close();
    this.#open = undefined;
  }

  protected async makeSpace(stop: 'day' | 'full' | 'part'): Promise<void> {
    if (stop === 'day') await this.#nextDay();
    else await this.#open?.file.writeGroup(this.columns);
  }

  async #nextDay(): Promise<void> {
    await this.#closeFile();
    const { nextDay } = this.columns;
    const date = nextDay === noDay ? nullPartition : isoDate(nextDay);
    const partition = `date=${date}`;
    // If the log is not sorted by time, a day can occur again. waypost then writes an additional file for this day.
    const part = this.#files.filter((name) => name.startsWith(`${partition}/`)).length;
    const name = `${partition}/part-${part}.parquet`;
    const path = join(this.#directory, partition);
    writingOutput(path, () => mkdirSync(path, { recursive: true }));
    await this.#openFile(name, nextDay);
    this.#files.push(name);
  }

  async #closeFile(): Promise<void> {
    if (this.#open === undefined) return;
    const { sink, file } = this.#open;
    await file.writeGroup(this.columns);
    await file.finish();
    await sink.sync();
    await sink.close();
    syncDirectory(dirname(sink.path));
    this.#bytes += sink.length;
    this.#stretches.push(sink.written);
    this.#open = undefined;
    this.columns.openDay = closedDay;
  }

  /** Removes the files that an earlier run created after it saved the state that `restore` restores. */
  #removeOthers(): void {
    for (const partition of readdirSync(this.#directory)) {
      const path = join(this.#directory, partition);
      for (const file of readdirSync(path)) {
        if (!this.#files.includes(`${partition}/${file}`)) rmSync(join(path, file));
      }
      if (readdirSync(path).length === 0) rmSync(path, { recursive: true });
    }
  }
}

/**
 * True if the directory contains all files of a saved state unchanged. Throws the file system's error if a file cannot
 * be read.
 */
export async function holdsFiles(directory: string, saved: Json): Promise<boolean> {
  const files = savedField(saved, 'files');
  if (!Array.isArray(files)) return false;
  const stretches = [...stretchesOf(saved), openOf(saved)];
  for (const [at, name] of files.entries()) {
    const stretch = stretches[at];
    if (stretch === undefined || !(await beginsWith(join(directory, String(name)), stretch))) {
      return false;
    }
  }
  return true;
}

function stretchesOf(saved: Json): Stretch[] {
  const [lengths, sums] = [savedField(saved, 'lengths'), savedField(saved, 'sums')];
  if (!Array.isArray(lengths) || !Array.isArray(sums)) return [];
  return lengths.map((length, at) => ({ length: Number(length), sum: Number(sums[at]) }));
}

/** Returns the file that was open at the end of a part, or undefined if no file was open. */
function openOf(saved: Json): (Stretch & { day: number; file: Json }) | undefined {
  const open = savedField(saved, 'open');
  if (open === null) return undefined;
  return {
    length: savedNumber(open, 'length'),
    sum: savedNumber(open, 'sum'),
    day: savedNumber(open, 'day'),
    file: savedField(open, 'file'),
  };
}

function isoDate(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
