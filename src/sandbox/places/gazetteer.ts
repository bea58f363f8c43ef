// All places, and their areas by administrative code.
import type { PlaceRecord } from './record';

export class Gazetteer {
  readonly records: PlaceRecord[] = [];
  readonly #areas = new Map<string, PlaceRecord>();
  readonly #areaNames = new Map<string, string>();
  readonly #alpha3 = new Map<string, string>();

  /** Registers a country code, with or without a place for the country. */
  addCountryCode(alpha2: string, alpha3: string): void {
    this.#alpha3.set(alpha2, alpha3);
  }

  add(record: PlaceRecord): void {
    this.records.push(record);
    if (isArea(record)) this.#areas.set(areaKey(record), record);
  }

  /** The area with this key: `FR`, `FR.11` or `FR.11.75`. */
  area(key: string): PlaceRecord | undefined {
    return this.#areas.get(key);
  }

  /** Names an area that is not a place itself, by its code such as `US.TX.201`. */
  nameArea(key: string, name: string): void {
    this.#areaNames.set(key, name);
  }

  get areaNames(): ReadonlyMap<string, string> {
    return this.#areaNames;
  }

  get countryCodes(): ReadonlyMap<string, string> {
    return this.#alpha3;
  }
}

function isArea({ kind }: PlaceRecord): boolean {
  return kind === 'country' || kind === 'region' || kind === 'district';
}

/** Key of an area, or of the area of that level of a place. */
function areaKey({ kind, country, admin1, admin2 }: PlaceRecord): string {
  if (kind === 'country') return country;
  return kind === 'region' ? `${country}.${admin1}` : `${country}.${admin1}.${admin2}`;
}
