// The cache of search results has a limit, and keeps frequent ones.
import { expect, test } from 'vitest';
import { Cache } from '../../../src/sandbox/places/places';

test('a full cache drops the least recently used value', () => {
  const answers = new Cache<string, number>(2);
  answers.set('a', 1);
  answers.set('b', 2);
  expect(answers.get('a')).toBe(1);
  answers.set('c', 3);
  expect(answers.get('b')).toBeUndefined();
  expect([answers.get('a'), answers.get('c')]).toEqual([1, 3]);
});
