// The points that a bias adds to a place, by distance.
import { expect, test } from 'vitest';
import { biasOf } from '../../../src/sandbox/places/bias';
import { indexOf, place } from './support';

const records = {
  country: place('country', 'Aland'),
  neighbor: place('country', 'Bland', { country: 'BB' }),
  reached: place('region', 'Reached', { admin1: '01' }),
  other: place('region', 'Other', { admin1: '02' }),
  across: place('region', 'Across', { country: 'BB', admin1: '01' }),
  here: place('settlement', 'Here', { admin1: '01', latitude: 10, longitude: 10 }),
  near: place('settlement', 'Near', { admin1: '01', latitude: 11, longitude: 11 }),
  far: place('settlement', 'Far', { admin1: '02', latitude: 14, longitude: 14 }),
  abroad: place('settlement', 'Abroad', {
    country: 'BB',
    admin1: '01',
    latitude: 10.2,
    longitude: 10,
  }),
};

const index = await indexOf(Object.values(records));

const number = (name: keyof typeof records) =>
  index.find(Object.keys(records).indexOf(name) + 1) ?? -1;

const query = { text: 'place', countries: [], biasCountries: [] };

const circle = (radius: number) =>
  biasOf(index, { ...query, biasPoint: { longitude: 10, latitude: 10, radius } });

test('biasOf returns undefined if the query has no bias', () => {
  expect(biasOf(index, query)).toBeUndefined();
});

test.each([
  ['a settlement at its center', 14, 'here'],
  ["its center's region", 14, 'reached'],
  ['a distant settlement in the same region', 9, 'near'],
  ["its center's country", 9, 'country'],
  ['a different region of the same country', 6, 'other'],
  ['a settlement in a different region of the same country', 6, 'far'],
  ['the neighboring country', 0, 'neighbor'],
  ['a region of the neighboring country', 0, 'across'],
] as const)('a bias circle of 10 km raises the score of %s by %d', (_where, points, name) => {
  expect(circle(10_000)?.(number(name), false)).toBe(points);
});

test('a wider bias circle also raises the score of places in the neighboring country', () => {
  expect(circle(50_000)?.(number('across'), false)).toBe(14);
});

test('the search uses only one score if a country bias and a bias circle apply to the same place', () => {
  const biasPoint = { longitude: 10, latitude: 10, radius: 10_000 };
  const both = biasOf(index, { ...query, biasCountries: ['AAA'], biasPoint });
  expect(both?.(number('far'), false)).toBe(14);
  expect(both?.(number('here'), false)).toBe(14);
  expect(both?.(number('abroad'), false)).toBe(0);
});
