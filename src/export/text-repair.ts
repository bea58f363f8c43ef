// JSON and Parquet hold only UTF-8. Invalid bytes become U+FFFD, as in the decoders of browsers; a character
// on the boundary of two chunks is joined first.
import { isUtf8 } from 'node:buffer';

const longestSequence = 4;

/** Turns consecutive chunks into valid UTF-8. */
export class TextRepair {
  #cut: Buffer = Buffer.alloc(0);
  #isStart = true;

  /** The chunk as valid UTF-8; up to three bytes of its end may come with the next one. */
  take(chunk: Uint8Array): Uint8Array {
    const bytes = this.#cut.length === 0 ? chunk : Buffer.concat([this.#cut, chunk]);
    const whole = bytes.length - cutSequence(bytes);
    this.#cut = Buffer.from(bytes.subarray(whole));
    const from = this.#isStart && startsWithMark(bytes) ? 3 : 0;
    if (whole > 0) this.#isStart = false;
    return repaired(bytes.subarray(from, whole));
  }

  /** The bytes left at the end; then starts again. */
  end(): Uint8Array {
    const rest = this.#cut;
    this.#cut = Buffer.alloc(0);
    this.#isStart = true;
    return repaired(rest);
  }
}

/** The byte order mark is not part of the first cell. */
function startsWithMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function repaired(bytes: Uint8Array): Uint8Array {
  return isUtf8(bytes)
    ? bytes
    : Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
}

/** How many bytes at the end are the beginning of an incomplete character. */
function cutSequence(bytes: Uint8Array): number {
  for (let back = 1; back < longestSequence && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? back : 0;
  }
  return 0;
}
