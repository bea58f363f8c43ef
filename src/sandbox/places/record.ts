// The data of one place, whichever file it came from. Unknown members are undefined or empty here and get
// their form for answers in place.ts.

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
