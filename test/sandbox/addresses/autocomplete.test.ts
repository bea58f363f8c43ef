import { describe, expect, test } from 'vitest';
import { resolveUsa } from '../../../src/sandbox/addresses/addresses';
import { autocomplete } from '../../../src/sandbox/addresses/suggestions';

const suggestionsFor = (q: string) => autocomplete(q).hits.map((hit) => hit.suggestion);
const main = '1226 W Main St, Springfield, IL, 62701';
const fourth = '1212 4th Ave SE, Washington, DC, 20002';
const saintPaul = '1839 2nd St, Saint Paul, MN, 55102';

describe('autocomplete', () => {
  test.each([
    ['as written on an envelope', '1226 W Main St, Springfield, IL 62701', main],
    ['while the last word is typed', '1226 W Mai', main],
    ['in any case', '1226 w MAIN sT', main],
    ['without a care for punctuation', '1226, W. Main-St; springfield', main],
    ['with accents', '1226 w máin st', main],
    ['with the direction omitted', '1226 Main St', main],
    ['with the suffix omitted', '1226 w main springf', main],
    ['with the direction written out', '1226 West Main', main],
    ['with the suffix written out', '1226 W Main Street', main],
    ['with a suffix half written out', '1226 W Main Stre', main],
    ['with the state written out', '1226 main street springfield illinois', main],
    ['with words in another order', 'springfield 1226 main', main],
    ['by ZIP code', '62701 1226', main],
    ['with a number as a word', '1212 fourth ave', fourth],
    ['with a direction behind, written out', '1212 4th avenue southeast', fourth],
    ['with a direction in dots', '1212 4th Ave S.E., Washington D.C.', fourth],
    ['with Saint shortened', '1839 2nd st st paul', saintPaul],
    ['with Saint in full', '1839 second street saint pau', saintPaul],
    ['of a unit', '1226 w main st #2', '1226 W Main St, Apt 2, Springfield, IL, 62701'],
    [
      'of a unit written out',
      '1226 w main apartment 3',
      '1226 W Main St, Apt 3, Springfield, IL, 62701',
    ],
  ])('finds an address %s: %s', (_, q, expected) => {
    expect(suggestionsFor(q)[0]).toBe(expected);
  });

  test.each([
    ['nothing typed', ''],
    ['blanks', '  \t '],
    ['punctuation alone', ',;-.'],
    ['a word of no address', 'qwertyuiop'],
    ['a right word and a wrong one', '1226 W Main qwertyuiop'],
    ['a number that is not on the street', '1227 W Main St Springfield IL'],
    ['a word no part of which is a beginning', '1226 W ain'],
  ])('has nothing to suggest for %s', (_, q) => {
    expect(autocomplete(q)).toEqual({ hits: [] });
  });

  test('suggests at most ten, each once', () => {
    const hits = autocomplete('main st').hits;
    expect(hits).toHaveLength(10);
    expect(new Set(hits.map((hit) => hit.id)).size).toBe(10);
  });

  test('has streets of a name before cities of that name', () => {
    expect(suggestionsFor('spring')[0]).toMatch(/^\d+ (\w )?Spring /);
  });

  test('has the city before streets that other words lead to', () => {
    expect(suggestionsFor('springfield')).not.toHaveLength(0);
    expect(suggestionsFor('springfield').every((line) => line.includes(', Springfield, '))).toBe(
      true,
    );
  });

  test('has house numbers first when a number is typed', () => {
    expect(suggestionsFor('12').every((line) => line.startsWith('12'))).toBe(true);
  });

  test('has the shape that public clients read', () => {
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

  // Shows: Every address suggestion can be resolved.
  test('leads to the address with every id', () => {
    for (const { id } of autocomplete('oak').hits) expect(resolveUsa(id).id).toBe(id);
  });

  test('stays quick whatever is typed', () => {
    expect(autocomplete('1 '.repeat(100_000)).hits.length).toBeLessThanOrEqual(10);
  });
});
