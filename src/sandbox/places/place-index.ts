// The index of places in memory: numbers, keys and names as searches need them, and the records of places in
// compressed blocks.
import { brotliDecompressSync } from 'node:zlib';
import { kindNumbers, none } from './index-format';
import { firstNotBefore, KeyTable } from './key-table';
import type { IndexData } from './read-index';
import {
  blockSize,
  makeRecord,
  type PlaceKind,
  type PlaceRecord,
  type RecordBlock,
  readRecord,
} from './record';

const decoder = new TextDecoder();
const kindNames = Object.keys(kindNumbers) as PlaceKind[];

/** Places by number, in the order of their GeoNames ids. Arrays hold one element for each place. */
export class PlaceIndex {
  readonly keys: KeyTable;
  /** The keys of well-known places alone. */
  readonly wellKnown: KeyTable;
  /** The keys of areas alone. */
  readonly areaKeys: KeyTable;
  /** Number of places; higher numbers are areas without a place. */
  readonly size: number;
  readonly importance: Float32Array;
  /** WGS84 degrees, NaN when unknown. */
  readonly latitude: Float64Array;
  readonly longitude: Float64Array;
  /** Numbers of the areas of a place, `none` if there is none. */
  readonly country: Uint32Array;
  readonly region: Uint32Array;
  readonly district: Uint32Array;
  readonly kind: Uint8Array;

  /** GeoNames ids, ascending. */
  readonly ids: Uint32Array;
  /** The first-level areas that have the name of a settlement in them. */
  readonly namesakes: ReadonlySet<number>;
  /** Alpha-2 to alpha-3. */
  readonly countryCodes = new Map<string, string>();

  readonly #names: IndexData['names'];
  readonly #blocks: IndexData['blocks'];
  readonly #alpha3 = new Map<number, string>();
  readonly #countryNumbers = new Map<string, number>();
  #latest: { at: number; records: RecordBlock } | undefined;

  constructor(data: IndexData) {
    const { countries, places, namesakes } = data.notes;
    this.size = places;
    this.namesakes = new Set(namesakes);
    this.keys = new KeyTable(data.keys);
    this.wellKnown = new KeyTable(data.keys, data.wellKnown);
    this.areaKeys = new KeyTable(data.keys, data.areaKeys);
    this.importance = data.importance;
    this.latitude = data.latitude;
    this.longitude = data.longitude;
    this.country = data.country;
    this.region = data.region;
    this.district = data.district;
    this.kind = data.kind;
    this.ids = data.ids;
    this.#names = data.names;
    this.#blocks = data.blocks;
    for (const [two, three, number] of countries) {
      this.countryCodes.set(two, three);
      this.#countryNumbers.set(three, number);
      if (number !== none) this.#alpha3.set(number, three);
    }
  }

  /** Whether this alpha-3 code, in upper case, is a country's. */
  isCountry(alpha3: string): boolean {
    return this.#countryNumbers.has(alpha3);
  }

  countryNumber(alpha3: string): number | undefined {
    const number = this.#countryNumbers.get(alpha3);
    return number === none ? undefined : number;
  }

  countryOf(place: number): string {
    const country = this.country[place] ?? none;
    return (
      this.#alpha3.get(country) ??
      // A country without a place of its own.
      this.countryCodes.get(this.record(place).country) ??
      ''
    );
  }

  /** Number of the place with this GeoNames id. */
  find(geonameid: number): number | undefined {
    const found = firstNotBefore(0, this.size, (at) => (this.ids[at] ?? 0) < geonameid);
    return this.ids[found] === geonameid ? found : undefined;
  }

  /** The name of a place, or of an area without a place. */
  name(number: number): string {
    const { text, from } = this.#names;
    return decoder.decode(text.subarray(from[number], (from[number + 1] ?? 0) - 1));
  }

  record(number: number): PlaceRecord {
    const at = Math.floor(number / blockSize);
    if (this.#latest?.at !== at) this.#latest = { at, records: JSON.parse(this.#block(at)) };
    const name = this.name(number);
    const [latitude, longitude] = [this.latitude[number], this.longitude[number]];
    return makeRecord({
      ...readRecord(this.#latest.records, number % blockSize, name),
      name,
      geonameid: this.ids[number] ?? 0,
      kind: kindNames[this.kind[number] ?? 0] ?? 'settlement',
      ...(Number.isNaN(latitude) ? {} : { latitude }),
      ...(Number.isNaN(longitude) ? {} : { longitude }),
    });
  }

  #block(at: number): string {
    const { bytes, from } = this.#blocks;
    return brotliDecompressSync(bytes.subarray(from[at], from[at + 1])).toString();
  }
}
