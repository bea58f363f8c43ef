// How a batch reads its input file: every row once and unchanged, for each format and however the bytes arrive.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatByName, type InputFormat, openInput } from '../../src/batch/input';
import { toldOf } from '../support/advised';

interface Reading {
  format?: InputFormat | undefined;
  hasHeader?: boolean;
  /** The size of the pieces in bytes. */
  size?: number;
}

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Reads a complete input. */
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

describe('CSV input', () => {
  test.each<[what: string, text: string, header: string[], rows: string[][]]>([
    [
      'without special characters',
      'a,b\n1,2\n3,4\n',
      ['a', 'b'],
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['without a line feed at the end', 'a,b\n1,2', ['a', 'b'], [['1', '2']]],
    ['with CRLF', 'a,b\r\n1,2\r\n', ['a', 'b'], [['1', '2']]],
    ['with CR only', 'a,b\r1,2\r', ['a', 'b'], [['1', '2']]],
    [
      'with LF and CRLF',
      'a,b\n1,2\r\n3,4\n',
      ['a', 'b'],
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['with a byte order mark', '\ufeffa,b\n1,2\n', ['a', 'b'], [['1', '2']]],
    ['with semicolons', 'a;b\n1,5;2\n', ['a', 'b'], [['1,5', '2']]],
    ['with tabs', 'a\tb\n1,5;\t2\n', ['a', 'b'], [['1,5;', '2']]],
    ['with delimiters in quotes', '"a;b;c",d\n1,2\n', ['a;b;c', 'd'], [['1', '2']]],
    ['with quotes', 'a,b\n"x, y","say ""hi"""\n', ['a', 'b'], [['x, y', 'say "hi"']]],
    ['with line feeds in quotes', 'a,b\n"x\ny","p\r\nq"\n', ['a', 'b'], [['x\ny', 'p\r\nq']]],
    [
      'with blank lines before a header with semicolons',
      '\n\na;b\n1;2\n',
      ['a', 'b'],
      [['1', '2']],
    ],
    ['with a header on two lines', '"a\nb";c\n1;2\n', ['a\nb', 'c'], [['1', '2']]],
    ['with a quote in the middle of a cell', 'a,b\n5" pipe,2\n', ['a', 'b'], [['5" pipe', '2']]],
    ['with a CR in the middle of a cell', 'a,b\nx\ry,2\n', ['a', 'b'], [['x\ry', '2']]],
    ['with spaces around cells', 'a,b\n 1 ,\t2\n', ['a', 'b'], [[' 1 ', '\t2']]],
    ['with rows of different lengths', 'a,b\n1\n1,2,3\n', ['a', 'b'], [['1'], ['1', '2', '3']]],
    [
      'with blank lines between rows of two cells',
      '\na,b\n\n1,2\n\n\n3,4\n\n',
      ['a', 'b'],
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['with blank lines in a file of one column', '\na\n\n1\n\n', ['a'], [[''], ['1'], ['']]],
    ['with only a header', 'a,b\n', ['a', 'b'], []],
    ['with only a header without a line feed', 'a,b', ['a', 'b'], []],
    [
      'with a repeated and an empty column name',
      'a,a,\n1,2,3\n',
      ['a', 'a', ''],
      [['1', '2', '3']],
    ],
  ])('is parsed into a header and rows (input %s)', async (_, text, header, rows) => {
    expect(await read(text)).toMatchObject({ format: 'csv', header, rows });
  });

  test.each<[string, string]>([
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
  ])('can be delimited by a %s', async (_, delimiter) => {
    expect((await read(`a${delimiter}b\n1${delimiter}2\n`)).delimiter).toBe(delimiter);
  });

  test.each<[what: string, text: string, rows: string[][]]>([
    [
      'two rows',
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
    ['blank lines in one column', 'a\n\n1\n', [['a'], [''], ['1']]],
    ['no text', '', []],
  ])('without a header row is parsed into rows (input: %s)', async (_, text, rows) => {
    expect(await read(text, { hasHeader: false, format: 'csv' })).toMatchObject({
      header: undefined,
      rows,
    });
  });

  test.each<[what: string, input: string | Uint8Array, message: RegExp]>([
    ['it is empty', '', /^The file is empty\.$/],
    ['it contains only blank lines', '\n\n\r\n', /^The file is empty\.$/],
    ['a quote is never closed', 'a,b\n1,2\n"3,4\n5,6\n', /A quote in the file is never closed/],
    ['a cell is larger than 1 MiB', `a\n${'x'.repeat(1_100_000)}\n`, /longer than 1 MiB/],
  ])('is rejected with a hint if %s', async (_, input, message) => {
    expect(await toldOf(() => read(input))).toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(/./),
    });
  });

  const fromLatin1 =
    /^Convert the file to UTF-8 with `iconv -f WINDOWS-1252 -t UTF-8 in\.csv > in-utf8\.csv`, then use --file in-utf8\.csv\.$/;
  test.each<[what: string, bytes: Buffer, message: RegExp, hint: RegExp]>([
    ['Latin-1', Buffer.from('a\nGr\xfcn\nM\xfcller\n', 'latin1'), /^Line 2 is not/, fromLatin1],
    [
      'Latin-1 in the first line',
      Buffer.from('Stra\xdfe\n', 'latin1'),
      /^Line 1 is not/,
      fromLatin1,
    ],
    [
      'Latin-1 without a line feed at the end',
      Buffer.from('a\n\n\xfc', 'latin1'),
      /^Line 3 is not/,
      fromLatin1,
    ],
    [
      'UTF-8 with an invalid byte',
      Buffer.concat([Buffer.from('a\nGrün\n'), Buffer.from('b\nGr\xfcn\n', 'latin1')]),
      /^Line 4 is not/,
      /^Correct line 4, /,
    ],
    [
      'truncated UTF-8',
      Buffer.from('a\nGrün\nü').subarray(0, -1),
      /^Line 3 is not/,
      /^Correct line 3/,
    ],
    [
      'UTF-16',
      Buffer.from('\ufeffa\n1\n', 'utf16le'),
      /^Line 1 .* is UTF-16\.$/,
      /iconv -f UTF-16 -t/,
    ],
    [
      'UTF-16 without a byte order mark',
      Buffer.from('a\n1\n', 'utf16le'),
      /is UTF-16\.$/,
      /iconv -f UTF-16LE -t/,
    ],
    [
      'big-endian UTF-16',
      Buffer.from('a\n1\n', 'utf16le').swap16(),
      /is UTF-16\.$/,
      /-f UTF-16BE -t/,
    ],
  ])(
    'is rejected, with a hint to convert or correct the file, if it is %s',
    async (_, bytes, message, hint) => {
      for (const size of [2, 3, 4096]) {
        expect(await toldOf(() => read(bytes, { size }))).toEqual({
          code: 'invalid_input',
          message: expect.stringMatching(message),
          hint: expect.stringMatching(hint),
        });
      }
    },
  );

  test('provides more than half of its rows before an error at its end is reported', async () => {
    for (const end of ['"open\n', Buffer.from('\xff\n', 'latin1')]) {
      const bytes = Buffer.concat([Buffer.from(`a\n${'1\n'.repeat(50_000)}`), Buffer.from(end)]);
      const { rows } = await openInput(pieces(bytes, 512), { format: undefined, hasHeader: true });
      let count = 0;
      await expect(
        (async () => {
          for await (const _ of rows) count += 1;
        })(),
      ).rejects.toMatchObject({ code: 'invalid_input' });
      // The parser may have read some rows ahead of the error.
      expect(count).toBeGreaterThan(30_000);
    }
  });

  test('can contain a cell of nearly 1 MiB', async () => {
    const cell = 'x, "y"\n'.repeat(100_000);
    const { rows } = await read(`a,b\n"${cell.replaceAll('"', '""')}",2\n`);
    expect(rows).toEqual([[cell, '2']]);
  });
});

describe('NDJSON input', () => {
  test.each<[what: string, text: string, rows: string[]]>([
    ['without special characters', '{"a":1}\n{"a":2}\n', ['{"a":1}', '{"a":2}']],
    ['without a line feed at the end', '{"a":1}\n{"a":2}', ['{"a":1}', '{"a":2}']],
    ['with CRLF and spaces', ' {"a":1} \r\n\t{"a":2}\r\n', ['{"a":1}', '{"a":2}']],
    ['with blank lines', '\n\n{"a":1}\n \n{"a":2}\n\n', ['{"a":1}', '{"a":2}']],
    ['with a byte order mark', '\ufeff{"a":1}\n', ['{"a":1}']],
    ['with a line that is not JSON', '{"a":1}\nnot json\n', ['{"a":1}', 'not json']],
  ])('is split into rows (input %s)', async (_, text, rows) => {
    expect(await read(text)).toMatchObject({ format: 'ndjson', header: undefined, rows });
  });

  test('can be empty', async () => {
    expect((await read('', { format: 'ndjson' })).rows).toEqual([]);
  });

  test('is rejected if a line is too long', async () => {
    await expect(read(`{"a":1}\n{"${'x'.repeat(1_100_000)}`)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('Line 2 is longer'),
    });
  });
});

describe('input in the lines format', () => {
  test.each<[what: string, text: string, rows: string[]]>([
    ['with spaces and quotes', ' a, "b" \n\tc\n', [' a, "b" ', '\tc']],
    ['with CRLF line endings', 'a\r\nb\r\nc', ['a', 'b', 'c']],
    [
      'with blank lines, which are rows so that output lines match input lines',
      'a\n\nb\n',
      ['a', '', 'b'],
    ],
    ['with no text', '', []],
  ])('is split into rows (input %s)', async (_, text, rows) => {
    expect(await read(text, { format: 'lines' })).toMatchObject({
      header: ['line'],
      rows: rows.map((row) => [row]),
    });
  });
});

describe('the input format', () => {
  test.each<[string, InputFormat | undefined]>([
    ['a.csv', 'csv'],
    ['b.NDJSON', 'ndjson'],
    ['c.jsonl', 'ndjson'],
    ['d.txt', 'lines'],
    ['e.tsv', 'csv'],
    ['-', undefined],
    ['csv', undefined],
  ])('for the file name %s is %s', (name, format) => {
    expect(formatByName(name)).toBe(format);
  });

  test.each<[string, InputFormat]>([
    ['{"a":1}\n', 'ndjson'],
    [' \n {"a":1}\n', 'ndjson'],
    ['a,b\n', 'csv'],
    ['[1]\n', 'csv'],
    ['"{",b\n', 'csv'],
  ])('for a file that starts with %j is %s', async (text, format) => {
    expect((await read(text)).format).toBe(format);
    expect((await read(text, { size: 1 })).format).toBe(format);
  });
});

describe('input that arrives in chunks of any size', () => {
  const texts: [InputFormat | undefined, string][] = [
    [undefined, 'näme;"qu""o\r\nte"\r\nGrün 😀;"a;\n""b"""\r\n;\r\n'],
    [undefined, '\ufeffa\tb\n1\t2\n\n"x\ty"\tü\n'],
    [undefined, '"a\nb";c\n1;2\n'],
    [undefined, 'a,b\r"1\r2",é\r'],
    [undefined, '\n {"q":"Zürich 😀"}\r\n\r\n{"q":2}'],
    ['lines', 'Zürich\r\n\r\n😀 '],
  ];
  test.each(texts)(
    'has the same rows as the same input in one chunk (format: %s, text: %j)',
    async (format, text) => {
      const whole = await read(text, { format });
      expect(whole.rows.length).toBeGreaterThan(0);
      for (let size = 1; size < Buffer.byteLength(text); size += 1) {
        expect(await read(text, { format, size }), `in pieces of ${size}`).toEqual(whole);
      }
    },
  );
});

/** The cell, quoted if necessary. */
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
])(
  'openInput detects the byte order mark and the line ending of %j',
  async (text, hasMark, lineEnding) => {
    expect(await read(text)).toMatchObject({ hasByteOrderMark: hasMark, lineEnding });
  },
);

test.each<[format: InputFormat, text: string, lines: number[]]>([
  ['csv', 'a,b\n1,2\n"x\ny",3\n\n4,5\n', [2, 3, 6]],
  ['csv', 'a,b\r\n1,2\r\n"x\r\ny",3\r\n\r\n4,5', [2, 3, 6]],
  ['csv', 'a\r1\r2\r', [2, 3]],
  ['ndjson', '{"q":1}\n\n{"q":2}', [1, 3]],
  ['lines', 'a\n\nb', [1, 2, 3]],
])(
  'openInput reports the line number of each row in the %s input %j',
  async (format, text, lines) => {
    const { rows } = await openInput(pieces(Buffer.from(text), 5), { format, hasHeader: true });
    const found: number[] = [];
    for await (const { line } of rows) found.push(line);
    expect(found).toEqual(lines);
  },
);

test.each<[format: InputFormat, text: string, ends: number[]]>([
  ['csv', 'näme,b\n"x\ny",2\n\n3,4\n', [16, 21]],
  ['ndjson', '{"q":"ü"}\r\n\n{"q":2}', [12, 21]],
  ['lines', 'ä\nb\n', [3, 5]],
])(
  'the sizes that openInput reports for the rows add up to the number of bytes read (format: %s, input: %j)',
  async (format, text, ends) => {
    const { rows } = await openInput(pieces(Buffer.from(text), 5), { format, hasHeader: true });
    const seen: number[] = [];
    for await (const { size } of rows) seen.push((seen.at(-1) ?? 0) + size);
    expect(seen).toEqual(ends);
  },
);

test('openInput reads back random cells that were written as CSV', async () => {
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
