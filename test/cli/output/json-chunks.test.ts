// Output in chunks is what it would be as a whole.
import { describe, expect, test } from 'vitest';
import { chunksOf, inChunks, jsonBeginning, jsonLines } from '../../../src/cli/output/json-text';
import { parseJson } from '../../../src/lib/exact-json';
import { safeJson } from '../../../src/lib/safe-json';

const long = 'x'.repeat(5_000);

describe('a line of JSON', () => {
  test.each<[string, unknown]>([
    ['a number', 1],
    ['nothing', null],
    ['a short document', { a: [1, { b: null }], c: 'd' }],
    ['a long text', long],
    ['of characters that a terminal acts on', '\x7f\u202e"\\\n'.repeat(3_000)],
    ['of characters of two units', '🙂'.repeat(5_000)],
    ['of them, moved by one', `x${'🙂'.repeat(5_000)}`],
    ['of halves of characters', '\ud83d'.repeat(5_000)],
    ['a long list', Array.from({ length: 3_000 }, (_, index) => ({ index, name: 'n' }))],
    ['a list of long texts', [long, long, 1]],
    ['an object of long texts', { a: long, b: 1, c: long }],
    ['a long name', { [long]: 1, [`${long}"`]: long }],
    ['without what is undefined', { a: undefined, b: long, c: undefined }],
    ['of nothing but that', { a: [long, undefined], b: { c: undefined } }],
    ['an empty list and object beside a long text', { a: [], b: {}, c: long }],
    ['numbers of many digits', parseJson(`["${long}",${'12345678901234567890,'.repeat(900)}1]`)],
  ])('%s', (_, value) => {
    const chunks = [...jsonLines([value])];
    expect(chunks.join('')).toBe(`${safeJson(value)}\n`);
    for (const chunk of chunks.slice(0, -1)) expect(chunk.length).toBeGreaterThanOrEqual(4_096);
  });

  test('is one chunk where it is short', () => {
    expect([...jsonLines([{ a: 'x'.repeat(4_000) }])]).toHaveLength(1);
  });

  test('of a long text no chunk is much longer than another', () => {
    const chunks = [...jsonLines([{ text: 'x'.repeat(1_000_000) }])];
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(9_000);
  });
});

test('many short rows are inChunks', () => {
  const rows = Array.from({ length: 3_000 }, (_, index) => `row ${index}\n`);
  const chunks = [...inChunks(rows)];
  expect(chunks.join('')).toBe(rows.join(''));
  expect(chunks.length).toBeLessThan(10);
  expect([...inChunks([])]).toEqual([]);
});

test.each([
  ['one chunk', 'a'],
  ['two', 'a'.repeat(5_000)],
  ['characters of two units', `x${'🙂'.repeat(9_000)}`],
])('a text, %s', (_, text) => {
  const chunks = [...chunksOf(text)];
  expect(chunks.join('')).toBe(text);
  for (const chunk of chunks) {
    expect(chunk.length).toBeLessThanOrEqual(4_097);
    expect(chunk).not.toMatch(/[\ud800-\udbff]$/);
  }
});

test('the beginning of a document is as long as what is shown of it', () => {
  const value = { text: 'x'.repeat(100_000) };
  const beginning = jsonBeginning(value);
  expect(safeJson(value).startsWith(beginning)).toBe(true);
  expect(beginning.length).toBeGreaterThan(10_000);
  expect(beginning.length).toBeLessThan(20_000);
  expect(jsonBeginning([1])).toBe('[1]');
});
