// The places in the bundled data. write-index.ts creates the index from these places.
import type { PlaceKind } from '../index/index-file';
import type { StoredRecord } from '../index/record';

/**
 * The record of one place. Coordinates are WGS84 degrees. If the value of a text field is unknown, the field is empty.
 */
export interface PlaceRecord extends StoredRecord {
  geonameid: number;
  kind: PlaceKind;
  name: string;
  /** Codes by which a query can find the place, such as ISO 3166-2 or alpha-3 codes. */
  codes: readonly string[];
  /** The population, for ranking only. The population of an area is the sum of its settlements' populations. */
  people: number;
  latitude?: number;
  longitude?: number;
}

type KnownFields = Pick<
  PlaceRecord,
  'geonameid' | 'kind' | 'name' | 'asciiname' | 'alternatenames' | 'country'
>;

/** Returns a record with the fields that a source contains, and with default values for all other fields. */
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
  /** Areas by key, such as `FR`, `FR.11` or `FR.11.75`. */
  readonly areas = new Map<string, PlaceRecord>();
  /** The names of areas by key, such as `US.TX.201`. Some of these areas have no place record. */
  readonly areaNames = new Map<string, string>();
  /** The alpha-3 code of each country by its alpha-2 code, including countries without a place record. */
  readonly countryCodes = new Map<string, string>();

  add(record: PlaceRecord): void {
    this.records.push(record);
    if (isArea(record)) this.areas.set(areaKey(record), record);
  }
}

export function isArea({ kind }: PlaceRecord): boolean {
  return kind === 'country' || kind === 'region' || kind === 'district';
}

/** Returns the key of an area in `Gazetteer.areas`. */
function areaKey({ kind, country, admin1, admin2 }: PlaceRecord): string {
  if (kind === 'country') return country;
  return kind === 'region' ? `${country}.${admin1}` : `${country}.${admin1}.${admin2}`;
}
