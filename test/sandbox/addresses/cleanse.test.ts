import { describe, expect, test } from 'vitest';
import type { CleanseRequest } from '../../../src/api/addresses';
import { cleanse } from '../../../src/sandbox/addresses/written-address';

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
    expect(cleanse(request)).toMatchObject({ ok: true, result: expected });
  });

  test('answers with exactly these members, the query as it was sent', () => {
    const outcome = cleanse({ query: ' 1226 w main st ', post_town: 'Springfield' });
    expect(outcome.ok && Object.keys(outcome.result).sort()).toEqual([
      'confidence',
      'count',
      'fit',
      'match',
      'query',
    ]);
    expect(outcome).toMatchObject({ result: { query: ' 1226 w main st ' } });
  });

  test('has a lower fit with a typing mistake', () => {
    const outcome = cleanse({ query: '1226 W Mian St', post_town: 'Springfield' });
    expect(outcome.ok && outcome.result.fit).toBeLessThan(1);
  });

  test.each<[string, CleanseRequest, object]>([
    ['no query', { postcode: '62701' }, { ok: false, code: 40018 }],
    ['a blank query', { query: ' ' }, { ok: false, code: 40018 }],
    ['a query that is no text', { query: ['1226 W Main St'] }, { ok: false, code: 40018 }],
    [
      'pieces that are no text',
      { query: '1226 W Main St', postcode: 62701, post_town: 'Springfield', county: {} },
      {
        ok: false,
        code: 4000,
        errors: [
          { path: 'postcode', message: 'must be a string' },
          { path: 'county', message: 'must be a string' },
        ],
      },
    ],
  ])('refuses %s', (_, request, expected) => {
    expect(cleanse(request)).toEqual(expected);
  });
});
