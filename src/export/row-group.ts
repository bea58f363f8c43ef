// One row group of the log, written column by column as Parquet pages. hyparquet-writer makes the file's
// metadata.
import type { ColumnChunk, Encoding, RowGroup } from 'hyparquet';
import type { ByteWriter } from 'hyparquet-writer';
import { logColumns } from '../api/lookup-log';
import type { LogColumns } from './kernel/columns';
import { writeDataHeader, writeDictionaryHeader } from './page-header';
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
    const { length, compressed } = squeezed(columns, dictionary.bytes());
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
  const { length, compressed } = squeezed(columns, page.body());
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

/** The bytes compressed, and how many they were. */
function squeezed(columns: LogColumns, bytes: Uint8Array) {
  // Compressing may take memory, after which the bytes are not to be asked any more.
  const { length } = bytes;
  return { length, compressed: columns.compress(bytes) };
}
