// The parameters of GET /places. Conformance rows show the invalid ones.
import { describe, expect, test } from 'vitest';
import { readPlaceQuery } from '../../../src/sandbox/places/places';

const countries = new Set(['FRA', 'DEU', 'USA', 'XKX']);

const read = (query: string) =>
  readPlaceQuery(new URLSearchParams(query), (code) => countries.has(code));

const nothing = { text: '', countries: [], biasCountries: [] };

describe('readPlaceQuery', () => {
  test.each([
    ['', {}],
    ['query=par', { text: 'par' }],
    ['q=par', { text: 'par' }],
    ['query=a&q=b', { text: 'a' }],
    ['query=&q=b', { text: 'b' }],
    ['country_iso=FRA', { countries: ['FRA'] }],
    ['country_iso=usa, fra,FRA', { countries: ['FRA', 'USA'] }],
    ['country_iso=FRA&country_iso=DEU', { countries: ['DEU', 'FRA'] }],
    ['country_iso=', {}],
    ['bias_country_iso=XKX', { biasCountries: ['XKX'] }],
    ['bias_ip=true', {}],
    ['bias_ip=', {}],
    [
      'bias_lonlat=-0.12,51.5,50000',
      { biasPoint: { longitude: -0.12, latitude: 51.5, radius: 50000 } },
    ],
    ['bias_lonlat=180,-90,.5', { biasPoint: { longitude: 180, latitude: -90, radius: 0.5 } }],
    [
      'bias_lonlat=2.35,48.85,100&bias_country_iso=FRA',
      { biasCountries: ['FRA'], biasPoint: { longitude: 2.35, latitude: 48.85, radius: 100 } },
    ],
    ['other=1&api_key=ak_x', {}],
  ])('parses the query string %j as %j', (query, expected) => {
    expect(read(query)).toEqual({ ...nothing, ...expected });
  });
});
