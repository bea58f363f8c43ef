// One row group of the log, written column by column as Parquet pages. hyparquet-writer makes the file's
// metadata.
import type { ColumnChunk, Encoding, RowGroup } from 'hyparquet';
import type { ByteWriter } from 'hyparquet-writer';
import { logColumns } from '../api/lookup-log';
import type { LogColumns } from './kernel/columns';
import { type Page, pageOf } from './parquet-pages';

/** Writes the rows the kernel holds as a row group, and returns its metadata. */
export function writeRowGroup(writer: ByteWriter, columns: LogColumns): RowGroup {
  const start = writer.offset;
  const chunks = logColumns.map((name, index) =>
    writeChunk(writer, columns, pageOf(columns, name, index)),
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

function writeChunk(writer: ByteWriter, columns: LogColumns, page: Page): ColumnChunk {
  const start = writer.offset;
  const { dictionary, repetition, definition } = page;
  let uncompressed = 0;
  const encodings: Encoding[] = ['RLE', 'PLAIN'];
  if (dictionary !== undefined) {
    encodings.push('RLE_DICTIONARY');
    const { length, compressed } = compressedPage(columns, dictionary.bytes());
    uncompressed += writeDictionaryHeader(writer, {
      values: dictionary.count,
      uncompressed: length,
      compressed: compressed.length,
    });
    uncompressed += length;
    writer.appendBytes(compressed);
  }
  const dataOffset = writer.offset;
  const levels = repetition.length + definition.length;
  const { length, compressed } = compressedPage(columns, page.body());
  uncompressed += writeDataHeader(writer, {
    values: page.values,
    nulls: page.nulls,
    rows: columns.rows,
    encoding: dictionary === undefined ? 'PLAIN' : 'RLE_DICTIONARY',
    uncompressed: levels + length,
    compressed: levels + compressed.length,
    definitionBytes: definition.length,
    repetitionBytes: repetition.length,
  });
  uncompressed += levels + length;
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

/** The compressed bytes, and their size before. */
function compressedPage(columns: LogColumns, bytes: Uint8Array) {
  // Compressing may allocate memory and invalidate the view, so its length is read before.
  const { length } = bytes;
  return { length, compressed: columns.compress(bytes) };
}

// The headers of Parquet pages: small Thrift structures in the compact protocol, whose numbers are all
// 32-bit integers. hyparquet-writer writes the rest of a file's Thrift, but offers no page headers.

/** How the values of a page are encoded. */
type PageEncoding = 'PLAIN' | 'RLE_DICTIONARY';

/** Sizes of a page in bytes: with levels, before and after compression. */
interface PageSizes {
  uncompressed: number;
  compressed: number;
}

/** The content of a data page. */
interface DataPage extends PageSizes {
  values: number;
  nulls: number;
  rows: number;
  encoding: PageEncoding;
  /** Bytes of the two kinds of levels, which are uncompressed before the values. */
  definitionBytes: number;
  repetitionBytes: number;
}

const dictionaryPage = 2;
const dataPageV2 = 3;
const encodings: Readonly<Record<PageEncoding, number>> = { PLAIN: 0, RLE_DICTIONARY: 8 };

/** Writes the header of a page with the values of a dictionary, and returns its length. */
function writeDictionaryHeader(
  writer: ByteWriter,
  { values, uncompressed, compressed }: PageSizes & { values: number },
): number {
  const own = { 1: values, 2: encodings.PLAIN };
  return writeStruct(writer, { 1: dictionaryPage, 2: uncompressed, 3: compressed, 7: own });
}

/** Writes the header of a data page of version 2, and returns its length. */
function writeDataHeader(writer: ByteWriter, page: DataPage): number {
  const own = {
    1: page.values,
    2: page.nulls,
    3: page.rows,
    4: encodings[page.encoding],
    5: page.definitionBytes,
    6: page.repetitionBytes,
  };
  const { uncompressed, compressed } = page;
  return writeStruct(writer, { 1: dataPageV2, 2: uncompressed, 3: compressed, 8: own });
}

/** Fields by their numbers, in ascending order. */
interface Struct {
  [field: number]: number | Struct;
}

const int32Type = 5;
const structType = 12;
const end = 0;

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
