// What the gazetteer knows of one place, whichever file it came from. Unknown members are undefined or
// empty here and get their outward form in place.ts.

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
  /** Further codes by which people name the place in a query, such as ISO 3166-2 or alpha-3. */
  codes: readonly string[];
  /** People who live there, for ranking only: for areas the sum over their settlements. */
  people: number;
  latitude?: number;
  longitude?: number;
  featureClass: string;
  featureCode: string;
  cc2: readonly string[];
  admin3: string;
  admin4: string;
  /** As the source writes it; empty when it does not. */
  population: string;
  elevation?: number;
  dem?: number;
  timezone: string;
  /** YYYY-MM-DD; empty when unknown. */
  modified: string;
}

/** The members a source always knows; `makeRecord` fills in the rest as unknown. */
type KnownMembers = Pick<
  PlaceRecord,
  'geonameid' | 'kind' | 'name' | 'asciiname' | 'alternatenames' | 'country'
>;

/** A record from what a source says, everything else unknown. */
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
