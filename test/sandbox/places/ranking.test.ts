// The principles of the ranking, each on a gazetteer of a few made-up places.
import { expect, test } from 'vitest';
import { Gazetteer } from '../../../src/sandbox/places/gazetteer';
import { buildNameIndex } from '../../../src/sandbox/places/name-index';
import { makeRecord, type PlaceKind, type PlaceRecord } from '../../../src/sandbox/places/record';
import { Search } from '../../../src/sandbox/places/search';

const place = (kind: PlaceKind, name: string, more: Partial<PlaceRecord> = {}) =>
  makeRecord({
    geonameid: 1,
    kind,
    name,
    asciiname: name,
    alternatenames: [],
    country: 'AA',
    people: 1000,
    ...more,
  });

/** Names of the places a query finds, each with its kind, in their order. */
async function order(query: string, records: PlaceRecord[]): Promise<string[]> {
  const gazetteer = new Gazetteer();
  for (const [at, record] of records.entries()) gazetteer.add({ ...record, geonameid: at + 1 });
  const search = new Search(gazetteer, await buildNameIndex(gazetteer));
  return search.find(query.split(' '), {}, 10).map(({ kind, name }) => `${kind} ${name}`);
}

// Of each pair the second place must come first.
test.each([
  [
    'a whole name before a begun one of a more populous place',
    'mara',
    [place('country', 'Marania', { people: 1e9 }), place('settlement', 'Mara')],
  ],
  [
    'a country before a region of that name',
    'mara',
    [place('region', 'Mara'), place('country', 'Mara')],
  ],
  ['a capital before a region', 'mara', [place('region', 'Mara'), place('capital', 'Mara')]],
  ['a region before a settlement', 'mara', [place('settlement', 'Mara'), place('region', 'Mara')]],
  [
    'a settlement before a district',
    'mara',
    [place('district', 'Mara'), place('settlement', 'Mara')],
  ],
  [
    'more people first among equals',
    'mara',
    [
      place('settlement', 'Mara Minor', { people: 100 }),
      place('settlement', 'Mara Major', { people: 100_000 }),
    ],
  ],
  [
    'many more people before one letter less to type',
    'mara',
    [
      place('settlement', 'Maran', { people: 10 }),
      place('settlement', 'Maranu', { people: 10_000_000 }),
    ],
  ],
  [
    'the longer part of the name typed',
    'mara',
    [place('settlement', 'Marabundania'), place('settlement', 'Maran')],
  ],
  [
    'the beginning of a name before its middle',
    'mara',
    [place('settlement', 'Santa Marat'), place('settlement', 'Maratsanta')],
  ],
  [
    'the main name before an alternate one',
    'mara',
    [place('settlement', 'Other', { alternatenames: ['Mara'] }), place('settlement', 'Mara')],
  ],
  [
    'the beginning of a main name before that of an alternate one',
    'mara',
    [
      place('settlement', 'Other', { alternatenames: ['Maran'], people: 1100 }),
      place('settlement', 'Maran'),
    ],
  ],
  [
    'words in the order of the name',
    'mara nova',
    [place('settlement', 'Nova Mara', { people: 2000 }), place('settlement', 'Mara Nova')],
  ],
  [
    'a name letter by letter before one with a letter wrong',
    'maran',
    [
      place('settlement', 'Marin', { people: 5000 }),
      place('settlement', 'Other', { alternatenames: ['Maran'] }),
    ],
  ],
  [
    'a long word with a letter wrong before a short one',
    'santamarq',
    [
      place('settlement', 'Other', { alternatenames: [], people: 1 }),
      place('settlement', 'Santamara'),
    ],
  ],
  [
    'all words in the name before some in the surroundings',
    'mara aland',
    [
      place('country', 'Aland'),
      place('settlement', 'Mara', { people: 1100 }),
      place('settlement', 'Mara Aland'),
    ],
  ],
  [
    'a typed country code before a begun name',
    'mar',
    [
      place('country', 'Marania', { people: 1100, codes: ['XX'] }),
      place('country', 'Zedonia', { codes: ['MAR'], country: 'ZZ' }),
    ],
  ],
])('%s', async (_, query, records) => {
  const last = records.at(-1);
  expect((await order(query, records))[0]).toBe(`${last?.kind} ${last?.name}`);
});

test('a code is known whole or not at all', async () => {
  const records = [place('country', 'Zedonia', { codes: ['MAR'] })];
  expect(await order('ma', records)).toEqual([]);
  expect(await order('mar', records)).toEqual(['country Zedonia']);
});

test('three capital letters among the names of a settlement are its airport, not a name', async () => {
  const airport = place('capital', 'Zedtown', { alternatenames: ['MAR', 'Marville'] });
  expect(await order('ma', [airport, place('country', 'Other')])).toEqual(['capital Zedtown']);
  const only = place('capital', 'Zedtown', { alternatenames: ['MAR'] });
  expect(await order('ma', [only])).toEqual([]);
  expect(await order('mar', [only, place('region', 'Maran')])).toEqual([
    'region Maran',
    'capital Zedtown',
  ]);
});

test('saint is also typed st', async () => {
  expect(await order('st mara', [place('region', 'Saint Mara')])).toEqual(['region Saint Mara']);
});

test('a mistyped word may be unfinished', async () => {
  const records = [place('country', 'Maranania')];
  expect(await order('marna', records)).toEqual(['country Maranania']);
  expect(await order('zzmar', records)).toEqual([]);
});
