// Address lookup by coordinates, GET /addresses?lon&lat.
import { distance } from '../distance';
import type { UsaAddress } from '../schemas/lookup-results';
import { addressBook } from './address-book';
import { recordOf } from './address-record';
import { rowAt } from './address-rows';
import { done, type Outcome, refused } from './outcome';

/** Radius of the search, and the distance between houses of a street, in metres. */
const radius = 100;
const breadth = 20;
/** No street is this many degrees of latitude away from the centre of its city. */
const farthest = 0.6;

/**
 * Addresses within 100 m of a WGS84 point, nearest first. Numbers may be text, as in a query string; an
 * invalid number, or a point off the earth, is 4000 with its name.
 */
export function near(lon: unknown, lat: unknown): Outcome<{ hits: UsaAddress[] }> {
  const longitude = degrees(lon, 180);
  const latitude = degrees(lat, 90);
  const errors = [
    ...(longitude === undefined ? [{ path: 'lon', message: 'must be a number, -180 to 180' }] : []),
    ...(latitude === undefined ? [{ path: 'lat', message: 'must be a number, -90 to 90' }] : []),
  ];
  if (longitude === undefined || latitude === undefined) return refused(4000, errors);
  const hits = positionsAround({ longitude, latitude })
    .sort((a, b) => a.metres - b.metres || a.position - b.position)
    .map(({ position }) => recordOf(rowAt(position)));
  return done({ hits });
}

/** Positions of the addresses in the circle, each with its distance in metres. */
function positionsAround(point: Point): { position: number; metres: number }[] {
  const book = addressBook();
  const found: { position: number; metres: number }[] = [];
  for (const { city, from, to } of book.streets) {
    if (Math.abs(city.latitude - point.latitude) > farthest) continue;
    // Houses of a street lie on a line, so its ends limit the distance of each.
    const [first, last] = [book.pointAt(from), book.pointAt(to - 1)];
    if (metresBetween(first, point) > radius + metresBetween(first, last) + breadth) continue;
    for (let position = from; position < to; position += 1) {
      const metres = metresBetween(book.pointAt(position), point);
      if (metres <= radius) found.push({ position, metres });
    }
  }
  return found;
}

function degrees(value: unknown, most: number): number | undefined {
  const isText = typeof value === 'string' && /^\s*[-+]?(\d+\.?\d*|\.\d+)\s*$/.test(value);
  const number = isText ? Number(value) : value;
  return typeof number === 'number' && Math.abs(number) <= most ? number : undefined;
}

/** WGS84 degrees. */
interface Point {
  longitude: number;
  latitude: number;
}

/** Metres between two points. */
export function metresBetween(a: Point, b: Point): number {
  return distance(a.longitude, a.latitude, b.longitude, b.latitude);
}
