// JSON that waypost writes in chunks is the same as JSON in one string.
import { describe, expect, test } from 'vitest';
import { chunksOf, inChunks, jsonBeginning, jsonLines } from '../../../src/cli/output/json-text';
import { parseJson } from '../../../src/lib/exact-json';
import { safeJson } from '../../../src/lib/safe-json';

const long = 'x'.repeat(5_000);

describe('jsonLines', () => {
  test.each<[string, unknown]>([
    ['a number', 1],
    ['null', null],
    ['a short document', { a: [1, { b: null }], c: 'd' }],
    ['a long string', long],
    ['a string of control characters', '\x7f\u202e"\\\n'.repeat(3_000)],
    ['a string of surrogate pairs', '🙂'.repeat(5_000)],
    ['a string of surrogate pairs after one other character', `x${'🙂'.repeat(5_000)}`],
    ['a string of unpaired surrogates', '\ud83d'.repeat(5_000)],
    ['a long list', Array.from({ length: 3_000 }, (_, index) => ({ index, name: 'n' }))],
    ['a list of long strings', [long, long, 1]],
    ['an object with long strings', { a: long, b: 1, c: long }],
    ['a long name', { [long]: 1, [`${long}"`]: long }],
    ['an object with undefined fields', { a: undefined, b: long, c: undefined }],
    [
      'an object with undefined fields in all places',
      { a: [long, undefined], b: { c: undefined } },
    ],
    ['an empty list and an empty object next to a long string', { a: [], b: {}, c: long }],
    ['numbers with many digits', parseJson(`["${long}",${'12345678901234567890,'.repeat(900)}1]`)],
  ])('splits the JSON text of %s into chunks without changing the text', (_, value) => {
    const chunks = [...jsonLines([value])];
    expect(chunks.join('')).toBe(`${safeJson(value)}\n`);
    for (const chunk of chunks.slice(0, -1)) expect(chunk.length).toBeGreaterThanOrEqual(4_096);
  });

  test('writes a short document as one chunk', () => {
    expect([...jsonLines([{ a: 'x'.repeat(4_000) }])]).toHaveLength(1);
  });

  test('splits a long string into chunks of similar length', () => {
    const chunks = [...jsonLines([{ text: 'x'.repeat(1_000_000) }])];
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(9_000);
  });
});

test('inChunks combines many short rows into a few chunks', () => {
  const rows = Array.from({ length: 3_000 }, (_, index) => `row ${index}\n`);
  const chunks = [...inChunks(rows)];
  expect(chunks.join('')).toBe(rows.join(''));
  expect(chunks.length).toBeLessThan(10);
  expect([...inChunks([])]).toEqual([]);
});

test.each([
  ['text that fits in one chunk', 'a'],
  ['text that requires two chunks', 'a'.repeat(5_000)],
  ['text that consists of surrogate pairs', `x${'🙂'.repeat(9_000)}`],
])(
  'chunksOf splits text into chunks of limited length, but never within a surrogate pair (%s)',
  (_, text) => {
    const chunks = [...chunksOf(text)];
    expect(chunks.join('')).toBe(text);
    for (const chunk of chunks) {
      expect(chunk.length).toBeLessThanOrEqual(4_097);
      expect(chunk).not.toMatch(/[\ud800-\udbff]$/);
    }
  },
);

test('jsonBeginning returns only the start of a long document, but all of a short document', () => {
  const value = { text: 'x'.repeat(100_000) };
  const beginning = jsonBeginning(value);
  expect(safeJson(value).startsWith(beginning)).toBe(true);
  expect(beginning.length).toBeGreaterThan(10_000);
  expect(beginning.length).toBeLessThan(20_000);
  expect(jsonBeginning([1])).toBe('[1]');
});
