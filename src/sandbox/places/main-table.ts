// One line of the GeoNames main table (geonames-readme.txt, "The main 'geoname' table"): the format of
// data/places/settlements.br.
import { makeRecord, type PlaceRecord } from './record';

const columnCount = 19;

/** Reads the columns of a row; undefined if they are not those of the main table. */
export function readMainTable(columns: readonly string[]): PlaceRecord | undefined {
  const [id, name, asciiname, alternatenames, latitude, longitude] = columns;
  const [featureClass, featureCode, country, cc2, admin1, admin2, admin3, admin4] =
    columns.slice(6);
  const [population, elevation, dem, timezone, modified] = columns.slice(14);
  const geonameid = readNumber(id);
  if (columns.length !== columnCount || !geonameid || !name || country?.length !== 2) {
    return undefined;
  }
  const [north, east] = [readNumber(latitude), readNumber(longitude)];
  if (north === undefined || east === undefined) return undefined;
  const [height, model] = [readNumber(elevation), readNumber(dem)];
  return makeRecord({
    geonameid,
    kind: featureCode === 'PPLC' ? 'capital' : 'settlement',
    name,
    asciiname: asciiname ?? '',
    alternatenames: list(alternatenames),
    country,
    latitude: north,
    longitude: east,
    featureClass: featureClass ?? '',
    featureCode: featureCode ?? '',
    cc2: list(cc2),
    admin1: admin1 ?? '',
    admin2: admin2 ?? '',
    admin3: admin3 ?? '',
    admin4: admin4 ?? '',
    population: population ?? '',
    people: readNumber(population) ?? 0,
    ...(height === undefined ? {} : { elevation: height }),
    ...(model === undefined ? {} : { dem: model }),
    timezone: timezone ?? '',
    modified: modified ?? '',
  });
}

/** A number, or undefined if the column is empty or no number. */
function readNumber(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function list(text: string | undefined): string[] {
  return text ? text.split(',').filter(Boolean) : [];
}
