// Writes the index file of a gazetteer: places in the order of their standing, the texts that find them
// sorted, and their records.

import { collectKeys } from './collect-keys';
import type { Gazetteer } from './gazetteer';
import { type IndexNotes, kindNumbers, none } from './index-notes';
import type { PlaceRecord } from './record';
import { toRow, writeRow } from './record-row';
import { writeSections } from './sections';
import { standing } from './standing';

/** Writes the index of a gazetteer to a new file. */
export function writeIndex(path: string, gazetteer: Gazetteer): void {
  const ranked = gazetteer.records
    .map((record) => ({ record, points: standing(record) }))
    .sort((a, b) => b.points - a.points || a.record.geonameid - b.record.geonameid);
  const records = ranked.map(({ record }) => record);
  const numbers = new Map(records.map((record, number) => [record, number]));
  const areaNames = [...gazetteer.areaNames].filter(([key]) => !gazetteer.area(key));
  const nameNumbers = new Map(areaNames.map(([key], at) => [key, records.length + at]));
  const areaNumber = (key: string): number => {
    const area = gazetteer.area(key);
    return (area ? numbers.get(area) : nameNumbers.get(key)) ?? none;
  };
  const ids = Uint32Array.from(records, ({ geonameid }) => geonameid);
  const points = Float32Array.from(ranked, (each) => each.points);
  const rows = collectRows(gazetteer, records);
  writeSections(
    path,
    {
      ids,
      byId: Uint32Array.from(ids.keys()).sort((a, b) => (ids[a] ?? 0) - (ids[b] ?? 0)),
      standing: points,
      latitude: Float32Array.from(records, ({ latitude }) => latitude ?? Number.NaN),
      longitude: Float32Array.from(records, ({ longitude }) => longitude ?? Number.NaN),
      country: Uint32Array.from(records, ({ country }) => areaNumber(country)),
      region: Uint32Array.from(records, ({ country, admin1 }) =>
        areaNumber(`${country}.${admin1}`),
      ),
      district: Uint32Array.from(records, ({ country, admin1, admin2 }) =>
        admin2 === '' ? none : areaNumber(`${country}.${admin1}.${admin2}`),
      ),
      kind: Uint8Array.from(records, ({ kind }) => kindNumbers[kind]),
      rowFrom: rows.from,
      ...collectKeys(records, points, areaNames),
    },
    { rows: rows.bytes },
    {
      countries: [...gazetteer.countryCodes].map(([two, three]) => [two, three, areaNumber(two)]),
      places: records.length,
    } satisfies IndexNotes,
  );
}

function collectRows(gazetteer: Gazetteer, records: readonly PlaceRecord[]) {
  const from = new Uint32Array(records.length + 1);
  const rows = records.map((record, number) => {
    const row = Buffer.from(writeRow(toRow(gazetteer, record)));
    from[number + 1] = (from[number] ?? 0) + row.length;
    return row;
  });
  return { from, bytes: Buffer.concat(rows) };
}
