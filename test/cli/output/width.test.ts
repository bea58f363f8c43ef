// Columns of a text: the letters and signs that are counted without a segmenter are as wide as it says.
import { describe, expect, test } from 'vitest';
import { widthOf, wrap } from '../../../src/cli/output/width';

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

describe('wrap', () => {
  test.each<[text: string, lines: string[]]>([
    ['', ['']],
    ['short', ['short']],
    ['two words', ['two words']],
    ['three short words', ['three', 'short', 'words']],
    ['a-very-long-word here', ['a-very-long-word', 'here']],
    ['東京 大阪 京都', ['東京 大阪', '京都']],
  ])('breaks %j at spaces, and keeps words', (text, lines) => {
    expect(wrap(text, 9)).toEqual(lines);
  });

  test.each<[text: string, lines: string[]]>([
    ['json|ndjson|csv', ['json|', 'ndjson|', 'csv']],
    ['abcdefghijklm n', ['abcdefghi', 'jklm n']],
    ['東京東京東京', ['東京東京', '東京']],
  ])('breaks the long words of %j after punctuation or where the line is full', (text, lines) => {
    expect(wrap(text, 9, { breaksWords: true })).toEqual(lines);
  });

  test('indents the first line and the further ones', () => {
    expect(wrap('three short words', 9, { first: 1, further: 3 })).toEqual([
      ' three',
      '   short',
      '   words',
    ]);
  });
});
