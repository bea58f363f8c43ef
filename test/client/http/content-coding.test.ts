// Compression that something on the way added: undone where it is known, told where it is not.
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

describe.each(codings)('%j', (coding, compress) => {
  test('a whole body', async () => {
    expect(String(await decompressed(head(coding), compress(text)))).toBe(text);
  });

  test('a body on its way', async () => {
    const unpack = await decompressor(head(coding));
    unpack?.end(compress(text));
    const pieces: Buffer[] = [];
    for await (const piece of unpack ?? []) pieces.push(piece);
    expect(String(Buffer.concat(pieces))).toBe(text);
  });

  test('a body that is not compressed so stays as it came', async () => {
    expect(String(await decompressed(head(coding), Buffer.from('plain')))).toBe('plain');
  });

  const limitTest = coding === 'gzip' ? test : systemTest;
  limitTest('so does one that would be larger than any that is read', async () => {
    const packed = compress('x'.repeat(bodyLimit + 1));
    expect((await decompressed(head(coding), packed)).equals(packed)).toBe(true);
    const largest = compress('x'.repeat(bodyLimit));
    expect(await decompressed(head(coding), largest)).toHaveLength(bodyLimit);
  });
});

test.each([undefined, '', ' ', 'identity', 'IDENTITY'])('%j is none', async (coding) => {
  expect(await decompressor(head(coding))).toBeUndefined();
  expect(String(await decompressed(head(coding), Buffer.from('plain')))).toBe('plain');
});

test('one that is not known is told, and a whole body stays as it came', async () => {
  await expect(decompressor(head('zstd'))).rejects.toMatchObject({
    code: 'invalid_response',
    reason: 'compressed',
    status: 200,
    message: 'The response is compressed as zstd, which was not requested.',
  });
  expect(String(await decompressed(head('zstd'), Buffer.from('plain')))).toBe('plain');
});
