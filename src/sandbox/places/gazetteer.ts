// All places by id and by administrative code: the areas of a place, and its full name.
import type { PlaceRecord } from './record';

/** A collection of places. Files may add the same place twice; the later one completes it. */
export class Gazetteer {
  records: PlaceRecord[] = [];
  readonly #byId = new Map<number, PlaceRecord>();
  readonly #areas = new Map<string, PlaceRecord>();
  readonly #areaNames = new Map<string, string>();
  readonly #alpha3 = new Map<string, string>();

  /** Registers a country code, with or without a place for the country. */
  addCountryCode(alpha2: string, alpha3: string): void {
    this.#alpha3.set(alpha2, alpha3);
  }

  /**
   * Adds a place; one with the same id is completed by the known members of the new record. Returns the kept
   * place.
   */
  add(record: PlaceRecord): PlaceRecord {
    const known = this.#byId.get(record.geonameid);
    if (known) complete(known, record);
    else {
      this.records.push(record);
      this.#byId.set(record.geonameid, record);
    }
    const kept = known ?? record;
    if (isArea(kept)) this.#areas.set(areaKey(kept), kept);
    return kept;
  }

  /** Removes places. */
  remove(isUnwanted: (record: PlaceRecord) => boolean): void {
    this.records = this.records.filter((record) => {
      if (!isUnwanted(record)) return true;
      this.#byId.delete(record.geonameid);
      if (this.#areas.get(areaKey(record)) === record) this.#areas.delete(areaKey(record));
      return false;
    });
  }

  /** The place with this GeoNames id. */
  get(geonameid: number): PlaceRecord | undefined {
    return this.#byId.get(geonameid);
  }

  /** The area with this key: `FR`, `FR.11` or `FR.11.75`. */
  area(key: string): PlaceRecord | undefined {
    return this.#areas.get(key);
  }

  /** Names an area that is not a place itself, by its code such as `US.TX.201`. */
  nameArea(key: string, name: string): void {
    this.#areaNames.set(key, name);
  }

  /** Names of areas that are no places, by code. */
  get areaNames(): ReadonlyMap<string, string> {
    return this.#areaNames;
  }

  /** The areas of a place, the nearest first: district, region, country. */
  above(record: PlaceRecord): PlaceRecord[] {
    const { country, admin1, admin2, kind } = record;
    const keys: string[] = [];
    if (admin2 && kind !== 'district') keys.push(`${country}.${admin1}.${admin2}`);
    if (admin1 && kind !== 'region') keys.push(`${country}.${admin1}`);
    if (kind !== 'country') keys.push(country);
    return keys.flatMap((key) => this.#areas.get(key) ?? []).filter((area) => area !== record);
  }

  /** Country codes: alpha-2 to alpha-3. */
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

function complete(known: PlaceRecord, later: PlaceRecord): void {
  const names = new Set([...known.alternatenames, ...later.alternatenames]);
  if (known.name !== later.name) names.add(known.name);
  const filled = Object.entries(later).filter(
    ([, value]) => value !== '' && value !== 0 && !(Array.isArray(value) && value.length === 0),
  );
  Object.assign(known, Object.fromEntries(filled), { alternatenames: [...names] });
}
