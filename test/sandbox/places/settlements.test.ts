// Distances on the globe, and which areas a circle reaches.
import { expect, test } from 'vitest';
import { distance, Settlements } from '../../../src/sandbox/places/settlements';

test.each([
  ['Paris to London', 2.3488, 48.85341, -0.12574, 51.50853, 343_900],
  ['across the date line', 179.9, -17, -179.9, -17, 21_270],
  ['the same place', 10, 10, 10, 10, 0],
])('%s', (_, east1, north1, east2, north2, metres) => {
  const found = distance(east1, north1, east2, north2);
  expect(Math.abs(found - metres)).toBeLessThanOrEqual(metres * 0.005);
});

test('a circle reaches the areas with a settlement in it, and the nearest one', () => {
  const settlements = new Settlements();
  settlements.add('FR.11', 48.85, 2.35);
  settlements.add('FR.32', 49.43, 2.08);
  settlements.add('FR.76', 43.6, 1.44);
  expect([...settlements.around(2.35, 48.9, 10_000)]).toEqual(['FR.11']);
  expect([...settlements.around(2.2, 49.1, 50_000)].sort()).toEqual(['FR.11', 'FR.32']);
  expect([...settlements.around(2.0, 49.5, 10)]).toEqual(['FR.32']);
  expect([...settlements.around(-30, 48.85, 50_000)]).toEqual([]);
});
