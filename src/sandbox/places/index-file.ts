// The file of an index: the numbers and texts that searches need, compressed as one, then the records of the
// places in blocks, each compressed on its own, of which only the one that is asked for is unpacked.
import { promisify } from 'node:util';
import { brotliCompressSync, brotliDecompress, constants } from 'node:zlib';
import type { IndexNotes } from './index-format';

const lengthBytes = 4;
/** A larger window saves little here, and takes its size in memory while a file is opened. */
const windowBits = 20;

/** Where a section begins, its bytes and the number of its values. */
type Section = readonly [at: number, length: number, values: number];

interface Head {
  sections: Record<string, Section>;
  /** Compressed lengths. */
  blocks: number[];
  notes: IndexNotes;
}

export interface IndexContent {
  /** Whole numbers from 0 up to 32 bits. */
  numbers: Readonly<Record<string, ArrayLike<number>>>;
  texts: Readonly<Record<string, Uint8Array>>;
  blocks: readonly string[];
  notes: IndexNotes;
}

/**
 * The bytes of an index file.
 * @param quality of the compression, 0 to 11
 */
export function packIndex({ numbers, texts, blocks, notes }: IndexContent, quality: number) {
  const compress = (bytes: Buffer) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_LGWIN]: windowBits,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    });
  const packed = blocks.map((block) => compress(Buffer.from(block)));
  const parts: Uint8Array[] = [];
  const sections: Record<string, Section> = {};
  let at = 0;
  const put = (name: string, bytes: Uint8Array, values: number) => {
    sections[name] = [at, bytes.length, values];
    parts.push(bytes);
    at += bytes.length;
  };
  for (const [name, values] of Object.entries(numbers)) put(name, planesOf(values), values.length);
  for (const [name, text] of Object.entries(texts)) put(name, text, text.length);
  const head: Head = { sections, blocks: packed.map(({ length }) => length), notes };
  const search = Buffer.concat([withLength(Buffer.from(JSON.stringify(head))), ...parts]);
  const size = Buffer.alloc(lengthBytes);
  size.writeUInt32BE(search.length);
  return Buffer.concat([size, withLength(compress(search)), ...packed]);
}

/**
 * Unpacks the bytes of a file, beside the event loop.
 * @throws Error when they are no index
 */
export async function unpackIndex(file: Buffer) {
  const [packed, blocks] = split(file.subarray(lengthBytes));
  // In one piece: pieces would be joined, in twice the memory.
  const search = await promisify(brotliDecompress)(packed, { chunkSize: file.readUInt32BE() });
  const [text, content] = split(search);
  const head: Head = JSON.parse(text.toString());
  const from = [0];
  for (const length of head.blocks) from.push((from.at(-1) ?? 0) + length);
  const section = (name: string): { bytes: Uint8Array; values: number } => {
    const found = head.sections[name];
    if (!found) throw new Error(`The places index has no ${name}.`);
    const [at, length, values] = found;
    return { bytes: content.subarray(at, at + length), values };
  };
  return {
    notes: head.notes,
    /** The compressed blocks, and where each begins. A copy, so that the rest of the file is not kept. */
    blocks: { bytes: new Uint8Array(blocks), from },
    bytes: (name: string): Uint8Array => section(name).bytes,
    numbers(name: string): Uint8Array | Uint32Array {
      const { bytes, values } = section(name);
      if (bytes.length === values) return bytes;
      const numbers = new Uint32Array(values);
      for (let plane = 0; plane * values < bytes.length; plane += 1) {
        addPlane(numbers, bytes.subarray(plane * values, (plane + 1) * values), 8 * plane);
      }
      return numbers;
    },
  };
}

/** The lowest byte of every number, then the next byte of every number: it compresses to less. */
function planesOf(numbers: ArrayLike<number>): Uint8Array {
  let most = 0;
  for (let at = 0; at < numbers.length; at += 1) most = Math.max(most, numbers[at] ?? 0);
  const width = Math.max(1, Math.ceil(Math.log2(most + 1) / 8));
  const bytes = new Uint8Array(width * numbers.length);
  for (let plane = 0; plane < width; plane += 1) {
    for (let at = 0; at < numbers.length; at += 1) {
      bytes[plane * numbers.length + at] = (numbers[at] ?? 0) >>> (8 * plane);
    }
  }
  return bytes;
}

/** A function of its own, so that it is soon compiled. */
function addPlane(numbers: Uint32Array, plane: Uint8Array, shift: number): void {
  for (let at = 0; at < numbers.length; at += 1) {
    numbers[at] = (numbers[at] as number) | ((plane[at] as number) << shift);
  }
}

function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** The bytes that stand after their length, and what follows them. */
function split(bytes: Buffer): [Buffer, Buffer] {
  const end = lengthBytes + bytes.readUInt32BE();
  return [bytes.subarray(lengthBytes, end), bytes.subarray(end)];
}

/** Keys in the form of the file: of each the shared bytes, the number of further ones, and these. */
export interface FrontCoded {
  shared: ArrayLike<number>;
  further: ArrayLike<number>;
  tails: Uint8Array;
}

/** Codes sorted keys, given as bytes with one character each. */
export function frontCode(keys: readonly string[]): FrontCoded {
  const shared = new Uint32Array(keys.length);
  const further = new Uint32Array(keys.length);
  const tails: string[] = [];
  let before = '';
  for (const [at, key] of keys.entries()) {
    let same = 0;
    while (same < before.length && key[same] === before[same]) same += 1;
    shared[at] = same;
    further[at] = key.length - same;
    tails.push(key.slice(same));
    before = key;
  }
  return { shared, further, tails: Buffer.from(tails.join(''), 'latin1') };
}

/** The bytes of all keys, and where each begins; the last position is the end. */
export function frontDecode({ shared, further, tails }: FrontCoded) {
  const from = new Uint32Array(shared.length + 1);
  for (let at = 0; at < shared.length; at += 1) {
    from[at + 1] = (from[at] ?? 0) + (shared[at] ?? 0) + (further[at] ?? 0);
  }
  const text = new Uint8Array(from[shared.length] ?? 0);
  let [next, tail, before] = [0, 0, 0];
  for (let at = 0; at < shared.length; at += 1) {
    const start = next;
    const same = shared[at] ?? 0;
    const rest = further[at] ?? 0;
    // Most copies are of a few bytes: a loop is faster than a call.
    for (let byte = 0; byte < same; byte += 1) text[next++] = text[before + byte] ?? 0;
    for (let byte = 0; byte < rest; byte += 1) text[next++] = tails[tail++] ?? 0;
    before = start;
  }
  return { text, from };
}
