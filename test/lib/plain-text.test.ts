// plainText makes text from other programs safe to show: it removes everything that moves the cursor, colors or reorders.
import { expect, test } from 'vitest';
import { plainText } from '../../src/lib/plain-text';

test.each([
  ['no characters from plain text', 'Grüße, 東京\n\ttab', 'Grüße, 東京\n\ttab'],
  ['a color sequence', 'a\x1b[31mred\x1b[0m', 'ared'],
  ['an 8-bit color sequence', 'a\x9b31mred', 'ared'],
  ['a sequence with intermediate bytes', 'a\x1b[?25 qb', 'ab'],
  ['an unfinished sequence', 'a\x1b[31', 'a'],
  ['a title that ends with BEL', 'a\x1b]0;title\x07b', 'ab'],
  ['a title that ends with ST', 'a\x1b]0;title\x1b\\b', 'ab'],
  ['an 8-bit title sequence', 'a\x9d0;title\x9cb', 'ab'],
  ['a device control string', 'a\x1bPq#0\x1b\\b', 'ab'],
  ['a link', '\x1b]8;;https://evil.example\x07here\x1b]8;;\x07', 'here'],
  ['a short sequence', 'a\x1bcb', 'ab'],
  ['a character set selection', 'a\x1b(0b', 'ab'],
  ['a single escape', 'a\x1b', 'a'],
  ['backspaces and carriage returns', 'a\bb\rc', 'abc'],
  ['BEL, NUL and DEL', 'a\x07\0\x7fb', 'ab'],
  ['direction marks', 'a\u202eb\u2066c\u200fd\u061ce', 'abcde'],
])('plainText removes %s', (_, text, plain) => {
  expect(plainText(text)).toBe(plain);
});
