// Response compression that waypost did not request: waypost decompresses known codings and reports the others.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bodyLimit, decompressed, decompressor } from '../../../src/client/http/body';
import { systemTest } from '../../support/runs';

const text = 'row,1\n'.repeat(100);

const head = (coding?: string) => ({
  status: 200,
  headers: coding === undefined ? {} : { 'content-encoding': coding },
});

const codings: [coding: string, compress: (bytes: string) => Buffer][] = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  [' GZIP ', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
];

describe.each(codings)('a body with the content coding %j', (coding, compress) => {
  test('is decompressed if it is complete', async () => {
    expect(String(await decompressed(head(coding), compress(text)))).toBe(text);
  });

  test('is decompressed if it is streamed', async () => {
    const unpack = await decompressor(head(coding));
    unpack?.end(compress(text));
    const pieces: Buffer[] = [];
    for await (const piece of unpack ?? []) pieces.push(piece);
    expect(String(Buffer.concat(pieces))).toBe(text);
  });

  test('is left unchanged if it is not compressed', async () => {
    expect(String(await decompressed(head(coding), Buffer.from('plain')))).toBe('plain');
  });

  const limitTest = coding === 'gzip' ? test : systemTest;
  limitTest('is left compressed if the decompressed body would exceed the size limit', async () => {
    const packed = compress('x'.repeat(bodyLimit + 1));
    expect((await decompressed(head(coding), packed)).equals(packed)).toBe(true);
    const largest = compress('x'.repeat(bodyLimit));
    expect(await decompressed(head(coding), largest)).toHaveLength(bodyLimit);
  });
});

test.each([undefined, '', ' ', 'identity', 'IDENTITY'])(
  'a body with the content coding %j is not decompressed',
  async (coding) => {
    expect(await decompressor(head(coding))).toBeUndefined();
    expect(String(await decompressed(head(coding), Buffer.from('plain')))).toBe('plain');
  },
);

test('a body with an unknown content coding is rejected if it is streamed, and left unchanged if it is complete', async () => {
  await expect(decompressor(head('zstd'))).rejects.toMatchObject({
    code: 'invalid_response',
    reason: 'compressed',
    status: 200,
    message: 'The response uses an unsupported compression method: zstd.',
  });
  expect(String(await decompressed(head('zstd'), Buffer.from('plain')))).toBe('plain');
});
