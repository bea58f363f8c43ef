// The headers of Parquet pages: small Thrift structures in the compact protocol, whose numbers are all
// 32-bit integers. hyparquet-writer writes the rest of a file's Thrift, but offers no page headers.
import type { ByteWriter } from 'hyparquet-writer';

/** How the values of a page are written. */
type PageEncoding = 'PLAIN' | 'RLE_DICTIONARY';

/** Sizes of a page in bytes: levels included, and before and after compression. */
export interface PageSizes {
  uncompressed: number;
  compressed: number;
}

/** What a data page holds. */
export interface DataPage extends PageSizes {
  values: number;
  nulls: number;
  rows: number;
  encoding: PageEncoding;
  /** Bytes of the two kinds of levels, which stand uncompressed in front of the values. */
  definitionBytes: number;
  repetitionBytes: number;
}

const dictionaryPage = 2;
const dataPageV2 = 3;
const encodings: Readonly<Record<PageEncoding, number>> = { PLAIN: 0, RLE_DICTIONARY: 8 };

/** Writes the header of a page with the values of a dictionary, and returns its length. */
export function writeDictionaryHeader(
  writer: ByteWriter,
  { values, uncompressed, compressed }: PageSizes & { values: number },
): number {
  const own = { 1: values, 2: encodings.PLAIN };
  return writeStruct(writer, { 1: dictionaryPage, 2: uncompressed, 3: compressed, 7: own });
}

/** Writes the header of a data page of version 2, and returns its length. */
export function writeDataHeader(writer: ByteWriter, page: DataPage): number {
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
