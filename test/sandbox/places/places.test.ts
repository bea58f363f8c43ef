// The place search that the sandbox's routes use: at most ten hits with unique descriptive names, filters, biases,
// cached results and complete records.
import { beforeAll, describe, expect, test } from 'vitest';
import { openPlaces, type PlaceQuery, type Places } from '../../../src/sandbox/places/places';

let places: Places;

const ask = (text: string, more: Partial<PlaceQuery> = {}): PlaceQuery => ({
  text,
  countries: [],
  biasCountries: [],
  ...more,
});

const ids = (query: PlaceQuery) => places.search(query).map(({ id }) => id);
const paris = 'geonames_2988507';

beforeAll(async () => {
  places = await openPlaces();
});

describe('Places.search()', () => {
  test('returns suggestions with four fields', () => {
    expect(places.search(ask('paris'))[0]).toEqual({
      id: paris,
      name: 'Paris',
      descriptive_name: 'Paris, Île-de-France, France',
      country_iso: 'FRA',
    });
  });

  test.each(['', '   ', '…', '\u0301', 'qqqqqqqq', '\ud800', '\u0000'])(
    'finds no place for the query %j',
    (text) => {
      expect(places.search(ask(text))).toEqual([]);
    },
  );

  test('returns at most ten hits, each with a unique descriptive name', () => {
    for (const first of 'abcdefghijklmnopqrstuvwxyzабдпי中') {
      for (const second of ['', 'a', 'e', 'o', 'а']) {
        const hits = places.search(ask(first + second));
        expect(hits.length).toBeLessThanOrEqual(10);
        const names = hits.map(({ descriptive_name }) => descriptive_name);
        expect(new Set(names).size).toBe(names.length);
      }
    }
    expect(places.search(ask('a'))).toHaveLength(10);
  });

  // Shows: If several places have the same descriptive name, only the most likely place is suggested.
  test('returns only the most likely of several places with the same descriptive name', () => {
    const hits = places.search(ask('san jose', { countries: ['PHL'] }));
    const names = hits.map(({ descriptive_name }) => descriptive_name);
    expect(names.length).toBeGreaterThan(3);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each([
    ['geneva', 'Geneva'],
    ['zürich', 'Zurich'],
    ['luzern', 'Lucerne'],
    ['praha', 'Prague'],
    ['québec', 'Quebec'],
  ])(
    "finds the city and the region for the query %s, and the region's descriptive name contains (region)",
    (text, name) => {
      const hits = places.search(ask(text));
      const [city, region] = ['P', 'A'].map((featureClass) =>
        hits.find(({ id }) => places.resolve(id)?.native.feature_class === featureClass),
      );
      const country = city?.descriptive_name.split(', ').at(-1);
      expect(city).toMatchObject({ name, descriptive_name: `${name}, ${name}, ${country}` });
      expect(region).toMatchObject({ name, descriptive_name: `${name} (region), ${country}` });
    },
  );

  test.each(['genève', 'genf'])('finds Geneva for the query %s', (text) => {
    expect(places.search(ask(text))[0]).toMatchObject({ name: 'Geneva', country_iso: 'CHE' });
  });

  test('includes the city in the descriptive name of a city section', () => {
    const hits = places.search(ask('zürich kreis'));
    expect(hits[0]?.descriptive_name).toMatch(/^Zurich \(Kreis \d+\).*, Zurich, Switzerland$/);
  });

  test('returns only places in the countries of the country filter', () => {
    const hits = places.search(ask('s', { countries: ['ESP', 'SWE'] }));
    expect(hits.length).toBeGreaterThan(3);
    expect(new Set(hits.map(({ country_iso }) => country_iso))).toEqual(new Set(['ESP', 'SWE']));
    expect(places.search(ask('paris', { countries: ['JPN'] }))).toEqual([]);
  });

  test('prefers places in the bias country without excluding other places', () => {
    const hits = places.search(ask('georgia', { biasCountries: ['USA'] }));
    expect(hits.slice(0, 2).map(({ country_iso }) => country_iso)).toEqual(['USA', 'GEO']);
    expect(ids(ask('paris', { biasCountries: ['JPN'] }))[0]).toBe(paris);
  });

  test('does not correct a word that is itself a place name', () => {
    expect(places.search(ask('iran')).map(({ name }) => name)).not.toContain('Iraq');
    expect(places.search(ask('irxn')).map(({ name }) => name)).toContain('Iran');
  });

  test.each([
    'newzealand',
    'new  zealand',
    'newxzealand',
    'ne wzealand',
    'newz ealand',
    'nw zealand',
  ])(
    'finds New Zealand for the query %j, because a missing or wrong space counts as a typo',
    (text) => {
      expect(places.search(ask(text))[0]?.name).toBe('New Zealand');
    },
  );

  test('accepts the words of a name and its country in any order', () => {
    expect(ids(ask('france paris'))[0]).toBe(paris);
    expect(ids(ask('paris france'))[0]).toBe(paris);
    expect(ids(ask('paris germany'))).not.toContain(paris);
  });

  test('returns the cached array for the same query in a different letter case', () => {
    const first = places.search(ask('Nairobi'));
    expect(places.search(ask('  nairobi '))).toBe(first);
    expect(places.search(ask('nairobi', { countries: ['KEN'] }))).not.toBe(first);
  });
});

describe('Places.resolve()', () => {
  test('returns the complete record of a capital', () => {
    const place = places.resolve(paris);
    expect(place).toMatchObject({
      id: paris,
      dataset: 'geonames',
      name: 'Paris',
      descriptive_name: 'Paris, Île-de-France, France',
      country_iso: 'FRA',
      language: 'en',
      longitude: 2.3488,
      latitude: 48.85341,
    });
    expect(place?.native.alternatenames).toContain('Париж');
    expect({ ...place?.native, alternatenames: [] }).toEqual({
      id: paris,
      dataset: 'geonames',
      geonameid: 2988507,
      name: 'Paris',
      asciiname: 'Paris',
      alternatenames: [],
      latitude: 48.85341,
      longitude: 2.3488,
      feature_class: 'P',
      feature_code: 'PPLC',
      country_iso: 'FRA',
      country_code: 'FR',
      cc2: [],
      admin1_code: '11',
      admin1_name: 'Île-de-France',
      admin1_geonameid: 3012874,
      admin2_code: '75',
      admin2_name: 'Paris',
      admin2_geonameid: 3012874,
      admin3_code: '751',
      admin4_code: '75056',
      population: '2138551',
      elevation: null,
      dem: 42,
      timezone: 'Europe/Paris',
      language: 'en',
      modification_date: '2023-02-09T00:00:00.000Z',
    });
  });

  test("returns a country's coordinates, population and feature code", () => {
    const place = places.resolve('geonames_3017382');
    expect(place?.latitude).toBeCloseTo(47, 0);
    expect(place?.longitude).toBeCloseTo(2.5, 0);
    expect(place?.native).toMatchObject({
      name: 'France',
      feature_class: 'A',
      feature_code: 'PCLI',
      admin1_code: '00',
      admin1_name: 'France',
      admin1_geonameid: 3017382,
      elevation: null,
      timezone: 'Europe/Paris',
    });
    expect(Number(place?.native.population)).toBeGreaterThan(40_000_000);
  });

  test.each([
    ['Ho Chi Minh City', 'geonames_1566083', 'Ho Chi Minh City', 1580578],
    ['Chicago', 'geonames_4887398', 'Illinois', 4896861],
    ['Leeds', 'geonames_2644688', 'England', 6269131],
    ['Mumbai', 'geonames_1275339', 'Maharashtra', 1264418],
  ])('returns the current region of the place %s', (_, id, region, geonameid) => {
    expect(places.resolve(id)?.native).toMatchObject({
      admin1_name: region,
      admin1_geonameid: geonameid,
    });
  });

  test("returns a first-level area with the area's own code and name in the admin1 fields", () => {
    expect(places.resolve('geonames_3012874')?.native).toMatchObject({
      feature_code: 'ADM1',
      admin1_code: '11',
      admin1_name: 'Île-de-France',
      admin1_geonameid: 3012874,
    });
  });

  test.each([
    '',
    'geonames_',
    'geonames_0',
    'geonames_999999999',
    'geonames_2988507x',
    '2988507',
    'geonames_02988507',
    'geonames_1e6',
    'geonames_99999999999999999999',
  ])('returns undefined for the ID %j', (id) => {
    expect(places.resolve(id)).toBeUndefined();
  });

  test("returns a copy, so that the caller's changes do not change the data", () => {
    places.resolve(paris)?.native.alternatenames.splice(0);
    expect(places.resolve(paris)?.native.alternatenames.length).toBeGreaterThan(50);
  });
});

test('isCountry accepts exactly the country codes in the data', () => {
  expect(['FRA', 'XKX', 'ATA'].every((code) => places.isCountry(code))).toBe(true);
  expect(['FR', 'fra', 'ZZZ', ''].some((code) => places.isCountry(code))).toBe(false);
});
