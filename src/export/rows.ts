// Writes the NDJSON and JSON formats, and CSV with escaped cells. The kernel converts complete rows to these formats in
// one pass.
import { logColumns } from '../api/lookup-log';
import type { Sink } from '../lib/sink';
import { csvHeader } from './csv';
import {
  type Format,
  IrregularRows,
  type Json,
  savedField,
  savedNumber,
  unclosedQuote,
} from './format';
import { KernelInput, LeadingMark, TextRepair } from './kernel/input';
import { Kernel } from './kernel/kernel';
import { Parts, textPart } from './parts';
import { exportFailed } from './reasons';

export type RowFormatKind = 'ndjson' | 'json' | 'escaped-csv';

const keysAt = 4096;
const keySize = 48;
const maxColumns = 64;
const rowEndAt = 3072;
const usualOutput = 1024 * 1024;
const lineFeed = 10;
const noRoom = 1;
const tooManyColumns = 2;
const partEnds = 3;

type Repair = Pick<TextRepair, 'take' | 'end'>;

export class RowFormat implements Format {
  readonly #sink: Sink;
  readonly #kind: RowFormatKind;
  readonly #header: boolean;
  readonly #kernel = new Kernel();
  readonly #input = new KernelInput(this.#kernel);
  /**
   * If the format is JSON or NDJSON, makes the text valid UTF-8. If the format is CSV with a header row, only removes a
   * byte order mark. If the format is CSV without a header row, the value is undefined.
   */
  readonly #repair: Repair | undefined;
  #output: { address: number; capacity: number };
  #scratch = { address: 0, capacity: 0 };
  readonly irregular = new IrregularRows();
  readonly parts = new Parts(this.#kernel, textPart);
  #rows = 0;
  #last = lineFeed;
  readonly #readSome = () => this.#read(false);

  constructor(sink: Sink, kind: RowFormatKind, header = false) {
    this.#sink = sink;
    this.#kind = kind;
    this.#header = header;
    if (kind !== 'escaped-csv') this.#repair = new TextRepair();
    else if (header) this.#repair = new LeadingMark();
    this.#output = this.#room(usualOutput);
    writeNames(this.#kernel, kind);
  }

  get rows(): number {
    return this.#rows;
  }

  write(chunk: Uint8Array): Promise<void> | undefined {
    return this.#input.take(this.#repair?.take(chunk) ?? chunk, this.#readSome);
  }

  async endWindow(): Promise<void> {
    if (this.#repair !== undefined) await this.#input.take(this.#repair.end(), this.#readSome);
    await this.#read(true);
  }

  async finish(): Promise<void> {
    if (this.#kind === 'json') {
      await this.#sink.write(Buffer.from(this.#rows > 0 ? '\n]\n' : '[]\n'));
    }
    if (this.#header && this.#sink.length === 0) await this.#sink.write(csvHeader);
  }

  save(): Json {
    return { rows: this.#rows, last: this.#last, irregular: this.irregular.save() };
  }

  async restore(saved: Json): Promise<void> {
    this.#rows = savedNumber(saved, 'rows');
    this.#last = savedNumber(saved, 'last');
    this.irregular.restore(savedField(saved, 'irregular'));
    this.#input.clear();
    this.#repair?.end();
  }

  /** Reads the complete rows of the input. If `isLast` is true, the remaining bytes are the last row. */
  async #read(isLast: boolean): Promise<void> {
    let from = 0;
    while (true) {
      const { status, consumed, produced, rows } = this.#run(from, isLast);
      if (status === tooManyColumns) {
        const message = `The log contains a row with more than ${maxColumns} columns.`;
        throw exportFailed('log_unreadable', message);
      }
      from += consumed;
      if (produced > 0) await this.#emit(produced);
      this.irregular.add(this.#kernel.irregular, this.#rows);
      this.#rows += rows;
      // Only the last row of a window can have an unclosed quote. If a call does not read any rows, `quoteUnclosed`
      // still has the value of an earlier call, so this code ignores it.
      if (rows > 0 && this.#kernel.call.quoteUnclosed.value === unclosedQuote) {
        this.irregular.unclosedQuote = this.#rows;
      }
      if (status === partEnds) {
        await this.parts.ended();
        continue;
      }
      if (status !== noRoom) break;
      if (produced === 0) this.#output = this.#room(this.#input.length * 7 + usualOutput);
    }
    this.#input.drop(isLast ? this.#input.length : from);
  }

  #run(from: number, isLast: boolean) {
    const { call } = this.#kernel;
    const last = isLast ? 1 : 0;
    const start = this.#input.address + from;
    const length = this.#input.length - from;
    const { address, capacity } = this.#output;
    const isCsv = this.#kind === 'escaped-csv';
    if (!isCsv && this.#scratch.capacity < this.#input.capacity) {
      this.#scratch = this.#room(this.#input.capacity);
    }
    const status = isCsv
      ? call.toEscapedCsv(start, length, last, address, capacity)
      : call.toJson(start, length, last, address, capacity, this.#scratch.address);
    return {
      status,
      consumed: call.bytesRead.value,
      produced: call.bytesWritten.value,
      rows: call.rowsRead.value,
    };
  }

  async #emit(length: number): Promise<void> {
    const bytes = this.#kernel.bytes(this.#output.address, length);
    // The kernel begins every row of the array with a comma. In the first row, a bracket replaces the comma.
    if (this.#kind === 'json' && this.#rows === 0) bytes[0] = '['.charCodeAt(0);
    if (this.#header && this.#sink.length === 0) await this.#sink.write(csvHeader);
    // If the last row of a window has no line feed, the output needs a line feed before the first row of the next
    // window.
    if (this.#kind === 'escaped-csv' && this.#last !== lineFeed) {
      await this.#sink.write(Buffer.from([lineFeed]));
    }
    this.#last = bytes[length - 1] ?? lineFeed;
    await this.#sink.write(bytes);
  }

  #room(capacity: number) {
    return { address: this.#kernel.allocate(capacity), capacity };
  }
}

/**
 * Returns the name of a column. A column that the API does not define has a name with the column's number, such as
 * `column_10`.
 */
function columnName(index: number): string {
  return logColumns[index] ?? `column_${index + 1}`;
}

function writeNames(kernel: Kernel, kind: RowFormatKind): void {
  for (let index = 0; index < maxColumns; index += 1) {
    const start = kind === 'json' ? ',\n{' : '{';
    const before = index > 0 ? ',' : start;
    const key = Buffer.from(`${before}"${columnName(index)}":`);
    const slot = kernel.bytes(keysAt + index * keySize, keySize);
    slot.set(key);
    slot[keySize - 1] = key.length;
  }
  const end = Buffer.from(kind === 'json' ? '}' : '}\n');
  const slot = kernel.bytes(rowEndAt, 8);
  slot.set(end);
  slot[7] = end.length;
}
