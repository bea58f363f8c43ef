// The text of rows with their answers in CSV, NDJSON and JSON. No cell of a row is lost.
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type OutputFormat, rowText } from '../../src/batch/output';
import type { RowAnswer, RowInput } from '../../src/batch/row';

const found: RowAnswer = {
  result: { name: 'Ada', hits: [{ id: 'x1' }, { id: 'x2' }], none: null, no: false, n: 1.5 },
  cost: 1,
};

const refusal: RowAnswer = {
  error: { code: 'api_error', message: 'Place, "not" found', status: 404, api_code: 4040 },
  cost: 0,
};

/** The text of these rows with their answers. */
function textOf(
  format: OutputFormat,
  rows: readonly [RowInput, RowAnswer][],
  options: Partial<Parameters<typeof rowText>[1]> = {},
): string {
  const text = rowText(format, {
    header: ['id', 'mail'],
    delimiter: ',',
    hasByteOrderMark: false,
    lineEnding: '\n',
    fields: ['name'],
    json: JSON.stringify,
    ...options,
  });
  const pieces = rows.map(([kept, answer], index) =>
    text.row({ number: index + 1, input: kept, answer }),
  );
  return [text.begin(), ...pieces, text.end()].join('');
}

describe('CSV output', () => {
  test('contains the input cells, the error and the result fields', () => {
    expect(
      textOf('csv', [
        [['1', 'a@b'], found],
        [['2', 'c@d'], refusal],
      ]),
    ).toBe(
      'id,mail,error.code,error.message,result.name\n1,a@b,,,Ada\n2,c@d,api_error,"Place, ""not"" found",\n',
    );
  });

  test.each<[header: string[] | undefined, text: string]>([
    [['id', 'mail'], '\ufeffid,mail,error.code,error.message,result.name\r\n1,"a\nb",,,Ada\r\n'],
    [undefined, '\ufeff1,"a\nb",,,Ada\r\n'],
  ])(
    'keeps the byte order mark and the CRLF line endings of the input (header: %j)',
    (header, text) => {
      const options = { header, hasByteOrderMark: true, lineEnding: '\r\n' } as const;
      expect(textOf('csv', [[['1', 'a\nb'], found]], options)).toBe(text);
    },
  );

  test.each<[path: string, cell: string]>([
    ['name', 'Ada'],
    ['hits.0.id', 'x1'],
    ['hits.1', '"{""id"":""x2""}"'],
    ['hits.2.id', ''],
    ['hits.length', ''],
    ['none', ''],
    ['no', 'false'],
    ['n', '1.5'],
    ['name.0', ''],
    ['nothing.at.all', ''],
    ['__proto__', ''],
    ['constructor.name', ''],
  ])('with the result field `%s` contains the cell %j', (path, cell) => {
    const text = textOf('csv', [[['1', 'a'], found]], { fields: [path] });
    expect(text).toBe(`id,mail,error.code,error.message,result.${path}\n1,a,,,${cell}\n`);
  });

  test('contains no result columns if there are no result fields', () => {
    expect(textOf('csv', [[['1', 'a'], found]], { fields: [] })).toBe(
      'id,mail,error.code,error.message\n1,a,,\n',
    );
  });

  test('pads short rows, and puts extra cells at the end, so that columns stay aligned', () => {
    expect(
      textOf('csv', [
        [['1'], refusal],
        [['2', 'b', 'c', 'd'], found],
      ]),
    ).toBe(
      'id,mail,error.code,error.message,result.name\n1,,api_error,"Place, ""not"" found",\n2,b,,,Ada,c,d\n',
    );
  });

  test('without a header row has as many input columns as the first row has cells', () => {
    expect(
      textOf(
        'csv',
        [
          [['1', 'a'], found],
          [['2'], found],
          [['3', 'b', 'c'], found],
        ],
        { header: undefined },
      ),
    ).toBe('1,a,,,Ada\n2,,,,Ada\n3,b,,,Ada,c\n');
  });

  test("has the input's delimiter, and quotes cells that contain the delimiter", () => {
    expect(
      textOf('csv', [[['1;2', 'a,b\n"c"\r'], found]], { delimiter: ';', header: ['i,d', 'm;l'] }),
    ).toBe('i,d;"m;l";error.code;error.message;result.name\n"1;2";"a,b\n""c""\r";;;Ada\n');
  });

  test('contains an NDJSON line as one cell', () => {
    expect(textOf('csv', [['{"id":1}', found]], { header: ['input'] })).toBe(
      'input,error.code,error.message,result.name\n"{""id"":1}",,,Ada\n',
    );
  });

  test('can be parsed back into the original cells', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('"', '\n', '\r', ',', ';'),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell)),
        fc.constantFrom(',', ';', '\t'),
        (rows, delimiter) => {
          const text = textOf(
            'csv',
            rows.map((kept) => [kept, found]),
            { delimiter },
          );
          const read = parse(text, { delimiter, record_delimiter: '\n', from: 2 });
          expect(read).toEqual(rows.map((kept) => [...kept, '', '', 'Ada']));
        },
      ),
    );
  });
});

const rows: [RowInput, RowAnswer][] = [
  [['1', 'a@b'], found],
  [['2'], refusal],
];
const objects = [
  { row: 1, input: { id: '1', mail: 'a@b' }, result: found.result },
  { row: 2, input: { id: '2' }, error: refusal.error },
];

test('NDJSON output has one object on each line', () => {
  const lines = textOf('ndjson', rows).split('\n');
  expect(lines.pop()).toBe('');
  expect(lines.map((line) => JSON.parse(line))).toEqual(objects);
});

test('JSON output is one array, even if there are no rows', () => {
  expect(JSON.parse(textOf('json', rows))).toEqual(objects);
  expect(textOf('json', [])).toBe('[]\n');
  expect(textOf('json', rows)).toMatch(/\]\n$/);
});

describe('the `input` field in NDJSON output', () => {
  test.each<[what: string, header: string[] | undefined, cells: RowInput, input: unknown]>([
    ['cells without a header as an array', undefined, ['1', 'a'], ['1', 'a']],
    ['an NDJSON line as a JSON value', undefined, '{"a":[1]}', { a: [1] }],
    ['an invalid NDJSON line as a string', undefined, 'a@b', 'a@b'],
    [
      'a cell with a repeated column name under the column number',
      ['a', 'b', 'a'],
      ['1', '2', '3'],
      { a: '1', b: '2', 3: '3' },
    ],
    [
      'a cell with an empty column name under the column number',
      ['a', ''],
      ['1', '2'],
      { a: '1', 2: '2' },
    ],
    [
      'cells beyond the header under their column numbers',
      ['a'],
      ['1', '2', '3'],
      { a: '1', 2: '2', 3: '3' },
    ],
    [
      'a cell under its column number and _ if another column has this number as its name',
      ['2', '', ''],
      ['1', '2', '3'],
      { 2: '1', '2_': '2', 3: '3' },
    ],
    [
      'a cell under its column number and _, and a cell beyond the header under its column number',
      ['a', '3', ''],
      ['1', '2', '3', '4'],
      { a: '1', 3: '2', '3_': '3', 4: '4' },
    ],
    [
      'a cell under the column name __proto__',
      ['__proto__'],
      ['1'],
      JSON.parse('{"__proto__":"1"}'),
    ],
  ])('contains %s', (_, header, kept, input) => {
    const line = textOf('ndjson', [[kept, found]], { header });
    expect(JSON.parse(line)).toEqual({ row: 1, input, result: found.result });
  });

  test('contains every cell for any header', () => {
    const name = fc.constantFrom('a', 'b', '', '1', '2', '3', '2_', '3_', '__proto__');
    fc.assert(
      fc.property(fc.array(name, { maxLength: 5 }), fc.nat(7), (header, count) => {
        const kept = Array.from({ length: count }, (_, index) => `cell ${index}`);
        const { input } = JSON.parse(textOf('ndjson', [[kept, found]], { header }));
        expect(Object.values(input).sort()).toEqual(kept);
      }),
      { numRuns: 500 },
    );
  });
});

test('NDJSON output is written with the JSON function that the caller passes', () => {
  expect(textOf('ndjson', [[['1', 'a'], found]], { json: () => 'safe' })).toBe('safe\n');
});
