// The texts that lead to places, sorted, in the form of the index.
import { fold } from './fold';
import { frontCode } from './front-coding';
import { kindBits, kindMask } from './index-notes';
import { type KeyKind, keyKinds, toKey } from './keys';
import type { PlaceRecord } from './record';
import { eachKey } from './record-keys';

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

/** The sections of the index about keys: the keys, and the places and kinds of each. */
export function collectKeys(
  records: readonly PlaceRecord[],
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
  const keys = [...found.keys.keys()].sort();
  const { tails, ...coded } = frontCode(keys);
  const [counts, areas, kinds]: [number[], number[], number[]] = [[], [], []];
  for (const key of keys) {
    const before = areas.length;
    found.each(key, (entry) => {
      areas.push(entry >>> kindBits);
      kinds.push(entry & kindMask);
    });
    counts.push(areas.length - before);
  }
  return { tails, numbers: { ...coded, counts, areas, kinds } };
}
