// Small indexes: of a few made-up places, and of a part of the bundled ones.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { dataPath } from '../../../src/lib/installation';
import { bundledFiles } from '../../../src/sandbox/places/bundled-files';
import { Gazetteer } from '../../../src/sandbox/places/gazetteer';
import { PlaceIndex } from '../../../src/sandbox/places/place-index';
import { makeRecord, type PlaceKind, type PlaceRecord } from '../../../src/sandbox/places/record';
import { writeIndex } from '../../../src/sandbox/places/write-index';

const fast = { [constants.BROTLI_PARAM_QUALITY]: 1 };

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

/** A copy of the bundled data with capitals only: its index is made in a fraction of the time. */
export function smallData(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-data-'));
  const from = dataPath('places');
  for (const name of bundledFiles.filter((file) => file !== 'settlements.br')) {
    copyFileSync(join(from, name), join(folder, name));
  }
  const text = brotliDecompressSync(readFileSync(join(from, 'settlements.br'))).toString();
  const columns = text.split('\f').map((column) => column.split('\n'));
  const capitals = (_: string, row: number) => columns[7]?.[row] === 'PPLC';
  const kept = columns.map((column) => column.filter(capitals).join('\n')).join('\f');
  writeFileSync(join(folder, 'settlements.br'), brotliCompressSync(kept, { params: fast }));
  return folder;
}
