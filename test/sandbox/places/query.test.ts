// The parameters of GET /places, and which of them are code 40016.
import { describe, expect, test } from 'vitest';
import { readPlaceQuery } from '../../../src/sandbox/places/places';
import { refusalOf } from '../support/refusal';

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
  ])('%s', (query, expected) => {
    expect(read(query)).toEqual({ ...nothing, ...expected });
  });

  test.each([
    'country_iso=FR',
    'country_iso=FRAN',
    'country_iso=ZZZ',
    'country_iso=FRA,',
    'country_iso=FRA;DEU',
    'bias_country_iso=France',
    'bias_country_iso=FRA,QQQ',
    'bias_ip=false',
    'bias_ip=1',
    'bias_ip=TRUE',
    'bias_ip=true&bias_ip=true',
    'bias_lonlat=1,2',
    'bias_lonlat=1,2,3,4',
    'bias_lonlat=a,2,3',
    'bias_lonlat=1,,3',
    'bias_lonlat=1e1,2,3',
    'bias_lonlat=0x1,2,3',
    'bias_lonlat=NaN,2,3',
    'bias_lonlat=Infinity,2,3',
    'bias_lonlat=180.1,2,3',
    'bias_lonlat=-180.1,2,3',
    'bias_lonlat=1,90.1,3',
    'bias_lonlat=1,-90.1,3',
    'bias_lonlat=1,2,50000.1',
    'bias_lonlat=1,2,0',
    'bias_lonlat=1,2,-5',
    'bias_lonlat=1,2,3&bias_lonlat=1,2,3',
    'bias_lonlat=1,2,3&bias_ip=true',
  ])('%s is 40016', (query) => {
    expect(refusalOf(() => read(query))).toEqual({ code: 40016 });
  });
});
