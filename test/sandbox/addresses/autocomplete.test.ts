import { describe, expect, test } from 'vitest';
import { autocomplete } from '../../../src/sandbox/addresses/suggestions';

const suggestionsFor = (q: string) => autocomplete(q).hits.map((hit) => hit.suggestion);
const main = '1226 W Main St, Springfield, IL, 62701';
const fourth = '1212 4th Ave SE, Washington, DC, 20002';
const saintPaul = '1839 2nd St, Saint Paul, MN, 55102';

describe('address autocomplete', () => {
  test.each([
    ['as on an envelope', '1226 W Main St, Springfield, IL 62701', main],
    ['with an incomplete last word', '1226 W Mai', main],
    ['in capitals', '1226 w MAIN sT', main],
    ['with other punctuation', '1226, W. Main-St; springfield', main],
    ['with accents', '1226 w máin st', main],
    ['without its direction', '1226 Main St', main],
    ['without its suffix', '1226 w main springf', main],
    ['with the direction written out', '1226 West Main', main],
    ['with the suffix written out', '1226 W Main Street', main],
    ['with a partly written suffix', '1226 W Main Stre', main],
    ['with the state written out', '1226 main street springfield illinois', main],
    ['in another order', 'springfield 1226 main', main],
    ['with only the ZIP code and the house number', '62701 1226', main],
    ['with its street number as a word', '1212 fourth ave', fourth],
    ['with a direction after the street, written out', '1212 4th avenue southeast', fourth],
    ['with dots in its abbreviations', '1212 4th Ave S.E., Washington D.C.', fourth],
    ['with "Saint" abbreviated', '1839 2nd st st paul', saintPaul],
    ['with "Saint" written out', '1839 second street saint pau', saintPaul],
    ['with a unit', '1226 w main st #2', '1226 W Main St, Apt 2, Springfield, IL, 62701'],
    [
      'with the word "apartment" written out',
      '1226 w main apartment 3',
      '1226 W Main St, Apt 3, Springfield, IL, 62701',
    ],
  ])('finds an address that is written %s (query: %s)', (_, q, expected) => {
    expect(suggestionsFor(q)[0]).toBe(expected);
  });

  test.each([
    ['an empty query', ''],
    ['blanks', '  \t '],
    ['punctuation only', ',;-.'],
    ['a word that no address has', 'qwertyuiop'],
    ['an address with an unknown word', '1226 W Main qwertyuiop'],
    ['a house number that the street does not have', '1227 W Main St Springfield IL'],
    ['the end of a word', '1226 W ain'],
  ])('suggests no address for %s', (_, q) => {
    expect(autocomplete(q)).toEqual({ hits: [] });
  });

  test('lists streets before cities that have the same name', () => {
    expect(suggestionsFor('spring')[0]).toMatch(/^\d+ (\w )?Spring /);
  });

  test("suggests only addresses in a city if the query is the city's name", () => {
    expect(suggestionsFor('springfield')).not.toHaveLength(0);
    expect(suggestionsFor('springfield').every((line) => line.includes(', Springfield, '))).toBe(
      true,
    );
  });

  test('suggests only house numbers that start with the typed number', () => {
    expect(suggestionsFor('12').every((line) => line.startsWith('12'))).toBe(true);
  });

  test('returns the ID, the text and an empty urls object for each suggestion', () => {
    expect(autocomplete('1226 W Main St Apt 4 Springfield')).toEqual({
      hits: [
        {
          id: 'usps_3529942598',
          suggestion: '1226 W Main St, Apt 4, Springfield, IL, 62701',
          urls: {},
        },
      ],
    });
  });

  test('returns at most 10 suggestions for a query of 100,000 words', () => {
    expect(autocomplete('1 '.repeat(100_000)).hits.length).toBeLessThanOrEqual(10);
  });
});
