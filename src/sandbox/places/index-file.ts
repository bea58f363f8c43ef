// The file of an index: the numbers and texts that searches need, compressed as one, then the records of the
// places in blocks, each compressed on its own, of which only the one that is asked for is unpacked.
import { promisify } from 'node:util';
import { brotliCompressSync, brotliDecompress, constants } from 'node:zlib';

const lengthBytes = 4;
/** A larger window saves little here, and takes its size in memory while a file is opened. */
const windowBits = 20;

/** Where a section begins, its bytes and the number of its values. */
type Section = readonly [at: number, length: number, values: number];

interface Head<Notes> {
  sections: Record<string, Section>;
  blocks: number[];
  notes: Notes;
}

export interface IndexContent<Notes> {
  /** Whole numbers from 0 up to 32 bits. */
  numbers: Readonly<Record<string, ArrayLike<number>>>;
  texts: Readonly<Record<string, Uint8Array>>;
  blocks: readonly string[];
  /** Small tables that are not numbers. */
  notes: Notes;
}

/**
 * The bytes of an index file.
 * @param quality of the compression, 0 to 11
 */
export function packIndex<Notes>(content: IndexContent<Notes>, quality: number): Buffer {
  const compress = (bytes: Buffer) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_LGWIN]: windowBits,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    });
  const packed = content.blocks.map((block) => compress(Buffer.from(block)));
  const pieces: Uint8Array[] = [];
  const sections: Record<string, Section> = {};
  let at = 0;
  const put = (name: string, bytes: Uint8Array, values: number) => {
    sections[name] = [at, bytes.length, values];
    pieces.push(bytes);
    at += bytes.length;
  };
  for (const [name, numbers] of Object.entries(content.numbers)) {
    put(name, planesOf(numbers), numbers.length);
  }
  for (const [name, text] of Object.entries(content.texts)) put(name, text, text.length);
  const head: Head<Notes> = {
    sections,
    blocks: packed.map(({ length }) => length),
    notes: content.notes,
  };
  const search = Buffer.concat([withLength(Buffer.from(JSON.stringify(head))), ...pieces]);
  const start = Buffer.alloc(2 * lengthBytes);
  const packedSearch = compress(search);
  start.writeUInt32BE(search.length);
  start.writeUInt32BE(packedSearch.length, lengthBytes);
  return Buffer.concat([start, packedSearch, ...packed]);
}

export class IndexFile<Notes> {
  readonly notes: Notes;
  /** The compressed blocks, and where each begins. */
  readonly blocks: { bytes: Uint8Array; from: readonly number[] };
  readonly #sections: Record<string, Section>;
  readonly #search: Buffer;

  private constructor(search: Buffer, blocks: Buffer) {
    const [text, rest] = split(search);
    const head: Head<Notes> = JSON.parse(text.toString());
    this.notes = head.notes;
    this.#sections = head.sections;
    this.#search = rest;
    const from = [0];
    for (const length of head.blocks) from.push((from.at(-1) ?? 0) + length);
    // A copy, so that the compressed rest of the file is not kept.
    this.blocks = { bytes: new Uint8Array(blocks), from };
  }

  /**
   * Unpacks the bytes of a file, beside the event loop.
   * @throws Error when they are no index
   */
  static async unpack<Notes>(bytes: Buffer): Promise<IndexFile<Notes>> {
    const size = bytes.readUInt32BE();
    const [search, blocks] = split(bytes.subarray(lengthBytes));
    // In one piece: pieces would be joined, in twice the memory.
    return new IndexFile(await promisify(brotliDecompress)(search, { chunkSize: size }), blocks);
  }

  numbers(name: string): Uint8Array | Uint32Array {
    const [, length, values] = this.#section(name);
    const bytes = this.bytes(name);
    if (length === values) return bytes;
    const numbers = new Uint32Array(values);
    for (let plane = 0; plane * values < length; plane += 1) {
      addPlane(numbers, bytes.subarray(plane * values, (plane + 1) * values), 8 * plane);
    }
    return numbers;
  }

  bytes(name: string): Uint8Array {
    const [at, length] = this.#section(name);
    return this.#search.subarray(at, at + length);
  }

  #section(name: string): Section {
    const section = this.#sections[name];
    if (!section) throw new Error(`The places index has no ${name}.`);
    return section;
  }
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

/** The bytes after their length. */
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
