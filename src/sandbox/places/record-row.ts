// One place as stored in the index on disk: its record for answers. Nothing that is required is unknown here;
// data/README.md describes the substitutes.
import type { Gazetteer } from './gazetteer';
import type { PlaceRecord } from './record';

/** An area in the native record. */
interface AreaRow {
  code: string;
  name: string;
  geonameid: number;
}

/** A place on disk. */
export interface PlaceRow {
  geonameid: number;
  name: string;
  /** Name, region, country; of a district and below the district's name too. */
  description: string;
  /** Alpha-2 and alpha-3. */
  country: readonly [string, string];
  asciiname: string;
  alternatenames: string[];
  latitude: number;
  longitude: number;
  featureClass: string;
  featureCode: string;
  cc2: readonly string[];
  admin1: AreaRow;
  admin2: AreaRow;
  admin3: string;
  admin4: string;
  population: string;
  elevation: number | null;
  dem: number;
  timezone: string;
  /** YYYY-MM-DD. */
  modified: string;
}

/** GeoNames' code of a place without a first-level area. */
const noArea = '00';
/** The day before the first change of GeoNames: stands for an unknown date. */
const firstDay = '2005-12-08';

/** The row on disk for a record. */
export function toRow(gazetteer: Gazetteer, record: PlaceRecord): PlaceRow {
  const country = gazetteer.area(record.country) ?? record;
  const admin1 = firstLevel(gazetteer, record, country);
  return {
    geonameid: record.geonameid,
    name: record.name,
    description: describe(gazetteer, record),
    country: [record.country, gazetteer.countryCodes.get(record.country) ?? ''],
    asciiname: record.asciiname || record.name,
    alternatenames: record.alternatenames,
    latitude: record.latitude ?? 0,
    longitude: record.longitude ?? 0,
    featureClass: record.featureClass,
    featureCode: record.featureCode,
    cc2: record.cc2,
    admin1,
    admin2: secondLevel(gazetteer, record, admin1),
    admin3: record.admin3,
    admin4: record.admin4,
    population: record.population || String(record.people),
    elevation: record.elevation ?? null,
    dem: record.dem ?? 0,
    timezone: record.timezone || country.timezone,
    modified: record.modified || country.modified || firstDay,
  };
}

/** A place without an area of a level has the area above it. */
function firstLevel(gazetteer: Gazetteer, record: PlaceRecord, country: PlaceRecord): AreaRow {
  const code = record.admin1 || noArea;
  const key = `${record.country}.${code}`;
  const region = gazetteer.area(key);
  const name = region?.name ?? gazetteer.areaNames.get(key) ?? country.name;
  return { code, name, geonameid: region?.geonameid ?? country.geonameid };
}

function secondLevel(gazetteer: Gazetteer, record: PlaceRecord, above: AreaRow): AreaRow {
  if (record.admin2 === '') return above;
  const key = `${record.country}.${record.admin1}.${record.admin2}`;
  const district = gazetteer.area(key);
  const name = district?.name ?? gazetteer.areaNames.get(key) ?? above.name;
  return { code: record.admin2, name, geonameid: district?.geonameid ?? above.geonameid };
}

function describe(gazetteer: Gazetteer, record: PlaceRecord): string {
  const { country, admin1, kind } = record;
  const key = `${country}.${admin1}`;
  const isBelowRegion = kind !== 'country' && kind !== 'region';
  const above = gazetteer.above(record).map(({ name }) => name);
  // A region without a place still has a name.
  if (isBelowRegion && !gazetteer.area(key)) {
    const name = gazetteer.areaNames.get(key);
    if (name) above.splice(-1, 0, name);
  }
  return [record.name, ...above].join(', ');
}

/** Writes a row as a list of its values: member names would be half of the file. */
export function writeRow(row: PlaceRow): string {
  const { geonameid, name, description, country, asciiname, alternatenames, ...more } = row;
  const { latitude, longitude, featureClass, featureCode, cc2, admin1, admin2, ...rest } = more;
  const { admin3, admin4, population, elevation, dem, timezone, modified } = rest;
  const values: Written = [
    [geonameid, name, description, country, asciiname, alternatenames],
    [latitude, longitude, featureClass, featureCode, cc2, admin1, admin2],
    [admin3, admin4, population, elevation, dem, timezone, modified],
  ];
  return JSON.stringify(values);
}

/** Reads a row of `writeRow`. */
export function readRow(text: string): PlaceRow {
  const [names, place, rest]: Written = JSON.parse(text);
  const [geonameid, name, description, country, asciiname, alternatenames] = names;
  const [latitude, longitude, featureClass, featureCode, cc2, admin1, admin2] = place;
  const [admin3, admin4, population, elevation, dem, timezone, modified] = rest;
  return {
    ...{ geonameid, name, description, country, asciiname, alternatenames },
    ...{ latitude, longitude, featureClass, featureCode, cc2, admin1, admin2 },
    ...{ admin3, admin4, population, elevation, dem, timezone, modified },
  };
}

type Values<Members extends readonly (keyof PlaceRow)[]> = {
  [At in keyof Members]: PlaceRow[Members[At]];
};
type Written = [
  Values<['geonameid', 'name', 'description', 'country', 'asciiname', 'alternatenames']>,
  Values<['latitude', 'longitude', 'featureClass', 'featureCode', 'cc2', 'admin1', 'admin2']>,
  Values<['admin3', 'admin4', 'population', 'elevation', 'dem', 'timezone', 'modified']>,
];
