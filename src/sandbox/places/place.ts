// The outward shapes of places (interface, "Place suggestion", "Place", "Place native record"), and how
// a record of the gazetteer becomes one. What the data does not know is null for numbers and ids, "" for
// text and for coordinates (decisions.md, "Smaller questions, settled").
import type { Gazetteer } from './gazetteer';
import type { PlaceRecord } from './record';

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
  /** WGS84 degrees, "" when unknown. */
  longitude: number | '';
  latitude: number | '';
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
  latitude: number | null;
  longitude: number | null;
  feature_class: string;
  feature_code: string;
  country_iso: string;
  country_code: string;
  cc2: string[];
  admin1_code: string;
  admin1_name: string;
  admin1_geonameid: number | null;
  admin2_code: string;
  admin2_name: string;
  admin2_geonameid: number | null;
  admin3_code: string;
  admin4_code: string;
  population: string;
  elevation: number | null;
  dem: number | null;
  timezone: string;
  language: string;
  modification_date: string | null;
}

/** GeoNames gives the main name of a place in English (geonames-readme.txt), and so do we. */
const language = 'en';

const idShape = /^geonames_([1-9]\d{0,9})$/;

/** The GeoNames id inside a place id; undefined for anything of another shape. */
export function readPlaceId(id: string): number | undefined {
  const digits = idShape.exec(id)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The suggestion for a place. */
export function toSuggestion(gazetteer: Gazetteer, record: PlaceRecord): PlaceSuggestion {
  return {
    id: `geonames_${record.geonameid}`,
    name: record.name,
    descriptive_name: gazetteer.describe(record),
    country_iso: gazetteer.alpha3(record.country),
  };
}

/** The whole place with its native record. */
export function toPlace(gazetteer: Gazetteer, record: PlaceRecord): Place {
  const { id, name, descriptive_name, country_iso } = toSuggestion(gazetteer, record);
  const { longitude, latitude } = record;
  return {
    id,
    dataset: 'geonames',
    name,
    descriptive_name,
    country_iso,
    language,
    longitude: longitude ?? '',
    latitude: latitude ?? '',
    native: toNative(gazetteer, record, id, country_iso),
  };
}

function toNative(
  gazetteer: Gazetteer,
  record: PlaceRecord,
  id: string,
  countryIso: string,
): NativePlace {
  const { country, admin1, admin2 } = record;
  const region = admin1 ? gazetteer.area(`${country}.${admin1}`) : undefined;
  const district = admin2 ? gazetteer.area(`${country}.${admin1}.${admin2}`) : undefined;
  return {
    id,
    dataset: 'geonames',
    geonameid: record.geonameid,
    name: record.name,
    asciiname: record.asciiname,
    alternatenames: [...record.alternatenames],
    latitude: record.latitude ?? null,
    longitude: record.longitude ?? null,
    feature_class: record.featureClass,
    feature_code: record.featureCode,
    country_iso: countryIso,
    country_code: country,
    cc2: [...record.cc2],
    admin1_code: admin1,
    admin1_name: region?.name ?? '',
    admin1_geonameid: region?.geonameid ?? null,
    admin2_code: admin2,
    admin2_name: district?.name ?? '',
    admin2_geonameid: district?.geonameid ?? null,
    admin3_code: record.admin3,
    admin4_code: record.admin4,
    population: record.population,
    elevation: record.elevation ?? null,
    dem: record.dem ?? null,
    timezone: record.timezone,
    language,
    modification_date: record.modified === '' ? null : `${record.modified}T00:00:00.000Z`,
  };
}
