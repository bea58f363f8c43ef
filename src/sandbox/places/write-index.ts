// Makes the index file out of a gazetteer: places in the order of their standing, the texts that lead to
// them sorted, and what is answered about each.

import { fold } from './fold';
import type { Gazetteer } from './gazetteer';
import { type IndexNotes, kindBits, kindMask, kindNumbers, none } from './index-notes';
import { keyKinds } from './key-kinds';
import { toKey } from './key-text';
import type { PlaceRecord } from './record';
import { eachKey } from './record-keys';
import { toRow, writeRow } from './record-row';
import { writeSections } from './sections';
import { standing, wellKnown } from './standing';

/** Words that say what kind of area a name is of. */
const areaWords = new Set(['county', 'parish', 'district', 'municipality', 'province', 'borough']);

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

function collectKeys(
  records: readonly PlaceRecord[],
  points: Float32Array,
  areaNames: readonly (readonly [string, string])[],
) {
  const found = new Map<string, number[]>();
  const put = (text: string, area: number, kind: number) => {
    const key = toKey(text);
    const entry = area * 2 ** kindBits + kind;
    const entries = found.get(key);
    if (entries) entries.push(entry);
    else found.set(key, [entry]);
  };
  for (const [number, record] of records.entries()) {
    eachKey(record, (text, kind) => put(text, number, kind));
  }
  for (const [at, [, name]] of areaNames.entries()) {
    const words = fold(name);
    put(words.join(' '), records.length + at, keyKinds.main);
    // "Cook" for "Cook County".
    if (words.length > 1 && areaWords.has(words.at(-1) ?? '')) {
      put(words.slice(0, -1).join(' '), records.length + at, keyKinds.alternate);
    }
  }
  const keys = [...found.keys()].sort();
  const keyFrom = new Uint32Array(keys.length + 1);
  const entryFrom = new Uint32Array(keys.length + 1);
  for (const [at, key] of keys.entries()) {
    keyFrom[at + 1] = (keyFrom[at] ?? 0) + key.length;
    entryFrom[at + 1] = (entryFrom[at] ?? 0) + (found.get(key)?.length ?? 0);
  }
  const entries = new Uint32Array(entryFrom.at(-1) ?? 0);
  for (const [at, key] of keys.entries()) entries.set(found.get(key) ?? [], entryFrom[at]);
  const having = (isWanted: (entry: number) => boolean) =>
    Uint32Array.from(keys.flatMap((key, at) => (found.get(key)?.some(isWanted) ? [at] : [])));
  return {
    ...{ keyFrom, entryFrom, entries, keyText: Buffer.from(keys.join(''), 'latin1') },
    wellKnown: having(
      (entry) =>
        (points[entry >>> kindBits] ?? 0) >= wellKnown && (entry & kindMask) <= keyKinds.alternate,
    ),
    areaKeys: having((entry) => {
      const kind = records[entry >>> kindBits]?.kind;
      return kind !== 'settlement' && kind !== 'capital' && (entry & kindMask) <= keyKinds.code;
    }),
  };
}
