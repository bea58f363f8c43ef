// What of a foreign text meets a terminal.
import { expect, test } from 'vitest';
import { safeJson, sanitize, sanitizeCell, sanitizeLine } from '../../../src/cli/output/sanitize';

test.each([
  ['plain text', 'Grüße, 日本 🙂', 'Grüße, 日本 🙂'],
  ['line feeds and tabs', 'a\n\tb', 'a\n\tb'],
  ['a colour', '\x1b[31mred\x1b[0m', 'red'],
  ['a cursor movement', 'a\x1b[2J\x1b[1;1Hb', 'ab'],
  ['a private mode', '\x1b[?25lx', 'x'],
  ['a title, ended by BEL', '\x1b]0;title\x07x', 'x'],
  ['a link, ended by ST', '\x1b]8;;https://a\x1b\\x\x1b]8;;\x1b\\', 'x'],
  ['a device string', '\x1bPq#0\x1b\\x', 'x'],
  ['a short sequence', '\x1bcx\x1b(Bx', 'xx'],
  ['the 8-bit forms', '\x9b31mx\x9d0;t\x9cx', 'xx'],
  ['an unfinished sequence', 'x\x1b[31', 'x'],
  ['an escape alone', 'x\x1b', 'x'],
  ['a sequence put together by stripping', '\x1b\x1b[31m[31mx', '[31mx'],
  ['a carriage return', 'safe\rbad', 'safebad'],
  ['backspaces', 'a\b\bb', 'ab'],
  ['NUL, DEL and C1', '\0a\x7f\x85b', 'ab'],
  ['overrides of the reading direction', '\u202eabc\u202c\u2066d\u2069\u200e\u061c', 'abcd'],
])('%s', (_name, text, clean) => {
  expect(sanitize(text)).toBe(clean);
});

test('one line', () => {
  expect(sanitizeLine(' a\n\n\tb\x1b[1m\nc ')).toBe('a b c');
});

test.each([
  ['as long as can be', `a${'b'.repeat(9_999)}`, `a${'b'.repeat(9_999)}`],
  ['longer', `a${'b'.repeat(10_000)}`, `a${'b'.repeat(9_999)}…`],
  ['cut in a character of two units', `a${'🙂'.repeat(5_000)}`, `a${'🙂'.repeat(4_999)}…`],
  ['with line feeds', 'a\nb', 'a b'],
])('a cell, %s', (_name, text, cell) => {
  expect(sanitizeCell(text)).toBe(cell);
});

test.each([
  ['a control', '\x1b[31m', '"\\u001b[31m"'],
  ['DEL and C1', '\x7f\x85\x9b', '"\\u007f\\u0085\\u009b"'],
  ['overrides', '\u202e\u2066', '"\\u202e\\u2066"'],
  ['line separators', '\u2028\u2029', '"\\u2028\\u2029"'],
  ['letters stay', 'Grüße 日本 🙂', '"Grüße 日本 🙂"'],
])('JSON: %s', (_name, text, json) => {
  expect(safeJson(text)).toBe(json);
  expect(JSON.parse(safeJson({ [text]: text }))).toEqual({ [text]: text });
});
