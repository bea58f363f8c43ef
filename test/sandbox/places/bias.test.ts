// How much each bias lifts a place, by how near it is.
import { expect, test } from 'vitest';
import { biasOf } from '../../../src/sandbox/places/bias';
import { Gazetteer } from '../../../src/sandbox/places/gazetteer';
import { makeRecord, type PlaceKind, type PlaceRecord } from '../../../src/sandbox/places/record';
import { Settlements } from '../../../src/sandbox/places/settlements';

const gazetteer = new Gazetteer();
gazetteer.addCountryCode('AA', 'AAA');
gazetteer.addCountryCode('BB', 'BBB');
const settlements = new Settlements();
settlements.add('AA.01', 10, 10);
settlements.add('AA.02', 14, 14);
settlements.add('BB.01', 10.2, 10);
gazetteer.settlements = () => settlements;

const place = (kind: PlaceKind, more: Partial<PlaceRecord> = {}) =>
  makeRecord({
    geonameid: 1,
    kind,
    name: 'Place',
    asciiname: 'Place',
    alternatenames: [],
    country: 'AA',
    ...more,
  });
const query = { text: 'place', countries: [], biasCountries: [], biasIp: false };

test('nothing is lifted without a bias', () => {
  expect(biasOf(gazetteer, query)).toBeUndefined();
  expect(biasOf(gazetteer, query, 'AAA')).toBeUndefined();
  expect(biasOf(gazetteer, { ...query, biasIp: true })).toBeUndefined();
});

test.each([
  [
    'a capital in the circle',
    place('capital', { latitude: 10.01, longitude: 10, admin1: '09' }),
    30,
  ],
  ['a region the circle reaches', place('region', { admin1: '01' }), 30],
  [
    'a capital outside, in a reached region',
    place('capital', { latitude: 11, longitude: 11, admin1: '01' }),
    15,
  ],
  ['the country', place('country'), 15],
  ['another region of the country', place('region', { admin1: '02' }), 10],
  [
    'a capital elsewhere in the country',
    place('capital', { latitude: 14, longitude: 14, admin1: '02' }),
    10,
  ],
  ['another country', place('country', { country: 'BB' }), 0],
  ['a region of another country', place('region', { country: 'BB', admin1: '01' }), 0],
])('a circle of 10 km lifts %s by its points', (_, record, points) => {
  const bias = biasOf(gazetteer, {
    ...query,
    biasPoint: { longitude: 10, latitude: 10, radius: 10_000 },
  });
  expect(bias?.(record)).toBe(points);
});

test('a wider circle reaches the neighbour', () => {
  const bias = biasOf(gazetteer, {
    ...query,
    biasPoint: { longitude: 10, latitude: 10, radius: 50_000 },
  });
  expect(bias?.(place('region', { country: 'BB', admin1: '01' }))).toBe(30);
});

test('a country bias and the caller lift their countries, together no more', () => {
  const both = biasOf(gazetteer, { ...query, biasCountries: ['AAA'], biasIp: true }, 'AAA');
  expect(both?.(place('settlement'))).toBe(30);
  expect(both?.(place('settlement', { country: 'BB' }))).toBe(0);
});
