// The famous streets (famous.mjs) with houses: named ones, and invented ones between the ends.
import { chanceFrom, hashOf } from '../random.mjs';
import { famousStreets } from './famous.mjs';
import { unitsOf } from './further-streets.mjs';

const perZip = 6;

/**
 * The numbers of a street, each with its ZIP code, ascending; ZIP codes follow each other along the street.
 */
function numbersOf(zips, text, chance) {
  const houses = new Map();
  let [low, high] = [1, 100];
  const named = [];
  for (const part of text.split(' ')) {
    const [ends, own] = part.split('@');
    if (ends.includes('-')) [low, high] = ends.split('-').map(Number);
    else named.push([Number(ends), own]);
  }
  const zipAt = (number) =>
    zips[
      Math.max(
        0,
        Math.min(zips.length - 1, Math.floor((zips.length * (number - low)) / (high - low + 1))),
      )
    ];
  const count = perZip * zips.length;
  for (let at = 0; at < count; at += 1) {
    const number = low + Math.floor(((at + chance()) * (high - low)) / count);
    houses.set(number, zipAt(number));
  }
  for (const [number, own] of named) houses.set(number, own ?? zipAt(number));
  return {
    named: new Set(named.map(([number]) => number)),
    houses: [...houses].sort(([a], [b]) => a - b),
  };
}

/** The famous streets of a city, one for each ZIP code they run through. */
export function famousStreetsOf(place) {
  const prefix = `${place.city}|${place.state}|`;
  return famousStreets
    .filter((line) => line.startsWith(prefix))
    .flatMap((line) => {
      const chance = chanceFrom(hashOf(line.split('|').slice(0, 6).join('|')));
      const [, , before, name, suffix, after, zips, numbers] = line.split('|');
      const { named, houses } = numbersOf(zips.split(' '), numbers, chance);
      const eastward = chance() < 0.5;
      const byZip = new Map();
      for (const [number, zip] of houses) {
        // The units of an existing building would be guesses.
        const units = named.has(number) ? '' : unitsOf(place, suffix, chance);
        (byZip.get(zip) ?? byZip.set(zip, []).get(zip)).push({ number, units });
      }
      return [...byZip].map(([zip, own]) => {
        const { east, north } = place.allZips.get(zip);
        const plus4 = 1000 + Math.floor(chance() * 8900);
        return {
          name,
          suffix,
          before,
          after,
          zip,
          plus4,
          eastward,
          east,
          north,
          houses: own,
          famous: true,
        };
      });
    });
}
