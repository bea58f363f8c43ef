import { Chalk } from 'chalk';
import { expect, test } from 'vitest';
import { card, growingTable, table } from '../../../src/cli/output/table';
import { pad, truncate, widthOf, wrap } from '../../../src/cli/output/width';

const plain = new Chalk({ level: 0 });

const columns = [
  { title: 'ID' },
  { title: 'NAME', minWidth: 5 },
  { title: 'N', align: 'right' as const },
];

const rows = [
  ['1', 'short', '5'],
  ['22', 'a much longer name', '1,000'],
];

test('a table has columns that are as wide as their widest cells', () => {
  expect(table(columns, rows, plain)).toEqual([
    'ID  NAME                    N',
    '1   short                   5',
    '22  a much longer name  1,000',
  ]);
});

test('a table truncates cells, but not below the minimum width of their column', () => {
  expect(table(columns, rows, plain, 22)).toEqual([
    'ID  NAME             N',
    '1   short            5',
    '22  a much lon…  1,000',
  ]);
  for (const line of table(columns, rows, plain, 16)) expect(widthOf(line)).toBeLessThanOrEqual(16);
});

test('a table shows each row as a card if the columns do not fit', () => {
  expect(table(columns, rows, plain, 15)).toEqual([
    'ID',
    '  1',
    'NAME',
    '  short',
    'N',
    '  5',
    '',
    'ID',
    '  22',
    'NAME',
    '  a much longer',
    '  name',
    'N',
    '  1,000',
  ]);
});

test('a table contains no control characters or line breaks from cells', () => {
  expect(table([{ title: 'X' }], [['a\x1b[31mb\nc\x07']], plain)).toEqual(['X', 'ab c']);
});

test('a card wraps values next to their labels', () => {
  const lines = card(
    [
      { label: 'Name', value: 'one two three four five six' },
      { label: 'Longer label', value: 'x\ny', style: (text) => `<${text}>` },
    ],
    plain,
    36,
  );
  expect(lines).toEqual([
    'Name          one two three four',
    '              five six',
    'Longer label  <x y>',
  ]);
});

test.each([
  ['', 0],
  ['abc', 3],
  ['äöü', 3],
  ['a\u0308', 1],
  ['日本', 4],
  ['한', 2],
  ['🇩🇪', 2],
  ['👩‍💻', 2],
  ['❤️', 2],
  ['\u200b', 0],
  ['…', 1],
])('widthOf measures the text %j as %i columns wide', (text, width) => {
  expect(widthOf(text)).toBe(width);
});

test.each([
  ['abcdef', 6, 'abcdef'],
  ['abcdef', 5, 'abcd…'],
  ['abc def', 5, 'abc…'],
  ['日本語', 5, '日本…'],
  ['日本語', 4, '日…'],
  ['abc', 1, '…'],
  ['abc', 0, ''],
])('truncate shortens the text %j to at most %i columns: %j', (text, width, result) => {
  expect(truncate(text, width)).toBe(result);
  expect(widthOf(truncate(text, width))).toBeLessThanOrEqual(width);
});

test('pad pads text to a width in columns, not to a number of characters', () => {
  expect([pad('日', 4), pad('abc', 2)]).toEqual(['日  ', 'abc']);
});

test.each([
  ['a b c', 3, ['a b', 'c']],
  ['abcdef gh', 3, ['abcdef', 'gh']],
  ['', 3, ['']],
])('wrap breaks the text %j at %i columns, but does not split words', (text, width, lines) => {
  expect(wrap(text, width)).toEqual(lines);
});

test.each([9, 80])(
  'growingTable returns the same lines as table for %d columns, even if the rows arrive one by one',
  (width) => {
    const cells = [
      ['1', 'short', '5'],
      ['2', 'longer', '10'],
    ];
    const { head, lines } = growingTable(columns, [2, 6, 2], plain, width);
    const grown = [...head, ...lines([]), ...lines(cells.slice(0, 1)), ...lines(cells.slice(1))];
    expect(grown).toEqual(table(columns, cells, plain, width));
  },
);

test('a table colors the cells of a column but not their padding', () => {
  const color = new Chalk({ level: 1 });
  const found = table([{ title: 'A', color: 'cyan' }, { title: 'B' }], [['x', 'y']], color);
  expect(found[1]).toBe('\x1b[36mx\x1b[39m  y');
});
