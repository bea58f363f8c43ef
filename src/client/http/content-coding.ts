// Removes compression that was not asked for, such as that of a gateway.
import type { Transform } from 'node:stream';
import { failed } from '../reasons';
import type { AnswerHead } from './failure';
import { bodyLimit } from './whole-body';

/** The compression of the body, in lower case; undefined if it has none. */
function encodingOf({ headers }: AnswerHead): string | undefined {
  const coding = String(headers['content-encoding'] ?? '')
    .trim()
    .toLowerCase();
  return coding === '' || coding === 'identity' ? undefined : coding;
}

/**
 * A stream that decompresses a body; undefined if it is not compressed. Throws `invalid_response` for an
 * unknown compression.
 */
export async function decompressor(head: AnswerHead): Promise<Transform | undefined> {
  const coding = encodingOf(head);
  if (coding === undefined) return undefined;
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

/** A whole body, decompressed. A body that cannot be decompressed is returned as it is. */
export async function decompressed(head: AnswerHead, body: Buffer): Promise<Buffer> {
  const coding = encodingOf(head);
  if (coding === undefined) return body;
  const { brotliDecompressSync, inflateSync, gunzipSync } = await import('node:zlib');
  const undo = {
    gzip: gunzipSync,
    'x-gzip': gunzipSync,
    deflate: inflateSync,
    br: brotliDecompressSync,
  };
  try {
    const known = Object.entries(undo).find(([name]) => name === coding);
    return known === undefined ? body : known[1](body, { maxOutputLength: bodyLimit });
  } catch {
    return body;
  }
}
