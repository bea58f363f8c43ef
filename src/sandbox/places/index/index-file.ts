// The place index file, `dist/places.json.br`: a JSON document with one column per line, compressed with Brotli. The
// build writes the file (`build/`). A sandbox reads the file when the sandbox loads the places (`read-index.ts`).
import { promisify } from 'node:util';
import { brotliCompressSync, brotliDecompress, constants } from 'node:zlib';

/**
 * The buffer size for decompression, in bytes. Node.js needs twice the memory if the document does not fit into the
 * buffer.
 */
const mostBytes = 2 ** 25;

/** The number that the index stores instead of an area's number if the index does not contain the area. */
export const none = -1;

/**
 * The columns of the index. Places are numbered in the order of their GeoNames IDs, starting with 0. Each column from
 * `ids` to `district` has one value for each place. Areas that are not places have the numbers after the last place's
 * number, and have only a name.
 */
export interface IndexFile {
  /**
   * The alpha-2 code, the alpha-3 code and the number of each country. The number is `none` if the country is not a
   * place.
   */
  countries: (readonly [alpha2: string, alpha3: string, place: number])[];
  /** The numbers of the first-level areas that have the same name as a settlement in the area. */
  namesakes: number[];
  /** The name of each place, followed by the name of each area that is not a place. Each line contains one name. */
  names: string;
  /** The GeoNames IDs, in ascending order. */
  ids: number[];
  /** See `kindNumbers`. */
  kind: number[];
  /** See `importanceOf`. */
  importance: number[];
  /** WGS84 degrees; null if unknown. */
  latitude: (number | null)[];
  longitude: (number | null)[];
  /** The numbers of the areas that each place is in, or `none`. */
  country: number[];
  region: number[];
  district: number[];
  /** The key columns: see `KeyColumns`. */
  keyTexts: string;
  keyCounts: number[];
  keyAreas: number[];
  keyKinds: number[];
  /**
   * The blocks of records (`record.ts`). A block consists of JSON lines, which are compressed with Brotli and encoded
   * in Base64.
   */
  records: string[];
}

/**
 * The search keys: the folded texts by which a search finds places and areas. A key has an entry for every place or
 * area that the key finds.
 */
export interface KeyColumns {
  /** The keys, one per line, sorted by their UTF-8 bytes. */
  texts: string;
  /** The number of entries for each key. */
  counts: number[];
  /** For each entry, the number of the place or area. */
  areas: number[];
  /** For each entry, the kind of the key: see `keyKinds`. */
  kinds: number[];
}

/**
 * The number that identifies each kind of place. The number of `capital` and all larger numbers identify settlements.
 */
export const kindNumbers = {
  country: 0,
  region: 1,
  district: 2,
  capital: 3,
  settlement: 4,
} as const;

/** The kind of a place. The ranking and the descriptive name depend on the kind. */
export type PlaceKind = keyof typeof kindNumbers;

/**
 * The number that identifies each kind of key. Searches compare these numbers, so the order of the numbers is
 * significant.
 */
export const keyKinds = {
  /** The name, or the name in ASCII. */
  main: 0,
  /** A name in another language or spelling. */
  alternate: 1,
  /**
   * A code, such as FR, FRA, TX or LHR. If the user types only part of a code, the search does not find the code's
   * place.
   */
  code: 2,
  /** The name without its first word or words. */
  inner: 3,
  /** The name without spaces. */
  joined: 4,
  /** A part of an area's hyphenated name, such as Rhône-Alpes for Auvergne-Rhône-Alpes. */
  part: 5,
} as const;

export type KeyKind = (typeof keyKinds)[keyof typeof keyKinds];

/**
 * Returns the bytes of an index file. Each column is on a separate line, so that `unpackIndex` can parse single
 * columns.
 * @param quality compression quality, 0 to 11
 */
export function packIndex(index: IndexFile, quality: number): Buffer {
  const lines = Object.entries(index).map(
    ([name, column]) => `${JSON.stringify(name)}:${JSON.stringify(column)}`,
  );
  return compress(`{\n${lines.join(',\n')}\n}`, quality);
}

/** A function that parses a column of an index. */
export type ReadColumn = <Name extends keyof IndexFile>(name: Name) => IndexFile[Name];

/**
 * Decompresses an index file. Returns a function that parses one column, so that memory holds the values of only one
 * column at a time. The texts in a column have one character for each UTF-8 byte (see `toKey`), because searches
 * compare bytes.
 * @throws Error if the bytes are not an index file
 */
export async function unpackIndex(file: Buffer): Promise<ReadColumn> {
  const document = await promisify(brotliDecompress)(file, { chunkSize: mostBytes });
  return (name) => {
    const start = document.indexOf(`\n"${name}":`);
    const end = document.indexOf('\n', start + 1);
    if (start === -1 || end === -1) throw new Error(`The places index has no column ${name}.`);
    const column = document.toString('latin1', start, end).trimEnd().replace(/,$/, '');
    return JSON.parse(`{${column}}`)[name];
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
