import { describe, expect, test } from 'vitest';
import { near } from '../../../src/sandbox/addresses/near';

function linesNear(lon: unknown, lat: unknown): string[] {
  return near(lon, lat).hits.map(({ line_1, line_2 }) => `${line_1} ${line_2}`.trim());
}

describe('address lookup by coordinates', () => {
  // Shows: Addresses near a point are sorted nearest first.
  test('returns the nearest address first', () => {
    // 1261 W Main St is the last house of its street. The others are south of it.
    expect(linesNear(-89.65761, 39.79052)).toEqual([
      '1261 W Main St',
      '1252 W Main St',
      '1241 W Main St',
      '1235 W Main St',
      '1235 W Main St Ste 100',
      '1235 W Main St Ste 200',
      '1226 W Main St',
      '1226 W Main St Apt 1',
      '1226 W Main St Apt 2',
      '1226 W Main St Apt 3',
      '1226 W Main St Apt 4',
    ]);
  });

  test('returns only addresses that are at most 100 meters away', () => {
    expect(linesNear(-89.65761, 39.79052 + 0.00089)).toEqual(['1261 W Main St']);
    expect(linesNear(-89.65761, 39.79052 + 0.0009)).toEqual([]);
  });

  test('finds an address that is 99.96 meters to the east, but not one that is 101.7 meters to the east', () => {
    // At 39.79 degrees north 0.00117 degrees of longitude are 99.96 m; 0.00119 are 101.7 m.
    expect(linesNear(-89.65761 - 0.00117, 39.79052)).toEqual(['1261 W Main St']);
    expect(linesNear(-89.65761 - 0.00119, 39.79052)).toEqual([]);
  });

  test('returns the dataset and the last line of an address', () => {
    expect(near(-89.65761, 39.79052).hits[0]).toMatchObject({
      dataset: 'usps',
      last_line: 'Springfield IL 62701-2414',
    });
  });

  test.each([
    ['as text', '-89.65761', '39.79052'],
    ['with blanks and a plus sign', ' -89.65761 ', '+39.79052'],
  ])('accepts coordinates %s', (_, lon, lat) => {
    expect(linesNear(lon, lat)[0]).toBe('1261 W Main St');
  });

  // HTTP cannot send these values. A conformance row shows invalid text.
  test.each([
    ['a list as the longitude', ['-89.65']],
    ['a longitude that is not a finite number', Number.NaN],
  ])('rejects coordinates with %s', (_, lon) => {
    expect(() => near(lon, '39.79')).toThrow(expect.objectContaining({ code: 4000 }));
  });

  test.each([
    ['a point in the ocean', 0, 0],
    ['the North Pole', 0, 90],
    ['the date line', 180, 0],
  ])('finds no address at %s', (_, lon, lat) => {
    expect(linesNear(lon, lat)).toEqual([]);
  });
});
