// One row group of the log, written column by column as Parquet pages. The writer of hyparquet makes the
// page headers and the file's metadata.
import type { ColumnChunk, Encoding, RowGroup } from 'hyparquet';
import type { ByteWriter } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
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
    const { length, compressed } = squeezed(columns, dictionary.bytes());
    uncompressed += headerSize(writer, () =>
      writePageHeader(writer, {
        type: 'DICTIONARY_PAGE',
        uncompressed_page_size: length,
        compressed_page_size: compressed.length,
        dictionary_page_header: { num_values: dictionary.count, encoding: 'PLAIN' },
      }),
    );
    uncompressed += length;
    writer.appendBytes(compressed);
  }
  const dataOffset = writer.offset;
  const levels = repetition.length + definition.length;
  const { length, compressed } = squeezed(columns, page.body());
  uncompressed += headerSize(writer, () =>
    writePageHeader(writer, {
      type: 'DATA_PAGE_V2',
      uncompressed_page_size: levels + length,
      compressed_page_size: levels + compressed.length,
      data_page_header_v2: {
        num_values: page.values,
        num_nulls: page.nulls,
        num_rows: columns.rows,
        encoding: dictionary === undefined ? 'PLAIN' : 'RLE_DICTIONARY',
        definition_levels_byte_length: definition.length,
        repetition_levels_byte_length: repetition.length,
        is_compressed: true,
      },
    }),
  );
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

/** Length of a page's header, once written. */
function headerSize(writer: ByteWriter, write: () => void): number {
  const before = writer.offset;
  write();
  return writer.offset - before;
}
