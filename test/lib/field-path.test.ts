// Paths of JSON fields: which value a path has, which fields are picked, and which fields are known not to exist.
import { expect, test } from 'vitest';
import { jsonText, parseJson } from '../../src/lib/exact-json';
import { fieldAt, isUnknown, pickFields } from '../../src/lib/field-path';

const value = parseJson(
  '{"total":12345678901234567890,"at":{"lon":0.1234567890123456789},"hits":[{"id":"a","tags":["x"]},{"id":"b"}],"none":null,"empty":[],"__proto__":{"id":1}}',
);

const paths = (text: string) => text.split(' ').map((path) => path.split('.'));

test.each([
  ['total', '{"total":12345678901234567890}'],
  ['at.lon', '{"at":{"lon":0.1234567890123456789}}'],
  ['hits.id', '{"hits":[{"id":"a"},{"id":"b"}]}'],
  ['hits.id total', '{"hits":[{"id":"a"},{"id":"b"}],"total":12345678901234567890}'],
  ['hits.0.id', '{"hits":[{"id":"a"}]}'],
  ['hits.1', '{"hits":[{"id":"b"}]}'],
  ['hits.1.id hits.tags', '{"hits":[{"tags":["x"]},{"id":"b"}]}'],
  ['hits.tags', '{"hits":[{"tags":["x"]},{}]}'],
  ['hits hits.id', '{"hits":[{"id":"a","tags":["x"]},{"id":"b"}]}'],
  ['hits.1st', '{"hits":[{},{}]}'],
  ['hits.n1', '{"hits":[{},{}]}'],
  ['none.at', '{"none":null}'],
  ['empty.id', '{"empty":[]}'],
  ['__proto__.id', '{"__proto__":{"id":1}}'],
  ['hits.__proto__.id', '{"hits":[{},{}]}'],
  ['nosuch', '{}'],
  ['constructor', '{}'],
])('pickFields with the paths "%s" returns %s', (text, picked) => {
  expect(jsonText(pickFields(value, paths(text)))).toBe(picked);
});

test.each([
  ['hits.id', '["a","b"]'],
  ['hits.1.id', '"b"'],
  ['hits.tags', '[["x"],null]'],
  ['hits.9.id', undefined],
  ['hits.nosuch', undefined],
  ['total.toString', undefined],
  ['total', '12345678901234567890'],
])('fieldAt with the path "%s" returns %s', (path, text) => {
  const [one = []] = paths(path);
  const found = fieldAt(value, one);
  expect(found === undefined ? undefined : jsonText(found)).toBe(text);
});

test.each([
  ['total', false],
  ['nosuch', true],
  ['hits.tags', false],
  ['hits.nosuch', true],
  ['hits.7.nosuch', false],
  ['hits.0.nosuch', true],
  ['empty.anything', false],
  ['none.anything', false],
  ['total.anything', true],
  ['hits.0.id.length', true],
  ['hits.1.tags', true],
  ['toString', true],
])(
  'for the field path %s, isUnknown returns %s (true if the value proves that the field does not exist)',
  (path, unknown) => {
    const [one = []] = paths(path);
    expect(isUnknown(value, one)).toBe(unknown);
  },
);
