// Fills in what dump files lack about areas from the settlements in them, as data/README.md describes it for
// the bundled areas: population, coordinates, height, time zone and date of change.
import type { Gazetteer } from './gazetteer';
import type { PlaceRecord } from './record';

/** The sums over the settlements of an area. */
interface Sum {
  people: number;
  vector: [number, number, number];
  largest: PlaceRecord;
  modified: string;
}

/** Completes every area of the gazetteer that has a settlement in it. */
export function completeAreas(gazetteer: Gazetteer): void {
  const sums = new Map<PlaceRecord, Sum>();
  for (const record of gazetteer.records) {
    if (record.kind !== 'settlement' && record.kind !== 'capital') continue;
    for (const area of gazetteer.above(record)) add(sums, area, record);
  }
  for (const [area, { people, vector, largest, modified }] of sums) {
    area.people = Math.max(area.people, people);
    if (area.latitude === undefined || area.longitude === undefined) {
      [area.latitude, area.longitude] = middleOf(vector);
    }
    area.dem ??= largest.dem ?? 0;
    area.timezone ||= largest.timezone;
    area.modified ||= modified;
  }
}

function add(sums: Map<PlaceRecord, Sum>, area: PlaceRecord, record: PlaceRecord): void {
  // Sections of cities are counted in their city.
  const people = record.featureCode === 'PPLX' ? 0 : record.people;
  const sum = sums.get(area) ?? { people: 0, vector: [0, 0, 0], largest: record, modified: '' };
  sum.people += people;
  if (record.people > sum.largest.people) sum.largest = record;
  if (record.modified > sum.modified) sum.modified = record.modified;
  const [north, east] = [record.latitude ?? 0, record.longitude ?? 0].map(
    (degrees) => (degrees * Math.PI) / 180,
  );
  const [latitude = 0, longitude = 0] = [north, east];
  sum.vector[0] += Math.cos(latitude) * Math.cos(longitude);
  sum.vector[1] += Math.cos(latitude) * Math.sin(longitude);
  sum.vector[2] += Math.sin(latitude);
  sums.set(area, sum);
}

/** Latitude and longitude, in degrees with four decimals. */
function middleOf([x, y, z]: Sum['vector']): [number, number] {
  const degrees = 180 / Math.PI;
  const round = (value: number) => Number((value * degrees).toFixed(4));
  return [round(Math.atan2(z, Math.hypot(x, y))), round(Math.atan2(y, x))];
}
