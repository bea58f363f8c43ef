// Small indexes of a few made-up places.

import {
  Gazetteer,
  makeRecord,
  type PlaceRecord,
} from '../../../src/sandbox/places/build/gazetteer';
import { writeIndex } from '../../../src/sandbox/places/build/write-index';
import type { PlaceKind } from '../../../src/sandbox/places/index/index-file';
import { PlaceIndex } from '../../../src/sandbox/places/index/place-index';
import { readIndex } from '../../../src/sandbox/places/index/read-index';

/** Quality of a quick compression. */
const fast = 1;

/** A place of country AA, its GeoNames id left to `indexOf`. */
export function place(kind: PlaceKind, name: string, more: Partial<PlaceRecord> = {}): PlaceRecord {
  return makeRecord({
    geonameid: 1,
    kind,
    name,
    asciiname: name,
    alternatenames: [],
    country: 'AA',
    people: 1000,
    ...more,
  });
}

/** The index of the places; their GeoNames ids count from 1 in their order. */
export async function indexOf(records: readonly PlaceRecord[]): Promise<PlaceIndex> {
  const gazetteer = new Gazetteer();
  gazetteer.countryCodes.set('AA', 'AAA');
  gazetteer.countryCodes.set('BB', 'BBB');
  for (const [at, record] of records.entries()) gazetteer.add({ ...record, geonameid: at + 1 });
  return new PlaceIndex(await readIndex(writeIndex(gazetteer, fast)));
}
