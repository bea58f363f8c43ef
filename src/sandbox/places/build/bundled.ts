// Reads the bundled places. data/README.md lists their sources.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { plainAscii } from '../fold';
import { Gazetteer, isArea, makeRecord, type PlaceRecord } from './gazetteer';

/**
 * The index of the column with the ASCII name. The column is empty if the ASCII name equals the name without accents.
 */
const asciiColumn = 2;

/**
 * Returns the gazetteer of countries, first-level areas and settlements.
 * @throws Error if a file is missing or cannot be read
 */
export async function readBundled(directory: string): Promise<Gazetteer> {
  const [countries, regions, areaNames, englishNames, areas, settlements] = await Promise.all(
    bundledFiles.map((file) => readFile(join(directory, file))),
  );
  const gazetteer = new Gazetteer();
  for (const columns of tsvRows(countries?.toString())) addCountry(gazetteer, columns);
  const further = furtherNames(areaNames?.toString());
  for (const columns of tsvRows(regions?.toString())) gazetteer.add(readRegion(columns, further));
  for (const [code = '', name = ''] of tsvRows(unpacked(areas)))
    gazetteer.areaNames.set(code, name);
  for (const columns of rowsOfColumns(unpacked(settlements))) {
    if (columns[asciiColumn] === '') columns[asciiColumn] = plainAscii(columns[1] ?? '');
    const record = readMainTable(columns);
    if (record) gazetteer.add(record);
  }
  nameAlike(gazetteer, englishNames?.toString());
  return gazetteer;
}

/**
 * Gives each place its English name from the bundled data. Renames a settlement to its first-level area's name if the
 * data does not contain an English name for the settlement, and the two names differ only in accents or letter case.
 */
function nameAlike(gazetteer: Gazetteer, englishNames: string | undefined): void {
  const english = new Map(
    [...tsvRows(englishNames)].map(([id, name = '']) => [Number(id), name] as const),
  );
  for (const record of gazetteer.records) {
    const name = english.get(record.geonameid) ?? spellingOfArea(gazetteer, record);
    if (name === undefined || name === record.name) continue;
    record.alternatenames = [...new Set([...record.alternatenames, record.name])];
    record.name = name;
    record.asciiname = plainAscii(name);
  }
}

/**
 * Returns the name of a settlement's first-level area if the two names differ only in accents or letter case. Keeps a
 * suffix in parentheses from the settlement's name. Returns undefined if the names differ in any other way.
 */
function spellingOfArea(gazetteer: Gazetteer, record: PlaceRecord): string | undefined {
  if (isArea(record)) return undefined;
  const area = gazetteer.areas.get(`${record.country}.${record.admin1}`)?.name ?? '';
  const [, own = '', section = ''] = /^(.*?)( \(.*)?$/s.exec(record.name) ?? [];
  const isAlike = plainAscii(own).toLowerCase() === plainAscii(area).toLowerCase();
  return isAlike ? area + section : undefined;
}

function unpacked(bytes: Buffer | undefined): string {
  return bytes ? brotliDecompressSync(bytes).toString() : '';
}

function* tsvRows(text = ''): Generator<string[]> {
  for (const line of text.split('\n')) {
    if (line !== '' && !line.startsWith('#')) yield line.split('\t');
  }
}

/** Yields the rows of a table whose text is stored column by column. */
function* rowsOfColumns(text: string): Generator<string[]> {
  const columns = text.split('\f').map((column) => column.split('\n'));
  for (let row = 0; row < (columns[0]?.length ?? 0); row += 1) {
    yield columns.map((column) => column[row] ?? '');
  }
}

function addCountry(gazetteer: Gazetteer, columns: readonly string[]): void {
  const [two = '', three = '', id, name = '', asciiname = '', featureCode = ''] = columns;
  gazetteer.countryCodes.set(two, three);
  gazetteer.add(
    makeRecord({
      geonameid: Number(id),
      kind: 'country',
      name,
      asciiname,
      country: two,
      codes: [two, three],
      featureClass: featureCode === 'CONT' ? 'L' : 'A',
      featureCode,
      ...readFacts(columns.slice(6)),
    }),
  );
}

/** The additional names of a first-level area. */
interface FurtherNames {
  short: string[];
  former: string[];
}

/** Returns the additional names of first-level areas by ISO 3166-2 code, such as `FR-ARA`. */
function furtherNames(text: string | undefined): ReadonlyMap<string, FurtherNames> {
  const namesOf = (cell = ''): string[] => (cell === '' ? [] : cell.split('|'));
  return new Map(
    [...tsvRows(text)].map(([country, iso, short, former]) => [
      `${country}-${iso}`,
      { short: namesOf(short), former: namesOf(former) },
    ]),
  );
}

function readRegion(
  columns: readonly string[],
  further: ReadonlyMap<string, FurtherNames>,
): PlaceRecord {
  const [country = '', , admin1 = '', iso = '', id, name = '', asciiname = ''] = columns;
  const { short, former } = further.get(`${country}-${iso}`) ?? { short: [], former: [] };
  const facts = readFacts(columns.slice(7));
  return makeRecord({
    geonameid: Number(id),
    kind: 'region',
    name,
    asciiname,
    country,
    admin1,
    codes: [...[iso, admin1].filter((code) => /^[A-Z]{2,3}$/.test(code)), ...short],
    featureClass: 'A',
    featureCode: 'ADM1',
    ...facts,
    alternatenames: [...new Set([...facts.alternatenames, ...former])],
  });
}

/** Reads the columns that the tables of countries and regions have in common. */
function readFacts(columns: readonly string[]) {
  const [latitude, longitude, population = '', dem, timezone = '', modified = '', names] = columns;
  return {
    latitude: Number(latitude),
    longitude: Number(longitude),
    population,
    people: Number(population),
    dem: Number(dem),
    timezone,
    modified,
    alternatenames: names ? names.split('|') : [],
  };
}

const columnCount = 19;

/** Reads a row in the column order of the GeoNames main table. Returns undefined if the row is incomplete. */
function readMainTable(columns: readonly string[]): PlaceRecord | undefined {
  const [id, name = '', asciiname = '', alternatenames, north, east] = columns;
  const [featureClass = '', featureCode = '', country = '', cc2, ...admins] = columns.slice(6, 14);
  const [admin1 = '', admin2 = '', admin3 = '', admin4 = ''] = admins;
  const [population = '', elevation, dem, timezone = '', modified = ''] = columns.slice(14);
  const [geonameid, latitude, longitude] = [id, north, east].map(readNumber);
  const isComplete = columns.length === columnCount && name !== '' && country.length === 2;
  if (!isComplete || !geonameid || latitude == null || longitude == null) return undefined;
  return {
    geonameid,
    name,
    asciiname,
    alternatenames: cells(alternatenames),
    latitude,
    longitude,
    kind: featureCode === 'PPLC' ? 'capital' : 'settlement',
    featureClass,
    featureCode,
    country,
    cc2: cells(cc2),
    admin1,
    admin2,
    admin3,
    admin4,
    codes: [],
    population,
    people: readNumber(population) ?? 0,
    timezone,
    modified,
    elevation: readNumber(elevation),
    dem: readNumber(dem),
  };
}

/** Reads a number. Returns null if the text is empty or is not a number. */
function readNumber(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

function cells(text: string | undefined): string[] {
  return text ? text.split(',').filter(Boolean) : [];
}

const bundledFiles = [
  'countries.tsv',
  'regions.tsv',
  'area-names.tsv',
  'english-names.tsv',
  'areas.br',
  'settlements.br',
] as const;
