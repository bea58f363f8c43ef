// All keys of the index, sorted, so that a binary search finds the range of keys with a common beginning.
// Keys are given as bytes, one character each (keys.ts).
import { kindBits, kindMask } from './index-format';

/** Keys from `from` up to, not including, `to`. */
export interface KeyRange {
  from: number;
  to: number;
}

/** The data of a table: the bytes of all keys and their positions, the entries and their positions. */
export interface KeyParts {
  text: Uint8Array;
  from: Uint32Array;
  entryFrom: Uint32Array;
  entries: Uint32Array;
}

/** Sorted keys without repetitions, and the places of each. */
export class KeyTable {
  readonly size: number;
  readonly all: KeyRange;
  readonly #text: Uint8Array;
  readonly #from: Uint32Array;
  readonly #entryFrom: Uint32Array;
  readonly #entries: Uint32Array;
  readonly #only: Uint32Array | undefined;

  /** @param only numbers of the keys to search; default: all */
  constructor(parts: KeyParts, only?: Uint32Array) {
    this.#text = parts.text;
    this.#from = parts.from;
    this.#entryFrom = parts.entryFrom;
    this.#entries = parts.entries;
    this.#only = only;
    this.size = only ? only.length : parts.from.length - 1;
    this.all = { from: 0, to: this.size };
  }

  /**
   * The position of a key; undefined if there is none.
   * @param rest the key without its first `depth` bytes, which all keys of the range have in common
   */
  find(rest: string, within: KeyRange = this.all, depth = 0): number | undefined {
    const { from } = this.beginningWith(rest, within, depth);
    return from < within.to &&
      this.#startsWith(from, rest, depth) &&
      this.length(from) === depth + rest.length
      ? from
      : undefined;
  }

  /** The keys with this beginning; an empty range if there are none. `depth` as for `find`. */
  beginningWith(rest: string, within: KeyRange = this.all, depth = 0): KeyRange {
    const first = this.#first(rest, within, depth, false);
    // Most guesses are the beginning of no key: then the end of the range is not needed.
    if (first === within.to || !this.#startsWith(first, rest, depth))
      return { from: first, to: first };
    return { from: first, to: this.#first(rest, { from: first, to: within.to }, depth, true) };
  }

  /**
   * The letters that follow the first `depth` bytes of a range, each with its range.
   * @param like only letters of its alphabet: nobody mistypes a Latin letter as a Chinese one
   */
  children(
    depth: number,
    { from, to }: KeyRange,
    like: string,
  ): { letter: string; range: KeyRange }[] {
    const children: { letter: string; range: KeyRange }[] = [];
    // The first byte of a letter identifies its alphabet.
    const lead = like.charCodeAt(0);
    for (let at = from; at < to; ) {
      const letter = this.#letter(at, depth);
      const first = letter.charCodeAt(0);
      if (letter === '') {
        at += 1;
        continue;
      }
      if (first > lead && first >= 0x80) break;
      const end = this.#first(letter, { from: at, to }, depth, true);
      if (lead < 0x80 || first === lead) children.push({ letter, range: { from: at, to: end } });
      at = end;
    }
    return children;
  }

  /** Calls back with each entry of a range: the place's number, its kind of key, and its position. */
  eachEntry({ from, to }: KeyRange, visit: (area: number, kind: number, at: number) => void): void {
    for (let at = from; at < to; at += 1) {
      const key = this.#key(at);
      const end = this.#entryFrom[key + 1] ?? 0;
      for (let next = this.#entryFrom[key] ?? 0; next < end; next += 1) {
        const entry = this.#entries[next] ?? 0;
        visit(entry >>> kindBits, entry & kindMask, at);
      }
    }
  }

  length(at: number): number {
    const key = this.#key(at);
    return (this.#from[key + 1] ?? 0) - (this.#from[key] ?? 0);
  }

  text(at: number): string {
    const key = this.#key(at);
    const bytes = this.#text.subarray(this.#from[key] ?? 0, this.#from[key + 1] ?? 0);
    return String.fromCharCode(...bytes);
  }

  #key(at: number): number {
    return this.#only ? (this.#only[at] ?? 0) : at;
  }

  /** The letter of a key after this many bytes; empty at its end. */
  #letter(at: number, depth: number): string {
    const key = this.#key(at);
    const from = (this.#from[key] ?? 0) + depth;
    const end = this.#from[key + 1] ?? 0;
    if (from >= end) return '';
    let letter = String.fromCharCode(this.#text[from] ?? 0);
    for (let next = from + 1; next < end && ((this.#text[next] ?? 0) & 0xc0) === 0x80; next += 1) {
      letter += String.fromCharCode(this.#text[next] ?? 0);
    }
    return letter;
  }

  #startsWith(at: number, rest: string, depth: number): boolean {
    return this.length(at) >= depth + rest.length && this.#compare(at, rest, depth) === 0;
  }

  /** Compares a key, without its first bytes, with a text; 0 if it begins with the text. */
  #compare(at: number, rest: string, depth: number): number {
    const key = this.#key(at);
    const from = (this.#from[key] ?? 0) + depth;
    const end = this.#from[key + 1] ?? 0;
    for (let index = 0; index < rest.length; index += 1) {
      if (from + index >= end) return -1;
      const order = (this.#text[from + index] ?? 0) - rest.charCodeAt(index);
      if (order !== 0) return order;
    }
    return 0;
  }

  /** The first position whose key is not before the text; with `after`, after all keys that begin with it. */
  #first(rest: string, { from, to }: KeyRange, depth: number, after: boolean): number {
    return firstNotBefore(from, to, (position) => {
      const order = this.#compare(position, rest, depth);
      return order < 0 || (after && order === 0);
    });
  }
}

/** The first position in a sorted range that is not before what is wanted; `to` where all are. */
export function firstNotBefore(
  from: number,
  to: number,
  isBefore: (position: number) => boolean,
): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
