// Derives pseudo-random numbers and strings from words. The same words produce the same values on every machine.
import { createHash } from 'node:crypto';

export const lettersAndDigits = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Returns a digest of the words. The digest depends on the boundaries between the words: `['ab', 'c']` and `['a', 'bc']`
 * have different digests.
 */
function digest(words: readonly (string | number)[]): Buffer {
  return createHash('sha256').update(JSON.stringify(words)).digest();
}

/** Derives a number from the words: at least 0, and less than 1. */
export function repeatableNumber(...words: readonly (string | number)[]): number {
  return digest(words).readUInt32LE(0) / 2 ** 32;
}

/** Derives a string of `length` letters and digits from the words. The maximum length is 32. */
export function repeatableText(length: number, ...words: readonly (string | number)[]): string {
  return [...digest(words).subarray(0, length)].map((byte) => lettersAndDigits[byte % 36]).join('');
}

/**
 * Returns a function that generates pseudo-random numbers (mulberry32), with the words as the seed. Each number is at
 * least 0 and less than 1.
 */
export function repeatableSequence(...words: readonly (string | number)[]): () => number {
  let state = digest(words).readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
