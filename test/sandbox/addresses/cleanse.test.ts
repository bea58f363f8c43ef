import { describe, expect, test } from 'vitest';
import type { CleanseRequest } from '../../../src/api/addresses';
import { cleanse } from '../../../src/sandbox/addresses/written-address';
import { refusalOf } from '../support/refusal';

const main = 'usps_1008160919';
const complete = { count: 1, fit: 1, confidence: 1, match: { id: main } };

describe('cleansing', () => {
  test.each<[string, CleanseRequest, object]>([
    ['an address in one line', { query: '1226 W Main St, Springfield, IL 62701' }, complete],
    [
      'an address in pieces',
      { query: '1226 W Main St', post_town: 'Springfield', county: 'IL', postcode: '62701' },
      complete,
    ],
    [
      'pieces that the line has already',
      {
        query: '1226 W Main St, Springfield, IL 62701',
        post_town: 'SPRINGFIELD',
        county: 'il',
        postcode: '62701',
      },
      complete,
    ],
    [
      'pieces beside a line that ends with the country',
      { query: '1226 W Main St, Springfield, USA', county: 'IL', postcode: '62701' },
      complete,
    ],
    [
      'a state written out',
      { query: '1226 W Main St, Springfield 62701', county: 'Illinois' },
      complete,
    ],
    [
      'a county, which is passed over',
      { query: '1226 W Main St, Springfield, IL 62701', county: 'Sangamon' },
      complete,
    ],
    [
      'empty and missing pieces',
      { query: '1226 W Main St, Springfield, IL 62701', county: '', post_town: null },
      complete,
    ],
    [
      'a typing mistake',
      { query: '1226 W Mian St', post_town: 'Springfeild', postcode: '62701' },
      { count: 1, match: { id: main } },
    ],
    [
      'a city of elsewhere',
      { query: '1226 W Main St', post_town: 'Chicago' },
      { count: 0, match: null, fit: 0, confidence: 0 },
    ],
    [
      'nonsense',
      { query: 'qwertyuiop' },
      { query: 'qwertyuiop', count: 0, match: null, fit: 0, confidence: 0 },
    ],
  ])('of %s', (_, request, expected) => {
    expect(cleanse(request)).toMatchObject(expected);
  });

  test('answers with exactly these members, the query as it was sent', () => {
    const cleansed = cleanse({ query: ' 1226 w main st ', post_town: 'Springfield' });
    expect(Object.keys(cleansed).sort()).toEqual(['confidence', 'count', 'fit', 'match', 'query']);
    expect(cleansed).toMatchObject({ query: ' 1226 w main st ' });
  });

  test('has a lower fit with a typing mistake', () => {
    const { fit } = cleanse({ query: '1226 W Mian St', post_town: 'Springfield' });
    expect(fit).toBeLessThan(1);
  });

  test.each<[string, CleanseRequest, object]>([
    ['no query', { postcode: '62701' }, { code: 40018 }],
    ['a blank query', { query: ' ' }, { code: 40018 }],
    ['a query that is no text', { query: ['1226 W Main St'] }, { code: 40018 }],
    [
      'pieces that are no text',
      { query: '1226 W Main St', postcode: 62701, post_town: 'Springfield', county: {} },
      {
        code: 4000,
        errors: [
          { path: 'postcode', message: 'must be a string' },
          { path: 'county', message: 'must be a string' },
        ],
      },
    ],
  ])('refuses %s', (_, request, expected) => {
    expect(refusalOf(() => cleanse(request))).toEqual(expected);
  });
});
