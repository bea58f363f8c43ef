// The line formats of the official GeoNames dump files (geonames-readme.txt), except the main table.
import type { Gazetteer } from './gazetteer';
import { readMainTable, readNumber } from './main-table';
import { makeRecord, type PlaceRecord } from './record';

/**
 * Takes one line into the gazetteer. Answers the place it is about, nothing where that place is not
 * kept, and in words what is wrong with a line that cannot be read.
 */
export type LineReader = (gazetteer: Gazetteer, line: string) => PlaceRecord | string | undefined;

/** A row of countryInfo.txt: codes, name, population, id. */
export const readCountryLine: LineReader = (gazetteer, line) => {
  const columns = line.split('\t');
  const [two = '', three = '', , , name = '', , , population = ''] = columns;
  const geonameid = readNumber(columns[16]);
  if (!/^[A-Z]{2}$/.test(two) || !/^[A-Z]{3}$/.test(three) || !name) return 'no country row';
  gazetteer.addCountryCode(two, three);
  // Countries that were dissolved, such as CS, may be listed without an id.
  if (!geonameid) return undefined;
  return gazetteer.add(
    makeRecord({
      geonameid,
      kind: 'country',
      name,
      asciiname: name.normalize('NFKD').replace(/\p{M}/gu, ''),
      alternatenames: [],
      country: two,
      codes: [two, three],
      people: readNumber(population) ?? 0,
      population,
      featureClass: 'A',
    }),
  );
};

/** A row of admin1CodesASCII.txt or admin2Codes.txt: joined codes, name, ASCII name, id. */
export const readAreaLine: LineReader = (gazetteer, line) => {
  const [joined = '', name = '', asciiname = '', id] = line.split('\t');
  const [country = '', admin1 = '', admin2 = '', ...more] = joined.split('.');
  const geonameid = readNumber(id);
  if (!geonameid || !name || country.length !== 2 || !admin1 || more.length > 0) {
    return 'no row of codes, name, ASCII name and id';
  }
  return gazetteer.add(
    makeRecord({
      geonameid,
      kind: admin2 ? 'district' : 'region',
      name,
      asciiname,
      alternatenames: [],
      country,
      admin1,
      admin2,
      codes: /^[A-Z]{2,3}$/.test(admin1) && !admin2 ? [admin1] : [],
      featureClass: 'A',
      featureCode: admin2 ? 'ADM2' : 'ADM1',
    }),
  );
};

/** A row of the main table. */
export const readPlaceLine: LineReader = (gazetteer, line) => {
  const columns = line.split('\t');
  const record = readMainTable(columns);
  if (!record) return 'no row of the 19 columns of the main table';
  return isWanted(record) ? gazetteer.add(record) : undefined;
};

/** Villages with a smaller population are omitted, as in GeoNames' own cities500.txt. */
const fewestPeople = 500;
const seats = new Set(['PPLC', 'PPLA', 'PPLA2', 'PPLA3', 'PPLA4', 'PPLG']);
const kindByCode: ReadonlyMap<string, PlaceRecord['kind']> = new Map([
  ['ADM1', 'region'],
  ['ADM2', 'district'],
  ...['PCL', 'PCLD', 'PCLF', 'PCLI', 'PCLIX', 'PCLS', 'TERR'].map(
    (code) => [code, 'country'] as const,
  ),
]);

/** Whether a row of the main table is a place to search: allCountries.txt has rivers and schools too. */
function isWanted(record: PlaceRecord): boolean {
  if (record.featureClass === 'P') {
    return record.people >= fewestPeople || seats.has(record.featureCode);
  }
  const kind = record.featureClass === 'A' ? kindByCode.get(record.featureCode) : undefined;
  if (kind === undefined) return false;
  record.kind = kind;
  return kind === 'country' || record.admin1 !== '';
}

/** Pseudo languages of the alternate names table that are no names. */
const noNames = new Set(['link', 'wkdt', 'post', 'iata', 'icao', 'faac', 'tcid', 'unlc', 'phon']);

/** A row of alternateNames.txt or alternateNamesV2.txt; rows of places that are not loaded are skipped. */
export const readAlternateNameLine: LineReader = (gazetteer, line) => {
  const [, id, language = '', name] = line.split('\t');
  const geonameid = readNumber(id);
  if (!geonameid || !name) return 'no row of the alternate names table';
  const record = gazetteer.get(geonameid);
  if (!noNames.has(language)) record?.alternatenames.push(name);
  return record;
};
