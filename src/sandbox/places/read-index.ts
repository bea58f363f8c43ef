// Makes of the bytes of an index file what searches work on: arrays, so that a thread can hand them over.
import { setImmediate } from 'node:timers/promises';
import { unpackImportance, wellKnown } from './importance';
import { frontDecode, unpackIndex } from './index-file';
import { degreesOf, keyKinds, kindBits, kindMask, kindNumbers } from './index-format';

export type IndexData = Awaited<ReturnType<typeof readIndex>>;

const newline = 0x0a;

/**
 * Reads an index.
 * @throws Error when the bytes are none
 */
export async function readIndex(bytes: Buffer) {
  const file = await unpackIndex(bytes);
  const keys = frontDecode({
    shared: file.numbers('shared'),
    further: file.numbers('further'),
    tails: file.bytes('tails'),
  });
  // Requests are answered between the steps.
  await setImmediate();
  const entries = entriesOf(file.numbers('areas'), file.numbers('kinds'));
  const parts = { ...keys, entries, entryFrom: positionsOf(file.numbers('counts')) };
  const kind = new Uint8Array(file.numbers('kind'));
  const importance = new Float32Array(mapped(file.numbers('importance'), unpackImportance));
  const special = specialKeys(parts, kind, importance);
  await setImmediate();
  return {
    notes: file.notes,
    keys: parts,
    ...special,
    kind,
    importance,
    ids: summed(file.numbers('ids')),
    latitude: mapped(file.numbers('latitude'), degreesOf),
    longitude: mapped(file.numbers('longitude'), degreesOf),
    country: new Uint32Array(file.numbers('country')),
    region: new Uint32Array(file.numbers('region')),
    district: new Uint32Array(file.numbers('district')),
    names: indexLines(file.bytes('names')),
    blocks: file.blocks,
  };
}

function entriesOf(areas: ArrayLike<number>, kinds: ArrayLike<number>): Uint32Array {
  const entries = new Uint32Array(areas.length);
  for (let at = 0; at < entries.length; at += 1) {
    entries[at] = (areas[at] ?? 0) * 2 ** kindBits + (kinds[at] ?? 0);
  }
  return entries;
}

/** Numbers of the keys of well-known places, and of the keys of areas. */
function specialKeys(
  { entries, entryFrom }: { entries: Uint32Array; entryFrom: Uint32Array },
  kindOf: Uint8Array,
  importance: Float32Array,
) {
  const [known, areas]: [number[], number[]] = [[], []];
  for (let key = 0; key < entryFrom.length - 1; key += 1) {
    let [isKnown, isArea] = [false, false];
    for (let at = entryFrom[key] ?? 0; at < (entryFrom[key + 1] ?? 0); at += 1) {
      const entry = entries[at] ?? 0;
      const [place, kind] = [entry >>> kindBits, entry & kindMask];
      const isSettlement = (kindOf[place] ?? 0) >= kindNumbers.capital;
      if (kind <= keyKinds.alternate && (importance[place] ?? 0) >= wellKnown) isKnown = true;
      if ((kind <= keyKinds.code || kind === keyKinds.part) && !isSettlement) isArea = true;
    }
    if (isKnown) known.push(key);
    if (isArea) areas.push(key);
  }
  return { wellKnown: Uint32Array.from(known), areaKeys: Uint32Array.from(areas) };
}

/** A loop: the function `from` of arrays collects all values first. */
function mapped(numbers: ArrayLike<number>, by: (number: number) => number): Float64Array {
  const values = new Float64Array(numbers.length);
  for (let at = 0; at < values.length; at += 1) values[at] = by(numbers[at] ?? 0);
  return values;
}

/** Each number with those before it. */
function summed(numbers: ArrayLike<number>): Uint32Array {
  return positionsOf(numbers).slice(1);
}

/** Where each part begins whose lengths are given; the last position is the end. */
function positionsOf(lengths: ArrayLike<number>): Uint32Array {
  const from = new Uint32Array(lengths.length + 1);
  for (let at = 0; at < lengths.length; at += 1)
    from[at + 1] = (from[at] ?? 0) + (lengths[at] ?? 0);
  return from;
}

/** The text of lines, and where each begins; after the last, where the next one would. */
function indexLines(bytes: Uint8Array) {
  // A copy, so that the rest of the unpacked file is not kept.
  const text = new Uint8Array(bytes);
  let lines = 1;
  for (let at = 0; at < text.length; at += 1) if (text[at] === newline) lines += 1;
  const from = new Uint32Array(lines + 1);
  let line = 1;
  for (let at = 0; at < text.length; at += 1) if (text[at] === newline) from[line++] = at + 1;
  from[lines] = text.length + 1;
  return { text, from };
}
