// A small index out of a few made-up places.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Gazetteer } from '../../../src/sandbox/places/gazetteer';
import { PlaceIndex } from '../../../src/sandbox/places/place-index';
import { makeRecord, type PlaceKind, type PlaceRecord } from '../../../src/sandbox/places/record';
import { writeIndex } from '../../../src/sandbox/places/write-index';

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
export function indexOf(records: readonly PlaceRecord[]): PlaceIndex {
  const gazetteer = new Gazetteer();
  gazetteer.addCountryCode('AA', 'AAA');
  gazetteer.addCountryCode('BB', 'BBB');
  for (const [at, record] of records.entries()) gazetteer.add({ ...record, geonameid: at + 1 });
  const folder = mkdtempSync(join(tmpdir(), 'waypost-index-'));
  try {
    const path = join(folder, 'places.index');
    writeIndex(path, gazetteer);
    return new PlaceIndex(path);
  } finally {
    // Windows keeps what is open.
    if (process.platform !== 'win32') rmSync(folder, { recursive: true });
  }
}
