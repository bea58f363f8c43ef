// Which keys can be recovered from a truncated response, and which text is not a key.
import { describe, expect, test } from 'vitest';
import { recoverCredentials } from '../../../src/client/signup/claim-file';

const keys = { user_token: 'uk_1', test_api_key: 'ak_1', user_id: 'u_1' };
const whole = JSON.stringify({ result: keys, code: 2000, message: 'Success' });

describe('recoverCredentials', () => {
  test.each<[string, string]>([
    ['that is complete', whole],
    ['with spaces between the fields', JSON.stringify({ result: keys }, undefined, 2)],
    [
      'with the fields in another order',
      '{"result":{"user_id":"u_1","test_api_key":"ak_1","user_token":"uk_1"}}',
    ],
    ['with unknown fields', whole.replace('{"user', '{"a":{"b":[1]},"user')],
    ['with spaces around the keys', whole.replace('uk_1', ' uk_1 ')],
    ['with escapes', whole.replace('uk_1', '\\u0075k_1')],
    ['that is cut off after the keys', whole.slice(0, whole.indexOf(',"code"'))],
  ])('finds the keys in a response %s', (_, text) => {
    expect(recoverCredentials(text)).toEqual(keys);
  });

  test.each<[string, string, string | null]>([
    ['without a user ID', '{"user_token":"uk_1","test_api_key":"ak_1"}', null],
    ['with a truncated user ID', '{"user_token":"uk_1","test_api_key":"ak_1","user_id":"u', null],
    ['with a number as user ID', '{"user_token":"uk_1","test_api_key":"ak_1","user_id":42}', '42'],
    [
      'with a truncated number as user ID',
      '{"user_token":"uk_1","test_api_key":"ak_1","user_id":4',
      null,
    ],
  ])('finds both keys in a response %s', (_, text, user_id) => {
    expect(recoverCredentials(text)).toEqual({ ...keys, user_id });
  });

  test.each([
    ['an empty response', ''],
    ['a web page', '<html>"user_token"</html>'],
    ['a response with only one key', '{"user_token":"uk_1"}'],
    ['a response with an empty key', '{"user_token":"","test_api_key":"ak_1"}'],
    ['a response with null as a key', '{"user_token":null,"test_api_key":"ak_1"}'],
    ['a response with an invalid JSON string', '{"user_token":"\\x","test_api_key":"ak_1"}'],
    ['a JSON string that contains keys', JSON.stringify({ message: whole })],
  ])('does not find keys in %s', (_, text) => {
    expect(recoverCredentials(text)).toBeUndefined();
  });

  test('finds the same keys whether the response arrives in one chunk or is split at any character', () => {
    for (let at = 0; at <= whole.length; at += 1) {
      const found = recoverCredentials(whole.slice(0, at), whole.slice(at), ' more');
      expect(found).toEqual(recoverCredentials(whole));
    }
  });

  test('returns the first API key and the first management key, even if other keys follow in a later chunk', () => {
    const later = whole.replaceAll('_1', '_2');
    expect(recoverCredentials(whole, ' '.repeat(4096), later)).toEqual(keys);
  });

  test('finds either both keys unchanged or neither key, wherever the text is cut off', () => {
    for (let length = 0; length < whole.length; length += 1) {
      const found = recoverCredentials(whole.slice(0, length));
      if (found === undefined) continue;
      expect(found).toMatchObject({ user_token: 'uk_1', test_api_key: 'ak_1' });
      expect([null, 'u_1']).toContain(found.user_id);
    }
  });
});
