// The request of each lookup operation, the values that the operation rejects before the request, and the cost of a
// result.
import { describe, expect, test } from 'vitest';
import { hintOf } from '../../src/cli/hints/by-reason';
import * as addresses from '../../src/client/addresses';
import {
  type LookupOperation,
  type LookupParameters,
  lookupRequest,
} from '../../src/client/lookup';
import * as places from '../../src/client/places';
import * as validations from '../../src/client/validations';
import { commandInText } from '../../src/lib/command-text';
import { WaypostError } from '../../src/lib/errors';

const operations = { ...places, ...addresses, ...validations };
type Name = keyof typeof operations;

const lookupOf = (name: Name): LookupOperation => operations[name];

test.each<[Name, LookupParameters, object]>([
  ['placeSearch', { query: 'Köln & more' }, { query: { query: 'Köln & more' } }],
  ['placeSearch', { query: '' }, { query: { query: '' } }],
  ['placeSearch', {}, { query: { query: '' } }],
  ['phoneValidate', { phone: ' 442079460018 ' }, { query: { query: '442079460018' } }],
  ['addressResolve', { id: ' usps_1 ' }, { parameters: { id: 'usps_1' } }],
  ['addressesNear', { lon: ' 1 ', lat: ' 2 ' }, { query: { lon: '1', lat: '2' } }],
  ['placeSearch', { query: 'x', country_iso: 'deu, fra' }, { query: { country_iso: 'DEU,FRA' } }],
  ['placeSearch', { query: 'x', country_iso: 'XKX' }, { query: { country_iso: 'XKX' } }],
  ['placeSearch', { query: 'x', country_iso: ' ' }, { query: { country_iso: undefined } }],
  ['placeSearch', { query: 'x', bias_country_iso: 'CHE' }, { query: { bias_country_iso: 'CHE' } }],
  ['placeSearch', { query: 'x', bias_ip: 'TRUE' }, { query: { bias_ip: 'true' } }],
  ['placeSearch', { query: 'x', bias_lonlat: '+180, -90, 50000' }, bias('180,-90,50000')],
  ['placeSearch', { query: 'x', bias_lonlat: '.5,1.50,0.1' }, bias('0.5,1.5,0.1')],
  ['placeSearch', { query: 'x', bias_lonlat: '0.0000001,0,1' }, bias('0.0000001,0,1')],
  ['placeResolve', { id: ' geonames_1 ' }, { parameters: { place: 'geonames_1' } }],
  ['addressAutocomplete', { query: '12 m' }, { query: { q: '12 m' } }],
  ['addressAutocomplete', {}, { query: { q: '', datasets: undefined } }],
  ['addressAutocomplete', { query: 'x', datasets: ' usps ' }, { query: { datasets: 'usps' } }],
  ['addressResolve', { id: 'usps_1' }, { parameters: { id: 'usps_1' } }],
  ['addressVerify', { query: '1 A St' }, { body: { query: '1 A St', context: undefined } }],
  ['addressVerify', { query: '1', context: 'usa' }, { body: { query: '1', context: 'usa' } }],
  ['addressCleanse', { query: '1', post_town: 'B' }, { body: { query: '1', post_town: 'B' } }],
  [
    'addressCleanse',
    { query: '1', postcode: '9', county: 'C' },
    { body: { postcode: '9', county: 'C' } },
  ],
  ['addressesNear', { lon: '-89.65', lat: '39.7' }, { query: { lon: '-89.65', lat: '39.7' } }],
  ['addressesNear', { lon: '-180', lat: '+90.0' }, { query: { lon: '-180', lat: '90' } }],
  ['emailValidate', { email: ' a@b.example ' }, { query: { query: 'a@b.example' } }],
  ['emailValidate', { email: '😀'.repeat(320) }, { query: { query: '😀'.repeat(320) } }],
  ['phoneValidate', { phone: '+44 20' }, { query: { query: '+44 20' } }],
])(
  'the operation %s turns the parameters %j into a request that contains %j',
  (name, fields, request) => {
    expect(lookupOf(name).request(fields)).toMatchObject(request);
  },
);

/** Returns fields with a value for every parameter, and adds the names of parameters that are read to `read`. */
function noting(read: Set<string>): LookupParameters {
  const values: Record<string, string | undefined> = {
    country_iso: 'DEU',
    bias_country_iso: 'DEU',
    bias_lonlat: '1,2,3',
    // A place search accepts bias_lonlat or bias_ip, not both.
    bias_ip: undefined,
    lon: '1',
    lat: '2',
  };
  const get = (_: object, name: string) => {
    read.add(name);
    return name in values ? values[name] : 'x';
  };
  return new Proxy<Record<string, string>>({}, { get });
}

test.each(Object.entries(operations))(
  'the operation %s declares exactly the parameters that it reads',
  async (_, operation) => {
    const lookup: LookupOperation = operation;
    const read = new Set<string>();
    lookup.request(noting(read));
    await lookup.prepare?.(noting(read));
    expect([...lookup.required, ...lookup.optional].sort()).toEqual([...read].sort());
  },
);

test.each<[Name, LookupParameters, what: RegExp, next: RegExp]>([
  ['placeSearch', { country_iso: 'DE' }, /DE is not a three-letter/, /^Use --country-iso DEU,/],
  ['placeSearch', { country_iso: 'DEU,XXX' }, /XXX is no/, /FRA,CHE/],
  ['placeSearch', { country_iso: 'Germany' }, /GERMANY is no/, /FRA,CHE/],
  ['placeSearch', { country_iso: ',' }, /, is no/, /FRA,CHE/],
  ['placeSearch', { bias_country_iso: 'U' }, /U is no/, /--bias-country-iso/],
  [
    'placeSearch',
    { bias_lonlat: '1,2' },
    /the format longitude,latitude,radius/,
    /radius is at most 50000/,
  ],
  [
    'placeSearch',
    { bias_lonlat: '1,2,3,4' },
    /the format longitude,latitude,radius/,
    /radius is at most 50000/,
  ],
  ['placeSearch', { bias_lonlat: '1,2,0' }, /radius/, /radius is at most 50000/],
  ['placeSearch', { bias_lonlat: '1,2,50001' }, /at most 50000/, /radius is at most 50000/],
  ['placeSearch', { bias_lonlat: '1,2,-5' }, /radius/, /radius is at most 50000/],
  ['placeSearch', { bias_lonlat: '1,2,1e3' }, /radius/, /radius is at most 50000/],
  ['placeSearch', { bias_lonlat: '181,2,3' }, /181 is not a longitude/, /-180 to 180/],
  ['placeSearch', { bias_lonlat: '35.7,139.7,3' }, /139.7 is not a latitude/, /swapped/],
  ['placeSearch', { bias_lonlat: 'east,2,3' }, /east is not a longitude/, /decimal|13\.41/],
  [
    'placeSearch',
    { bias_lonlat: '1,2,3', bias_ip: 'true' },
    /cannot be combined/,
    /Remove --bias-lonlat/,
  ],
  ['placeSearch', { bias_ip: 'yes' }, /must be true/, /Remove --bias-ip/],
  ['placeResolve', {}, /id is empty/, /Pass a value to look up/],
  ['placeResolve', { id: ' ' }, /id is empty/, /Pass a value to look up/],
  ['addressResolve', { id: '' }, /id is empty/, /Pass a value to look up/],
  ['addressVerify', { query: '\t' }, /query is empty/, /Pass a value to look up/],
  ['addressCleanse', { query: '', postcode: '1' }, /query is empty/, /Pass a value to look up/],
  ['addressesNear', {}, /empty value is not a longitude/, /for example 13.41\.$/],
  ['addressesNear', { lon: '1' }, /empty value is not a latitude/, /for example 52.52\.$/],
  [
    'addressesNear',
    { lon: '', lat: '1' },
    /empty value is not a longitude/,
    /for example 13.41\.$/,
  ],
  ['addressesNear', { lon: '180.1', lat: '1' }, /180.1 is not a longitude/, /-180 to 180/],
  ['addressesNear', { lon: '1', lat: '-90.1' }, /-90.1 is not a latitude/, /swapped/],
  ['addressesNear', { lon: '1', lat: '180' }, /180 is not a latitude/, /swapped/],
  ['addressesNear', { lon: '1', lat: '200' }, /200 is not a latitude/, /for example 52.52\.$/],
  ['addressesNear', { lon: '1e1', lat: '1' }, /1e1 is not a longitude/, /13.41/],
  ['addressesNear', { lon: '13,4', lat: '1' }, /13,4 is not a longitude/, /13.41/],
  ['emailValidate', { email: ' ' }, /email is empty/, /Pass a value to look up/],
  [
    'emailValidate',
    { email: `${'x'.repeat(312)}@b.exampl` },
    /more than 320/,
    /single email address/,
  ],
  ['phoneValidate', { phone: '' }, /phone is empty/, /Pass a value to look up/],
])('the operation %s rejects the parameters %j with a hint', (name, fields, what, next) => {
  const error = refusalOf(() => lookupOf(name).request(fields));
  expect(error).toMatchObject({ code: 'invalid_input' });
  expect(error.message).toMatch(what);
  expect(hintOf(error, commandInText)).toMatch(next);
});

test.each<[Name, LookupParameters, reason: string, what: string]>([
  [
    'placeSearch',
    { query: 'a\ud800' },
    'unpaired_surrogate',
    'The query contains an incomplete Unicode character',
  ],
  [
    'placeSearch',
    { query: 'a', country_iso: '\udc00' },
    'unpaired_surrogate',
    'The country iso contains an incomplete Unicode character',
  ],
  ['placeResolve', { id: '..' }, 'parameter', 'contains only dots'],
])(
  'lookupRequest rejects parameters that cannot be sent (operation: %s, parameters: %j)',
  async (name, fields, reason, what) => {
    await expect(lookupRequest(lookupOf(name), fields)).rejects.toMatchObject({
      code: 'invalid_input',
      reason,
      message: expect.stringContaining(what),
    });
  },
);

test('lookupRequest converts a national phone number to international form before it builds the request', async () => {
  const national = { phone: '(415) 555-2671', country: 'USA' };
  expect(await lookupRequest(lookupOf('phoneValidate'), national)).toEqual({
    query: { query: '+14155552671' },
  });
  expect(
    await lookupRequest(lookupOf('placeSearch'), { query: '😀', country_iso: undefined }),
  ).toEqual({ query: { query: '😀' } });
});

describe('the cost of a lookup', () => {
  test.each<[Name, unknown, number]>([
    ['placeSearch', { hits: [{}] }, 0],
    ['placeResolve', { id: 'geonames_1' }, 1],
    ['addressAutocomplete', { hits: [{}] }, 0],
    ['addressResolve', {}, 1],
    ['addressVerify', { match: {} }, 1],
    ['addressVerify', { match: null }, 0],
    ['addressVerify', 'another shape', 1],
    ['addressCleanse', { match: {} }, 1],
    ['addressCleanse', { match: null }, 0],
    ['addressesNear', { hits: [{}] }, 1],
    ['addressesNear', { hits: [] }, 0],
    ['addressesNear', null, 1],
    ['emailValidate', { result: 'unknown' }, 1],
    ['phoneValidate', { valid: false }, 1],
  ])('for the operation %s and the result %j is %d', (name, result, cost) => {
    expect(lookupOf(name).cost(result)).toBe(cost);
    expect(cost === 0 || lookupOf(name).endpoint.billed).toBe(true);
  });
});

function bias(point: string): object {
  return { query: { bias_lonlat: point } };
}

function refusalOf(work: () => unknown): WaypostError {
  try {
    work();
  } catch (error) {
    if (error instanceof WaypostError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
