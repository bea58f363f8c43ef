// A map from the digests of requests to numbers. An entry of a Map with string keys would take about 150 bytes. An
// entry of this table takes 27 to 54 bytes, so ten million distinct rows fit into half a gigabyte.
import { createHash } from 'node:crypto';

/** The length of a digest in bytes. With 96 bits, a collision is very unlikely even among a billion requests. */
export const digestLength = 12;

const wordsPerDigest = digestLength / 4;
const firstCapacity = 1024;
const empty = -1;

/** Returns the digest of a string, in base64. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, digestLength).toString('base64');
}

export function isDigest(value: unknown): value is string {
  return typeof value === 'string' && /^[\w+/]{16}$/.test(value);
}

/** Maps digests in base64 to non-negative integers, such as positions in a file. */
export class DigestTable {
  #words = new Uint32Array(firstCapacity * wordsPerDigest);
  #values = new Float64Array(firstCapacity).fill(empty);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Returns the number for a digest, or undefined if the table does not contain the digest. */
  get(digest: string): number | undefined {
    const value = this.#values[this.#slotOf(digestWords(digest))];
    return value === empty ? undefined : value;
  }

  set(digest: string, value: number): void {
    if (this.#size >= this.#values.length * 0.75) this.#grow();
    this.#put(digestWords(digest), value);
  }

  #put(words: Uint32Array, value: number): void {
    const slot = this.#slotOf(words);
    if (this.#values[slot] === empty) this.#size += 1;
    this.#words.set(words, slot * wordsPerDigest);
    this.#values[slot] = value;
  }

  /** Returns the slot that contains the digest, or the free slot in which to store the digest. */
  #slotOf(words: Uint32Array): number {
    const last = this.#values.length - 1;
    let slot = (words[0] ?? 0) & last;
    while (this.#values[slot] !== empty && !this.#holds(slot, words)) slot = (slot + 1) & last;
    return slot;
  }

  #holds(slot: number, words: Uint32Array): boolean {
    const at = slot * wordsPerDigest;
    return words.every((word, index) => this.#words[at + index] === word);
  }

  #grow(): void {
    const [words, values] = [this.#words, this.#values];
    this.#words = new Uint32Array(words.length * 2);
    this.#values = new Float64Array(values.length * 2).fill(empty);
    this.#size = 0;
    values.forEach((value, slot) => {
      if (value === empty) return;
      this.#put(words.subarray(slot * wordsPerDigest, (slot + 1) * wordsPerDigest), value);
    });
  }
}

function digestWords(digest: string): Uint32Array {
  const bytes = Buffer.from(digest, 'base64');
  return Uint32Array.of(bytes.readUInt32LE(0), bytes.readUInt32LE(4), bytes.readUInt32LE(8));
}
