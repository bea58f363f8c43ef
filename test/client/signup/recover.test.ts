// What can be had from an answer that is cut off, and what must not be taken for a key.
import { describe, expect, test } from 'vitest';
import { recoverCredentials } from '../../../src/client/signup/claim-file';

const keys = { user_token: 'uk_1', test_api_key: 'ak_1', user_id: 'u_1' };
const whole = JSON.stringify({ result: keys, code: 2000, message: 'Success' });

describe('the keys of an answer', () => {
  test.each<[string, string]>([
    ['whole', whole],
    ['with blanks', JSON.stringify({ result: keys }, undefined, 2)],
    ['in another order', '{"result":{"user_id":"u_1","test_api_key":"ak_1","user_token":"uk_1"}}'],
    ['with members the tool does not know', whole.replace('{"user', '{"a":{"b":[1]},"user')],
    ['with blanks around the keys', whole.replace('uk_1', ' uk_1 ')],
    ['with escapes', whole.replace('uk_1', '\\u0075k_1')],
    ['cut off behind the keys', whole.slice(0, whole.indexOf(',"code"'))],
  ])('%s', (_, text) => {
    expect(recoverCredentials(text)).toEqual(keys);
  });

  test.each<[string, string, string | null]>([
    ['no user id', '{"user_token":"uk_1","test_api_key":"ak_1"}', null],
    ['a user id that is cut off', '{"user_token":"uk_1","test_api_key":"ak_1","user_id":"u', null],
    ['a number', '{"user_token":"uk_1","test_api_key":"ak_1","user_id":42}', '42'],
    ['a number, cut off', '{"user_token":"uk_1","test_api_key":"ak_1","user_id":4', null],
  ])('%s', (_, text, user_id) => {
    expect(recoverCredentials(text)).toEqual({ ...keys, user_id });
  });

  test.each([
    ['nothing', ''],
    ['a web page', '<html>"user_token"</html>'],
    ['one key only', '{"user_token":"uk_1"}'],
    ['an empty key', '{"user_token":"","test_api_key":"ak_1"}'],
    ['null', '{"user_token":null,"test_api_key":"ak_1"}'],
    ['a text that is no JSON', '{"user_token":"\\x","test_api_key":"ak_1"}'],
    ['keys in a text', JSON.stringify({ message: whole })],
  ])('%s: none', (_, text) => {
    expect(recoverCredentials(text)).toBeUndefined();
  });

  test('in a text that comes in pieces, wherever it is cut', () => {
    for (let at = 0; at <= whole.length; at += 1) {
      const found = recoverCredentials(whole.slice(0, at), whole.slice(at), ' more');
      expect(found).toEqual(recoverCredentials(whole));
    }
  });

  test('the first of each counts, also where others follow in a later piece', () => {
    const later = whole.replaceAll('_1', '_2');
    expect(recoverCredentials(whole, ' '.repeat(4096), later)).toEqual(keys);
  });

  test('at every length: both keys as they are, or none', () => {
    for (let length = 0; length < whole.length; length += 1) {
      const found = recoverCredentials(whole.slice(0, length));
      if (found === undefined) continue;
      expect(found).toMatchObject({ user_token: 'uk_1', test_api_key: 'ak_1' });
      expect([null, 'u_1']).toContain(found.user_id);
    }
  });
});
