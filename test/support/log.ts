// Generates lookup logs, and parses CSV with a simple parser, to check the parser of the export.
import type { Sink } from '../../src/lib/sink';

/** A sink that keeps everything in memory. */
export class MemorySink implements Sink {
  #chunks: Buffer[] = [];
  length = 0;

  write(bytes: Uint8Array): undefined {
    this.#chunks.push(Buffer.from(bytes));
    this.length += bytes.length;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  get text(): string {
    return this.bytes.toString('utf8');
  }

  truncate(length: number): void {
    this.#chunks = [this.bytes.subarray(0, length)];
    this.length = length;
  }
}

/**
 * Returns the cells of CSV (RFC 4180), parsed one character at a time. A quotation mark begins a quoted cell only at the start
 * of a cell.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: an independent parser, one character at a time, to compare with.
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === '\n') {
      at += 1;
      continue;
    }
    if (text[at] === '\r' && (text[at + 1] === '\n' || at + 1 === text.length)) {
      at += text[at + 1] === '\n' ? 2 : 1;
      continue;
    }
    const row: string[] = [];
    while (true) {
      let cell = '';
      let isQuoted = false;
      if (text[at] === '"') {
        isQuoted = true;
        at += 1;
        while (at < text.length) {
          if (text[at] === '"') {
            if (text[at + 1] !== '"') break;
            at += 1;
          }
          cell += text[at];
          at += 1;
        }
        at += 1;
      }
      let behind = '';
      while (at < text.length && text[at] !== ',' && text[at] !== '\n') {
        behind += text[at];
        at += 1;
      }
      if (text[at] === '\n' && behind.endsWith('\r')) behind = behind.slice(0, -1);
      row.push(isQuoted ? cell + behind : behind);
      const isEnd = at >= text.length || text[at] === '\n';
      at += 1;
      if (isEnd) break;
    }
    rows.push(row);
  }
  return rows;
}

const names = [
  'timestamp',
  'ip',
  'search_term',
  'url',
  'lookup_type',
  'tags',
  'lookups_consumed',
  'licensee',
  'source_ip',
];

/** The column names as the first row of CSV. */
export const nameRow = `${names.join(',')}\n`;

/** Returns the object for a row of cells, like the export's JSON. */
export function rowObject(cells: readonly string[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (let index = 0; index < Math.max(cells.length, names.length); index += 1) {
    const name = names[index] ?? `column_${index + 1}`;
    const cell = cells[index] ?? '';
    if (name === 'tags') object[name] = tagsOf(cell);
    else if (name === 'lookups_consumed') object[name] = numberOf(cell);
    else object[name] = cell;
  }
  return object;
}

export function tagsOf(cell: string): string[] {
  return cell.split(',').flatMap((part) => part.replace(/^ +| +$/g, '') || []);
}

function numberOf(cell: string): number | string | null {
  if (cell === '') return null;
  return /^(0|-?[1-9]\d{0,14})$/.test(cell) ? Number(cell) : cell;
}

/** Returns a cell as the service writes it. */
export function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const types = ['Place Resolution', 'Address Lookup', 'Email Validation'];

/** Returns the row of the log for a time. */
export function logRow(time: number, index: number): string {
  const cells = [
    new Date(time).toISOString(),
    `192.0.2.${index % 250}`,
    index % 7 === 0 ? `${index} "High" St,\nYork` : `geonames_${index}`,
    `https://shop.example.com/${index % 20}`,
    types[index % 3] ?? '',
    ['', 'web', 'web,checkout'][index % 3] ?? '',
    String(index % 5),
    index % 4 === 0 ? 'Grün & Söhne' : '',
    index % 6 === 0 ? '2001:db8::1' : '',
  ];
  return `${cells.map(csvCell).join(',')}\n`;
}

/** Returns a log with one row every `step` milliseconds. The range includes both ends. */
export function logBetween(start: number, end: number, step: number): string {
  const first = Math.ceil(start / step);
  const last = Math.floor(end / step);
  let text = '';
  for (let index = first; index <= last; index += 1) text += logRow(index * step, index);
  return text;
}
