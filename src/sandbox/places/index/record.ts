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
export const blockSize = 256;

/** The records of a block, column after column, which compresses better than row after row. */
export type RecordBlock = { [Name in keyof StoredRecord]: StoredRecord[Name][] };

/** A block of records as the index has it. */
export function packBlock(records: readonly StoredRecord[], quality: number): string {
  const block: RecordBlock = {
    asciiname: records.map((record) => record.asciiname),
    alternatenames: records.map((record) => record.alternatenames),
    country: records.map((record) => record.country),
    admin1: records.map((record) => record.admin1),
    admin2: records.map((record) => record.admin2),
    featureClass: records.map((record) => record.featureClass),
    featureCode: records.map((record) => record.featureCode),
    cc2: records.map((record) => record.cc2),
    admin3: records.map((record) => record.admin3),
    admin4: records.map((record) => record.admin4),
    population: records.map((record) => record.population),
    elevation: records.map((record) => record.elevation),
    dem: records.map((record) => record.dem),
    timezone: records.map((record) => record.timezone),
    modified: records.map((record) => record.modified),
  };
  return compress(JSON.stringify(block), quality).toString('base64');
}

export function unpackBlock(packed: string): RecordBlock {
  return JSON.parse(brotliDecompressSync(Buffer.from(packed, 'base64')).toString());
}

/** The record at this position of a block. */
export function recordIn(block: RecordBlock, at: number): StoredRecord {
  const members = Object.entries(block).map(([name, column]) => [name, column[at]]);
  return Object.fromEntries(members);
}
