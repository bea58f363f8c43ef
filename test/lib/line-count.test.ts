// Line feeds in bytes, which are counted four bytes at a time.
import { expect, test } from 'vitest';
import { countLineFeeds } from '../../src/lib/line-count';

test.each([
  ['no bytes', ''],
  ['one line feed', '\n'],
  ['consecutive line feeds', '\n\n\n\n\n\n\n'],
  ['bytes that differ from a line feed in one bit', '\x0b\x08\x0e\x02\x1a\x2a\x4a\x8a\n'],
  ['a zero after a line feed', '\n\0\0\0\0\n'],
  ['every byte', String.fromCharCode(...Array.from({ length: 256 }, (_, code) => code))],
])('countLineFeeds counts the line feeds in %s at every memory alignment', (_, text) => {
  for (let before = 0; before < 8; before += 1) {
    const bytes = Buffer.from('\n'.repeat(before) + text, 'latin1').subarray(before);
    expect(countLineFeeds(bytes)).toBe(text.split('\n').length - 1);
  }
});
