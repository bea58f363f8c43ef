// The digest table returns the same values as a Map, with a fraction of its memory.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DigestTable, digestLength } from '../../src/batch/digest-table';

const anyDigest = fc
  .uint8Array({ minLength: digestLength, maxLength: digestLength })
  .map((bytes) => Buffer.from(bytes).toString('base64'));

test('a digest table returns the same values as a Map, even after the table has grown', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyDigest, fc.nat()), { maxLength: 3000 }), (entries) => {
      const table = new DigestTable();
      const map = new Map<string, number>();
      for (const [digest, value] of entries) {
        expect(table.get(digest)).toBe(map.get(digest));
        table.set(digest, value);
        map.set(digest, value);
      }
      expect(table.size).toBe(map.size);
      for (const [digest, value] of map) expect(table.get(digest)).toBe(value);
    }),
    { numRuns: 30 },
  );
});

test('a digest table distinguishes digests that hash to the same slot', () => {
  const table = new DigestTable();
  const digests = Array.from({ length: 2000 }, (_, index) => {
    const bytes = Buffer.alloc(digestLength);
    bytes.writeUInt32LE(index, 8);
    return bytes.toString('base64');
  });
  digests.forEach((digest, index) => {
    table.set(digest, index);
  });
  expect(digests.map((digest) => table.get(digest))).toEqual(digests.map((_, index) => index));
});
