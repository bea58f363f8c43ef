// JSON whose numbers keep every digit.
import { check, double, jsonValue, property, stringMatching } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ExactNumber,
  exactInteger,
  exactSum,
  isNumber,
  isObject,
  jsonText,
  parseJson,
} from '../../src/lib/exact-json';

describe('a long number that a double would change', () => {
  test.each([
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890123456789012345678901234567890',
    '0.1234567890123456789',
    '-51.507321900000001234',
    '1e400',
    '-1e-400',
    '1.5E+999',
    '123456789012345678e-2',
    '1000000000000000000000',
    '0.1000000000000000000000',
    '1.7976931348623157e308',
    '-0.0000000000000000',
    '1E+002',
  ])('is written unchanged (number: %s)', (token) => {
    const value = parseJson(`{"a":[${token}]}`) as { a: unknown[] };
    expect(value.a[0]).toBeInstanceOf(ExactNumber);
    expect([String(value.a[0]), isNumber(value.a[0])]).toEqual([token, true]);
    expect(jsonText(value)).toBe(`{"a":[${token}]}`);
    expect(jsonText(parseJson(` ${token} `))).toBe(token);
  });
});

describe('a number that a double can represent', () => {
  test.each([
    ['9007199254740992', 9007199254740992],
    ['9007199254740994', 9007199254740994],
    ['-9007199254740991', -9007199254740991],
    ['0.1234567890123456', 0.1234567890123456],
    ['5e-324', 5e-324],
    ['1.0', 1],
    ['1E2', 100],
  ])('is read as a number, even next to a longer number (number: %s)', (token, expected) => {
    expect(parseJson(token)).toBe(expected);
    expect([isNumber(expected), isNumber(token)]).toEqual([true, false]);
    expect(parseJson(`[${token},9007199254740993]`)).toMatchObject([expected, expect.anything()]);
  });
});

describe('a string with digits', () => {
  const long = '9007199254740993';
  test.each([
    [long],
    [`"${long}`],
    [`\\"${long}\\`],
    [`\\\\${long},${long}`],
    ['2026-01-01T00:00:00.0000000000000001Z'],
  ])('stays a string (string: %j)', (text) => {
    const value = { [text]: text, beside: 1 };
    const json = JSON.stringify(value).replace(/1}$/, `${long}}`);
    expect(jsonText(parseJson(json))).toBe(json);
    expect((parseJson(json) as Record<string, unknown>)[text]).toBe(text);
  });
});

test.each(['', '{', '[9007199254740993', '{"a":09007199254740993}', '9007199254740993 1', 'NaN'])(
  'parseJson rejects the text %j',
  (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  },
);

test('parseJson reads at most 20,000 long numbers', () => {
  const many = (count: number) => `[${Array(count).fill('0.12345678901234567890')}]`;
  expect(jsonText(parseJson(many(20_000)))).toBe(many(20_000));
  expect(() => parseJson(many(20_001))).toThrow(new RangeError('more than 20000 long numbers'));
});

test('parseJson rejects a long string without a closing quote', () => {
  expect(() => parseJson(`"${'x'.repeat(2000)}`)).toThrow(SyntaxError);
});

describe('parseJson', () => {
  const nested = (levels: number, inside = '1') =>
    `${'[{"a":'.repeat(levels / 2)}${inside}${'}]'.repeat(levels / 2)}`;

  test.each([
    ['500 nested levels', nested(500)],
    ['1,000 lists next to each other', `[${Array(1000).fill('[]')}]`],
    ['1,000 objects next to each other', `[${Array(1000).fill('{}')}]`],
    ['brackets in strings', JSON.stringify([`"\\"${'['.repeat(600)}`, '{'.repeat(600), '\\'])],
    ['a short string after a bracket in a string', nested(498, '["[",[1]]')],
  ])('reads %s', (_, text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test.each([
    ['502 nested levels', nested(502)],
    ['501 nested levels', nested(500, '[]')],
    ['501 nested levels after an escaped quote', nested(500, '["\\\\",{"\\"":[]}]')],
  ])('rejects %s', (_, text) => {
    expect(() => JSON.parse(text)).not.toThrow();
    expect(() => parseJson(text)).toThrow(new RangeError('nested more than 500 levels deep'));
  });
});

test('jsonText writes any parsed JSON unchanged', () => {
  const token = stringMatching(/^-?(0|[1-9]\d{0,25})(\.\d{1,25})?([eE][+-]?\d{1,4})?$/);
  check(
    property(jsonValue(), token, double(), (value, number, other) => {
      const json = JSON.stringify([value, other]).replace(/\]$/, `,${number}]`);
      const read = parseJson(json) as unknown[];
      expect(read.slice(0, 2)).toEqual(JSON.parse(JSON.stringify([value, other])));
      const again = parseJson(jsonText(read)) as unknown[];
      expect(String(again[2])).toBe(String(read[2]));
    }),
  );
});

test.each<[values: string, sum: string]>([
  ['[]', '0'],
  ['[1,2]', '3'],
  ['[9007199254740993,1]', '9007199254740994'],
  ['[9007199254740993,10]', '9007199254741003'],
  ['[-9007199254740993,-10]', '-9007199254741003'],
  ['[9007199254740993,-9007199254740992]', '1'],
  ['[1.5,2]', '3.5'],
  ['[10,0.5,-0.25]', '10.25'],
  ['[1e400,1]', 'Infinity'],
])('exactSum adds up the numbers %s and returns %s', (values, sum) => {
  expect(String(exactSum(parseJson(values) as (number | ExactNumber)[]))).toBe(sum);
});

test.each<[value: bigint, json: number | ExactNumber]>([
  [9007199254740991n, 9007199254740991],
  [-7n, -7],
  [9007199254740993n, new ExactNumber('9007199254740993')],
])(
  'exactInteger converts %s to a number only if a double represents every digit',
  (value, json) => {
    expect(exactInteger(value)).toEqual(json);
    expect(jsonText(exactInteger(value))).toBe(String(value));
  },
);

test.each<[json: string, is: boolean]>([
  ['{}', true],
  ['null', false],
  ['[]', false],
  ['"x"', false],
  ['7', false],
  ['12345678901234567890', false],
])('for the JSON value %s, isObject returns %s', (json, is) => {
  expect(isObject(parseJson(json))).toBe(is);
});
