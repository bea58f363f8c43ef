// Address lookup by coordinates (GET /addresses?lon&lat).
import type { UsaAddress } from '../../api/addresses';
import { invalidFields } from '../http/responses';
import { greatCircle } from '../places/distance';
import { allAddresses } from './addresses';

/** The maximum distance between the requested point and a hit, in meters. */
const radius = 100;

/**
 * Returns addresses within 100 m of a WGS84 point, nearest first. The coordinates can be text, as in a query string.
 * @throws Refusal 4000 if a coordinate is not a number or is out of range. The refusal lists the invalid coordinates.
 */
export function near(lon: unknown, lat: unknown): { hits: UsaAddress[] } {
  const longitude = readDegrees(lon, 180);
  const latitude = readDegrees(lat, 90);
  const errors = [
    ...(longitude === undefined
      ? [{ path: 'lon', message: 'must be a number from -180 to 180' }]
      : []),
    ...(latitude === undefined
      ? [{ path: 'lat', message: 'must be a number from -90 to 90' }]
      : []),
  ];
  if (longitude === undefined || latitude === undefined) throw invalidFields(4000, errors);
  const hits = allAddresses()
    .map(({ record }) => ({ record, meters: metersBetween(record, { longitude, latitude }) }))
    .filter(({ meters }) => meters <= radius)
    .sort((a, b) => a.meters - b.meters)
    .map(({ record }) => record);
  return { hits };
}

function readDegrees(value: unknown, most: number): number | undefined {
  const isText = typeof value === 'string' && /^\s*[-+]?(\d+\.?\d*|\.\d+)\s*$/.test(value);
  const number = isText ? Number(value) : value;
  return typeof number === 'number' && Math.abs(number) <= most ? number : undefined;
}

interface GeoPoint {
  longitude: number;
  latitude: number;
}

export function metersBetween(a: GeoPoint, b: GeoPoint): number {
  return greatCircle(a.longitude, a.latitude, b.longitude, b.latitude);
}
