// The principles of the ranking, with a few invented places for each.
import { expect, test } from 'vitest';
import type { PlaceRecord } from '../../../src/sandbox/places/build/gazetteer';
import { findPlaces } from '../../../src/sandbox/places/search';
import { indexOf, place } from './support';

/** Returns the names of the places that a query finds, in order. */
async function order(query: string, records: readonly PlaceRecord[]): Promise<string[]> {
  const index = await indexOf(records);
  return findPlaces(index, query.split(' '), {}, 10).map((number) => {
    const kind = records[(index.ids[number] ?? 0) - 1]?.kind;
    return `${kind} ${index.name(number)}`;
  });
}

// In each pair, the second place must rank first.
test.each<[string, string, [PlaceRecord, PlaceRecord]]>([
  [
    'a complete name to a longer name',
    'mara',
    [place('settlement', 'Marania', { people: 5000 }), place('settlement', 'Mara')],
  ],
  [
    "the prefix of a very large city's name to a village's alternate name",
    'mara',
    [
      place('settlement', 'Mbeya', { alternatenames: ['Mara'] }),
      place('settlement', 'Marania', { people: 9_000_000 }),
    ],
  ],
  ['a country to a region', 'mara', [place('region', 'Mara'), place('country', 'Mara')]],
  ['a capital to a region', 'mara', [place('region', 'Mara'), place('capital', 'Mara')]],
  ['a settlement to a district', 'mara', [place('district', 'Mara'), place('settlement', 'Mara')]],
  [
    'the more populous of two equal places',
    'mara',
    [
      place('settlement', 'Mara Minor', { people: 100 }),
      place('settlement', 'Mara Major', { people: 100_000 }),
    ],
  ],
  [
    'a city to a section of a city',
    'mara',
    [place('settlement', 'Mara', { featureCode: 'PPLX' }), place('settlement', 'Mara')],
  ],
  [
    'the shorter of two names that start with the query',
    'mara',
    [place('settlement', 'Marabundania'), place('settlement', 'Maran')],
  ],
  [
    'a match at the start of a name to a match in its middle',
    'mara',
    [place('settlement', 'Santa Marat'), place('settlement', 'Maratsanta')],
  ],
  [
    'a main name to an alternate name',
    'mara',
    [place('settlement', 'Moria', { alternatenames: ['Mara'] }), place('settlement', 'Mara')],
  ],
  [
    'a name that has the words in the order of the query',
    'mara nova',
    [place('settlement', 'Nova Mara', { people: 1500 }), place('settlement', 'Mara Nova')],
  ],
])('the ranking prefers %s', async (_, query, records) => {
  const [later, first] = records;
  const found = await order(query, records);
  expect(found[0]).toBe(`${first.kind} ${first.name}`);
  expect(found).toContain(`${later.kind} ${later.name}`);
});

test('the search corrects a letter only if no name matches without a correction', async () => {
  const known = { people: 2_000_000 };
  const places = [place('settlement', 'Marin', known), place('settlement', 'Maran')];
  expect(await order('maran', places)).toEqual(['settlement Maran']);
  expect(await order('marin', places)).toEqual(['settlement Marin']);
  expect(await order('marqn', places)).toEqual(['settlement Marin']);
});

test('the search corrects a short name only to the name of a large place', async () => {
  expect(await order('rima', [place('settlement', 'Roma', { people: 20_000 })])).toEqual([]);
  expect(await order('rima', [place('settlement', 'Roma', { people: 2_000_000 })])).toHaveLength(1);
  expect(await order('santamarq', [place('settlement', 'Santamara')])).toHaveLength(1);
});

test('the search corrects at most one letter, and never the first letter', async () => {
  const known = { people: 300_000 };
  const cincinnati = [place('settlement', 'Cincinnati', known)];
  expect(await order('cincinati', cincinnati)).toHaveLength(1);
  expect(await order('cincinatti', cincinnati)).toEqual([]);
  expect(await order('zincinnati', cincinnati)).toEqual([]);
  const constantinople = [place('settlement', 'Constantinople', known)];
  expect(await order('constentinople', constantinople)).toHaveLength(1);
  expect(await order('constentinoble', constantinople)).toEqual([]);
  expect(await order('constentinop', constantinople)).toEqual([]);
});

test('the search ignores a short alternate name that has a different first letter than the main name, unless the place is large', async () => {
  const called = (people: number) => [
    place('settlement', 'Wara', { alternatenames: ['Mara'], people }),
  ];
  expect(await order('mara', called(800_000))).toEqual([]);
  expect(await order('mara', called(2_000_000))).toHaveLength(1);
});

test("the search accepts an area's name, code or name prefix in addition to a place name", async () => {
  const places = [
    place('country', 'Aland'),
    place('region', 'Nord', { admin1: '01', codes: ['ND'] }),
    place('region', 'Sued', { admin1: '02', codes: ['SD'] }),
    place('settlement', 'Mara', { admin1: '01' }),
    place('settlement', 'Mara', { admin1: '02', people: 5000 }),
  ];
  for (const query of [
    'mara nord',
    'nord mara',
    'mara nd',
    'mara nor',
    'mara nord aland',
    'mara nodr',
  ]) {
    expect([query, await order(query, places)]).toEqual([query, ['settlement Mara']]);
  }
  expect(await order('mara aland', places)).toHaveLength(2);
  expect(await order('mara elsewhere', places)).toEqual([]);
});

test('the search ignores a postcode next to a place name, and finds no place for a postcode alone', async () => {
  const places = [place('settlement', 'Mara')];
  for (const query of ['75001 mara', 'mara sw1a 1aa', 'd 10115 mara', '1012 ab mara']) {
    expect([query, await order(query, places)]).toEqual([query, ['settlement Mara']]);
  }
  expect(await order('75001', places)).toEqual([]);
  expect(await order('12 street mara', places)).toEqual([]);
});

test('the search interprets the words "city" and "state" as the kind of place', async () => {
  const places = [place('settlement', 'Mara'), place('region', 'Mara')];
  expect(await order('mara city', places)).toEqual(['settlement Mara']);
  expect(await order('state of mara', places)).toEqual(['region Mara']);
});
