// Invented streets of a city: their number, names, numbers and directions are typical of such cities.
import { chanceFrom, hashOf, pickFrom } from '../random.mjs';

const trees =
  `Acorn Alder Ash Aspen Beech Birch Cedar Cherry Chestnut Cottonwood Cypress Dogwood Elm Fir Hawthorn
Hazel Hemlock Hickory Holly Ivy Juniper Laurel Lilac Linden Locust Magnolia Maple Mulberry Oak Olive Orange Palm Peach
Pecan Pine Plum Poplar Redwood Sequoia Spruce Sycamore Walnut Willow`.split(/\s+/);
const landscape =
  `Arroyo Bay Bayview Beach Bluff Brook Canyon Cliff Creek Crest Fairview Forest Garden Glen Green Grove
Harbor Highland Hill Hillcrest Island Lake Lakeview Meadow Mesa Mountain Ocean Orchard Park Pleasant Pond Prairie Prospect
Ridge River Riverside Rock Shady Shore Spring Stone Summit Sunny Sunrise Sunset Timber Valley View Vista Water Wood`.split(
    /\s+/,
  );
const town =
  `Academy Bridge Broad Canal Capitol Center Chapel Church College Commerce Commercial Court Depot Division
Factory Farm Ferry Front High Hospital Industrial Library Market Mechanic Mill Mission Museum Railroad School South State
Station Tower Union University Wall Warehouse Windmill`.split(/\s+/);
const people =
  `Adams Anderson Baker Carter Clark Cleveland Clinton Douglas Edison Eisenhower Ford Franklin Fulton
Garfield Grant Hamilton Hancock Harrison Howard Jackson Jefferson Johnson Kennedy King Lafayette Lee Lewis Lincoln Madison
Marshall Martin McKinley Miller Mitchell Monroe Morgan Morris Nelson Parker Penn Perry Polk Porter Quincy Reed Roosevelt
Scott Sheridan Sherman Smith Taylor Thomas Tyler Vine Warren Washington Wayne Webster Wilson`.split(
    /\s+/,
  );
const states =
  `Alabama Arizona Arkansas California Carolina Colorado Dakota Delaware Florida Georgia Idaho Illinois
Indiana Iowa Kansas Kentucky Louisiana Maryland Massachusetts Michigan Minnesota Mississippi Missouri Montana Nebraska
Nevada Ohio Oregon Pennsylvania Tennessee Texas Utah Vermont Virginia Wisconsin Wyoming`.split(
    /\s+/,
  );
const double = [
  ...[
    'Martin Luther King Jr',
    'Cesar Chavez',
    'Cedar Hill',
    'Lake View',
    'Mill Creek',
    'Oak Ridge',
  ],
  ...[
    'Spring Garden',
    'Apple Tree',
    'Bear Creek',
    'Deer Run',
    'Eagle Point',
    'Fox Hollow',
    'Golden Gate',
  ],
  ...[
    'Green Valley',
    'Indian Hills',
    'Long Meadow',
    'Old Mill',
    'Old Post',
    'Quail Run',
    'Red Bud',
    'Rolling Hills',
  ],
  ...[
    'Saint Andrews',
    'Sandy Springs',
    'Silver Lake',
    'Stone Bridge',
    'Turkey Creek',
    'White Oak',
    'Wild Rose',
  ],
];
const inTown = 'St St St St Ave Ave Ave Ave Blvd Rd Pl Ct Ter Sq'.split(' ');
const inSuburb = 'Dr Dr Dr Ln Ln Rd Rd Ct Cir Way Trl Pkwy Pl Loop Run Cv Xing Path'.split(' ');

/** Cities whose streets have a direction before or after the name. */
const quartersBehind = new Set(
  'Washington|DC Atlanta|GA Albuquerque|NM Cedar Rapids|IA Rochester|MN Salem|OR'.split(
    / (?=[A-Z][a-z]+(?: [A-Z][a-z]+)?\|)/,
  ),
);
const quartersBefore = new Set(
  'Portland|OR;Miami|FL;Oklahoma City|OK;Gainesville|FL;Ocala|FL'.split(';'),
);
const directionsBehind = new Set(
  'Minneapolis|MN;Seattle|WA;Bellevue|WA;Birmingham|AL;Great Falls|MT'.split(';'),
);

/** A number as the name of a street: 1st, 22nd, 113th. */
function ordinal(number) {
  const ending =
    number % 100 > 10 && number % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${ending}`;
}

function nameOf(place, chance) {
  const pick = (list) => pickFrom(list, chance);
  const isLarge = place.people > 80_000;
  const draw = chance();
  if (draw < 0.2)
    return [ordinal(1 + Math.floor(chance() * (isLarge ? 80 : 24))), pick(['St', 'St', 'Ave'])];
  if (draw < 0.24) return [pick([...'ABCDEFGHJKLM']), 'St'];
  if (draw < 0.28 && !isLarge) return [`County Road ${1 + Math.floor(chance() * 98)}`, ''];
  if (draw < 0.31) return [`Highway ${1 + Math.floor(chance() * 98)}`, ''];
  if (draw < 0.38) return [pick(double), pick([...inSuburb, ...inTown])];
  if (draw < 0.6) return [pick(people), pick(inTown)];
  if (draw < 0.68) return [pick(states), pick(['Ave', 'Ave', 'St'])];
  if (draw < 0.78) return [pick(town), pick(inTown)];
  return [pick([...trees, ...landscape]), pick([...inSuburb, ...inTown])];
}

function directions(place, name, chance) {
  const pick = (list) => pickFrom(list, chance);
  const key = `${place.city}|${place.state}`;
  const draw = chance();
  const isRoute = /\d$/.test(name);
  if (isRoute) return ['', ''];
  if (quartersBehind.has(key)) return ['', draw < 0.8 ? pick(['NW', 'NE', 'SW', 'SE']) : ''];
  if (quartersBefore.has(key))
    return [draw < 0.8 ? pick(['NW', 'NE', 'SW', 'SE', 'N', 'S']) : '', ''];
  if (directionsBehind.has(key)) return ['', draw < 0.5 ? pick(['N', 'S', 'NE', 'SW', 'E']) : ''];
  return [draw < 0.25 ? pick(['N', 'S', 'E', 'W']) : '', ''];
}

/** Units of a building, in the form of the data; empty for one without. */
export function unitsOf(place, suffix, chance) {
  const isTown = ['St', 'Ave', 'Blvd', ''].includes(suffix);
  if (chance() >= (isTown ? 0.12 : 0.06) * (place.people > 200_000 ? 1.4 : 1)) return '';
  const draw = chance();
  const count = 2 + Math.floor(chance() * 5);
  if (draw < 0.35) return `A${count}`;
  if (draw < 0.6) return `B${2 * Math.ceil(count / 2)}`;
  if (draw < 0.75) return `S${count}`;
  if (draw < 0.85) return `U${count}`;
  if (draw < 0.93) return `N${count}`;
  return `F${count}`;
}

/** The number of streets by the city's population. */
const streetsFor = (people) => Math.round(5 + Math.sqrt(people) / 42);

/** Further streets of a city; `taken` has the existing names, in lower case. */
export function furtherStreets(place, taken) {
  const chance = chanceFrom(hashOf(`${place.city}, ${place.state}, further`));
  const streets = [];
  const add = (name, suffix) => {
    const [before, after] = directions(place, name, chance);
    const zip = pickFrom(place.zips, chance);
    let number = 100 * Math.floor(chance() ** 2 * 90) + 1 + Math.floor(chance() * 60);
    const houses = Array.from({ length: 3 + Math.floor(chance() * 4) }, () => {
      const house = { number, units: unitsOf(place, suffix, chance) };
      number += 1 + Math.floor(chance() * (chance() < 0.2 ? 90 : 14));
      return house;
    });
    streets.push({
      ...{ name, suffix, before, after, zip: zip.zip, houses },
      plus4: 1000 + Math.floor(chance() * 8900),
      eastward: chance() < 0.5,
      east: zip.east + (chance() - 0.5) * 1600,
      north: zip.north + (chance() - 0.5) * 1600,
    });
    taken.add(name.toLowerCase());
  };
  if (!taken.has('main')) add('Main', 'St');
  if (!taken.has('broadway') && chance() < 0.2) add('Broadway', chance() < 0.7 ? '' : 'St');
  for (let tries = 0; streets.length < streetsFor(place.people) && tries < 2000; tries += 1) {
    const [name, suffix] = nameOf(place, chance);
    if (!taken.has(name.toLowerCase())) add(name, suffix);
  }
  return streets;
}
