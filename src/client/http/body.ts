// Collects the body of a response in one buffer and decompresses the body. A gateway might compress a response even
// though waypost requests uncompressed responses.
import type { Transform } from 'node:stream';
import { failed } from '../reasons';
import type { ResponseHead } from './exchange';

/**
 * Returns a stream that decompresses the body, or undefined if the body is not compressed. Throws `invalid_response` if
 * the compression is unknown.
 */
export async function decompressor(head: ResponseHead): Promise<Transform | undefined> {
  const { 'content-encoding': header = '' } = head.headers;
  const coding = String(header).trim().toLowerCase();
  if (coding === '' || coding === 'identity') return undefined;
  const { createBrotliDecompress, createGunzip, createInflate } = await import('node:zlib');
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip();
  if (coding === 'br') return createBrotliDecompress();
  if (coding === 'deflate') return createInflate();
  const message = `The response uses an unsupported compression method: ${coding}.`;
  throw failed('invalid_response', 'compressed', message, { status: head.status });
}

/** Decompresses a body. Returns the body unchanged if decompression fails or if the result would be too large. */
export async function decompressed(head: ResponseHead, body: Buffer): Promise<Buffer> {
  try {
    const unpack = await decompressor(head);
    if (unpack === undefined) return body;
    const whole = new WholeBody();
    for await (const piece of unpack.end(body)) {
      if (!whole.add(piece)) return body;
    }
    return whole.bytes;
  } catch {
    return body;
  }
}

/**
 * Collects the chunks of a body in one buffer, up to `limit` bytes (default: `bodyLimit`). A service might send one
 * byte at a time, and an array of one-byte chunks would take a hundred times as much memory as one buffer.
 */
export class WholeBody {
  readonly #limit: number;
  #room = Buffer.alloc(0);
  #length = 0;
  #isFull = false;

  constructor(limit = bodyLimit) {
    this.#limit = limit;
  }

  /**
   * Allocates a buffer of `length` bytes, the body length that the response announces. Does nothing if `length` exceeds
   * the limit, or if `length` is NaN because the response does not announce a body length.
   */
  expect(length: number): void {
    if (length > this.#room.length && length <= this.#limit) {
      this.#room = Buffer.allocUnsafe(length);
    }
  }

  /** Adds a chunk. Returns false for the first chunk that exceeds the limit and for every later chunk. */
  add(chunk: Uint8Array): boolean {
    const length = this.#length + chunk.length;
    this.#isFull ||= length > this.#limit;
    if (this.#isFull) return false;
    if (length > this.#room.length) {
      const doubled = Math.max(this.#room.length * 2, 16 * 1024);
      const larger = Buffer.allocUnsafeSlow(Math.max(length, Math.min(doubled, this.#limit)));
      larger.set(this.bytes);
      this.#room = larger;
    }
    this.#room.set(chunk, this.#length);
    this.#length = length;
    return true;
  }

  get bytes(): Buffer {
    return this.#room.subarray(0, this.#length);
  }
}

/** The maximum size of a body that waypost reads, in bytes. */
export const bodyLimit = 10 * 1024 * 1024;
