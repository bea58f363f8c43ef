// Makes data/addresses/usa.tsv: invented addresses in real cities, for the sandbox's address
// operations. The same script makes the same file: chance comes from a generator with a fixed seed.
// Another folder to write to may be given as the only argument.
// Facts are the cities, their states, centres and ZIP codes; everything else is made up.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** City, state, latitude and longitude of its centre, ZIP codes in use there. */
const cities = `
Akron|OH|41.081|-81.519|44303 44308 44313
Albany|NY|42.653|-73.757|12203 12207 12210
Albuquerque|NM|35.085|-106.650|87102 87104 87106
Anchorage|AK|61.218|-149.900|99501 99503 99508
Ann Arbor|MI|42.281|-83.743|48103 48104 48105
Annapolis|MD|38.978|-76.492|21401 21403
Atlanta|GA|33.749|-84.388|30303 30308 30312
Augusta|ME|44.311|-69.780|04330
Austin|TX|30.267|-97.743|78701 78702 78704
Baltimore|MD|39.290|-76.612|21201 21202 21218
Baton Rouge|LA|30.451|-91.187|70801 70802 70806
Billings|MT|45.783|-108.501|59101 59102
Birmingham|AL|33.521|-86.803|35203 35205 35222
Bismarck|ND|46.808|-100.784|58501 58504
Boise|ID|43.615|-116.202|83702 83705 83706
Boston|MA|42.360|-71.059|02108 02114 02116
Buffalo|NY|42.886|-78.878|14201 14202 14209
Burlington|VT|44.476|-73.212|05401 05408
Carson City|NV|39.164|-119.766|89701 89703
Charleston|SC|32.777|-79.931|29401 29403 29407
Charleston|WV|38.350|-81.633|25301 25302 25311
Charlotte|NC|35.227|-80.843|28202 28203 28205
Cheyenne|WY|41.140|-104.820|82001 82007 82009
Chicago|IL|41.878|-87.630|60601 60614 60622 60657
Cincinnati|OH|39.103|-84.512|45202 45206 45219
Cleveland|OH|41.499|-81.694|44102 44113 44114
Colorado Springs|CO|38.834|-104.821|80903 80904 80909
Columbia|SC|34.001|-81.035|29201 29204 29205
Columbus|OH|39.961|-82.999|43201 43206 43215
Concord|NH|43.207|-71.538|03301
Dallas|TX|32.777|-96.797|75201 75204 75206
Denver|CO|39.739|-104.990|80202 80203 80205
Des Moines|IA|41.587|-93.625|50309 50311 50312
Detroit|MI|42.331|-83.046|48201 48207 48226
Dover|DE|39.158|-75.524|19901 19904
El Paso|TX|31.762|-106.485|79901 79902 79930
Eugene|OR|44.052|-123.087|97401 97402 97405
Fargo|ND|46.877|-96.790|58102 58103
Fort Wayne|IN|41.079|-85.139|46802 46804 46807
Frankfort|KY|38.201|-84.873|40601
Fresno|CA|36.738|-119.787|93701 93702 93721
Harrisburg|PA|40.273|-76.887|17101 17102 17110
Hartford|CT|41.764|-72.685|06103 06105 06106
Helena|MT|46.589|-112.039|59601 59602
Honolulu|HI|21.307|-157.858|96813 96814 96817
Houston|TX|29.760|-95.370|77002 77004 77006
Indianapolis|IN|39.768|-86.158|46202 46204 46220
Jackson|MS|32.299|-90.185|39201 39202 39206
Jacksonville|FL|30.332|-81.656|32202 32204 32207
Jefferson City|MO|38.577|-92.174|65101 65109
Juneau|AK|58.302|-134.420|99801
Kansas City|MO|39.100|-94.579|64105 64108 64111
Lansing|MI|42.733|-84.556|48906 48912 48933
Las Vegas|NV|36.170|-115.140|89101 89104 89109
Lexington|KY|38.040|-84.504|40502 40507 40508
Lincoln|NE|40.814|-96.703|68502 68508 68510
Little Rock|AR|34.746|-92.290|72201 72202 72205
Los Angeles|CA|34.052|-118.244|90012 90013 90026
Louisville|KY|38.253|-85.758|40202 40203 40204
Madison|WI|43.073|-89.401|53703 53704 53711
Manchester|NH|42.996|-71.455|03101 03103 03104
Memphis|TN|35.150|-90.049|38103 38104 38111
Miami|FL|25.762|-80.192|33125 33127 33130
Milwaukee|WI|43.039|-87.906|53202 53207 53211
Minneapolis|MN|44.978|-93.265|55401 55403 55408
Montgomery|AL|32.377|-86.300|36104 36106 36117
Montpelier|VT|44.260|-72.575|05602
Nashville|TN|36.163|-86.782|37201 37203 37206
New Haven|CT|41.308|-72.928|06510 06511 06513
New Orleans|LA|29.951|-90.072|70112 70115 70118
New York|NY|40.713|-74.006|10001 10003 10011 10025
Newark|NJ|40.736|-74.172|07102 07104 07105
Norfolk|VA|36.851|-76.286|23507 23510 23517
Oakland|CA|37.804|-122.271|94607 94610 94612
Oklahoma City|OK|35.468|-97.516|73102 73103 73106
Olympia|WA|47.038|-122.901|98501 98502 98506
Omaha|NE|41.257|-95.934|68102 68104 68132
Orlando|FL|28.538|-81.379|32801 32803 32806
Philadelphia|PA|39.953|-75.165|19102 19103 19107 19147
Phoenix|AZ|33.448|-112.074|85003 85004 85014
Pierre|SD|44.368|-100.351|57501
Pittsburgh|PA|40.441|-79.996|15203 15213 15222
Portland|ME|43.661|-70.255|04101 04102 04103
Portland|OR|45.515|-122.678|97201 97205 97209 97214
Providence|RI|41.824|-71.413|02903 02906 02908
Raleigh|NC|35.780|-78.638|27601 27603 27605
Reno|NV|39.530|-119.814|89501 89502 89509
Richmond|VA|37.541|-77.436|23219 23220 23221
Rochester|NY|43.157|-77.609|14604 14607 14620
Sacramento|CA|38.582|-121.494|95814 95816 95818
Saint Louis|MO|38.627|-90.199|63101 63103 63108
Saint Paul|MN|44.954|-93.090|55101 55102 55105
Salem|OR|44.943|-123.035|97301 97302
Salt Lake City|UT|40.761|-111.891|84101 84102 84105
San Antonio|TX|29.424|-98.494|78204 78205 78212
San Diego|CA|32.716|-117.161|92101 92103 92104
San Francisco|CA|37.775|-122.419|94102 94103 94110
San Jose|CA|37.338|-121.886|95110 95112 95113
Santa Fe|NM|35.687|-105.938|87501 87505
Savannah|GA|32.081|-81.091|31401 31404 31405
Seattle|WA|47.606|-122.332|98101 98103 98122
Sioux Falls|SD|43.545|-96.731|57103 57104 57105
Spokane|WA|47.659|-117.426|99201 99202 99203
Springfield|IL|39.799|-89.644|62701 62702 62704
Springfield|MA|42.101|-72.590|01103 01105 01108
Springfield|MO|37.209|-93.292|65802 65804 65806
Tallahassee|FL|30.438|-84.281|32301 32303 32308
Tampa|FL|27.951|-82.457|33602 33606 33609
Topeka|KS|39.048|-95.678|66603 66604 66606
Trenton|NJ|40.217|-74.743|08608 08609 08618
Tucson|AZ|32.222|-110.975|85701 85705 85719
Tulsa|OK|36.154|-95.993|74103 74104 74114
Washington|DC|38.907|-77.037|20001 20002 20005 20009
Wichita|KS|37.687|-97.330|67202 67203 67211
Wilmington|DE|39.746|-75.547|19801 19802 19805
Worcester|MA|42.263|-71.802|01602 01605 01609
`
  .trim()
  .split('\n')
  .map((line) => {
    const [city, state, latitude, longitude, zips] = line.split('|');
    return { city, state, latitude: +latitude, longitude: +longitude, zips: zips.split(' ') };
  });

const names =
  `Ash Aspen Beech Birch Bridge Brook Cedar Center Cherry Chestnut Church College Cypress Dogwood Elm
Fairview Forest Garden Grove Hazel Hickory Highland Hill Holly Juniper Lake Laurel Liberty Locust
Magnolia Maple Market Meadow Mill Mulberry Oak Orchard Park Pine Pleasant Poplar Prospect Railroad
Ridge River School Spring Spruce Summit Sunset Sycamore Union Valley View Walnut Water Willow`.split(
    /\s+/,
  );
const doubleNames = ['Cedar Hill', 'Lake View', 'Mill Creek', 'Oak Ridge', 'Spring Garden'];
const numbered = ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th', '9th', '10th', '11th'];
const suffixes = 'St St St Ave Ave Ave Rd Rd Dr Dr Ln Ln Ct Blvd Pl Way Ter Cir Pkwy Trl'.split(
  ' ',
);

/** mulberry32: small, even enough, and the same on every machine. */
function chanceFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** FNV-1a: an id depends on its own address only, so a later row changes no other. */
function hashOf(text) {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

const metresPerDegree = 111_320;

/** A street of its own in each city: name, where it runs, and which ZIP code it lies in. */
function streetsOf(place, chance) {
  const pick = (list) => list[Math.floor(chance() * list.length)];
  const streets = new Map([['Main St', { name: 'Main', suffix: 'St' }]]);
  const ordinal = pick(numbered);
  const ordinalSuffix = pick(['St', 'Ave']);
  streets.set(`${ordinal} ${ordinalSuffix}`, { name: ordinal, suffix: ordinalSuffix });
  while (streets.size < 7) {
    const name = chance() < 0.1 ? pick(doubleNames) : pick(names);
    const suffix = pick(suffixes);
    if (![...streets.values()].some((other) => other.name === name)) {
      streets.set(`${name} ${suffix}`, { name, suffix });
    }
  }
  return [...streets.values()].map((street, index) => ({
    ...street,
    before: place.state !== 'DC' && chance() < 0.25 ? pick(['N', 'S', 'E', 'W']) : '',
    after: place.state === 'DC' ? pick(['NW', 'NE', 'SW', 'SE']) : '',
    zip: place.zips[index % place.zips.length],
    plus4: 1000 + Math.floor(chance() * 8900),
    first: 100 * Math.floor(chance() * 30) + 1 + Math.floor(chance() * 40),
    eastward: chance() < 0.5,
    east: (chance() - 0.5) * 2400,
    north: (chance() - 0.5) * 2400,
  }));
}

/** Two to four units in one building of seven; otherwise none. */
function unitsOf(chance) {
  if (chance() >= 1 / 7) return [];
  const kind = chance() < 0.7 ? 'Apt' : 'Ste';
  const count = 2 + Math.floor(chance() * 3);
  return Array.from({ length: count }, (_, at) => [kind, kind === 'Apt' ? at + 1 : (at + 1) * 100]);
}

function rowsOf(place) {
  const chance = chanceFrom(hashOf(`${place.city}, ${place.state}`));
  const rows = [];
  for (const street of streetsOf(place, chance)) {
    let number = street.first;
    for (let house = 0; house < 5; house++) {
      const along = (number - street.first) * 1.2;
      const aside = number % 2 === 0 ? 9 : -9;
      const east = street.east + (street.eastward ? along : aside);
      const north = street.north + (street.eastward ? aside : along);
      const narrowing = Math.cos((place.latitude * Math.PI) / 180);
      for (const [kind, unit] of [['', ''], ...unitsOf(chance)]) {
        const parts = [number, street.before, street.name, street.suffix, street.after, kind, unit];
        const plus4 = street.plus4 + (number % 2);
        rows.push([
          `usps_${hashOf([...parts, place.city, place.state].join('|'))}`,
          ...parts,
          place.city,
          place.state,
          street.zip,
          plus4,
          (place.longitude + east / (metresPerDegree * narrowing)).toFixed(5),
          (place.latitude + north / metresPerDegree).toFixed(5),
        ]);
      }
      number += 1 + Math.floor(chance() * 12);
    }
  }
  return rows;
}

const columns = [
  'id',
  'primary_number',
  'street_pre_directional_abbreviation',
  'street_name',
  'street_suffix_abbreviation',
  'street_post_directional_abbreviation',
  'address_secondary_abbreviation',
  'secondary_number',
  'city',
  'state_abbreviation',
  'zip_code',
  'plus_4_code',
  'longitude',
  'latitude',
];
/** State, city, street, number, unit. Text by code point, so that no locale changes the order. */
function byPlace(a, b) {
  for (const column of [9, 8, 3, 4, 1, 7]) {
    const left = a[column];
    const right = b[column];
    if (left === right) continue;
    if (column === 1 || column === 7) return Number(left) - Number(right);
    return left < right ? -1 : 1;
  }
  return 0;
}

const rows = cities.flatMap(rowsOf).sort(byPlace);
if (new Set(rows.map((row) => row[0])).size !== rows.length)
  throw new Error('two rows share an id');

const ownFolder = join(dirname(fileURLToPath(import.meta.url)), '..', 'data', 'addresses');
const folder = process.argv[2] ?? ownFolder;
await mkdir(folder, { recursive: true });
const text = `${[columns, ...rows].map((row) => row.join('\t')).join('\n')}\n`;
await writeFile(join(folder, 'usa.tsv'), text);
process.stdout.write(
  `${join(folder, 'usa.tsv')}: ${rows.length} addresses in ${cities.length} cities\n`,
);
