import { describe, expect, test } from 'vitest';
import type { Verification, VerifyRequest } from '../../../src/api/addresses';
import { verify } from '../../../src/sandbox/addresses/written-address';

function verified(query: string, pieces?: VerifyRequest): Verification {
  return verify(query, undefined, pieces);
}

const full = '1226 W Main St, Springfield, IL 62701-2413';

const nothing = {
  match: null,
  count: 0,
  fit: 0,
  confidence: 0,
  address_line_one: '',
  address_line_two: '',
  city: '',
  state: '',
  zip_code: '',
  country_iso_2: '',
};

describe('address verification', () => {
  test('returns a count, fit and confidence of 1 for a complete address', () => {
    const { match, ...rest } = verified(full);
    expect(match?.id).toBe('usps_1008160919');
    expect(rest).toEqual({
      query: full,
      count: 1,
      fit: 1,
      confidence: 1,
      address_line_one: '1226 W Main St',
      address_line_two: '',
      city: 'Springfield',
      state: 'IL',
      zip_code: '62701-2413',
      country_iso_2: 'US',
    });
  });

  test.each([
    ['in capitals', '1226 W MAIN ST, SPRINGFIELD, IL 62701'],
    ['in lower case without punctuation', '1226 w main st springfield il 62701'],
    ['in several lines', '1226 W Main St\nSpringfield\r\nIL 62701'],
    ['with words written out', '1226 West Main Street, Springfield, Illinois 62701'],
    ['in a different order', 'IL 62701 Springfield, Main St W 1226'],
    ['with the country', '1226 W Main St, Springfield, IL 62701, United States of America'],
    ['with the ZIP code in nine digits', '1226 W Main St, Springfield, IL 627012413'],
  ])('returns a confidence of 1 for a complete address that is written %s', (_, query) => {
    expect(verified(query)).toMatchObject({
      fit: 1,
      confidence: 1,
      count: 1,
      match: { id: 'usps_1008160919' },
    });
  });

  test.each([
    ['two letters swapped', '1226 W Mian St, Springfield, IL 62701'],
    ['a missing letter', '1226 W Main St, Sprngfield, IL 62701'],
    ['an extra letter', '1226 W Maiin St, Springfield, IL 62701'],
    ['two typos in a long word', '1226 W Main St, Sprngfeild, IL'],
    ['a wrong digit in the ZIP code', '1226 W Main St, Springfield, IL 62707'],
    ['the ZIP code of another city', '1226 W Main St, Springfield, IL 90210'],
    ['a wrong suffix', '1226 W Main Ave, Springfield, IL 62701'],
    ['a wrong direction', '1226 E Main St, Springfield, IL 62701'],
    ['a suffix that is also a state', '1226 W Main Ct, Springfield'],
    ['a repeated word', '1226 W Main Main St, Springfield, IL 62701'],
    ['a company name in front', 'Acme Inc, 1226 W Main St, Springfield, IL 62701'],
    ['a neighboring town and the correct ZIP code', '1226 W Main St, Chatham, IL 62701'],
    ['a unit that the building does not have', '1226 W Main St Apt 99, Springfield, IL 62701'],
  ])('finds an address with %s, but lowers the fit', (_, query) => {
    const result = verified(query);
    expect(result.match?.id).toBe('usps_1008160919');
    expect(result.fit).toBeLessThan(1);
    expect(result.fit).toBeGreaterThan(0.6);
    expect(result.confidence).toBeLessThanOrEqual(result.fit);
  });

  test.each([
    ['ZIP code', '1226 W Main St, Springfield, IL'],
    ['state', '1226 W Main St, Springfield 62701'],
    ['city', '1226 W Main St, 62701'],
    ['direction', '1226 Main St, Springfield, IL 62701'],
    ['suffix', '1226 W Main, Springfield, IL 62701'],
    ['city, state and ZIP code', '1226 W Main St'],
  ])('finds an address without its %s, and lowers the confidence but not the fit', (_, query) => {
    const result = verified(query);
    expect(result).toMatchObject({ fit: 1, count: 1, match: { id: 'usps_1008160919' } });
    expect(result.confidence).toBeLessThan(1);
    expect(result.confidence).toBeGreaterThan(0.5);
  });

  test('prefers an exact match of a word to a similar word', () => {
    const { fit } = verified('Acme, 1226 W Main St, Springfield, IL 62701');
    expect(verified('Maine, 1226 W Main St, Springfield, IL 62701').fit).toBe(fit);
  });

  test('returns a higher confidence for a more complete address', () => {
    const said = ['1226 Main', '1226 W Main St', '1226 W Main St, Springfield', full];
    const sure = said.map((query) => verified(query).confidence);
    expect(sure).toEqual([...new Set(sure)].sort((a, b) => a - b));
  });

  test.each([
    ['1226 W Main St Apt 3, Springfield, IL 62701', 'Apt 3'],
    ['1226 W Main St #3, Springfield, IL 62701', 'Apt 3'],
    ['Unit 3, 1226 W Main St, Springfield, IL 62701', 'Apt 3'],
    ['1235 W Main St Suite 200, Springfield, IL 62701', 'Ste 200'],
  ])('finds the unit in the address %s', (query, unit) => {
    expect(verified(query)).toMatchObject({ count: 1, address_line_two: unit });
  });

  test.each([
    ['Salt Lake City', '760 Main Street, Salt Lake City'],
    ['Saint Paul', '1839 Second St, St. Paul, MN'],
    ['Washington', '1212 Fourth Avenue Southeast, Washington, District of Columbia'],
    ['New York, New York', '2623 Main St, New York, New York'],
  ])('finds an address in the city %s', (_, query) => {
    expect(verified(query).match).not.toBeNull();
  });

  test('returns the number of addresses that fit equally well, and lowers the confidence if there are several', () => {
    const among = verified('735 Main St');
    const alone = verified('735 Main St, Miami');
    expect(among).toMatchObject({ count: 3, fit: 1, address_line_one: '735 Main St' });
    expect(alone).toMatchObject({ count: 1, fit: 1, city: 'Miami' });
    expect(among.confidence).toBeLessThan(alone.confidence / 2);
  });

  test.each([
    ['an unknown house number', '1227 W Main St, Springfield, IL 62701'],
    ['a missing house number', 'Main St, Springfield, IL 62701'],
    ['a missing street', '1226 Springfield, IL 62701'],
    ['an unknown street', '1226 W Qwerty St, Springfield, IL 62701'],
    ['the wrong city', '1226 W Main St, Chicago, IL'],
    ['the wrong city with a nearly correct ZIP code', '1226 W Main St, Chicago, IL 62707'],
    ['the wrong state', '1226 W Main St, Springfield, MO'],
    ['the wrong state, written out', '1226 W Main St, Springfield, North Dakota'],
    ['another country', '10 Downing Street, London SW1A 2AA'],
    ['mostly unrelated words', `1226 Main 62701 ${'lorem ipsum dolor sit amet '.repeat(3)}`],
    ['punctuation only', '-- , --'],
    ['only the country', 'USA'],
    ['a very long text', 'x'.repeat(100_000)],
    ['very many numbers', '1 '.repeat(100_000)],
  ])('finds no match for %s', (_, query) => {
    expect(verified(query)).toEqual({ query, ...nothing });
  });

  test('uses the separate fields in addition to the query', () => {
    const pieces = { city: 'Springfield', state: 'IL', zip_code: '62701' };
    const result = verified('1226 W Main St', pieces);
    expect(result).toMatchObject({ query: '1226 W Main St', fit: 1, confidence: 1 });
    expect(
      verified('1226 W Main St', { ...pieces, city: 'Chicago', zip_code: '60601' }),
    ).toMatchObject(nothing);
  });

  test('names the field in the error if the context or another field is invalid', () => {
    const message = 'must be usa, because the sandbox has only addresses in the USA';
    expect(() => verify(full, 'gbr')).toThrow(
      expect.objectContaining({
        facts: expect.objectContaining({ errors: [{ path: 'context', message }] }),
      }),
    );
    const wrong = { city: 'Springfield', zip_code: 62701 };
    expect(() => verify(full, 'usa', wrong)).toThrow(
      expect.objectContaining({
        facts: expect.objectContaining({
          errors: [{ path: 'zip_code', message: 'must be a string' }],
        }),
      }),
    );
  });

  test.each([undefined, null, 'usa', 'USA'])('accepts the context %j', (context) => {
    expect(verify(full, context)).toMatchObject({ count: 1 });
  });
});
