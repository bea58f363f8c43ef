// The GeoNames dump files that are read, and their order.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type LineReader,
  readAlternateNameLine,
  readAreaLine,
  readCountryLine,
  readPlaceLine,
} from './dump-lines';
import type { PlaceRecord } from './record';

/** One kind of dump file: its names, and what is missing without it. */
export interface DumpFile {
  names: RegExp;
  expected: string;
  /** The data that is missing without the file. */
  missing: string;
  read: LineReader;
  /** Only the first of several is read: the others have the same data. */
  single?: boolean;
  /** Which bundled places are removed if the file lacks them; `countries` are those of the file. */
  replaces?: (record: PlaceRecord, countries: ReadonlySet<string>) => boolean;
}

const isSettlement = ({ kind }: PlaceRecord): boolean =>
  kind === 'capital' || kind === 'settlement';

/** In the order of reading: alternate names need the places they belong to. */
export const dumpFiles: readonly DumpFile[] = [
  {
    names: /^countryInfo\.txt$/,
    expected: 'countryInfo.txt',
    missing: 'countries are those of the bundled data',
    read: readCountryLine,
  },
  {
    names: /^admin1CodesASCII\.txt$/,
    expected: 'admin1CodesASCII.txt',
    missing: 'first-level areas are those of the bundled data',
    read: readAreaLine,
    replaces: ({ kind }) => kind === 'region',
  },
  {
    names: /^admin2Codes\.txt$/,
    expected: 'admin2Codes.txt',
    missing: 'there are no second-level areas',
    read: readAreaLine,
  },
  {
    names: /^(cities\d+|allCountries|[A-Z]{2})\.txt$/,
    expected: 'cities500.txt or allCountries.txt',
    missing: 'settlements are those of the bundled data',
    read: readPlaceLine,
    replaces: (record, countries) => isSettlement(record) && countries.has(record.country),
  },
  {
    names: /^alternateNames(V2)?\.txt$/,
    expected: 'alternateNamesV2.txt',
    missing: 'alternate names are those of the other files',
    read: readAlternateNameLine,
    single: true,
  },
];

/** Paths of the dump files of one kind in a directory. */
export async function dumpFilesIn(folder: string, { names, single }: DumpFile): Promise<string[]> {
  const present = (await readdir(folder)).sort().reverse();
  return present
    .filter((name) => names.test(name))
    .slice(0, single ? 1 : undefined)
    .map((name) => join(folder, name));
}
