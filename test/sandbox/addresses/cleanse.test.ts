import { describe, expect, test } from 'vitest';
import type { CleanseRequest } from '../../../src/api/addresses';
import { cleanse } from '../../../src/sandbox/addresses/written-address';

const main = 'usps_1008160919';
const complete = { count: 1, fit: 1, confidence: 1, match: { id: main } };

describe('address cleansing', () => {
  test.each<[what: string, expected: object, request: CleanseRequest]>([
    ['an address in one line', complete, { query: '1226 W Main St, Springfield, IL 62701' }],
    [
      'an address in separate fields',
      complete,
      { query: '1226 W Main St', post_town: 'Springfield', county: 'IL', postcode: '62701' },
    ],
    [
      'an address with fields that repeat the query',
      complete,
      {
        query: '1226 W Main St, Springfield, IL 62701',
        post_town: 'SPRINGFIELD',
        county: 'il',
        postcode: '62701',
      },
    ],
    [
      'an address with separate fields and a query that ends with the country',
      complete,
      { query: '1226 W Main St, Springfield, USA', county: 'IL', postcode: '62701' },
    ],
    [
      'an address with the state written out',
      complete,
      { query: '1226 W Main St, Springfield 62701', county: 'Illinois' },
    ],
    [
      'an address with an ignored county',
      complete,
      { query: '1226 W Main St, Springfield, IL 62701', county: 'Sangamon' },
    ],
    [
      'an address with empty and missing fields',
      complete,
      { query: '1226 W Main St, Springfield, IL 62701', county: '', post_town: null },
    ],
    [
      'an address with a typo',
      { count: 1, match: { id: main } },
      { query: '1226 W Mian St', post_town: 'Springfeild', postcode: '62701' },
    ],
    [
      'an address with another city in a field',
      { count: 0, match: null, fit: 0, confidence: 0 },
      { query: '1226 W Main St', post_town: 'Chicago' },
    ],
    [
      'a word that no address contains',
      { query: 'qwertyuiop', count: 0, match: null, fit: 0, confidence: 0 },
      { query: 'qwertyuiop' },
    ],
  ])('of %s returns the fields %j', (_, expected, request) => {
    expect(cleanse(request)).toMatchObject(expected);
  });

  test('returns exactly the documented fields, and returns the query unchanged', () => {
    const cleansed = cleanse({ query: ' 1226 w main st ', post_town: 'Springfield' });
    expect(Object.keys(cleansed).sort()).toEqual(['confidence', 'count', 'fit', 'match', 'query']);
    expect(cleansed).toMatchObject({ query: ' 1226 w main st ' });
  });

  test('lowers the fit if the query has a typo', () => {
    const { fit } = cleanse({ query: '1226 W Mian St', post_town: 'Springfield' });
    expect(fit).toBeLessThan(1);
  });
});
