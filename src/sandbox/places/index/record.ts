// Place records: the fields that responses need but searches do not. The index stores records in blocks, so that a
// request decompresses only the block that contains the requested record.
import { brotliDecompressSync } from 'node:zlib';
import { compress } from './index-file';

/**
 * A place's record, with the codes and texts from GeoNames. If the value of a text field is unknown, the field is
 * empty.
 */
export interface StoredRecord {
  /** The name in ASCII. The field is empty if the ASCII name equals the name without accents (`plainAscii`). */
  asciiname: string;
  alternatenames: string[];
  /** The country's ISO 3166-1 alpha-2 code. */
  country: string;
  admin1: string;
  admin2: string;
  admin3: string;
  admin4: string;
  featureClass: string;
  featureCode: string;
  cc2: readonly string[];
  population: string;
  elevation: number | null;
  dem: number | null;
  timezone: string;
  /** The date of the last change, as YYYY-MM-DD. */
  modified: string;
}

/** The number of records in a block. Larger blocks save a little space, but take longer to decompress. */
export const blockSize = 128;

/** A record's fields, in the order in which each line of a block contains them. */
const fields = [
  'asciiname',
  'alternatenames',
  'country',
  'admin1',
  'admin2',
  'featureClass',
  'featureCode',
  'cc2',
  'admin3',
  'admin4',
  'population',
  'elevation',
  'dem',
  'timezone',
  'modified',
] as const satisfies readonly (keyof StoredRecord)[];

/** The decompressed bytes of a block. Each line is a JSON array with the fields of one record. */
export type RecordBlock = Buffer;

const newline = 0x0a;

/** Compresses a block of records for the index. */
export function packBlock(records: readonly StoredRecord[], quality: number): string {
  const lines = records.map((record) => JSON.stringify(fields.map((field) => record[field])));
  return compress(lines.join('\n'), quality).toString('base64');
}

export function unpackBlock(packed: string): RecordBlock {
  return brotliDecompressSync(Buffer.from(packed, 'base64'));
}

/** Returns the record at a position in a block. Decodes and parses only the line of this record. */
export function recordIn(block: RecordBlock, at: number): StoredRecord {
  let start = 0;
  for (let line = 0; line < at; line += 1) start = block.indexOf(newline, start) + 1;
  const end = block.indexOf(newline, start);
  const line = block.toString('utf8', start, end === -1 ? block.length : end);
  const values: StoredRecord[(typeof fields)[number]][] = JSON.parse(line);
  return Object.fromEntries(fields.map((field, position) => [field, values[position]])) as never;
}
