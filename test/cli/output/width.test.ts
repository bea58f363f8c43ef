// Columns of a text: the letters and signs that are counted without a segmenter are as wide as it says.
import { expect, test } from 'vitest';
import { widthOf } from '../../../src/cli/output/width';

/** A mark that takes no column, and sends the text through the segmenter. */
const invisible = '\u200b';

test('every character has the same width alone and beside a mark that takes none', () => {
  const differing: string[] = [];
  for (let code = 0x20; code < 0x3000; code += 1) {
    const text = String.fromCodePoint(code);
    if (/[\p{M}\p{Cc}]/u.test(text)) continue;
    if (widthOf(text) !== widthOf(text + invisible)) differing.push(code.toString(16));
  }
  expect(differing).toEqual([]);
});

test.each([
  ['Müller & Söhne…', 15],
  ['Жёлтый дом', 10],
  ['ja\u0308hrlich', 8],
  ['©\ufe0f', 2],
  ['\u00adx', 1],
  ['東京', 4],
])('%s takes %i columns', (text, columns) => {
  expect(widthOf(text)).toBe(columns);
});
