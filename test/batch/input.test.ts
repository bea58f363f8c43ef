// What a batch's file is read as: every row once and as it stood, whatever wrote it and however it comes in.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatByName, type InputFormat, openInput } from '../../src/batch/input';
import { toldOf } from '../support/advised';

interface Reading {
  format?: InputFormat | undefined;
  hasHeader?: boolean;
  /** How many bytes come at a time. */
  size?: number;
}

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Reads all of a text or of bytes. */
async function read(
  input: string | Uint8Array,
  { format, hasHeader = true, size = 4096 }: Reading = {},
) {
  const bytes = typeof input === 'string' ? Buffer.from(input) : input;
  const { rows, ...opened } = await openInput(pieces(bytes, size), {
    format,
    hasHeader,
    file: 'in.csv',
  });
  const kept = [];
  let read = 0;
  for await (const row of rows) {
    expect(row.number).toBe(kept.length + 1);
    expect(row.size).toBeGreaterThan(0);
    read += row.size;
    kept.push(row.input);
  }
  expect(read).toBeLessThanOrEqual(bytes.length + 1);
  return { ...opened, rows: kept };
}

describe('CSV', () => {
  test.each<[what: string, text: string, header: string[], rows: string[][]]>([
    [
      'plain',
      'a,b\n1,2\n3,4\n',
      ['a', 'b'],
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['no line feed at the end', 'a,b\n1,2', ['a', 'b'], [['1', '2']]],
    ['CRLF', 'a,b\r\n1,2\r\n', ['a', 'b'], [['1', '2']]],
    ['CR alone', 'a,b\r1,2\r', ['a', 'b'], [['1', '2']]],
    [
      'both ends of lines',
      'a,b\n1,2\r\n3,4\n',
      ['a', 'b'],
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['a byte order mark', '\ufeffa,b\n1,2\n', ['a', 'b'], [['1', '2']]],
    ['semicolons', 'a;b\n1,5;2\n', ['a', 'b'], [['1,5', '2']]],
    ['tabs', 'a\tb\n1,5;\t2\n', ['a', 'b'], [['1,5;', '2']]],
    ['a delimiter within quotes', '"a;b;c",d\n1,2\n', ['a;b;c', 'd'], [['1', '2']]],
    ['quotes', 'a,b\n"x, y","say ""hi"""\n', ['a', 'b'], [['x, y', 'say "hi"']]],
    ['line feeds within quotes', 'a,b\n"x\ny","p\r\nq"\n', ['a', 'b'], [['x\ny', 'p\r\nq']]],
    ['blank lines before semicolons', '\n\na;b\n1;2\n', ['a', 'b'], [['1', '2']]],
    ['a header over two lines', '"a\nb";c\n1;2\n', ['a\nb', 'c'], [['1', '2']]],
    ['a quote in the middle of a cell', 'a,b\n5" pipe,2\n', ['a', 'b'], [['5" pipe', '2']]],
    ['a CR in the middle of a cell', 'a,b\nx\ry,2\n', ['a', 'b'], [['x\ry', '2']]],
    ['blanks', 'a,b\n 1 ,\t2\n', ['a', 'b'], [[' 1 ', '\t2']]],
    ['ragged rows', 'a,b\n1\n1,2,3\n', ['a', 'b'], [['1'], ['1', '2', '3']]],
    [
      'blank lines between rows of two',
      '\na,b\n\n1,2\n\n\n3,4\n\n',
      ['a', 'b'],
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['blank lines where a row is one cell', '\na\n\n1\n\n', ['a'], [[''], ['1'], ['']]],
    ['only a header', 'a,b\n', ['a', 'b'], []],
    ['only a header, without its end', 'a,b', ['a', 'b'], []],
    ['names twice, and none', 'a,a,\n1,2,3\n', ['a', 'a', ''], [['1', '2', '3']]],
  ])('%s', async (_, text, header, rows) => {
    expect(await read(text)).toMatchObject({ format: 'csv', header, rows });
  });

  test.each<[string, string]>([
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
  ])('the delimiter is told: %s', async (_, delimiter) => {
    expect((await read(`a${delimiter}b\n1${delimiter}2\n`)).delimiter).toBe(delimiter);
  });

  test.each<[what: string, text: string, rows: string[][]]>([
    [
      'the first row is one like the others',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'blank lines',
      '\na,b\n\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['blank lines where a row is one cell', 'a\n\n1\n', [['a'], [''], ['1']]],
    ['nothing', '', []],
  ])('without a header: %s', async (_, text, rows) => {
    expect(await read(text, { hasHeader: false, format: 'csv' })).toMatchObject({
      header: undefined,
      rows,
    });
  });

  test.each<[what: string, input: string | Uint8Array, message: RegExp]>([
    ['nothing at all', '', /^The file is empty\.$/],
    ['nothing but blank lines', '\n\n\r\n', /^The file is empty\.$/],
    [
      'a quote that is never closed',
      'a,b\n1,2\n"3,4\n5,6\n',
      /A quote in the file is never closed/,
    ],
    ['a cell of more than a MiB', `a\n${'x'.repeat(1_100_000)}\n`, /longer than 1 MiB/],
  ])('%s: invalid_input, with what to do', async (_, input, message) => {
    expect(await toldOf(() => read(input))).toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(/./),
    });
  });

  const fromLatin1 =
    /^Save the file as UTF-8, .* --file in-utf8\.csv: iconv -f WINDOWS-1252 -t UTF-8 in\.csv > in-utf8\.csv$/;
  test.each<[what: string, bytes: Buffer, message: RegExp, hint: RegExp]>([
    ['Latin-1', Buffer.from('a\nGr\xfcn\nM\xfcller\n', 'latin1'), /^Line 2 is not/, fromLatin1],
    [
      'Latin-1 in its first line',
      Buffer.from('Stra\xdfe\n', 'latin1'),
      /^Line 1 is not/,
      fromLatin1,
    ],
    [
      'Latin-1 without a last line feed',
      Buffer.from('a\n\n\xfc', 'latin1'),
      /^Line 3 is not/,
      fromLatin1,
    ],
    [
      'UTF-8 with a damaged character',
      Buffer.concat([Buffer.from('a\nGrün\n'), Buffer.from('b\nGr\xfcn\n', 'latin1')]),
      /^Line 4 is not/,
      /^Correct line 4: /,
    ],
    [
      'UTF-8 that is cut off',
      Buffer.from('a\nGrün\nü').subarray(0, -1),
      /^Line 3 is not/,
      /^Correct line 3/,
    ],
    [
      'UTF-16',
      Buffer.from('\ufeffa\n1\n', 'utf16le'),
      /^Line 1 .* in UTF-16\.$/,
      /iconv -f UTF-16 -t/,
    ],
    [
      'UTF-16 without a mark',
      Buffer.from('a\n1\n', 'utf16le'),
      /in UTF-16\.$/,
      /iconv -f UTF-16LE -t/,
    ],
    [
      'big-endian UTF-16',
      Buffer.from('a\n1\n', 'utf16le').swap16(),
      /in UTF-16\.$/,
      /-f UTF-16BE -t/,
    ],
  ])('%s is refused with its line and what to do', async (_, bytes, message, hint) => {
    for (const size of [2, 3, 4096]) {
      expect(await toldOf(() => read(bytes, { size }))).toEqual({
        code: 'invalid_input',
        message: expect.stringMatching(message),
        hint: expect.stringMatching(hint),
      });
    }
  });

  test('what is wrong further on shows when it is come to', async () => {
    for (const end of ['"open\n', Buffer.from('\xff\n', 'latin1')]) {
      const bytes = Buffer.concat([Buffer.from(`a\n${'1\n'.repeat(50_000)}`), Buffer.from(end)]);
      const { rows } = await openInput(pieces(bytes, 512), { format: undefined, hasHeader: true });
      let count = 0;
      await expect(
        (async () => {
          for await (const _ of rows) count += 1;
        })(),
      ).rejects.toMatchObject({ code: 'invalid_input' });
      // A few may be read ahead, and are not asked for.
      expect(count).toBeGreaterThan(30_000);
    }
  });

  test('a cell of nearly a MiB', async () => {
    const cell = 'x, "y"\n'.repeat(100_000);
    const { rows } = await read(`a,b\n"${cell.replaceAll('"', '""')}",2\n`);
    expect(rows).toEqual([[cell, '2']]);
  });
});

describe('NDJSON', () => {
  test.each<[what: string, text: string, rows: string[]]>([
    ['plain', '{"a":1}\n{"a":2}\n', ['{"a":1}', '{"a":2}']],
    ['no line feed at the end', '{"a":1}\n{"a":2}', ['{"a":1}', '{"a":2}']],
    ['CRLF and blanks', ' {"a":1} \r\n\t{"a":2}\r\n', ['{"a":1}', '{"a":2}']],
    ['blank lines are none', '\n\n{"a":1}\n \n{"a":2}\n\n', ['{"a":1}', '{"a":2}']],
    ['a byte order mark', '\ufeff{"a":1}\n', ['{"a":1}']],
    ['what is no JSON stays a row', '{"a":1}\nnot json\n', ['{"a":1}', 'not json']],
  ])('%s', async (_, text, rows) => {
    expect(await read(text)).toMatchObject({ format: 'ndjson', header: undefined, rows });
  });

  test('nothing', async () => {
    expect((await read('', { format: 'ndjson' })).rows).toEqual([]);
  });

  test('a line without an end', async () => {
    await expect(read(`{"a":1}\n{"${'x'.repeat(1_100_000)}`)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('Line 2 is longer'),
    });
  });
});

describe('lines', () => {
  test.each<[what: string, text: string, rows: string[]]>([
    ['each as it stands', ' a, "b" \n\tc\n', [' a, "b" ', '\tc']],
    ['without what ends them', 'a\r\nb\r\nc', ['a', 'b', 'c']],
    ['a blank one is a row, so that answers stand beside their lines', 'a\n\nb\n', ['a', '', 'b']],
    ['none', '', []],
  ])('%s', async (_, text, rows) => {
    expect(await read(text, { format: 'lines' })).toMatchObject({
      header: ['line'],
      rows: rows.map((row) => [row]),
    });
  });
});

describe('the format', () => {
  test.each<[string, InputFormat | undefined]>([
    ['a.csv', 'csv'],
    ['b.NDJSON', 'ndjson'],
    ['c.jsonl', 'ndjson'],
    ['d.txt', 'lines'],
    ['e.tsv', 'csv'],
    ['-', undefined],
    ['csv', undefined],
  ])('by the name %s: %s', (name, format) => {
    expect(formatByName(name)).toBe(format);
  });

  test.each<[string, InputFormat]>([
    ['{"a":1}\n', 'ndjson'],
    [' \n {"a":1}\n', 'ndjson'],
    ['a,b\n', 'csv'],
    ['[1]\n', 'csv'],
    ['"{",b\n', 'csv'],
  ])('by what it begins with: %j is %s', async (text, format) => {
    expect((await read(text)).format).toBe(format);
    expect((await read(text, { size: 1 })).format).toBe(format);
  });
});

describe('it may come in pieces of any size', () => {
  const texts: [InputFormat | undefined, string][] = [
    [undefined, 'näme;"qu""o\r\nte"\r\nGrün 😀;"a;\n""b"""\r\n;\r\n'],
    [undefined, '\ufeffa\tb\n1\t2\n\n"x\ty"\tü\n'],
    [undefined, '"a\nb";c\n1;2\n'],
    [undefined, 'a,b\r"1\r2",é\r'],
    [undefined, '\n {"q":"Zürich 😀"}\r\n\r\n{"q":2}'],
    ['lines', 'Zürich\r\n\r\n😀 '],
  ];
  test.each(texts)('as %s: %j', async (format, text) => {
    const whole = await read(text, { format });
    expect(whole.rows.length).toBeGreaterThan(0);
    for (let size = 1; size < Buffer.byteLength(text); size += 1) {
      expect(await read(text, { format, size }), `in pieces of ${size}`).toEqual(whole);
    }
  });
});

/** A cell as a careful program writes it: quoted where it must be. */
function cell(text: string, delimiter: string): string {
  return /["\r\n]/.test(text) || text.includes(delimiter) || text === ''
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}

test.each<[text: string, hasByteOrderMark: boolean, lineEnding: string]>([
  ['a,b\n1,2\r\n', false, '\n'],
  ['a,b\r\n1,2\n', false, '\r\n'],
  ['"a\nb",c\r\n1,2\r\n', false, '\r\n'],
  ['"a\r\nb",c\n1,2\n', false, '\n'],
  ['\ufeff\r\na,b\r\n', true, '\r\n'],
  ['a,b', false, '\n'],
])('detects the byte order mark and the line ending of %j', async (text, hasMark, lineEnding) => {
  expect(await read(text)).toMatchObject({ hasByteOrderMark: hasMark, lineEnding });
});

test.each<[format: InputFormat, text: string, lines: number[]]>([
  ['csv', 'a,b\n1,2\n"x\ny",3\n\n4,5\n', [2, 3, 6]],
  ['csv', 'a,b\r\n1,2\r\n"x\r\ny",3\r\n\r\n4,5', [2, 3, 6]],
  ['csv', 'a\r1\r2\r', [2, 3]],
  ['ndjson', '{"q":1}\n\n{"q":2}', [1, 3]],
  ['lines', 'a\n\nb', [1, 2, 3]],
])('knows the line of each row of %s: %j', async (format, text, lines) => {
  const { rows } = await openInput(pieces(Buffer.from(text), 5), { format, hasHeader: true });
  const found: number[] = [];
  for await (const { line } of rows) found.push(line);
  expect(found).toEqual(lines);
});

test.each<[format: InputFormat, text: string, ends: number[]]>([
  ['csv', 'näme,b\n"x\ny",2\n\n3,4\n', [16, 21]],
  ['ndjson', '{"q":"ü"}\r\n\n{"q":2}', [12, 21]],
  ['lines', 'ä\nb\n', [3, 5]],
])('how far %s is read: %j', async (format, text, ends) => {
  const { rows } = await openInput(pieces(Buffer.from(text), 5), { format, hasHeader: true });
  const seen: number[] = [];
  for await (const { size } of rows) seen.push((seen.at(-1) ?? 0) + size);
  expect(seen).toEqual(ends);
});

test('whatever is written as CSV is read back, cell for cell', async () => {
  const anyCell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r\n', 'a', ' ', 'ü'), maxLength: 8 }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(anyCell, anyCell, anyCell), { maxLength: 12 }),
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n'),
      fc.integer({ min: 1, max: 64 }),
      async (records, delimiter, end, size) => {
        const header = ['one', 'two', 'three'];
        const text = [header, ...records]
          .map((cells) => `${cells.map((one) => cell(one, delimiter)).join(delimiter)}${end}`)
          .join('');
        expect(await read(text, { size })).toMatchObject({ header, rows: records });
      },
    ),
    { numRuns: 300 },
  );
});
