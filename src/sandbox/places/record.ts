// The data of one place, and the blocks of JSON in which the index has what an answer needs and a search does not.
import { plainAscii } from './fold';

/** The level of a place; ranking and descriptions depend on it. */
export type PlaceKind = 'country' | 'region' | 'district' | 'capital' | 'settlement';

/**
 * One place. Codes and names are as GeoNames has them; coordinates are WGS84 degrees. What is unknown is empty, and
 * gets its form for answers in place.ts.
 */
export interface PlaceRecord {
  geonameid: number;
  kind: PlaceKind;
  name: string;
  asciiname: string;
  alternatenames: string[];
  /** ISO 3166-1 alpha-2. */
  country: string;
  admin1: string;
  admin2: string;
  /** Further codes for the place in a query, such as ISO 3166-2 or alpha-3. */
  codes: readonly string[];
  /** Population, for ranking only: for areas the sum over their settlements. */
  people: number;
  latitude?: number;
  longitude?: number;
  featureClass: string;
  featureCode: string;
  cc2: readonly string[];
  admin3: string;
  admin4: string;
  /** As in the source; empty if it has none. */
  population: string;
  elevation: number | null;
  dem: number | null;
  timezone: string;
  /** YYYY-MM-DD; empty when unknown. */
  modified: string;
}

type KnownMembers = Pick<
  PlaceRecord,
  'geonameid' | 'kind' | 'name' | 'asciiname' | 'alternatenames' | 'country'
>;

/** A record with the members of a source, and everything else unknown. */
export function makeRecord(known: KnownMembers & Partial<PlaceRecord>): PlaceRecord {
  return {
    admin1: '',
    admin2: '',
    admin3: '',
    admin4: '',
    codes: [],
    cc2: [],
    people: 0,
    featureClass: '',
    featureCode: '',
    population: '',
    elevation: null,
    dem: null,
    timezone: '',
    modified: '',
    ...known,
  };
}

/** Places of a block: larger ones are a little smaller in all, and take longer to unpack for one record. */
export const blockSize = 256;

const storedMembers = [
  ...(['asciiname', 'alternatenames', 'country', 'admin1', 'admin2', 'featureClass'] as const),
  ...(['featureCode', 'cc2', 'admin3', 'admin4', 'population', 'elevation', 'dem'] as const),
  ...(['timezone', 'modified'] as const),
] as const;

type Stored = Pick<PlaceRecord, (typeof storedMembers)[number]>;

/** Members of the records of a block, column after column: by their position in it. */
export type RecordBlock = { [Name in keyof Stored]: Stored[Name][] };

export function writeBlocks(records: readonly PlaceRecord[]): string[] {
  const rows = records.map((one) => ({
    ...one,
    // An ASCII name that follows from the name is omitted.
    asciiname: one.asciiname === plainAscii(one.name) ? '' : one.asciiname,
    population: one.population || String(one.people),
  }));
  const blocks: string[] = [];
  for (let from = 0; from < rows.length; from += blockSize) {
    const part = rows.slice(from, from + blockSize);
    const columns = storedMembers.map((name) => [name, part.map((row) => row[name])]);
    blocks.push(JSON.stringify(Object.fromEntries(columns)));
  }
  return blocks;
}

export function readRecord(block: RecordBlock, at: number, name: string): Stored {
  const row = Object.fromEntries(
    storedMembers.map((member) => [member, block[member][at]]),
  ) as Stored;
  return { ...row, asciiname: row.asciiname || plainAscii(name) };
}
