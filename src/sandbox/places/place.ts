// The shapes in which places are answered, and how a row of the index becomes one.
import type { PlaceRow } from './record-row';

/** Element of `result.hits` of GET /places. */
export interface PlaceSuggestion {
  /** `geonames_<number>`. */
  id: string;
  name: string;
  descriptive_name: string;
  /** ISO 3166-1 alpha-3. */
  country_iso: string;
}

/** Result of GET /places/{place}. */
export interface Place extends PlaceSuggestion {
  dataset: 'geonames';
  /** ISO 639-1. */
  language: string;
  /** WGS84 degrees. */
  longitude: number;
  latitude: number;
  native: NativePlace;
}

/** The GeoNames record of a place. */
interface NativePlace {
  id: string;
  dataset: 'geonames';
  geonameid: number;
  name: string;
  asciiname: string;
  alternatenames: string[];
  latitude: number;
  longitude: number;
  feature_class: string;
  feature_code: string;
  country_iso: string;
  country_code: string;
  cc2: readonly string[];
  admin1_code: string;
  admin1_name: string;
  admin1_geonameid: number;
  admin2_code: string;
  admin2_name: string;
  admin2_geonameid: number;
  admin3_code: string;
  admin4_code: string;
  population: string;
  elevation: number | null;
  dem: number;
  timezone: string;
  language: string;
  modification_date: string;
}

/** GeoNames gives the main name of a place in English (geonames-readme.txt), and so does the sandbox. */
const language = 'en';

const idShape = /^geonames_([1-9]\d{0,9})$/;

/** The GeoNames id inside a place id; undefined for anything of another shape. */
export function readPlaceId(id: string): number | undefined {
  const digits = idShape.exec(id)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The suggestion for a place. */
export function toSuggestion({ geonameid, name, description, country }: PlaceRow): PlaceSuggestion {
  return {
    id: `geonames_${geonameid}`,
    name,
    descriptive_name: description,
    country_iso: country[1],
  };
}

/** The whole place with its native record. */
export function toPlace(row: PlaceRow): Place {
  const { id, name, descriptive_name, country_iso } = toSuggestion(row);
  const { longitude, latitude } = row;
  return {
    ...{ id, dataset: 'geonames', name, descriptive_name, country_iso, language },
    ...{ longitude, latitude, native: toNative(row, id) },
  };
}

function toNative(row: PlaceRow, id: string): NativePlace {
  const { geonameid, name, asciiname, alternatenames, latitude, longitude } = row;
  const { admin1, admin2, population, elevation, dem, timezone } = row;
  return {
    id,
    dataset: 'geonames',
    ...{ geonameid, name, asciiname, alternatenames, latitude, longitude },
    feature_class: row.featureClass,
    feature_code: row.featureCode,
    country_iso: row.country[1],
    country_code: row.country[0],
    cc2: row.cc2,
    admin1_code: admin1.code,
    admin1_name: admin1.name,
    admin1_geonameid: admin1.geonameid,
    admin2_code: admin2.code,
    admin2_name: admin2.name,
    admin2_geonameid: admin2.geonameid,
    admin3_code: row.admin3,
    admin4_code: row.admin4,
    ...{ population, elevation, dem, timezone, language },
    modification_date: `${row.modified}T00:00:00.000Z`,
  };
}
