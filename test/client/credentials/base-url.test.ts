// Which base URLs are valid, and which source of the base URL takes precedence.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resolveCredentials } from '../../../src/client/credentials/resolve';
import { baseUrlText, parseBaseUrl } from '../../../src/client/url';
import { defaultBaseUrl } from '../../../src/lib/identity';
import { freshHome, store } from '../../support/keys';

test.each([
  ['https://service.example/v1', 'https://service.example/v1'],
  ['https://service.example/v1/', 'https://service.example/v1'],
  ['https://service.example/v1///', 'https://service.example/v1'],
  ['https://service.example//a//v1//', 'https://service.example//a//v1'],
  ['https://service.example', 'https://service.example'],
  ['https://service.example:8443/a/b/v1', 'https://service.example:8443/a/b/v1'],
  ['HTTPS://Service.Example/v1', 'https://service.example/v1'],
  ['http://localhost:8787/v1', 'http://localhost:8787/v1'],
  ['http://127.0.0.1/v1', 'http://127.0.0.1/v1'],
  ['http://127.1.2.3:80/v1', 'http://127.1.2.3/v1'],
  ['http://[::1]:8787/v1', 'http://[::1]:8787/v1'],
])('parseBaseUrl parses the URL %s as %s', (text, url) => {
  const parsed = parseBaseUrl(text, '--base-url', false);
  expect([parsed.href.replace(/\/$/, ''), baseUrlText(parsed)]).toEqual([url, url]);
});

test.each([
  ['service.example/v1', /not a valid URL/],
  ['/v1', /not a valid URL/],
  ['http://', /not a valid URL/],
  ['ftp://service.example/v1', /must begin with https/],
  ['file:///etc/passwd', /must begin with https/],
  ['localhost:8787', /must begin with https/],
  ['https://ann:secret@service.example/v1', /user name or password/],
  ['https://ann@service.example/v1', /user name or password/],
  ['https://:secret@service.example/v1', /user name or password/],
  ['https://service.example/v1?a=b', /query or fragment/],
  ['https://service.example/v1#a', /query or fragment/],
  ['http://service.example/v1', /plain HTTP/],
  ['http://localhost.example/v1', /plain HTTP/],
  ['http://127.0.0.1.example/v1', /plain HTTP/],
  ['http://192.168.0.1/v1', /plain HTTP/],
  ['http://0.0.0.0/v1', /plain HTTP/],
])('parseBaseUrl rejects the URL %s', (text, message) => {
  expect(() => parseBaseUrl(text, undefined, false)).toThrow(
    expect.objectContaining({
      code: 'invalid_input',
      message: expect.stringMatching(message),
      reason: expect.stringMatching(/^base_url/),
    }),
  );
});

test('resolveCredentials allows plain HTTP to another host if insecureHttp is true, and adds a warning', () => {
  const resolved = resolveCredentials(
    join(freshHome().path, 'none.json'),
    { baseUrl: 'http://service.example/v1', insecureHttp: true },
    {},
  );
  expect(resolved.baseUrl.href).toBe('http://service.example/v1');
  expect(resolved.warnings).toEqual([
    { reason: 'plain_http', message: expect.stringContaining('plain HTTP') },
  ]);
});

describe('the base URL', () => {
  const [flag, env, file] = [
    'https://flag.example/v1',
    'https://env.example/v1',
    'https://f.example',
  ];
  test.each<
    [flag: string | undefined, env: string | undefined, file: string | undefined, url: string]
  >([
    [undefined, undefined, undefined, defaultBaseUrl],
    [undefined, undefined, file, `${file}/`],
    [undefined, env, file, env],
    [flag, env, file, flag],
    ['', '', file, `${file}/`],
    ['  ', ' ', undefined, defaultBaseUrl],
    [` ${flag} `, env, undefined, flag],
  ])(
    'for the option %j, the environment variable %j and the stored URL %j is %s',
    (baseUrl, variable, base_url, url) => {
      const { configFile } = freshHome();
      if (base_url !== undefined) store(configFile, { api_key: 'ak_0123456789', base_url });
      const resolved = resolveCredentials(configFile, { baseUrl }, { WAYPOST_BASE_URL: variable });
      expect(resolved.baseUrl.href).toBe(url);
    },
  );

  test("causes an error that names the URL's source (option, environment variable or file) if the URL is invalid", () => {
    const { configFile } = freshHome();
    const named = (place: string) =>
      expect.objectContaining({ message: expect.stringContaining(place) });
    expect(() => resolveCredentials(configFile, { baseUrl: 'x' }, {})).toThrow(
      named('The base URL is'),
    );
    expect(() => resolveCredentials(configFile, {}, { WAYPOST_BASE_URL: 'x' })).toThrow(
      named('WAYPOST_BASE_URL'),
    );
    store(configFile, { api_key: 'ak_0123456789', base_url: 'http://service.example/v1' });
    expect(() => resolveCredentials(configFile, {}, {})).toThrow(named(configFile));
  });
});
