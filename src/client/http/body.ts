// The body of an answer: collected in one buffer, and without compression that was not asked for, such as that of a
// gateway.
import type { Transform } from 'node:stream';
import { failed } from '../reasons';
import type { ResponseHead } from './exchange';

/**
 * A stream that decompresses a body; undefined if it is not compressed. Throws `invalid_response` for an
 * unknown compression.
 */
export async function decompressor(head: ResponseHead): Promise<Transform | undefined> {
  const { 'content-encoding': header = '' } = head.headers;
  const coding = String(header).trim().toLowerCase();
  if (coding === '' || coding === 'identity') return undefined;
  const { createBrotliDecompress, createGunzip, createInflate } = await import('node:zlib');
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip();
  if (coding === 'br') return createBrotliDecompress();
  if (coding === 'deflate') return createInflate();
  const message = `The answer is compressed as ${coding}, which was not requested.`;
  throw failed('invalid_response', 'compressed', message, { status: head.status });
}

/** A whole body, decompressed. A body that cannot be, or would be too large, is returned as it is. */
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
 * Collects the pieces of a body, up to this many bytes (default: the largest body that is read). A service may send one
 * byte at a time; to keep each piece would take a hundred times as much memory.
 */
export class WholeBody {
  readonly #limit: number;
  #room = Buffer.alloc(0);
  #length = 0;
  #isFull = false;

  constructor(limit = bodyLimit) {
    this.#limit = limit;
  }

  /** Makes room for as many bytes as the head of the answer announces; NaN for an unknown number. */
  expect(length: number): void {
    if (length > this.#room.length && length <= this.#limit) {
      this.#room = Buffer.allocUnsafeSlow(length);
    }
  }

  /** Takes a piece; false from the piece on that makes the body larger than the limit. */
  add(piece: Uint8Array): boolean {
    const length = this.#length + piece.length;
    this.#isFull ||= length > this.#limit;
    if (this.#isFull) return false;
    if (length > this.#room.length) {
      const doubled = Math.max(this.#room.length * 2, 16 * 1024);
      const larger = Buffer.allocUnsafeSlow(Math.max(length, Math.min(doubled, this.#limit)));
      larger.set(this.bytes);
      this.#room = larger;
    }
    this.#room.set(piece, this.#length);
    this.#length = length;
    return true;
  }

  get bytes(): Buffer {
    return this.#room.subarray(0, this.#length);
  }
}

/** Bodies over this many bytes are refused. */
export const bodyLimit = 10 * 1024 * 1024;
