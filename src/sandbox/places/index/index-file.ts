// The file of the places index, `dist/places.json.br`: one JSON document, one column per line, compressed with Brotli.
// `build/` writes it when waypost is built, `read-index.ts` reads it when a sandbox starts.
import { promisify } from 'node:util';
import { brotliCompressSync, brotliDecompress, constants } from 'node:zlib';

/** More bytes than the document has. In several pieces, which Node.js joins, it would take twice the memory. */
const mostBytes = 2 ** 25;

/** The number of an area that a place does not have. */
export const none = -1;

/**
 * The index. Places are numbered from 0 in the order of their GeoNames IDs, and a column has one value for each place.
 * Areas that are not places have the numbers after the last place. Only their names are known.
 */
export interface IndexFile {
  /** Alpha-2 code, alpha-3 code and number of each country, or `none` if the country is not a place. */
  countries: (readonly [alpha2: string, alpha3: string, place: number])[];
  /** Numbers of the first-level areas that have the same name as a settlement in them. */
  namesakes: number[];
  /** A line for each place, and one for each area that is not a place. */
  names: string;
  /** GeoNames ids, ascending. */
  ids: number[];
  /** See `kindNumbers`. */
  kind: number[];
  /** See `importanceOf`. */
  importance: number[];
  /** WGS84 degrees; null if unknown. */
  latitude: (number | null)[];
  longitude: (number | null)[];
  /** Numbers of the areas that each place is in, or `none`. */
  country: number[];
  region: number[];
  district: number[];
  /** The columns of the keys: see `KeyColumns`. */
  keyTexts: string;
  keyCounts: number[];
  keyAreas: number[];
  keyKinds: number[];
  /** Blocks of records (`record.ts`): each is JSON, compressed with Brotli, in Base64. */
  records: string[];
}

/** The keys: the folded texts that find places. Each has an entry for every place or area that it finds. */
export interface KeyColumns {
  /** A line for each key, in the order of their UTF-8 bytes. */
  texts: string;
  /** The number of entries of each key. */
  counts: number[];
  /** For each entry, the number of the place or area. */
  areas: number[];
  /** For each entry, what the key is to the place or area: see `keyKinds`. */
  kinds: number[];
}

/** Kinds of places as numbers: from `capital` on they are settlements. */
export const kindNumbers = {
  country: 0,
  region: 1,
  district: 2,
  capital: 3,
  settlement: 4,
} as const;

/** The level of a place; ranking and descriptions depend on it. */
export type PlaceKind = keyof typeof kindNumbers;

/** Kinds of keys as numbers. Searches compare the numbers, so their order matters. */
export const keyKinds = {
  /** The name, or the name in ASCII. */
  main: 0,
  /** A name in another language or spelling. */
  alternate: 1,
  /** A code typed in full: FR, FRA, TX, LHR. */
  code: 2,
  /** The name without its first word or words. */
  inner: 3,
  /** The name without spaces. */
  joined: 4,
  /** A part of an area's hyphenated name: Rhône-Alpes of Auvergne-Rhône-Alpes. */
  part: 5,
} as const;

export type KeyKind = (typeof keyKinds)[keyof typeof keyKinds];

/**
 * Returns the bytes of an index file. Each column is on its own line, so that `unpackIndex` can parse it separately.
 * @param quality compression quality, 0 to 11
 */
export function packIndex(index: IndexFile, quality: number): Buffer {
  const lines = Object.entries(index).map(
    ([name, column]) => `${JSON.stringify(name)}:${JSON.stringify(column)}`,
  );
  return compress(`{\n${lines.join(',\n')}\n}`, quality);
}

/** Parses a column of an index. */
export type ReadColumn = <Name extends keyof IndexFile>(name: Name) => IndexFile[Name];

/**
 * Decompresses an index file and returns a function that parses one column, so that only one at a time is in memory as
 * JSON. Texts are UTF-8 bytes with one character for each byte (see `toKey`), because searches compare bytes.
 * @throws Error if the bytes are not an index file
 */
export async function unpackIndex(file: Buffer): Promise<ReadColumn> {
  const document = await promisify(brotliDecompress)(file, { chunkSize: mostBytes });
  return (name) => {
    const start = document.indexOf(`\n"${name}":`);
    const end = document.indexOf('\n', start + 1);
    if (start === -1 || end === -1) throw new Error(`The places index has no column ${name}.`);
    const member = document.toString('latin1', start, end).trimEnd().replace(/,$/, '');
    return JSON.parse(`{${member}}`)[name];
  };
}

export function compress(text: string, quality: number): Buffer {
  const bytes = Buffer.from(text);
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
