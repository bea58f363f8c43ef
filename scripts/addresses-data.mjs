// Makes data/addresses/usa.br: invented addresses in real cities, for the sandbox's address operations. The
// same script makes the same text every time: chance comes from a generator with fixed seeds. Another directory to
// write to may be given as the only argument. data/addresses/README.md says what is a fact and what is made up.
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { famousStreetsOf } from './addresses/famous-streets.mjs';
import { firstStreets } from './addresses/first-streets.mjs';
import { furtherStreets } from './addresses/further-streets.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const metresPerDegree = 111_320;
const linesOf = (name) =>
  readFileSync(join(here, 'addresses', name), 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'));

/** A point as metres east and north of a city's centre. */
function offset(place, latitude, longitude) {
  const narrowing = Math.cos((place.latitude * Math.PI) / 180);
  return {
    east: (longitude - place.longitude) * metresPerDegree * narrowing,
    north: (latitude - place.latitude) * metresPerDegree,
  };
}

const first = new Map(
  linesOf('first-cities.txt').map((line) => {
    const [city, state, latitude, longitude, zips] = line.split('|');
    const place = { city, state, latitude: Number(latitude), longitude: Number(longitude) };
    return [`${city}|${state}`, { ...place, zips: zips.split(' ') }];
  }),
);

function readCity(line) {
  const [city, state, latitude, longitude, people, zips] = line.split('\t');
  const earlier = first.get(`${city}|${state}`);
  const place = {
    ...{ city, state, people: Number(people) },
    latitude: earlier?.latitude ?? Number(latitude),
    longitude: earlier?.longitude ?? Number(longitude),
  };
  const all = zips.split('|').map((text) => {
    const [zip, north, east] = text.split(' ');
    return { zip, ...offset(place, Number(north), Number(east)) };
  });
  return { ...place, zips: all, allZips: new Map(all.map((each) => [each.zip, each])), earlier };
}

const nameOf = ({ before, name, suffix, after }) =>
  [before, name, suffix, after].join(' ').toLowerCase();

/** Houses of the first streets of all cities: an address that was unique stays unique. */
const firstHouses = new Set(
  [...first.values()]
    .flatMap(firstStreets)
    .flatMap(({ name, houses }) => houses.map(({ number }) => `${number} ${name}`)),
);

/** Omitted, as their ids would be those of other addresses; a test looks for further ones. */
const sameIdAsAnother = new Set(['3142 Warehouse|Denver|CO']);

/** Streets of a city without duplicate addresses. */
function streetsOf(place) {
  const earlier = place.earlier ? firstStreets(place.earlier) : [];
  const famous = famousStreetsOf(place);
  const taken = new Set([...earlier, ...famous].map(({ name }) => name.toLowerCase()));
  const numbers = new Set();
  const isNew = (street, { number }) => {
    const key = `${number} ${nameOf(street)}`;
    if (numbers.has(key)) return false;
    numbers.add(key);
    if (sameIdAsAnother.has(`${number} ${street.name}|${place.city}|${place.state}`)) return false;
    return (
      earlier.includes(street) || street.famous || !firstHouses.has(`${number} ${street.name}`)
    );
  };
  return [...earlier, ...famous, ...furtherStreets(place, taken)]
    .map((street) => ({ ...street, houses: street.houses.filter((house) => isNew(street, house)) }))
    .filter(({ houses }) => houses.length > 0);
}

/** Houses in a line: the first number, then the differences; the units after it. */
function housesText(houses) {
  let last = 0;
  return houses
    .map(({ number, units }) => {
      const step = number - last;
      last = number;
      return `${step}${units}`;
    })
    .join(' ');
}

const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const cities = linesOf('cities.tsv')
  .map(readCity)
  .sort((a, b) => byText(a.state, b.state) || byText(a.city, b.city));
const lines = cities.flatMap((place) => [
  [
    '=',
    place.city,
    place.state,
    place.latitude.toFixed(4),
    place.longitude.toFixed(4),
    place.people,
  ].join('\t'),
  ...streetsOf(place)
    .sort(
      (a, b) =>
        byText(a.name, b.name) ||
        byText(a.suffix, b.suffix) ||
        byText(nameOf(a), nameOf(b)) ||
        byText(a.zip, b.zip),
    )
    .map((street) =>
      [
        ...[street.before, street.name, street.suffix, street.after, street.zip, street.plus4],
        ...[Math.round(street.east), Math.round(street.north), street.eastward ? 'E' : 'N'],
        ...[street.famous ? '*' : '', housesText(street.houses)],
      ].join('\t'),
    ),
]);

const folder = process.argv[2] ?? join(here, '..', 'data', 'addresses');
await mkdir(folder, { recursive: true });
const text = `${lines.join('\n')}\n`;
const params = { [constants.BROTLI_PARAM_LGWIN]: 22, [constants.BROTLI_PARAM_QUALITY]: 11 };
const packed = brotliCompressSync(text, { params });
await writeFile(join(folder, 'usa.br'), packed);
process.stdout.write(
  `${join(folder, 'usa.br')}: ${lines.length - cities.length} streets in ${cities.length} cities, ${packed.length} bytes\n`,
);
