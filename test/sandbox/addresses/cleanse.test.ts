import { describe, expect, test } from 'vitest';
import type { CleanseRequest } from '../../../src/api/addresses';
import { cleanse } from '../../../src/sandbox/addresses/written-address';

const main = 'usps_1008160919';
const complete = { count: 1, fit: 1, confidence: 1, match: { id: main } };

describe('address cleansing', () => {
  test.each<[expected: object, what: string, request: CleanseRequest]>([
    [complete, 'an address in one line', { query: '1226 W Main St, Springfield, IL 62701' }],
    [
      complete,
      'an address in separate fields',
      { query: '1226 W Main St', post_town: 'Springfield', county: 'IL', postcode: '62701' },
    ],
    [
      complete,
      'an address with fields that repeat the query',
      {
        query: '1226 W Main St, Springfield, IL 62701',
        post_town: 'SPRINGFIELD',
        county: 'il',
        postcode: '62701',
      },
    ],
    [
      complete,
      'an address with separate fields and a query that ends with the country',
      { query: '1226 W Main St, Springfield, USA', county: 'IL', postcode: '62701' },
    ],
    [
      complete,
      'an address with the state written out',
      { query: '1226 W Main St, Springfield 62701', county: 'Illinois' },
    ],
    [
      complete,
      'an address with a county, which is ignored',
      { query: '1226 W Main St, Springfield, IL 62701', county: 'Sangamon' },
    ],
    [
      complete,
      'an address with empty and missing fields',
      { query: '1226 W Main St, Springfield, IL 62701', county: '', post_town: null },
    ],
    [
      { count: 1, match: { id: main } },
      'an address with a typo',
      { query: '1226 W Mian St', post_town: 'Springfeild', postcode: '62701' },
    ],
    [
      { count: 0, match: null, fit: 0, confidence: 0 },
      'an address with another city in a field, which has no match',
      { query: '1226 W Main St', post_town: 'Chicago' },
    ],
    [
      { query: 'qwertyuiop', count: 0, match: null, fit: 0, confidence: 0 },
      'a word that no address contains, which has no match',
      { query: 'qwertyuiop' },
    ],
  ])('returns the fields %j for %s', (expected, _, request) => {
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
