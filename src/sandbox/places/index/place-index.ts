// The place index in memory: the columns, keys and names for searches, and the records of the places.
import { none } from './index-file';
import { firstNotBefore, fromKey, KeyTable } from './key-table';
import { bytesOfLine } from './lines';
import type { IndexData } from './read-index';
import { blockSize, type RecordBlock, recordIn, type StoredRecord, unpackBlock } from './record';

/**
 * The places in an index. Places are numbered in the order of their GeoNames IDs. Each typed array has one element for
 * each place.
 */
export class PlaceIndex {
  readonly keys: KeyTable;
  /** The keys that find areas, without the keys' entries for settlements. */
  readonly areaKeys: KeyTable;
  /** The number of places. This number and higher numbers belong to areas that are not places. */
  readonly size: number;
  readonly importance: Float32Array;
  /** WGS84 degrees; NaN if unknown. */
  readonly latitude: Float64Array;
  readonly longitude: Float64Array;
  /**
   * For each place, the numbers of its country, first-level area and second-level area; `none` if the place is not in
   * an area of this level.
   */
  readonly country: Int32Array;
  readonly region: Int32Array;
  readonly district: Int32Array;
  readonly kind: Uint8Array;

  /** The GeoNames IDs, in ascending order. */
  readonly ids: Uint32Array;
  /** The numbers of the first-level areas whose name is also the name of a settlement in the area. */
  readonly namesakes: ReadonlySet<number>;
  /** The alpha-3 code of each country, by its alpha-2 code. */
  readonly countryCodes = new Map<string, string>();

  readonly #names: IndexData['names'];
  /** The blocks of records. After its first use, a block stays decompressed for later requests. */
  readonly #records: (string | RecordBlock)[];
  readonly #alpha3 = new Map<number, string>();
  readonly #countryNumbers = new Map<string, number>();

  constructor(data: IndexData) {
    this.size = data.ids.length;
    this.namesakes = new Set(data.namesakes);
    this.keys = new KeyTable(data.keys);
    this.areaKeys = new KeyTable(data.areaKeys);
    this.importance = data.importance;
    this.latitude = data.latitude;
    this.longitude = data.longitude;
    this.country = data.country;
    this.region = data.region;
    this.district = data.district;
    this.kind = data.kind;
    this.ids = data.ids;
    this.#names = data.names;
    this.#records = data.records;
    for (const [alpha2, alpha3, number] of data.countries) {
      this.countryCodes.set(alpha2, alpha3);
      this.#countryNumbers.set(alpha3, number);
      if (number !== none) this.#alpha3.set(number, alpha3);
    }
  }

  /** True if a country has this uppercase alpha-3 code. */
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
      // If the country is not a place in the index, the place's record still contains the country's alpha-2 code.
      this.countryCodes.get(this.record(place).country) ??
      ''
    );
  }

  /** Returns the number of the place with this GeoNames ID, or undefined if the ID is unknown. */
  find(geonameid: number): number | undefined {
    const found = firstNotBefore(0, this.size, (at) => (this.ids[at] ?? 0) < geonameid);
    return this.ids[found] === geonameid ? found : undefined;
  }

  /** Returns the name of a place, or of an area that is not a place. */
  name(number: number): string {
    return fromKey(bytesOfLine(this.#names, number));
  }

  record(place: number): StoredRecord {
    const number = Math.floor(place / blockSize);
    let block = this.#records[number] ?? '';
    if (typeof block === 'string') {
      block = unpackBlock(block);
      this.#records[number] = block;
    }
    return recordIn(block, place % blockSize);
  }
}
