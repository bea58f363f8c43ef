// The index of places, read as it is in the file: numbers and keys in memory, the records of places from the
// disk on demand.

import { firstNotBefore } from '../first-not-before';
import { type IndexNotes, none } from './index-notes';
import { KeyTable } from './key-table';
import { type PlaceRow, readRow } from './record-row';
import { SectionFile } from './sections';

/** Places by number: the smaller, the likelier. Arrays hold one element for each place. */
export class PlaceIndex {
  readonly keys: KeyTable;
  /** The keys of well-known places alone. */
  readonly wellKnown: KeyTable;
  /** The keys of areas alone. */
  readonly areaKeys: KeyTable;
  /** Number of places; higher numbers are areas without a place. */
  readonly size: number;
  readonly standing: Float32Array;
  /** WGS84 degrees, NaN when unknown. */
  readonly latitude: Float32Array;
  readonly longitude: Float32Array;
  /** Numbers of the areas of a place, `none` if there is none. */
  readonly country: Uint32Array;
  readonly region: Uint32Array;
  readonly district: Uint32Array;
  /** One of `kindNumbers`. */
  readonly kind: Uint8Array;

  readonly #file: SectionFile<IndexNotes>;
  readonly #ids: Uint32Array;
  readonly #byId: Uint32Array;
  readonly #rowFrom: Uint32Array;
  readonly #alpha2 = new Map<string, string>();
  readonly #countryNumbers = new Map<string, number>();

  /** @throws Error when the file is no index of this version. */
  constructor(path: string) {
    const file = new SectionFile<IndexNotes>(path);
    const { countries, places } = file.notes;
    this.#file = file;
    this.size = places;
    this.standing = file.view('standing', Float32Array, 4);
    this.latitude = file.view('latitude', Float32Array, 4);
    this.longitude = file.view('longitude', Float32Array, 4);
    this.country = file.view('country', Uint32Array, 4);
    this.region = file.view('region', Uint32Array, 4);
    this.district = file.view('district', Uint32Array, 4);
    this.kind = file.view('kind', Uint8Array);
    const parts = {
      text: file.view('keyText', Uint8Array),
      from: file.view('keyFrom', Uint32Array, 4),
      entryFrom: file.view('entryFrom', Uint32Array, 4),
      entries: file.view('entries', Uint32Array, 4),
    };
    this.keys = new KeyTable(parts);
    this.wellKnown = new KeyTable(parts, file.view('wellKnown', Uint32Array, 4));
    this.areaKeys = new KeyTable(parts, file.view('areaKeys', Uint32Array, 4));
    this.#ids = file.view('ids', Uint32Array, 4);
    this.#byId = file.view('byId', Uint32Array, 4);
    this.#rowFrom = file.view('rowFrom', Uint32Array, 4);
    for (const [two, three, number] of countries) {
      this.#alpha2.set(three, two);
      if (number !== none) this.#countryNumbers.set(three, number);
    }
  }

  /** Whether this alpha-3 code, in upper case, is a country's. */
  isCountry(alpha3: string): boolean {
    return this.#alpha2.has(alpha3);
  }

  /** Number of a country's place by its alpha-3 code. */
  countryNumber(alpha3: string): number | undefined {
    return this.#countryNumbers.get(alpha3);
  }

  /** Number of the place with this GeoNames id. */
  find(geonameid: number): number | undefined {
    const idAt = (position: number) => this.#ids[this.#byId[position] ?? 0] ?? 0;
    const found = firstNotBefore(0, this.#byId.length, (position) => idAt(position) < geonameid);
    const number = this.#byId[found];
    return number !== undefined && this.#ids[number] === geonameid ? number : undefined;
  }

  /** The record of a place. */
  row(number: number): PlaceRow {
    const [from = 0, to = 0] = [this.#rowFrom[number], this.#rowFrom[number + 1]];
    return readRow(this.#file.read('rows', from, to).toString());
  }

  close(): void {
    this.#file.close();
  }
}
