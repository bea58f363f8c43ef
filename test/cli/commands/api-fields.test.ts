// The documents and headers that `waypost api` makes from -f, -F and -H.
import { describe, expect, test } from 'vitest';
import {
  type FieldText,
  fieldDocument,
  queryParameters,
} from '../../../src/cli/commands/api/fields';
import { requestHeaders } from '../../../src/cli/commands/api/request';
import { jsonText, parseJson } from '../../../src/lib/exact-json';

/** Parses fields such as `-f a=b` or `-F a=1`. */
function fieldsOf(words: readonly string[]): FieldText[] {
  return words.map((word) => ({ text: word.slice(3), typed: word.startsWith('-F') }));
}

const read = (words: readonly string[]) =>
  fieldDocument(fieldsOf(words), async (path) => `text of ${path}\n`);

describe('fieldDocument', () => {
  test.each<[string[], unknown]>([
    [[], undefined],
    [['-f a=b'], { a: 'b' }],
    [['-f a='], { a: '' }],
    [['-f a=1'], { a: '1' }],
    [['-f a=b=c[d]=e'], { a: 'b=c[d]=e' }],
    [['-f a=@x'], { a: '@x' }],
    [['-F a=1'], { a: 1 }],
    [['-F a=-1.5e3'], { a: -1500 }],
    [['-F a=true', '-F b=false', '-F c=null'], { a: true, b: false, c: null }],
    [['-F a={"b": [1, {"c": null}]}'], { a: { b: [1, { c: null }] } }],
    [['-F a=[]'], { a: [] }],
    [['-F a="1"'], { a: '1' }],
    [['-F a='], { a: '' }],
    [['-F a=Acme Ltd'], { a: 'Acme Ltd' }],
    [['-F a=007'], { a: '007' }],
    [['-F a=True'], { a: 'True' }],
    [['-F a=9007199254740991'], { a: 9007199254740991 }],
    [['-F a=@file.txt'], { a: 'text of file.txt\n' }],
    [['-F a=@-'], { a: 'text of -\n' }],
    [['-F a=@{"x":1}'], { a: 'text of {"x":1}\n' }],
    [['-f a[b]=c', '-F a[d]=1'], { a: { b: 'c', d: 1 } }],
    [['-f a[b][c][d]=e'], { a: { b: { c: { d: 'e' } } } }],
    [['-f a[]=x', '-F a[]=1', '-f a[]=y'], { a: ['x', 1, 'y'] }],
    [['-f a[b][]=x', '-f a[b][]=y'], { a: { b: ['x', 'y'] } }],
    [['-f a[]'], { a: [] }],
    [['-f a[b][]'], { a: { b: [] } }],
    [['-f a[]', '-f a[]=x'], { a: ['x'] }],
    [['-f a[][n]=1', '-f a[][m]=2', '-f a[][n]=3'], { a: [{ n: '1', m: '2' }, { n: '3' }] }],
    [['-f a[][n][]=1', '-f a[][n][]=2'], { a: [{ n: ['1', '2'] }] }],
    [['-f a[][n][p]=1', '-f a[][n][p]=2'], { a: [{ n: { p: '1' } }, { n: { p: '2' } }] }],
    [['-f a b=c', '-f ü=d'], { 'a b': 'c', ü: 'd' }],
  ])('turns the fields %j into the document %j', async (words, document) => {
    expect(await read(words)).toEqual(document);
  });

  test.each([
    ['9007199254740993', '9007199254740993'],
    ['1e999', '1e999'],
    [
      '{"ids": [12345678901234567890, 0.12345678901234567890]}',
      '{"ids":[12345678901234567890,0.12345678901234567890]}',
    ],
  ])('keeps every digit of the numbers in the field -F a=%s', async (typed, sent) => {
    expect(jsonText(await read([`-F a=${typed}`]))).toBe(`{"a":${sent}}`);
  });

  test('returns a value unchanged if it does not begin like JSON, even if it contains thousands of brackets', async () => {
    const text = `Acme ${'['.repeat(5000)}`;
    expect(await read([`-F a=${text}`])).toEqual({ a: text });
  });

  test('accepts reserved names such as __proto__ as field names', async () => {
    const document = await read(['-f __proto__[x]=1', '-f constructor=2', '-f a[__proto__]=3']);
    expect(JSON.stringify(document)).toBe(
      '{"__proto__":{"x":"1"},"constructor":"2","a":{"__proto__":"3"}}',
    );
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  test.each<[string[], string]>([
    [['-f a'], 'not have the form key=value'],
    [['-f =b'], 'not have the form key=value'],
    [['-f [a]=b'], 'not have the form key=value'],
    [['-f a[b=c'], 'not have the form key=value'],
    [['-f a]=c'], 'not have the form key=value'],
    [['-f a[b]c=d'], 'not have the form key=value'],
    [['-f a[b[c]]=d'], 'not have the form key=value'],
    [['-f a[b]'], 'not have the form key=value'],
    [['-f a=1', '-f a=2'], 'The field a is set more than once'],
    [['-f a=1', '-f a[b]=2'], 'The field a is set more than once'],
    [['-f a=1', '-f a[]=2'], 'The field a is set more than once'],
    [['-f a[]=1', '-f a[b]=2'], 'The field a is set more than once'],
    [['-f a[b]=1', '-f a[b]=2'], 'The field b is set more than once'],
    [['-F a={"b":1}', '-f a[c]=2'], 'The field a is set more than once'],
    [['-F a=[1]', '-f a[]=2'], 'The field a is set more than once'],
    [['-f a[][]=1'], 'an array inside an array'],
    [['-F a={b:1}'], 'is not valid JSON'],
    [['-F a=[1'], 'is not valid JSON'],
    [['-F a="x'], 'is not valid JSON'],
  ])('rejects the fields %j', async (words, message) => {
    await expect(read(words)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(message),
      hint: expect.any(String),
    });
  });

  const tooDeep = 'The value of the field a is too complex: nested more than 500 levels deep.';
  test.each([
    ['a list that is nested too deeply', `-F a=${'['.repeat(5000)}${']'.repeat(5000)}`, tooDeep],
    [
      'an object that is nested too deeply',
      `-F a=${'{"b":'.repeat(5000)}1${'}'.repeat(5000)}`,
      tooDeep,
    ],
    ['a field name that is nested too deeply', `-f a${'[b]'.repeat(5000)}=1`, tooDeep],
    [
      'a list with too many long numbers',
      `-F a=[${'1e999,'.repeat(20_001)}1]`,
      'The value of the field a is too complex: more than 20000 long numbers.',
    ],
  ])('rejects %s', async (_name, word, message) => {
    await expect(read([word])).rejects.toMatchObject({ code: 'invalid_input', message });
  });

  test('omits the value of an invalid field from the error', async () => {
    const error = await read(['-F a={ak_secretsecret']).catch((cause: unknown) => cause);
    expect(JSON.stringify(error)).not.toContain('secret');
  });
});

test.each<[Record<string, unknown>, string]>([
  [{ a: 'b', c: 1, d: true, e: null }, 'a=b&c=1&d=true&e='],
  [{ a: ['x', 'y'] }, 'a[]=x&a[]=y'],
  [{ a: { b: 'c', d: { e: 1 } } }, 'a[b]=c&a[d][e]=1'],
  [{ a: [{ b: 1 }], c: [] }, 'a[][b]=1'],
  [{ a: parseJson('12345678901234567890') }, 'a=12345678901234567890'],
])('queryParameters turns the fields %j into the query %s', (document, query) => {
  const text = queryParameters(document).map(([name, value]) => `${name}=${value}`);
  expect(text.join('&')).toBe(query);
});

describe('requestHeaders', () => {
  test.each<[string[], Record<string, string>]>([
    [[], {}],
    [['X-Thing: a'], { 'x-thing': 'a' }],
    [['X-Thing:a:b'], { 'x-thing': 'a:b' }],
    [['X-Thing:  \t a b \t'], { 'x-thing': 'a b' }],
    [['X-Thing:'], { 'x-thing': '' }],
    [['a: 1', 'A: 2'], { a: '1, 2' }],
    [['__proto__: x'], Object.fromEntries([['__proto__', 'x']])],
  ])('turns the -H values %j into the headers %j', (texts, headers) => {
    expect(Object.entries(requestHeaders(texts))).toEqual(Object.entries(headers));
  });

  const credential = '-H cannot set the Authorization header.';
  const framed = /^-H cannot set the \S+ header\.$/;
  test.each<[string, string | RegExp]>([
    ['X-Thing', 'not have the form "name: value"'],
    [': a', 'not have the form "name: value"'],
    ['X Thing: a', 'not have the form "name: value"'],
    ['X-Thing\r\nAuthorization: a', 'not have the form "name: value"'],
    ['X-Ü: a', 'not have the form "name: value"'],
    ['', 'not have the form "name: value"'],
    ['X-Thing: a\r\nAuthorization: Bearer b', 'line break'],
    ['X-Thing: a\nb', 'line break'],
    ['X-Thing: a\rb', 'line break'],
    ['X-Thing: \r\n', 'line break'],
    ['X-Thing: a\0', 'line break'],
    ['X-Thing: \x1b[2J', 'line break'],
    ['X-Thing: ü', 'line break'],
    ['X-Thing: \u010a', 'line break'],
    ['Authorization: Bearer ak_x', credential],
    ['AUTHORIZATION : x', credential],
    [' authorization: x', credential],
    ['Proxy-Authorization: x', '-H cannot set the Proxy-Authorization header.'],
    ['Host: evil.example', framed],
    ['Content-Length: 0', framed],
    ['Transfer-Encoding: chunked', framed],
    ['Connection: close', framed],
    ['Keep-Alive: x', framed],
    ['Upgrade: h2c', framed],
    ['TE: trailers', framed],
    ['Trailer: x', framed],
    ['Expect: 100-continue', framed],
  ])('rejects the -H value %j', (text, message) => {
    const matching =
      message instanceof RegExp ? message : new RegExp(message.replace(/\./g, '\\.'));
    expect(() => requestHeaders([text])).toThrow(
      expect.objectContaining({ code: 'invalid_input', message: expect.stringMatching(matching) }),
    );
  });
});
