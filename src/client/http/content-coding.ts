// Removes compression that was not asked for, such as that of a gateway.
import type { Transform } from 'node:stream';
import { failed } from '../reasons';
import type { AnswerHead } from './exchange';
import { WholeBody } from './whole-body';

/**
 * A stream that decompresses a body; undefined if it is not compressed. Throws `invalid_response` for an
 * unknown compression.
 */
export async function decompressor(head: AnswerHead): Promise<Transform | undefined> {
  const coding = String(head.headers['content-encoding'] ?? '')
    .trim()
    .toLowerCase();
  if (coding === '' || coding === 'identity') return undefined;
  const { createBrotliDecompress, createGunzip, createInflate } = await import('node:zlib');
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip();
  if (coding === 'br') return createBrotliDecompress();
  if (coding === 'deflate') return createInflate();
  throw failed(
    'invalid_response',
    'compressed',
    `The answer is compressed as ${coding}, which was not requested.`,
    { status: head.status },
  );
}

/** A whole body, decompressed. A body that cannot be, or would be too large, is returned as it is. */
export async function decompressed(head: AnswerHead, body: Buffer): Promise<Buffer> {
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
