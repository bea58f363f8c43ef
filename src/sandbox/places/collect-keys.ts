// The texts that lead to places, sorted, in the form of the index.
import { fold } from './fold';
import { kindBits } from './index-notes';
import { type KeyKind, keyKinds, toKey } from './keys';
import type { PlaceRecord } from './record';
import { eachKey } from './record-keys';
import { wellKnown } from './standing';

/** Words for kinds of areas. */
const areaWords = new Set(['county', 'parish', 'district', 'municipality', 'province', 'borough']);

/** Entries by key: each entry points to the previous one with the same key. */
class Entries {
  readonly keys = new Map<string, number>();
  readonly #values: number[] = [];
  readonly #previous: number[] = [];
  readonly #last: number[] = [];

  get size(): number {
    return this.#values.length;
  }

  add(text: string, value: number): void {
    const key = toKey(text);
    let number = this.keys.get(key);
    if (number === undefined) {
      number = this.keys.size;
      this.keys.set(key, number);
      this.#last.push(-1);
    }
    this.#previous.push(this.#last[number] ?? -1);
    this.#last[number] = this.#values.length;
    this.#values.push(value);
  }

  /** Calls back with the entries of a key, the latest first. */
  each(key: string, visit: (value: number) => void): void {
    const number = this.keys.get(key) ?? -1;
    for (let at = this.#last[number] ?? -1; at >= 0; at = this.#previous[at] ?? -1) {
      visit(this.#values[at] ?? 0);
    }
  }
}

/** The sections of the index about keys. `points` is the standing of each record. */
export function collectKeys(
  records: readonly PlaceRecord[],
  points: Float32Array,
  areaNames: readonly (readonly [string, string])[],
) {
  const found = new Entries();
  const put = (text: string, area: number, kind: KeyKind) =>
    found.add(text, area * 2 ** kindBits + kind);
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
  return sorted(found, records, points);
}

function sorted(found: Entries, records: readonly PlaceRecord[], points: Float32Array) {
  const keys = [...found.keys.keys()].sort();
  const keyFrom = new Uint32Array(keys.length + 1);
  const entryFrom = new Uint32Array(keys.length + 1);
  const entries = new Uint32Array(found.size);
  const known: number[] = [];
  const areas: number[] = [];
  let next = 0;
  for (const [at, key] of keys.entries()) {
    let [isKnown, isArea] = [false, false];
    found.each(key, (entry) => {
      entries[next] = entry;
      next += 1;
      const place = entry >>> kindBits;
      const kind = entry - place * 2 ** kindBits;
      const record = records[place];
      const isSettlement = record?.kind === 'settlement' || record?.kind === 'capital';
      if (kind <= keyKinds.alternate && (points[place] ?? 0) >= wellKnown) isKnown = true;
      if ((kind <= keyKinds.code || kind === keyKinds.part) && !isSettlement) isArea = true;
    });
    keyFrom[at + 1] = (keyFrom[at] ?? 0) + key.length;
    entryFrom[at + 1] = next;
    if (isKnown) known.push(at);
    if (isArea) areas.push(at);
  }
  return {
    ...{ keyFrom, entryFrom, entries, keyText: Buffer.from(keys.join(''), 'latin1') },
    ...{ wellKnown: Uint32Array.from(known), areaKeys: Uint32Array.from(areas) },
  };
}
