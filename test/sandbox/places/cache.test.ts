// Memory of answers is bounded, and what is asked often stays.
import { expect, test } from 'vitest';
import { Cache } from '../../../src/sandbox/places/places';

test('the answer unused for longest makes room', () => {
  const answers = new Cache<string, number>(2);
  answers.set('a', 1);
  answers.set('b', 2);
  expect(answers.get('a')).toBe(1);
  answers.set('c', 3);
  expect(answers.get('b')).toBeUndefined();
  expect([answers.get('a'), answers.get('c')]).toEqual([1, 3]);
});
