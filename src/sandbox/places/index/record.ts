// The records of places: what the answer for one place needs and a search does not. The index has them in blocks, of
// which only the block with the wanted record is decompressed.
import { brotliDecompressSync } from 'node:zlib';
import { compress } from './index-file';

/** Codes and texts are as GeoNames has them; a text that is unknown is empty. */
export interface StoredRecord {
  /** Empty if it is the name in plain ASCII. */
  asciiname: string;
  alternatenames: string[];
  /** ISO 3166-1 alpha-2. */
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
  /** YYYY-MM-DD. */
  modified: string;
}

/** Records of a block: larger blocks take a little less space in all, and longer to decompress for one record. */
export const blockSize = 128;

/** The fields of a record, in the order in which a line of a block has them. */
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

/** The lines of a block, one for each record: a JSON array of its fields. */
export type RecordBlock = readonly string[];

/** A block of records as the index has it. */
export function packBlock(records: readonly StoredRecord[], quality: number): string {
  const lines = records.map((record) => JSON.stringify(fields.map((field) => record[field])));
  return compress(lines.join('\n'), quality).toString('base64');
}

export function unpackBlock(packed: string): RecordBlock {
  return brotliDecompressSync(Buffer.from(packed, 'base64')).toString().split('\n');
}

/** The record at this position of a block. Only its line is parsed: a block has 128. */
export function recordIn(block: RecordBlock, at: number): StoredRecord {
  const values: StoredRecord[(typeof fields)[number]][] = JSON.parse(block[at] ?? '');
  return Object.fromEntries(fields.map((field, position) => [field, values[position]])) as never;
}
