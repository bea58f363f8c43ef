// waypost removes control characters and escape sequences from text for a terminal.
import { Chalk } from 'chalk';
import { describe, expect, test } from 'vitest';
import type { ColorLevel } from '../../../src/cli/output/color';
import { Output } from '../../../src/cli/output/output';
import { oneLine, printable, tableText } from '../../../src/cli/output/printable';
import { showMovingLine } from '../../../src/cli/output/progress';
import { commandText } from '../../../src/lib/command-text';
import { invalidInput } from '../../../src/lib/errors';
import { SecretMask } from '../../../src/lib/masking';
import { safeJson } from '../../../src/lib/safe-json';

test.each([
  ['plain text', 'Grüße, 日本 🙂', 'Grüße, 日本 🙂'],
  ['line feeds and tabs', 'a\n\tb', 'a\n\tb'],
  ['a color', '\x1b[31mred\x1b[0m', 'red'],
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
])('printable removes everything that could control a terminal from %s', (_name, text, clean) => {
  expect(printable(text)).toBe(clean);
});

test('oneLine replaces line breaks and repeated spaces with one space', () => {
  expect(oneLine(' a\n\n\tb\x1b[1m\nc ')).toBe('a b c');
});

test.each([
  ['of the maximum length', `a${'b'.repeat(9_999)}`, `a${'b'.repeat(9_999)}`],
  ['above the maximum length', `a${'b'.repeat(10_000)}`, `a${'b'.repeat(9_999)}…`],
  [
    'that would be cut within a surrogate pair',
    `a${'🙂'.repeat(5_000)}`,
    `a${'🙂'.repeat(4_999)}…`,
  ],
  ['with line feeds', 'a\nb', 'a b'],
])('tableText turns text %s into a table cell', (_name, text, cell) => {
  expect(tableText(text)).toBe(cell);
});

test.each([
  ['an escape sequence', '\x1b[31m', '"\\u001b[31m"'],
  ['DEL and the C1 control characters', '\x7f\x85\x9b', '"\\u007f\\u0085\\u009b"'],
  ['overrides of the reading direction', '\u202e\u2066', '"\\u202e\\u2066"'],
  ['line separators', '\u2028\u2029', '"\\u2028\\u2029"'],
  ['no letters', 'Grüße 日本 🙂', '"Grüße 日本 🙂"'],
])('safeJson escapes %s', (_name, text, json) => {
  expect(safeJson(text)).toBe(json);
  expect(JSON.parse(safeJson({ [text]: text }))).toEqual({ [text]: text });
});

describe('Output', () => {
  const hostile = 'a\x1b[31mb\x1b]0;title\x07\r\x1b[2Kc\u202ed\x9b1me';
  const red = `\x1b[31mabcde\x1b[39m`;

  /** Returns the text that `work` writes to standard output and standard error, with color by default. */
  async function written(work: (output: Output) => unknown, color: ColorLevel = 1) {
    const texts = { stdout: '', stderr: '' };
    const stream = (name: keyof typeof texts) => ({
      isTTY: true,
      columns: 80,
      write: (text: string | Uint8Array) => (texts[name] += Buffer.from(text).toString()),
    });
    const output = new Output({
      streams: { stdout: stream('stdout'), stderr: stream('stderr') },
      json: false,
      colorOf: () => color,
      mask: new SecretMask(),
      debug: false,
      commandText,
    });
    await work(output);
    return texts.stdout + texts.stderr;
  }

  test.each<[string, (output: Output) => unknown, text: string]>([
    [
      'a result',
      (output) => output.result({}, (look) => `${hostile} ${look.red(hostile)}`),
      `abcde ${red}\n`,
    ],
    [
      'a result in lines',
      (output) => output.result({}, () => [`${hostile}\n`, 'x\ny']),
      'abcde \nx y\n',
    ],
    [
      'a table of rows',
      (output) => {
        const fields = [{ name: 'a', path: ['a'], from: undefined }];
        output.shape = { format: 'table', header: true, fields, rows: [], columns: [] };
        return output.result([{ a: hostile }], () => '');
      },
      '\x1b[1mA\x1b[22m\nabcde\n',
    ],
    ['printed text', (output) => output.print(hostile), 'abcde'],
    ['a note', (output) => output.note((look) => look.red(hostile)), `${red}\n`],
    ['a warning', (output) => output.warn(hostile), '\x1b[33mWarning:\x1b[39m abcde\n'],
    [
      'an error',
      (output) => output.error(invalidInput(hostile, hostile)),
      `\x1b[31mError:\x1b[39m abcde\n\x1b[2mabcde\x1b[22m\n`,
    ],
    [
      'a line that is redrawn',
      (output) => showMovingLine(output, () => hostile).end(),
      '\x1b[?25l\r\x1b[2Kabcde\r\x1b[2K\x1b[?25h',
    ],
  ])('removes control sequences from %s', async (_name, work, text) => {
    expect(await written(work)).toBe(text);
  });

  test('removes control sequences from text with nested styles and several lines', async () => {
    const text = await written((output) =>
      output.result({}, (look) => look.dim(`a ${look.bold(hostile)} b\n${look.red('c')}`)),
    );
    expect(text).toBe(
      `${new Chalk({ level: 1 }).dim(`a ${new Chalk({ level: 1 }).bold('abcde')} b\n\x1b[31mc\x1b[39m`)}\n`,
    );
  });

  test('removes control sequences even if color is disabled', async () => {
    const text = await written((output) => output.note((look) => look.red(hostile)), 0);
    expect(text).toBe('abcde\n');
  });
});
