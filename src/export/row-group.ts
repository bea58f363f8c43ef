// Writes one row group of the lookup log as Parquet pages, column by column. hyparquet-writer writes the metadata of
// the file.
import type { ColumnChunk, Encoding, RowGroup, Statistics } from 'hyparquet';
import type { ByteWriter } from 'hyparquet-writer';
import { logColumns } from '../api/lookup-log';
import type { KnownNumbers, LogColumns } from './kernel/columns';

/** Writes the rows that the kernel's columns contain as a row group. Returns the metadata of the group. */
export function writeRowGroup(writer: ByteWriter, columns: LogColumns): RowGroup {
  const start = writer.offset;
  const chunks = logColumns.map((name, index) =>
    writeChunk(writer, columns, columnPage(columns, name, index)),
  );
  const uncompressed = chunks.reduce(
    (sum, { meta_data }) => sum + (meta_data?.total_uncompressed_size ?? 0n),
    0n,
  );
  return {
    columns: chunks,
    total_byte_size: uncompressed,
    num_rows: BigInt(columns.rows),
    total_compressed_size: BigInt(writer.offset - start),
  };
}

function writeChunk(writer: ByteWriter, columns: LogColumns, page: ColumnPage): ColumnChunk {
  const start = writer.offset;
  const { dictionary, repetition, definition } = page;
  const isPlain = dictionary === undefined;
  let uncompressed = 0;
  if (!isPlain) {
    const { length, compressed } = compressedPage(columns, dictionary.bytes());
    // These are the `num_values` and `encoding` fields.
    const header = { 1: dictionary.count, 2: encodingNumbers.PLAIN };
    const sizes = { 1: dictionaryPage, 2: length, 3: compressed.length };
    uncompressed += writeStruct(writer, { ...sizes, 7: header }) + length;
    writer.appendBytes(compressed);
  }
  const dataOffset = writer.offset;
  const { length, compressed } = compressedPage(columns, page.body());
  const levelBytes = repetition.length + definition.length;
  const header = {
    // These are the `num_values`, `num_nulls`, `num_rows`, `encoding`, `definition_levels_byte_length` and
    // `repetition_levels_byte_length` fields.
    1: page.values,
    2: page.nulls,
    3: columns.rows,
    4: encodingNumbers[isPlain ? 'PLAIN' : 'RLE_DICTIONARY'],
    5: definition.length,
    6: repetition.length,
  };
  const sizes = { 1: dataPageV2, 2: levelBytes + length, 3: levelBytes + compressed.length };
  uncompressed += writeStruct(writer, { ...sizes, 8: header }) + levelBytes + length;
  writer.appendBytes(repetition);
  writer.appendBytes(definition);
  writer.appendBytes(compressed);
  const encodings: Encoding[] = ['RLE', 'PLAIN'];
  return {
    file_offset: BigInt(start),
    meta_data: {
      type: page.type,
      encodings: isPlain ? encodings : [...encodings, 'RLE_DICTIONARY'],
      path_in_schema: page.path,
      codec: 'SNAPPY',
      num_values: BigInt(page.values),
      total_uncompressed_size: BigInt(uncompressed),
      total_compressed_size: BigInt(writer.offset - start),
      data_page_offset: BigInt(dataOffset),
      ...(isPlain ? {} : { dictionary_page_offset: BigInt(start) }),
      ...(page.statistics === undefined ? {} : { statistics: page.statistics }),
    },
  };
}

function compressedPage(columns: LogColumns, bytes: Uint8Array) {
  // Compressing can allocate memory and thus invalidate the view, so this function reads the length first.
  const { length } = bytes;
  return { length, compressed: columns.compress(bytes) };
}

// The headers of Parquet pages are small Thrift structures in the compact protocol. A PageHeader contains a type, the
// sizes before and after compression, and a header for that type of page. All numbers are 32-bit integers.
// hyparquet-writer writes all other Thrift structures of a file, but it does not export a function for page headers.

const dictionaryPage = 2;
const dataPageV2 = 3;
const encodingNumbers = { PLAIN: 0, RLE_DICTIONARY: 8 };

/** The fields of a Thrift structure by field number, in ascending order. */
interface Struct {
  [field: number]: number | Struct;
}

const int32Type = 5;
const structType = 12;
const end = 0;

/** Writes a structure. Returns the number of bytes written. */
function writeStruct(writer: ByteWriter, struct: Struct): number {
  const before = writer.offset;
  let last = 0;
  for (const [name, value] of Object.entries(struct)) {
    const field = Number(name);
    const type = typeof value === 'number' ? int32Type : structType;
    writer.appendUint8(((field - last) << 4) | type);
    last = field;
    if (typeof value === 'number') writer.appendVarInt(value << 1);
    else writeStruct(writer, value);
  }
  writer.appendUint8(end);
  return writer.offset - before;
}

/**
 * The content of a column's pages. The content comes directly from the kernel's memory, because handling each value in
 * JavaScript would take several times as long as the download. The bytes that `dictionary.bytes` or `body` returns are
 * valid only until the next call to a method of `LogColumns`.
 */
interface ColumnPage {
  path: string[];
  type: 'INT64' | 'BYTE_ARRAY';
  values: number;
  nulls: number;
  repetition: Uint8Array;
  definition: Uint8Array;
  /** The dictionary's values, with the length before each value, and the number of values. */
  dictionary?: { bytes: () => Uint8Array; count: number };
  body: () => Uint8Array;
  statistics?: Statistics;
}

const noLevels = new Uint8Array();

function columnPage(
  columns: LogColumns,
  name: (typeof logColumns)[number],
  index: number,
): ColumnPage {
  if (name === 'timestamp') return numberPage(columns, name, columns.times());
  if (name === 'lookups_consumed') return numberPage(columns, name, columns.consumed());
  if (name === 'tags') return tagsPage(columns, index);
  return textPage(columns, name, index);
}

function numberPage(
  columns: LogColumns,
  name: string,
  { known, flagsAt, bytes, least, greatest }: KnownNumbers,
): ColumnPage {
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

function textPage(columns: LogColumns, name: string, index: number): ColumnPage {
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
  // Plain values are simpler for programs that read the file. This function therefore uses a dictionary only if the
  // dictionary saves at least a quarter of the space.
  if (distinctBytes + numbersSize(rows, distinct) > allBytes * 0.75) {
    return { ...page, body: () => columns.plain(index) };
  }
  return {
    ...page,
    dictionary: { bytes: () => columns.dictionary(index), count: distinct },
    body: () => dictionaryNumbers(columns, columns.idsAt(index), rows, distinct),
  };
}

/**
 * Returns the page of the tags column, whose values are lists. Splits each distinct cell only once. The rows refer to
 * the tags by number.
 */
function tagsPage(columns: LogColumns, index: number): ColumnPage {
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

// If all levels or dictionary numbers of a page are equal, this module writes them as one run. If the levels or
// dictionary numbers differ, this module writes them as packed bits (Parquet format, "RLE / Bit-Packing Hybrid").

/** Returns the number of bits that numbers below `count` need. */
function bitWidthFor(count: number): number {
  return count <= 1 ? 0 : 32 - Math.clz32(count - 1);
}

/**
 * Encodes levels, which are 0 or 1 and take one byte each in the kernel's memory. `ones` is the number of levels that
 * are 1.
 */
function levels(columns: LogColumns, address: number, count: number, ones: number): Uint8Array {
  if (ones === 0 || ones === count) return Uint8Array.from([...runHeader(count), Number(ones > 0)]);
  return columns.packFlags(address, count, packedHeader(count)).slice();
}

/**
 * Encodes numbers below `distinct`, which take 32 bits each in the kernel's memory. The result is valid until the next
 * call to a method of `columns`.
 */
function dictionaryNumbers(
  columns: LogColumns,
  address: number,
  count: number,
  distinct: number,
): Uint8Array {
  const width = bitWidthFor(distinct);
  if (count === 0) return Uint8Array.from([width]);
  if (width === 0) return Uint8Array.from([width, ...runHeader(count)]);
  return columns.packNumbers(address, count, width, [width, ...packedHeader(count)]);
}

/** Estimates the size of the encoded numbers, in bytes. */
function numbersSize(count: number, distinct: number): number {
  return (count * bitWidthFor(distinct)) / 8;
}

function runHeader(count: number): number[] {
  return varint(count << 1);
}

function packedHeader(count: number): number[] {
  return varint((Math.ceil(count / 8) << 1) | 1);
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}
