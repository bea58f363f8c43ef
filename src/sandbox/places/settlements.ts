// Where people live in each first-level area, coarsely: what tells which areas a circle on the map
// reaches, since the data has no borders.

const kmPerDegree = 111.195;
/** Nobody's area is judged by a settlement farther away than this. */
const farthest = 150_000;

/** Points of the areas, by key (`FR.11`). */
export class Settlements {
  readonly #areas: string[] = [];
  readonly #latitudes: number[] = [];
  readonly #longitudes: number[] = [];

  /** Adds a settlement of an area. */
  add(area: string, latitude: number, longitude: number): void {
    this.#areas.push(area);
    this.#latitudes.push(latitude);
    this.#longitudes.push(longitude);
  }

  /**
   * Keys of the areas with a settlement in the circle, and always that of the nearest settlement,
   * unless the point lies far from everyone.
   * @param radius metres
   */
  around(longitude: number, latitude: number, radius: number): Set<string> {
    const found = new Set<string>();
    let nearest = farthest;
    let nearestArea: string | undefined;
    for (let index = 0; index < this.#areas.length; index += 1) {
      const area = this.#areas[index];
      const [north, east] = [this.#latitudes[index], this.#longitudes[index]];
      if (area === undefined || north === undefined || east === undefined) continue;
      if (Math.abs(north - latitude) > 1.5) continue;
      const metres = distance(longitude, latitude, east, north);
      if (metres <= radius) found.add(area);
      if (metres < nearest) {
        nearest = metres;
        nearestArea = area;
      }
    }
    if (nearestArea !== undefined) found.add(nearestArea);
    return found;
  }
}

/** Reads lines of `area<TAB>lat,lon lat,lon …`. */
export function readSettlements(lines: readonly string[]): Settlements {
  const settlements = new Settlements();
  for (const line of lines) {
    const [area = '', points = ''] = line.split('\t');
    for (const point of points.split(' ')) {
      const [latitude, longitude] = point.split(',');
      settlements.add(area, Number(latitude), Number(longitude));
    }
  }
  return settlements;
}

/** Metres between two points on the sphere (haversine). */
export function distance(east1: number, north1: number, east2: number, north2: number): number {
  const radians = Math.PI / 180;
  const half = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2;
  const chord =
    half(north2 - north1) +
    Math.cos(north1 * radians) * Math.cos(north2 * radians) * half(east2 - east1);
  return (2 * Math.asin(Math.min(1, Math.sqrt(chord))) * kmPerDegree * 1000) / radians;
}
