// Address lookup by coordinates, GET /addresses?lon&lat.
import type { UsaAddress } from '../schemas/lookup-results';
import { recordOf } from './address-record';
import { type AddressRow, addressRows } from './address-rows';
import { done, type Outcome, refused } from './outcome';

/** Radius of the search, in metres. */
const radius = 100;
const earthRadius = 6_371_008.8;

/**
 * Addresses within 100 m of a WGS84 point, nearest first. Numbers may be text, as in a query string;
 * what is no number, or lies off the earth, is 4000 with its name.
 */
export function near(lon: unknown, lat: unknown): Outcome<{ hits: UsaAddress[] }> {
  const longitude = degrees(lon, 180);
  const latitude = degrees(lat, 90);
  const errors = [
    ...(longitude === undefined ? [{ path: 'lon', message: 'must be a number, -180 to 180' }] : []),
    ...(latitude === undefined ? [{ path: 'lat', message: 'must be a number, -90 to 90' }] : []),
  ];
  if (longitude === undefined || latitude === undefined) return refused(4000, errors);
  const hits = addressRows()
    .map((row) => ({ row, distance: metresBetween(row, { longitude, latitude }) }))
    .filter(({ distance }) => distance <= radius)
    .sort((a, b) => a.distance - b.distance)
    .map(({ row }) => recordOf(row));
  return done({ hits });
}

function degrees(value: unknown, most: number): number | undefined {
  const isText = typeof value === 'string' && /^\s*[-+]?(\d+\.?\d*|\.\d+)\s*$/.test(value);
  const number = isText ? Number(value) : value;
  return typeof number === 'number' && Math.abs(number) <= most ? number : undefined;
}

type Point = Pick<AddressRow, 'longitude' | 'latitude'>;

/** Great-circle distance (haversine) in metres. */
export function metresBetween(a: Point, b: Point): number {
  const radians = (value: number): number => (value * Math.PI) / 180;
  const halfNorth = Math.sin(radians(b.latitude - a.latitude) / 2);
  const halfEast = Math.sin(radians(b.longitude - a.longitude) / 2);
  const narrowing = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude));
  return 2 * earthRadius * Math.asin(Math.sqrt(halfNorth ** 2 + narrowing * halfEast ** 2));
}
