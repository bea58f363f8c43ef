// Values as CSV: which cells are quoted, and the text of a value.
import { expect, test } from 'vitest';
import { cellText, csvRecord } from '../../src/lib/csv-text';

test.each<[cells: string[], delimiter: string | undefined, record: string]>([
  [[], undefined, '\n'],
  [['a', 'b c', ''], undefined, 'a,b c,\n'],
  [['a,b', 'a;b'], undefined, '"a,b",a;b\n'],
  [['a,b', 'a;b'], ';', 'a,b;"a;b"\n'],
  [['say "so"', '"'], undefined, '"say ""so""",""""\n'],
  [['a\nb', 'a\rb'], undefined, '"a\nb","a\rb"\n'],
])(
  'csvRecord quotes the cells of the row %j only if necessary (delimiter: %j)',
  (cells, delimiter, record) => {
    expect(csvRecord(cells, delimiter)).toBe(record);
  },
);

test.each([
  [undefined, ''],
  [null, ''],
  ['', ''],
  ['x', 'x'],
  [0, '0'],
  [false, 'false'],
  [[1], '[1]'],
  [{ a: null }, '{"a":null}'],
])('cellText writes the value %j as %j', (value, text) => {
  expect(cellText(value, JSON.stringify)).toBe(text);
});
