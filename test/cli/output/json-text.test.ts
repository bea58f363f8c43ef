// The JSON that `waypost api` prints at a terminal.
import { Chalk } from 'chalk';
import { expect, test } from 'vitest';
import { readableJson } from '../../../src/cli/commands/api/api';

const value = { 'a"b: 1': ['x: "true"', 1.5e-7, true, null, {}], c: { d: '\x1b[2J\u202e' } };

/** Replaces each color's escape sequence with a letter. */
function marked(text: string): string {
  return text
    .replaceAll('\x1b[34m', 'B')
    .replaceAll('\x1b[32m', 'G')
    .replaceAll('\x1b[33m', 'Y')
    .replaceAll('\x1b[39m', '.');
}

test('readableJson indents JSON and escapes control characters', () => {
  const text = readableJson(value, new Chalk({ level: 0 }));
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toBe(
    [
      '{',
      '  "a\\"b: 1": [',
      '    "x: \\"true\\"",',
      '    1.5e-7,',
      '    true,',
      '    null,',
      '    {}',
      '  ],',
      '  "c": {',
      '    "d": "\\u001b[2J\\u202e"',
      '  }',
      '}',
    ].join('\n'),
  );
});

test('readableJson uses different colors for names, strings and other values', () => {
  expect(marked(readableJson(value, new Chalk({ level: 1 })))).toBe(
    [
      '{',
      '  B"a\\"b: 1".: [',
      '    G"x: \\"true\\"".,',
      '    Y1.5e-7.,',
      '    Ytrue.,',
      '    Ynull.,',
      '    {}',
      '  ],',
      '  B"c".: {',
      '    B"d".: G"\\u001b[2J\\u202e".',
      '  }',
      '}',
    ].join('\n'),
  );
});
