// Queries that once found places that nobody meant. Finding nothing is better.
import { beforeAll, describe, expect, test } from 'vitest';
import { openPlaces, type PlaceQuery, type Places } from '../../../src/sandbox/places/places';

let places: Places;
beforeAll(async () => {
  places = await openPlaces();
});

const search = (text: string, more: Partial<PlaceQuery> = {}) =>
  places
    .search({ text, countries: [], biasCountries: [], ...more })
    .map(({ descriptive_name }) => descriptive_name);

const names = (text: string) => search(text).map((name) => name.split(', ')[0] ?? '');

test.each(['SW1A 1AA', 'B4', '10115 berlxn', 'zq', 'Sy', 'Kyushu'])(
  'the place search for the query "%s" finds only names that start with the query',
  (text) => {
    const typed = text.toLowerCase();
    expect(names(text).filter((name) => !name.toLowerCase().startsWith(typed))).toEqual([]);
  },
);

test.each([
  ['Kanto', 'Cần Thơ'],
  ['Kob', 'Coventry'],
  ['Ber', 'Véroia'],
  ['paris', 'Swainsboro'],
  ['paris', 'Kosciusko'],
  ['berlin', 'North Canton'],
  ['london', 'Bexley'],
  ['rome', 'Lomé'],
])('the place search for the query "%s" does not find the place %s', (text, wrong) => {
  expect(search(text).length).toBeGreaterThan(0);
  expect(names(text)).not.toContain(wrong);
});

test('the place search does not find a place by an incomplete code', () => {
  expect(names('edomex')).toContain('México');
  expect(names('edome')).not.toContain('México');
});

test('the place search for a letter with an accent finds only names that start with this letter', () => {
  expect(names('Å').length).toBeGreaterThan(0);
  expect(names('Å').filter((name) => !name.startsWith('Å'))).toEqual([]);
  expect(names('å')).toEqual(names('Å'));
  // A letter without an accent also finds names with one.
  expect(names('A')).toContain('Australia');
});

test.each(['Ber', 'Kob', 'Ams', 'San', 'Par', 'Al'])(
  'the place search for the query "%s" ranks names that start with the query before similar names',
  (text) => {
    const begins = names(text).map((name) => fold(name).startsWith(text.toLowerCase()));
    expect(begins.slice(0, 3)).toEqual([true, true, true]);
  },
);
const fold = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

test('the place search finds a long name despite one wrong letter', () => {
  expect(names('Hallstatt')).toEqual(['Hallstadt']);
  expect(names('germny')).toContain('Germany');
});

test('the place search ranks a well-known place with a matching alternate name above a lesser-known place with a matching main name', () => {
  expect(search('cologne')).toEqual([
    'Köln, North Rhine-Westphalia, Germany',
    'Cologne, Lombardy, Italy',
  ]);
  expect(names('odessa')[0]).toBe('Odesa');
});

describe('a bias', () => {
  const texas = { biasPoint: { longitude: -96.8, latitude: 32.8, radius: 50_000 } };
  test.each<[string, Partial<PlaceQuery>, string]>([
    ['paris', {}, 'Paris, Île-de-France, France'],
    ['paris', texas, 'Paris, Texas, United States'],
    ['paris', { biasCountries: ['CAN'] }, 'Paris, Ontario, Canada'],
    ['london', { biasCountries: ['CAN'] }, 'London, Ontario, Canada'],
    [
      'london',
      { biasPoint: { longitude: -81.2, latitude: 42.9, radius: 1000 } },
      'London, Ontario, Canada',
    ],
  ])(
    'determines which of several places with the same name is first (query: %s, bias: %j)',
    (text, bias, first) => {
      expect(search(text, bias)[0]).toBe(first);
    },
  );

  test('does not rank a longer name before a name that is equal to the query', () => {
    const hits = search('rome', { biasCountries: ['ITA'] });
    expect(hits[0]).toBe('Rome, Latium, Italy');
    const begun = search('lim', texas).findIndex(
      (name) => name.startsWith('Lima, ') && name.endsWith('Peru'),
    );
    expect(begun).toBe(0);
  });
});

test('the record of a place without a second-level area has empty fields for this area', () => {
  const [vatican] = places.search({
    text: 'vatican city',
    countries: [],
    biasCountries: [],
  });
  const native = places.resolve(vatican?.id ?? '')?.native;
  expect(native).toMatchObject({ admin1_code: '00', admin2_code: '', admin2_name: '' });
});

test('the record of the United States Minor Outlying Islands has a time zone and coordinates in the Pacific', () => {
  const islands = places.resolve('geonames_5854968');
  expect(islands).toMatchObject({ country_iso: 'UMI', native: { timezone: 'Pacific/Midway' } });
  expect(Number(islands?.latitude)).toBeCloseTo(10, 0);
  expect(Number(islands?.longitude)).toBeLessThan(-160);
});
