// The places of the bundled data, before they become an index.
import type { PlaceKind } from '../index/index-file';
import type { StoredRecord } from '../index/record';

/** One place. Coordinates are WGS84 degrees; a text that is unknown is empty. */
export interface PlaceRecord extends StoredRecord {
  geonameid: number;
  kind: PlaceKind;
  name: string;
  /** Further codes for the place in a query, such as ISO 3166-2 or alpha-3. */
  codes: readonly string[];
  /** Population, for ranking only: for areas the sum over their settlements. */
  people: number;
  latitude?: number;
  longitude?: number;
}

type KnownFields = Pick<
  PlaceRecord,
  'geonameid' | 'kind' | 'name' | 'asciiname' | 'alternatenames' | 'country'
>;

/** A record with the members of a source, and everything else unknown. */
export function makeRecord(known: KnownFields & Partial<PlaceRecord>): PlaceRecord {
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

export class Gazetteer {
  readonly records: PlaceRecord[] = [];
  /** By key: `FR`, `FR.11` or `FR.11.75`. */
  readonly areas = new Map<string, PlaceRecord>();
  /** Names of areas that are no places, by their code such as `US.TX.201`. */
  readonly areaNames = new Map<string, string>();
  /** Alpha-3 by alpha-2, with or without a place for the country. */
  readonly countryCodes = new Map<string, string>();

  add(record: PlaceRecord): void {
    this.records.push(record);
    if (isArea(record)) this.areas.set(areaKey(record), record);
  }
}

export function isArea({ kind }: PlaceRecord): boolean {
  return kind === 'country' || kind === 'region' || kind === 'district';
}

/** Key of an area, or of the area of that level of a place. */
function areaKey({ kind, country, admin1, admin2 }: PlaceRecord): string {
  if (kind === 'country') return country;
  return kind === 'region' ? `${country}.${admin1}` : `${country}.${admin1}.${admin2}`;
}
