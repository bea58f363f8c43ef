// Pseudo-random numbers and texts. The same words give the same values on every machine.
import { createHash } from 'node:crypto';

export const lettersAndDigits = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Returns a digest of words. Their boundaries are part of it. */
function digest(words: readonly (string | number)[]): Buffer {
  return createHash('sha256').update(JSON.stringify(words)).digest();
}

/** Returns a number from 0 to under 1 for the words. */
export function repeatableNumber(...words: readonly (string | number)[]): number {
  return digest(words).readUInt32LE(0) / 2 ** 32;
}

/** Returns letters and digits for the words, at most 32. */
export function repeatableText(length: number, ...words: readonly (string | number)[]): string {
  return [...digest(words).subarray(0, length)].map((byte) => lettersAndDigits[byte % 36]).join('');
}

/** Returns a sequence of numbers from 0 to under 1 for the words (mulberry32). */
export function repeatableSequence(...words: readonly (string | number)[]): () => number {
  let state = digest(words).readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
