// The contents of each column's pages, straight from the kernel's memory: handling each value in JavaScript
// would take several times as long as the download.
import type { Statistics } from 'hyparquet';
import type { logColumns } from '../api/lookup-log';
import type { KnownNumbers, LogColumns } from './kernel/columns';

/** The parts of a column's pages. Bytes that are made on demand are valid until the next call. */
export interface Page {
  path: string[];
  type: 'INT64' | 'BYTE_ARRAY';
  values: number;
  nulls: number;
  repetition: Uint8Array;
  definition: Uint8Array;
  /** The values of a dictionary, each after its length, and their number. */
  dictionary?: { bytes: () => Uint8Array; count: number };
  body: () => Uint8Array;
  statistics?: Statistics;
}

const noLevels = new Uint8Array();

/** The pages of a column of the log. */
export function pageOf(
  columns: LogColumns,
  name: (typeof logColumns)[number],
  index: number,
): Page {
  if (name === 'timestamp') return numberPage(columns, name, columns.times());
  if (name === 'lookups_consumed') return numberPage(columns, name, columns.consumed());
  if (name === 'tags') return tagsPage(columns, index);
  return textPage(columns, name, index);
}

function numberPage(
  columns: LogColumns,
  name: string,
  { known, flagsAt, bytes, least, greatest }: KnownNumbers,
): Page {
  const nulls = columns.rows - known;
  const bounds = known === 0 ? {} : { min_value: least, max_value: greatest };
  return {
    path: [name],
    type: 'INT64',
    values: columns.rows,
    nulls,
    repetition: noLevels,
    definition: levels(columns, flagsAt, columns.rows, known),
    body: bytes,
    statistics: { ...bounds, null_count: BigInt(nulls) },
  };
}

function textPage(columns: LogColumns, name: string, index: number): Page {
  const { rows } = columns;
  const { distinct, distinctBytes, allBytes } = columns.sizesOf(index);
  const page = {
    path: [name],
    type: 'BYTE_ARRAY' as const,
    values: rows,
    nulls: 0,
    repetition: noLevels,
    definition: noLevels,
  };
  // A dictionary must save a quarter of the space; else the plain values are better for readers.
  if (distinctBytes + numbersSize(rows, distinct) > allBytes * 0.75) {
    return { ...page, body: () => columns.plain(index) };
  }
  return {
    ...page,
    dictionary: { bytes: () => columns.dictionary(index), count: distinct },
    body: () => dictionaryNumbers(columns, columns.idsAt(index), rows, distinct),
  };
}

/** Tags are a list: the distinct cells are split once, the rows refer to them by number. */
function tagsPage(columns: LogColumns, index: number): Page {
  const numbers = new Map<string, number>();
  const cells = columns.texts(index).map((cell) =>
    cell.split(',').flatMap((part) => {
      const tag = part.replace(/^ +| +$/g, '');
      if (tag === '') return [];
      const number = numbers.get(tag) ?? numbers.size;
      numbers.set(tag, number);
      return [number];
    }),
  );
  const spread = columns.spread(index, cells);
  const { places, present, rows } = spread;
  return {
    path: ['tags', 'list', 'element'],
    type: 'BYTE_ARRAY',
    values: places,
    nulls: places - present,
    repetition: levels(columns, spread.continuesAt, places, places - rows),
    definition: levels(columns, spread.presentAt, places, present),
    dictionary: { bytes: () => plainTexts([...numbers.keys()]), count: numbers.size },
    body: () => dictionaryNumbers(columns, spread.numbersAt, present, numbers.size),
  };
}

/** Texts, each after its length. */
function plainTexts(texts: readonly string[]): Uint8Array {
  return Buffer.concat(
    texts.flatMap((text) => {
      const bytes = Buffer.from(text);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(bytes.length);
      return [length, bytes];
    }),
  );
}

// How Parquet writes levels and dictionary numbers: a run where all are the same, else packed bits
// (Parquet format, "RLE / Bit-Packing Hybrid").

/** How many bits the numbers below `count` need. */
function bitWidthFor(count: number): number {
  return count <= 1 ? 0 : 32 - Math.clz32(count - 1);
}

/** Levels that are 0 or 1, a byte each in the kernel's memory; `ones` of them are 1. */
function levels(columns: LogColumns, address: number, count: number, ones: number): Uint8Array {
  if (ones === 0 || ones === count) return Uint8Array.from([...run(count), ones === 0 ? 0 : 1]);
  return columns.packFlags(address, count, packed(count)).slice();
}

/** Numbers below `distinct`, 32 bits each in the kernel's memory. Good until the next call. */
function dictionaryNumbers(
  columns: LogColumns,
  address: number,
  count: number,
  distinct: number,
): Uint8Array {
  const width = bitWidthFor(distinct);
  if (count === 0) return Uint8Array.from([width]);
  if (width === 0) return Uint8Array.from([width, ...run(count)]);
  return columns.packNumbers(address, count, width, [width, ...packed(count)]);
}

/** About how many bytes the numbers take. */
function numbersSize(count: number, distinct: number): number {
  return (count * bitWidthFor(distinct)) / 8;
}

function run(count: number): number[] {
  return varint(count << 1);
}

function packed(count: number): number[] {
  return varint((Math.ceil(count / 8) << 1) | 1);
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}
