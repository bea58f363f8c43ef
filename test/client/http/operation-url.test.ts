// The URL of an operation: the parameters are encoded into the path, and the given values form the query.
import { describe, expect, test } from 'vitest';
import { operationUrl } from '../../../src/client/url';

const base = new URL('https://service.example/v1');
const template = '/keys/{key}/configs/{config_name}';

test.each<[parameters: Record<string, string>, path: string]>([
  [{ key: 'k', config_name: 'c' }, '/v1/keys/k/configs/c'],
  [{ key: 'a/b', config_name: '../c' }, '/v1/keys/a%2Fb/configs/..%2Fc'],
  [{ key: 'ü ?#', config_name: '%2e' }, '/v1/keys/%C3%BC%20%3F%23/configs/%252e'],
  [{ key: '.k', config_name: 'c..' }, '/v1/keys/.k/configs/c..'],
])('operationUrl encodes the parameters %j into the path', (parameters, path) => {
  expect(operationUrl(base, template, parameters).href).toBe(`https://service.example${path}`);
});

test('operationUrl accepts a base URL that ends with a slash or has no path', () => {
  for (const [text, path] of [
    ['https://service.example/v1/', '/v1/places'],
    ['https://service.example', '/places'],
  ] as const) {
    expect(operationUrl(new URL(text), '/places', {}).pathname).toBe(path);
  }
});

test('operationUrl encodes the given values into the query and omits undefined values', () => {
  const query = { a: 'x y&z', b: undefined, c: '' };
  expect(operationUrl(base, '/places', {}, query).search).toBe('?a=x+y%26z&c=');
});

describe('operationUrl', () => {
  const half = 'a\ud800';
  test.each<[parameters: Record<string, string>, query: Record<string, string>, message: string]>([
    [{ key: '', config_name: 'c' }, {}, 'The key is empty.'],
    [{ key: 'k' }, {}, 'The config name is empty.'],
    [{ key: 'k', config_name: '.' }, {}, 'The config name contains only dots.'],
    [{ key: 'k', config_name: '..' }, {}, 'The config name contains only dots.'],
    [
      { key: 'k', config_name: half },
      {},
      'The config name contains an incomplete Unicode character (an unpaired surrogate).',
    ],
    [
      { key: 'k', config_name: 'c' },
      { country_iso: half },
      'The country iso contains an incomplete Unicode character (an unpaired surrogate).',
    ],
  ])('rejects the parameters %j with the query %j', (parameters, query, message) => {
    expect(() => operationUrl(base, template, parameters, query)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        reason: message.includes('surrogate') ? 'unpaired_surrogate' : 'parameter',
        message,
      }),
    );
  });

  test('accepts a surrogate pair in a parameter', () => {
    expect(operationUrl(base, '/x', {}, { q: '😀' }).search).toBe('?q=%F0%9F%98%80');
  });
});
