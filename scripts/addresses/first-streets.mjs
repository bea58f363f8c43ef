// The seven streets of each of the first 116 cities of the sandbox. They are generated as before, so that
// addresses and ids in tests of other programs stay valid.
import { chanceFrom, hashOf, pickFrom } from '../random.mjs';

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

function drawn(place, chance) {
  const pick = (list) => pickFrom(list, chance);
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
function units(chance) {
  if (chance() >= 1 / 7) return '';
  const kind = chance() < 0.7 ? 'A' : 'S';
  return `${kind}${2 + Math.floor(chance() * 3)}`;
}

/**
 * The streets of a city; `zips` are its ZIP codes of that time. Metres from the city's centre, houses in
 * order.
 */
export function firstStreets(place) {
  const chance = chanceFrom(hashOf(`${place.city}, ${place.state}`));
  return drawn(place, chance).map((street) => {
    let number = street.first;
    const houses = Array.from({ length: 5 }, () => {
      const house = { number, units: units(chance) };
      number += 1 + Math.floor(chance() * 12);
      return house;
    });
    return { ...street, houses };
  });
}
