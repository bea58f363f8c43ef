// The data of one place, whichever file it came from. Unknown members are undefined or empty here and get
// their form for answers in place.ts.
import { plainAscii } from './fold';

/** The level of a place; ranking and descriptions depend on it. */
export type PlaceKind = 'country' | 'region' | 'district' | 'capital' | 'settlement';

/** One place. Codes and names are as GeoNames has them; coordinates are WGS84 degrees. */
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
  elevation?: number;
  dem?: number;
  timezone: string;
  /** YYYY-MM-DD; empty when unknown. */
  modified: string;
}

/** The members that every source has; `makeRecord` fills in the rest as unknown. */
type KnownMembers = Pick<
  PlaceRecord,
  'geonameid' | 'kind' | 'name' | 'asciiname' | 'alternatenames' | 'country'
>;

/** A record with the members of a source, and everything else unknown. */
export function makeRecord(known: KnownMembers & Partial<PlaceRecord>): PlaceRecord {
  return {
    admin1: '',
    admin2: '',
    codes: [],
    people: 0,
    featureClass: '',
    featureCode: '',
    cc2: [],
    admin3: '',
    admin4: '',
    population: '',
    timezone: '',
    modified: '',
    ...known,
  };
}

/** Places of a block: larger ones are a little smaller in all, and take longer to unpack for one record. */
export const blockSize = 256;

type Member =
  | 'asciiname'
  | 'alternatenames'
  | 'country'
  | 'admin1'
  | 'admin2'
  | 'featureClass'
  | 'featureCode'
  | 'cc2'
  | 'admin3'
  | 'admin4'
  | 'population'
  | 'elevation'
  | 'dem'
  | 'timezone'
  | 'modified';

/** Members of the records of a block, by their position in it. */
export type RecordBlock = { [Name in Member]: PlaceRecord[Name][] };

export function writeBlocks(records: readonly PlaceRecord[]): string[] {
  const blocks: string[] = [];
  for (let from = 0; from < records.length; from += blockSize) {
    const part = records.slice(from, from + blockSize);
    const block: RecordBlock = {
      // An ASCII name that follows from the name is omitted.
      asciiname: part.map((one) => (one.asciiname === plainAscii(one.name) ? '' : one.asciiname)),
      alternatenames: part.map((one) => one.alternatenames),
      country: part.map((one) => one.country),
      admin1: part.map((one) => one.admin1),
      admin2: part.map((one) => one.admin2),
      featureClass: part.map((one) => one.featureClass),
      featureCode: part.map((one) => one.featureCode),
      cc2: part.map((one) => one.cc2),
      admin3: part.map((one) => one.admin3),
      admin4: part.map((one) => one.admin4),
      population: part.map((one) => one.population || String(one.people)),
      elevation: part.map((one) => one.elevation),
      dem: part.map((one) => one.dem),
      timezone: part.map((one) => one.timezone),
      modified: part.map((one) => one.modified),
    };
    blocks.push(JSON.stringify(block));
  }
  return blocks;
}

export function readRecord(block: RecordBlock, at: number, name: string) {
  return {
    name,
    asciiname: block.asciiname[at] || plainAscii(name),
    alternatenames: block.alternatenames[at] ?? [],
    country: block.country[at] ?? '',
    admin1: block.admin1[at] ?? '',
    admin2: block.admin2[at] ?? '',
    featureClass: block.featureClass[at] ?? '',
    featureCode: block.featureCode[at] ?? '',
    cc2: block.cc2[at] ?? [],
    admin3: block.admin3[at] ?? '',
    admin4: block.admin4[at] ?? '',
    population: block.population[at] ?? '',
    timezone: block.timezone[at] ?? '',
    modified: block.modified[at] ?? '',
    // JSON has null where a number is unknown.
    ...known('elevation', block.elevation[at]),
    ...known('dem', block.dem[at]),
  };
}

function known<Name extends string>(name: Name, value: number | null | undefined) {
  return (typeof value === 'number' ? { [name]: value } : {}) as { [Key in Name]?: number };
}
