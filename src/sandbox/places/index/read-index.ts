// Reads an index file into arrays of numbers and bytes. The arrays need only a fraction of the memory that the parsed
// JSON document would need.
import { type KeyColumns, keyKinds, kindNumbers, unpackIndex } from './index-file';
import { bytesOfLine, makeLines } from './lines';

export type IndexData = Awaited<ReturnType<typeof readIndex>>;
export type KeyData = ReturnType<typeof readKeys>;

/**
 * Reads the bytes of an index file.
 * @throws Error if the bytes are not an index file
 */
export async function readIndex(bytes: Buffer) {
  const column = await unpackIndex(bytes);
  const kind = new Uint8Array(column('kind'));
  const keys = {
    texts: makeLines(column('keyTexts')),
    entryFrom: positionsOf(column('keyCounts')),
    areas: new Uint32Array(column('keyAreas')),
    kinds: new Uint8Array(column('keyKinds')),
  };
  return {
    countries: column('countries'),
    namesakes: column('namesakes'),
    records: column('records'),
    names: makeLines(column('names')),
    ids: new Uint32Array(column('ids')),
    kind,
    importance: new Float32Array(column('importance')),
    latitude: readDegrees(column('latitude')),
    longitude: readDegrees(column('longitude')),
    country: new Int32Array(column('country')),
    region: new Int32Array(column('region')),
    district: new Int32Array(column('district')),
    keys,
    areaKeys: readKeys(keysOfAreas(keys, kind)),
  };
}

/** Replaces unknown degrees with NaN. */
function readDegrees(degrees: readonly (number | null)[]): Float64Array {
  return new Float64Array(degrees.map((value) => value ?? Number.NaN));
}

function readKeys({ texts, counts, areas, kinds }: KeyColumns) {
  return {
    texts: makeLines(texts),
    entryFrom: positionsOf(counts),
    areas: new Uint32Array(areas),
    kinds: new Uint8Array(kinds),
  };
}

/**
 * Converts the lengths of consecutive sections to positions. Returns the start of each section, and the end of the last
 * section.
 */
function positionsOf(lengths: readonly number[]): Uint32Array {
  const from = new Uint32Array(lengths.length + 1);
  for (let at = 0; at < lengths.length; at += 1) {
    from[at + 1] = (from[at] ?? 0) + (lengths[at] ?? 0);
  }
  return from;
}

/** Returns the keys of areas. Omits entries for settlements, and entries of the kinds `inner` and `joined`. */
function keysOfAreas(keys: KeyData, kindOf: Uint8Array): KeyColumns {
  const { entryFrom } = keys;
  const texts: string[] = [];
  const counts: number[] = [];
  const areas: number[] = [];
  const kinds: number[] = [];
  for (let key = 0; key < entryFrom.length - 1; key += 1) {
    const before = areas.length;
    const end = entryFrom[key + 1] ?? 0;
    for (let entry = entryFrom[key] ?? 0; entry < end; entry += 1) {
      const area = keys.areas[entry] ?? 0;
      const kind = keys.kinds[entry] ?? 0;
      const isSettlement = (kindOf[area] ?? 0) >= kindNumbers.capital;
      if (isSettlement || kind === keyKinds.inner || kind === keyKinds.joined) continue;
      areas.push(area);
      kinds.push(kind);
    }
    if (areas.length === before) continue;
    texts.push(bytesOfLine(keys.texts, key));
    counts.push(areas.length - before);
  }
  return { texts: texts.join('\n'), counts, areas, kinds };
}
