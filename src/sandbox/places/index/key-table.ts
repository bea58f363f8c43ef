// The sorted keys of the index. A binary search finds the range of the keys that begin with a prefix.
import { bytesOfLine, lengthOfLine } from './lines';
import type { KeyData } from './read-index';

/** The keys from position `from` up to, but not including, position `to`. */
export interface KeyRange {
  from: number;
  to: number;
}

/** True if a byte continues a UTF-8 character. */
const isFurtherByte = (byte: number) => (byte & 0xc0) === 0x80;

/**
 * Converts text to a key: a string with one character for each UTF-8 byte. Searches compare and measure keys in bytes.
 */
export function toKey(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Converts a key back to its text. */
export function fromKey(key: string): string {
  return Buffer.from(key, 'latin1').toString();
}

/** Splits a key into letters. A letter consists of the bytes of one Unicode character. */
export function lettersOf(key: string): string[] {
  return key.match(/[\0-\x7f]|[\xc0-\xff][\x80-\xbf]*/g) ?? [];
}

/**
 * Sorted keys without duplicates, and the places that each key finds. Methods accept and return keys in the format that
 * `toKey` returns.
 */
export class KeyTable {
  readonly all: KeyRange;
  readonly #data: KeyData;

  constructor(data: KeyData) {
    this.#data = data;
    this.all = { from: 0, to: data.entryFrom.length - 1 };
  }

  /** Returns the position of a key, or undefined if the key is not in the range. */
  find(key: string, { from, to }: KeyRange = this.all): number | undefined {
    const at = firstNotBefore(from, to, (position) => this.#compare(position, key) < 0);
    const isFound = at < to && this.length(at) === key.length && this.#compare(at, key) === 0;
    return isFound ? at : undefined;
  }

  /** Returns the range of the keys with this prefix. The range is empty if no key has the prefix. */
  beginningWith(beginning: string, { from, to }: KeyRange = this.all): KeyRange {
    const first = firstNotBefore(from, to, (at) => this.#compare(at, beginning) < 0);
    return {
      from: first,
      to: firstNotBefore(first, to, (at) => this.#compare(at, beginning) === 0),
    };
  }

  /** Yields each letter that follows a prefix, with the range of the keys that continue with this letter. */
  *lettersAfter(
    beginning: string,
    { from, to }: KeyRange,
  ): Generator<{ letter: string; range: KeyRange }> {
    for (let at = from; at < to; ) {
      const letter = this.#letterAt(at, beginning.length);
      if (letter === '') {
        at += 1;
        continue;
      }
      const range = this.beginningWith(beginning + letter, { from: at, to });
      yield { letter, range };
      at = range.to;
    }
  }

  /**
   * Calls `visit` with each entry of a range: the number of the place or area, the kind of key, and the key's position.
   */
  eachEntry({ from, to }: KeyRange, visit: (area: number, kind: number, at: number) => void): void {
    const { entryFrom, areas, kinds } = this.#data;
    for (let at = from; at < to; at += 1) {
      const end = entryFrom[at + 1] ?? 0;
      for (let entry = entryFrom[at] ?? 0; entry < end; entry += 1) {
        visit(areas[entry] ?? 0, kinds[entry] ?? 0, at);
      }
    }
  }

  /** Returns the number of bytes in the key at a position. */
  length(at: number): number {
    return lengthOfLine(this.#data.texts, at);
  }

  /** Returns the key at a position. */
  text(at: number): string {
    return bytesOfLine(this.#data.texts, at);
  }

  /** Returns the letter in a key after `depth` bytes, or an empty string at the end of the key. */
  #letterAt(at: number, depth: number): string {
    const { bytes, from } = this.#data.texts;
    if (depth >= this.length(at)) return '';
    const start = (from[at] ?? 0) + depth;
    let end = start + 1;
    while (isFurtherByte(bytes[end] ?? 0)) end += 1;
    return String.fromCharCode(...bytes.subarray(start, end));
  }

  /**
   * Compares a key with a string. Returns 0 if the key begins with the string, a negative number if the key precedes
   * the string, or a positive number if the key follows the string.
   */
  #compare(at: number, text: string): number {
    const { bytes, from } = this.#data.texts;
    const start = from[at] ?? 0;
    // If a key is shorter than the string, the comparison reads the newline after the key. The newline byte is less
    // than every byte in a key, so the key precedes the string.
    for (let index = 0; index < text.length; index += 1) {
      const order = (bytes[start + index] ?? 0) - text.charCodeAt(index);
      if (order !== 0) return order;
    }
    return 0;
  }
}

/** Returns a range that contains only this position, or an empty range if the position is undefined. */
export function singleKey(key: number | undefined): KeyRange {
  return key === undefined ? { from: 0, to: 0 } : { from: key, to: key + 1 };
}

/**
 * Returns the first position in a sorted range for which `isBefore` is false, or `to` if `isBefore` is true for every
 * position.
 */
export function firstNotBefore(
  from: number,
  to: number,
  isBefore: (position: number) => boolean,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
