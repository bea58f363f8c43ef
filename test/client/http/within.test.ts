// A path from the user always stays below the base URL.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pathBelow, urlWithin } from '../../../src/client/url';
import { runs } from '../../support/runs';

const base = new URL('https://service.example/v1');
const at = (path: string) => `https://service.example/v1${path}`;

/** The URL for a path, or the message of the error. */
function outcome(path: string, baseUrl = base): string {
  try {
    return urlWithin(baseUrl, path).href;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('urlWithin', () => {
  test.each([
    ['places', at('/places')],
    ['/places', at('/places')],
    ['/places/', at('/places/')],
    ['places?query=berlin', at('/places?query=berlin')],
    ['places?query=a%20b+c&x=/../y', at('/places?query=a%20b+c&x=/../y')],
    ['places?query=a b', at('/places?query=a%20b')],
    ['places?', at('/places?')],
    ['a b/ü', at('/a%20b/%C3%BC')],
    ['places/%7e%20', at('/places/%7e%20')],
    ['places/%zz', at('/places/%zz')],
    ['keys/a:b', at('/keys/a:b')],
    ['/geonames:1', at('/geonames:1')],
    ['keys/.a/a..b/c.', at('/keys/.a/a..b/c.')],
    ['keys//x', at('/keys//x')],
    ['keys/@evil.example', at('/keys/@evil.example')],
    ['@evil.example/', at('/@evil.example/')],
    [':8080/', at('/:8080/')],
    ['v1/places', at('/v1/places')],
    ['https://service.example/v1/places?q=1', at('/places?q=1')],
    ['HTTPS://SERVICE.example:443/v1/places', at('/places')],
    ['https://service.example/v1/places?q=\u2028x', at('/places?q=%E2%80%A8x')],
    ['/https://evil.example/', at('/https://evil.example/')],
  ])('resolves the path %j to %s', (path, href) => {
    expect(outcome(path)).toBe(href);
  });

  test('resolves a path even if the base URL has no path', () => {
    const root = new URL('http://127.0.0.1:8787');
    expect(outcome('places', root)).toBe('http://127.0.0.1:8787/places');
    expect(outcome('http://127.0.0.1:8787/places', root)).toBe('http://127.0.0.1:8787/places');
    expect(outcome('//evil.example', root)).toContain('refers to another host');
  });
});

describe('urlWithin', () => {
  const dots = 'A path segment consists only of dots.';
  const out = 'The path is outside https://service.example/v1.';
  const control = 'The path contains a backslash or a control character.';
  const fragment = 'The path contains a fragment (#), which HTTP does not send.';
  const host = 'A path that begins with // refers to another host.';
  const empty = 'The path is empty.';
  test.each([
    ['..', dots],
    ['.', dots],
    ['...', dots],
    ['../admin', dots],
    ['/../admin', dots],
    ['keys/../../admin', dots],
    ['keys/ak_x/..', dots],
    ['keys/..?x=1', dots],
    ['%2e%2e/admin', dots],
    ['%2E./admin', dots],
    ['.%2e', dots],
    ['%2e', dots],
    ['%252e%252e/admin', dots],
    ['%25252e%25252e/admin', dots],
    ['..%2fadmin', dots],
    ['x%2f..%2f..%2fadmin', dots],
    ['x%252f..%252fadmin', dots],
    ['x%5c..%5cadmin', dots],
    ['..;/admin', dots],
    ['..;a=b/admin', dots],
    ['https://service.example/v1/../admin', dots],
    ['https://service.example/v1/%2e%2e/admin', dots],
    ['//evil.example/v1', host],
    ['///evil.example', host],
    ['https://service.example/v1//evil.example', host],
    ['https://evil.example/v1/places', out],
    ['http://service.example/v1/places', out],
    ['https://service.example:8443/v1/places', out],
    ['https://service.example/v2/places', out],
    ['https://service.example/v10/places', out],
    ['https://service.example/', out],
    ['https://service.example/admin/v1', out],
    ['https://service.example@evil.example/v1/places', out],
    ['https://user@service.example/v1/places', out],
    ['https://user:secret@service.example/v1/places', out],
    ['https://:secret@service.example/v1/places', out],
    ['a:https://service.example/v1/places', out],
    ['git+https://service.example/v1/places', out],
    ['https://service.example.evil.example/v1/places', out],
    ['https:/service.example/v1/places', out],
    ['https:places', out],
    ['https:///v1', out],
    ['file:///etc/passwd', out],
    ['javascript:alert(1)', out],
    ['C:/Program Files/Git/places', out],
    ['\\\\evil.example\\v1', control],
    ['/\\evil.example', control],
    ['keys\\..\\..', control],
    ['places?x=\\', control],
    ['places\r\nHost: evil.example', control],
    ['pla\tces', control],
    ['places\0', control],
    ['\x7f', control],
    ['places#top', fragment],
    ['#', fragment],
    ['https://service.example/v1/places#', fragment],
    ['', empty],
    [' ', empty],
    ['?query=x', empty],
    ['https://service.example/v1', empty],
    ['https://service.example/v1?query=x', empty],
  ])('rejects the path %j, which is invalid or outside the base URL', (path, message) => {
    expect(outcome(path)).toBe(message);
  });

  test.each([
    ['C:/Program Files/Git/places', { reason: 'path_of_file' }],
    ['https://evil.example/v1', { reason: 'path_outside' }],
    ['places\\', { reason: 'path_characters' }],
    ['places#top', { reason: 'path_fragment' }],
    ['', { reason: 'path_empty' }],
    ['//evil.example', { reason: 'path_of_host' }],
    ['..', { reason: 'path_dots', about: { base: 'https://service.example/v1' } }],
  ])('explains in the error why the path %j is invalid', (path, facts) => {
    expect(() => urlWithin(base, path)).toThrow(
      expect.objectContaining({ code: 'invalid_input', ...facts }),
    );
  });

  test('rejects every random path that leads outside the base URL', () => {
    const piece = fc.constantFrom(
      '.',
      '..',
      '/',
      '//',
      '\\',
      '%2e',
      '%2E',
      '%2f',
      '%5c',
      '%25',
      ';',
      '?',
      '#',
      '@',
      ':',
      'a',
      'v1',
      'https:',
      '//evil.example',
      '//service.example',
      ' ',
      '\t',
      '\n',
      '\u2028',
      'ü',
    );
    const path = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(path, (text) => {
        let url: URL;
        try {
          url = urlWithin(base, text);
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_input' });
          return;
        }
        // The next parser sees the URL like this.
        const seen = new URL(url.href);
        expect([seen.origin, seen.username, seen.hash]).toEqual([base.origin, '', '']);
        expect(decodeAll(seen.pathname)).toMatch(/^\/v1\//);
        expect(new URL(decodeAll(seen.pathname), base).pathname).toMatch(/^\/v1\//);
      }),
      { numRuns: runs(5000) },
    );
  });
});

/** The path as a server that decodes repeatedly reads it. */
function decodeAll(path: string): string {
  const decoded = path.replace(/%(2e|2f|5c|25)/gi, (code) => decodeURIComponent(code));
  return decoded === path ? path : decodeAll(decoded);
}

test('pathBelow returns the path below the base URL, starting with a slash', () => {
  expect(pathBelow(base, urlWithin(base, 'keys/x?y'))).toBe('/keys/x');
  const root = new URL('http://127.0.0.1:8787');
  expect(pathBelow(root, urlWithin(root, 'keys/x'))).toBe('/keys/x');
});
