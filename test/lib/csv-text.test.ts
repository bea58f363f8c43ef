// Values as CSV: what is quoted, and what a cell holds.
import { expect, test } from 'vitest';
import { cellText, csvRecord } from '../../src/lib/csv-text';

test.each<[cells: string[], delimiter: string | undefined, record: string]>([
  [['a', 'b c', ''], undefined, 'a,b c,\n'],
  [['a,b', 'a;b'], undefined, '"a,b",a;b\n'],
  [['a,b', 'a;b'], ';', 'a,b;"a;b"\n'],
  [['say "so"', '"'], undefined, '"say ""so""",""""\n'],
  [['a\nb', 'a\rb'], undefined, '"a\nb","a\rb"\n'],
])('%j, between %j', (cells, delimiter, record) => {
  expect(csvRecord(cells, delimiter)).toBe(record);
});

test.each([
  [undefined, ''],
  [null, ''],
  ['', ''],
  [0, '0'],
  [false, 'false'],
  [[1], '[1]'],
  [{ a: null }, '{"a":null}'],
])('the cell of %j', (value, text) => {
  expect(cellText(value, JSON.stringify)).toBe(text);
});
