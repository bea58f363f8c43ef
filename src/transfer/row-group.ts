// One row group of the log, written column by column as Parquet pages. The writer of hyparquet makes the
// page headers and the file's metadata; the values are encoded here, straight from the kernel's columns,
// because value by value they would take several times as long as the download.
import type { ColumnChunk, Encoding, RowGroup, SchemaElement } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { snappyCompress } from 'hyparquet-writer/src/snappy.js';
import { logColumns } from '../interface/lookup-log';
import type { LogColumns } from './kernel/columns';
import { appendNumbers, bitWidthFor } from './parquet-pages';

/** The schema of the log: a timestamp, an integer, text, and a list of tags. */
export const logSchema: SchemaElement[] = [
  { name: 'log', num_children: logColumns.length },
  ...logColumns.flatMap(schemaOf),
];

function schemaOf(name: (typeof logColumns)[number]): SchemaElement[] {
  if (name === 'timestamp') {
    return [
      {
        name,
        type: 'INT64',
        repetition_type: 'OPTIONAL',
        converted_type: 'TIMESTAMP_MILLIS',
        logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
      },
    ];
  }
  if (name === 'lookups_consumed') return [{ name, type: 'INT32', repetition_type: 'OPTIONAL' }];
  if (name !== 'tags') return [text(name)];
  return [
    {
      name,
      repetition_type: 'REQUIRED',
      num_children: 1,
      converted_type: 'LIST',
      logical_type: { type: 'LIST' },
    },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    text('element'),
  ];
}

function text(name: string): SchemaElement {
  return {
    name,
    type: 'BYTE_ARRAY',
    repetition_type: 'REQUIRED',
    converted_type: 'UTF8',
    logical_type: { type: 'STRING' },
  };
}

/** The parts of a data page. */
interface Page {
  path: string[];
  type: 'INT64' | 'INT32' | 'BYTE_ARRAY';
  rows: number;
  values: number;
  nulls: number;
  repetition?: ByteWriter;
  definition?: ByteWriter;
  /** The values of a dictionary, each behind its length, and how many they are. */
  dictionary?: { bytes: Uint8Array; count: number };
  body: Uint8Array;
  statistics?: { min_value?: bigint | number; max_value?: bigint | number; null_count: bigint };
}

/** Writes the rows the kernel holds as a row group, and returns its metadata. */
export function writeRowGroup(writer: ByteWriter, columns: LogColumns): RowGroup {
  const start = writer.offset;
  const chunks = logColumns.map((name, index) => writeChunk(writer, pageOf(columns, name, index)));
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

function pageOf(columns: LogColumns, name: (typeof logColumns)[number], index: number): Page {
  if (name === 'timestamp') return timestampPage(columns);
  if (name === 'lookups_consumed') return consumedPage(columns);
  if (name === 'tags') return tagsPage(columns, index);
  return textPage(columns, name, index);
}

function timestampPage(columns: LogColumns): Page {
  const { values, known } = columns.times();
  const kept = known.every(Boolean) ? values : values.filter((_, row) => known[row] === 1);
  return {
    path: ['timestamp'],
    type: 'INT64',
    ...optional(known, kept.length),
    body: new Uint8Array(kept.buffer, kept.byteOffset, kept.byteLength),
    statistics: bounds(kept, known.length),
  };
}

function consumedPage(columns: LogColumns): Page {
  const { values, known } = columns.consumed();
  const kept = known.every(Boolean) ? values : values.filter((_, row) => known[row] === 1);
  return {
    path: ['lookups_consumed'],
    type: 'INT32',
    ...optional(known, kept.length),
    body: new Uint8Array(kept.buffer, kept.byteOffset, kept.byteLength),
    statistics: bounds(kept, known.length),
  };
}

function optional(known: Uint8Array, kept: number) {
  const definition = new ByteWriter();
  appendNumbers(definition, known, 1);
  return { rows: known.length, values: known.length, nulls: known.length - kept, definition };
}

function bounds<T extends bigint | number>(kept: ArrayLike<T>, rows: number) {
  let min = kept[0];
  let max = kept[0];
  for (let index = 1; index < kept.length; index += 1) {
    const value = kept[index] as T;
    if (min === undefined || value < min) min = value;
    if (max === undefined || value > max) max = value;
  }
  return {
    ...(min === undefined ? {} : { min_value: min }),
    ...(max === undefined ? {} : { max_value: max }),
    null_count: BigInt(rows - kept.length),
  };
}

function textPage(columns: LogColumns, name: string, index: number): Page {
  const { distinct, distinctBytes, allBytes } = columns.sizesOf(index);
  const width = bitWidthFor(distinct);
  const shape = { path: [name], type: 'BYTE_ARRAY' as const, rows: columns.rows };
  const flat = { ...shape, values: columns.rows, nulls: 0 };
  // A dictionary must save a quarter; else readers are better off with the plain values.
  if (distinctBytes + (columns.rows * width) / 8 > allBytes * 0.75) {
    return { ...flat, body: columns.plain(index) };
  }
  return {
    ...flat,
    dictionary: { bytes: columns.dictionary(index), count: distinct },
    body: numberedBody(columns.ids(index), width),
  };
}

function numberedBody(ids: ArrayLike<number>, width: number): Uint8Array {
  const body = new ByteWriter();
  body.appendUint8(width);
  appendNumbers(body, ids, width);
  return body.getBytes();
}

/** Tags are a list: the distinct cells are taken apart once, the rows follow by number. */
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
  const ids: number[] = [];
  const repetition: number[] = [];
  const definition: number[] = [];
  for (const cell of columns.ids(index)) {
    const tags = cells[cell] ?? [];
    if (tags.length === 0) {
      repetition.push(0);
      definition.push(0);
    }
    for (const [position, tag] of tags.entries()) {
      ids.push(tag);
      repetition.push(position === 0 ? 0 : 1);
      definition.push(1);
    }
  }
  const repetitionLevels = new ByteWriter();
  appendNumbers(repetitionLevels, repetition, 1);
  const definitionLevels = new ByteWriter();
  appendNumbers(definitionLevels, definition, 1);
  const dictionary = new ByteWriter();
  for (const tag of numbers.keys()) {
    const bytes = Buffer.from(tag);
    dictionary.appendUint32(bytes.length);
    dictionary.appendBytes(bytes);
  }
  return {
    path: ['tags', 'list', 'element'],
    type: 'BYTE_ARRAY',
    rows: columns.rows,
    values: definition.length,
    nulls: definition.length - ids.length,
    repetition: repetitionLevels,
    definition: definitionLevels,
    dictionary: { bytes: dictionary.getBytes(), count: numbers.size },
    body: numberedBody(ids, bitWidthFor(numbers.size)),
  };
}

function writeChunk(writer: ByteWriter, page: Page): ColumnChunk {
  const start = writer.offset;
  const { dictionary } = page;
  let uncompressed = 0;
  const encodings: Encoding[] = ['RLE', 'PLAIN'];
  if (dictionary !== undefined) {
    encodings.push('RLE_DICTIONARY');
    const compressed = snappyCompress(dictionary.bytes);
    uncompressed += headerSize(writer, () =>
      writePageHeader(writer, {
        type: 'DICTIONARY_PAGE',
        uncompressed_page_size: dictionary.bytes.length,
        compressed_page_size: compressed.length,
        dictionary_page_header: { num_values: dictionary.count, encoding: 'PLAIN' },
      }),
    );
    uncompressed += dictionary.bytes.length;
    writer.appendBytes(compressed);
  }
  const dataOffset = writer.offset;
  const repetition = page.repetition?.getBytes() ?? new Uint8Array();
  const definition = page.definition?.getBytes() ?? new Uint8Array();
  const levels = repetition.length + definition.length;
  const compressed = snappyCompress(page.body);
  const encoding: Encoding = dictionary === undefined ? 'PLAIN' : 'RLE_DICTIONARY';
  uncompressed += headerSize(writer, () =>
    writePageHeader(writer, {
      type: 'DATA_PAGE_V2',
      uncompressed_page_size: levels + page.body.length,
      compressed_page_size: levels + compressed.length,
      data_page_header_v2: {
        num_values: page.values,
        num_nulls: page.nulls,
        num_rows: page.rows,
        encoding,
        definition_levels_byte_length: definition.length,
        repetition_levels_byte_length: repetition.length,
        is_compressed: true,
      },
    }),
  );
  uncompressed += levels + page.body.length;
  writer.appendBytes(repetition);
  writer.appendBytes(definition);
  writer.appendBytes(compressed);
  return {
    file_offset: BigInt(start),
    meta_data: {
      type: page.type,
      encodings,
      path_in_schema: page.path,
      codec: 'SNAPPY',
      num_values: BigInt(page.values),
      total_uncompressed_size: BigInt(uncompressed),
      total_compressed_size: BigInt(writer.offset - start),
      data_page_offset: BigInt(dataOffset),
      ...(dictionary === undefined ? {} : { dictionary_page_offset: BigInt(start) }),
      ...(page.statistics === undefined ? {} : { statistics: page.statistics }),
    },
  };
}

/** Length of a page's header, once written. */
function headerSize(writer: ByteWriter, write: () => void): number {
  const before = writer.offset;
  write();
  return writer.offset - before;
}
