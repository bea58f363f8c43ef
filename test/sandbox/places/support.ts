// Small indexes: of a few made-up places, and of a part of the bundled ones.
import { writeFileSync } from 'node:fs';
import { dataPath } from '../../../src/lib/installation';
import { readBundled } from '../../../src/sandbox/places/bundled';
import { Gazetteer } from '../../../src/sandbox/places/gazetteer';
import { PlaceIndex } from '../../../src/sandbox/places/place-index';
import { readIndex } from '../../../src/sandbox/places/read-index';
import { makeRecord, type PlaceKind, type PlaceRecord } from '../../../src/sandbox/places/record';
import { writeIndex } from '../../../src/sandbox/places/write-index';

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
  gazetteer.addCountryCode('AA', 'AAA');
  gazetteer.addCountryCode('BB', 'BBB');
  for (const [at, record] of records.entries()) gazetteer.add({ ...record, geonameid: at + 1 });
  return new PlaceIndex(await readIndex(writeIndex(gazetteer, fast)));
}

/** Writes an index of the bundled areas and capitals alone: it is read in a fraction of the time. */
export async function writeSmallIndex(path: string): Promise<void> {
  const gazetteer = await readBundled(dataPath('places'));
  gazetteer.remove(({ kind }) => kind === 'settlement');
  writeFileSync(path, writeIndex(gazetteer, fast));
}
