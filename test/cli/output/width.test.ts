// The number of terminal columns that text occupies, and line breaks. The fast calculation without Intl.Segmenter returns
// the same widths.
import { describe, expect, test } from 'vitest';
import { widthOf, wrap } from '../../../src/cli/output/width';

/** A character of zero width that makes widthOf use the segmenter. */
const invisible = '\u200b';

test('widthOf calculates the same width for a character with Intl.Segmenter as without it', () => {
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
])('widthOf measures the text %s as %i columns wide', (text, columns) => {
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
  ])('breaks the text %j at spaces and does not split words', (text, lines) => {
    expect(wrap(text, 9)).toEqual(lines);
  });

  test.each<[text: string, lines: string[]]>([
    ['json|ndjson|csv', ['json|', 'ndjson|', 'csv']],
    ['abcdefghijklm n', ['abcdefghi', 'jklm n']],
    ['東京東京東京', ['東京東京', '東京']],
  ])(
    'breaks long words in the text %j after punctuation or at the end of the line',
    (text, lines) => {
      expect(wrap(text, 9, { breaksWords: true })).toEqual(lines);
    },
  );

  test('indents the first line and the following lines by different amounts', () => {
    expect(wrap('three short words', 9, { first: 1, further: 3 })).toEqual([
      ' three',
      '   short',
      '   words',
    ]);
  });
});
