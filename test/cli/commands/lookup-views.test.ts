// The text of lookup results with expected and unexpected fields. The service does not document the fields of most results.
import { Chalk } from 'chalk';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as addresses from '../../../src/cli/commands/addresses/addresses';
import { emailView } from '../../../src/cli/commands/emails/emails';
import { phoneView } from '../../../src/cli/commands/phones/phones';
import * as places from '../../../src/cli/commands/places/places';

const views = {
  'places search': places.placeHitsView,
  'places resolve': places.placeView,
  'addresses autocomplete': addresses.addressHitsView,
  'addresses resolve': addresses.addressView,
  'addresses verify and cleanse': addresses.matchView,
  'addresses near': addresses.nearView,
  'emails validate': emailView,
  'phones validate': phoneView,
};

type Name = keyof typeof views;
const names = Object.keys(views) as Name[];

const plain = new Chalk({ level: 0 });
const colorful = new Chalk({ level: 1 });

const shown = (name: Name, result: unknown, width?: number) =>
  views[name](result, plain, width).join('\n');

describe('an unknown field', () => {
  const hits = (hit: object) => ({ hits: [{ id: 'x_1', ...hit, future: { deep: [1, true] } }, 7] });
  test.each<[Name, unknown, lines: RegExp[]]>([
    [
      'places search',
      hits({ name: 'N' }),
      [/^ID +PLACE +COUNTRY +FUTURE$/m, /^x_1 +N +deep 1, yes$/m, /^7$/m],
    ],
    ['places resolve', { id: 'x_1', future: 5 }, [/^Id +x_1$/m, /^Future +5$/m]],
    ['addresses autocomplete', hits({ suggestion: 'S' }), [/^x_1 +S +deep 1, yes$/m, /^7$/m]],
    ['addresses autocomplete', { hits: [], more: 'm' }, [/^No addresses found\./m, /^More +m$/m]],
    [
      'addresses resolve',
      { line_1: 'L', native: 'odd', future: null },
      [/^Address +L$/m, /^Native +odd$/m, /^Future +none$/m],
    ],
    [
      'addresses verify and cleanse',
      { match: { line_1: 'L' }, count: 1, future: 'f' },
      [/^Match$/m, /^Address +L$/m, /^Future +f$/m],
    ],
    [
      'addresses verify and cleanse',
      { match: null, future: 'f' },
      [/^No match\. /, /^Future +f$/m],
    ],
    ['addresses near', hits({ line_1: 'L', latitude: 1 }), [/^x_1 +L +1 +deep 1, yes$/m]],
    [
      'emails validate',
      { result: 'deliverable', future: { a: false } },
      [/^Deliverable$/m, /^Future +a no$/m],
    ],
    ['phones validate', { valid: true, future: 12345 }, [/^Valid$/m, /^Future +12345$/m]],
  ])('appears in the text output of the command %s for the result %j', (name, result, lines) => {
    for (const line of lines) expect(shown(name, result)).toMatch(line);
  });
});

describe('the text output', () => {
  test.each<[Name, unknown, string]>([
    ['emails validate', { result: 'deferred', free: true }, 'Result  deferred\nFree    yes'],
    [
      'emails validate',
      { deliverable: true, suggestions: 'a@b' },
      'Deliverable\nDid you mean a@b?',
    ],
    ['emails validate', { deliverable: false }, 'Not deliverable'],
    [
      'emails validate',
      { result: 'not_deliverable', suggestions: ['a', 'b'] },
      'Not deliverable\nDid you mean a or b?',
    ],
    ['emails validate', { disposable: true }, 'Disposable  yes'],
    ['phones validate', { valid: 'maybe' }, 'Valid  maybe'],
    ['phones validate', { valid: true }, 'Valid'],
    ['addresses verify and cleanse', { verified: true }, 'Verified  yes'],
    ['addresses verify and cleanse', { match: 'L', fit: 1 }, 'Match  L\nFit    1'],
    ['addresses verify and cleanse', { match: { city: 'C' }, fit: 7 }, 'Match (fit 7)\n\nCity  C'],
    ['addresses verify and cleanse', { match: { city: 'C' }, city: 'D' }, 'Match\n\nCity  C'],
    ['addresses resolve', { country_iso: 'USA' }, 'Country  USA'],
    ['addresses resolve', { country: 'United States' }, 'Country  United States'],
    ['addresses resolve', { longitude: 0, latitude: 0 }, 'Coordinates  0, 0 (latitude, longitude)'],
    ['addresses resolve', { native: {} }, 'The record is in the --json output, under native.'],
    ['addresses near', { addresses: [1] }, 'Addresses  1'],
    [
      'places resolve',
      { longitude: '', latitude: '', name: 'N' },
      'Coordinates  unknown\nName         N',
    ],
    [
      'places resolve',
      { native: { population: 'many' } },
      'Population  many\n\nThe record is in the --json output, under native.',
    ],
    ['places search', { hits: 'many' }, 'Hits  many'],
    ['places search', { hits: [{ id: 1 }, 'two'] }, 'ID   PLACE  COUNTRY\n1\ntwo'],
  ])(
    'of the command %s shows the result %j, although it has an unexpected shape',
    (name, result, text) => {
      expect(shown(name, result)).toBe(text);
    },
  );

  test.each(names)(
    'of the command %s shows a result that is a string, a number, a boolean, null or empty',
    (name) => {
      const texts = ['text', 7, true, null, '', [], {}].map((result) => shown(name, result));
      expect(texts).toEqual(['text', '7', 'yes', 'none', 'none', 'none', 'The result is empty.']);
    },
  );
});

/** Strings with and without control characters. */
const hostile = fc.constantFrom('a\x1b[2J', '\x1b]0;t\x07b', '\x9b31m\r\n', '\u202e', 'plain', '');

const member = fc.constantFrom(
  'id',
  'hits',
  'match',
  'count',
  'fit',
  'confidence',
  'query',
  'result',
  'deliverable',
  'disposable',
  'suggestions',
  'valid',
  'country',
  'country_iso',
  'international_format',
  'line_1',
  'last_line',
  'longitude',
  'latitude',
  'native',
  'dataset',
  'name',
  'suggestion',
  'descriptive_name',
  'population',
  'timezone',
  'future',
  'x\x1b[2Jy',
  '',
);

const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    hostile,
    fc.constantFrom(null, true, false, 0, 1, 0.5, -7, 'deliverable', 'unknown'),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(member, tie('json'), { maxKeys: 6 }),
  ),
}));

test.each(names)(
  'the text output of the command %s is never empty and never contains control characters, even if the result is random JSON',
  (name) => {
    fc.assert(
      fc.property(
        json,
        fc.option(fc.integer({ min: 20, max: 120 }), { nil: undefined }),
        (result, width) => {
          const text = shown(name, result, width);
          expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]|\[object|undefined|NaN/);
          expect(text.trim()).not.toBe('');
        },
      ),
      { numRuns: 500 },
    );
  },
);

test.each<[Name, unknown, color: string]>([
  ['emails validate', { result: 'deliverable' }, '32'],
  ['emails validate', { result: 'deliverable', disposable: true }, '33'],
  ['emails validate', { result: 'unknown' }, '33'],
  ['emails validate', { result: 'not_deliverable' }, '31'],
  ['phones validate', { valid: true }, '32'],
  ['phones validate', { valid: false }, '31'],
  ['addresses verify and cleanse', { match: {}, count: 1, confidence: 1 }, '32'],
  ['addresses verify and cleanse', { match: {}, count: 1, confidence: 0.9 }, '33'],
  ['addresses verify and cleanse', { match: {}, count: 2, confidence: 1 }, '33'],
  ['addresses verify and cleanse', { match: null }, '31'],
])(
  'the command %s shows the outcome of the result %j in the ANSI color %s',
  (name, result, color) => {
    expect(views[name](result, colorful, undefined)[0]).toMatch(`\x1b[${color}m`);
  },
);
