// How a response becomes a result or an error if its body is large or its fields are not as expected.
import { describe, expect, test } from 'vitest';
import { contentOf, readResponse, refusalOf } from '../../../src/client/envelope';
import type { HttpResponse } from '../../../src/client/http/exchange';
import type { WaypostError } from '../../../src/lib/errors';

const answer = (
  body: string | Buffer,
  status = 200,
  headers: HttpResponse['headers'] = {},
): HttpResponse => ({
  status,
  headers,
  body: Buffer.from(body),
});

function thrownBy(call: () => unknown): WaypostError {
  try {
    call();
  } catch (error) {
    return error as WaypostError;
  }
  throw new Error('nothing was thrown');
}

describe('readResponse', () => {
  const many = (values: number, more = '') =>
    answer(`{"code":2000,"result":[${'0,'.repeat(values - 3)}0${more}]}`);

  test('accepts a JSON document with up to 50,000 values', () => {
    const { result } = readResponse(many(50_000));
    expect(result).toHaveLength(49_998);
  });

  test.each([
    ['50,001 values', many(50_001)],
    ['50,001 objects', answer(`{"code":2000,"result":[${'{},'.repeat(25_000)}{}]}`)],
    ['50,001 arrays', answer(`{"code":2000,"result":[${'[],'.repeat(25_000)}[]]}`)],
  ])('rejects a JSON document with %s', (_, large) => {
    expect(thrownBy(() => readResponse(large))).toMatchObject({
      code: 'invalid_response',
      message:
        'The response (status 200) is JSON that is truncated, too large, nested too deeply or in an unknown format, not a response from the service.',
    });
  });

  test.each([
    ['commas and brackets', '[{,'.repeat(20_000)],
    ['quotes', '\\",'.repeat(120_000)],
    ['backslashes at the end', `${','.repeat(50_001)}\\\\`],
  ])('accepts a JSON document even if a long string contains %s', (_, text) => {
    const body = `{"code":2000,"result":"${text}"}`;
    expect(readResponse(answer(body)).result).toBe(JSON.parse(`"${text}"`));
  });

  test('rejects a JSON document if a string is cut off', () => {
    const body = `{"code":2000,"result":"${','.repeat(50_001)}`;
    expect(thrownBy(() => readResponse(answer(body)))).toMatchObject({ code: 'invalid_response' });
  });
});

test('readResponse reads up to 20,000 numbers that a double cannot represent', () => {
  const many = (count: number) =>
    answer(`{"code":2000,"result":[${Array(count).fill('0.12345678901234567').join(',')}]}`);
  expect(readResponse(many(20_000)).result).toHaveLength(20_000);
  expect(thrownBy(() => readResponse(many(20_001)))).toMatchObject({ code: 'invalid_response' });
});

test('readResponse shortens error messages to 4,096 characters and lists at most 200 invalid fields', () => {
  const errors = (length: number) =>
    Array.from({ length: 201 }, () => ({ path: 'p'.repeat(length), message: 'm'.repeat(length) }));
  const refused = (length: number) =>
    thrownBy(() =>
      readResponse(
        answer(
          JSON.stringify({ code: 4001, message: 'm'.repeat(length), errors: errors(length) }),
          400,
        ),
      ),
    );
  expect(refused(4096).message).toBe('m'.repeat(4096));
  const { message, details } = refused(4097);
  expect(message).toBe(`${'m'.repeat(4096)}…`);
  const field = { path: `${'p'.repeat(4096)}…`, message };
  expect(details).toEqual(Array.from({ length: 200 }, () => field));
});

describe('refusalOf', () => {
  test.each<[errors: unknown, details: unknown]>([
    [[{ path: 'a', message: 'is wrong' }], [{ path: 'a', message: 'is wrong' }]],
    [[{ path: ['a', 0, 'b'], message: 'is wrong' }], [{ path: 'a.0.b', message: 'is wrong' }]],
    [[{ path: [null, { b: 1 }], message: 'no' }], [{ path: 'null.{"b":1}', message: 'no' }]],
    [
      [{ path: 'a' }, { path: 'b', message: 7 }],
      [
        { path: 'a', message: '' },
        { path: 'b', message: '' },
      ],
    ],
    [[{ message: 'no path' }, null, 'a', { path: 7 }], []],
    ['no list', []],
    [null, []],
  ])('reads the invalid fields of a 400 response from the errors %j', (errors, details) => {
    const body = JSON.stringify({ code: 4001, message: 'Look', errors });
    expect(refusalOf(answer(body, 400), false)?.details).toEqual(details);
  });

  test('returns no details if a 400 response does not list invalid fields', () => {
    expect(refusalOf(answer('{"code":4001}', 400), false)?.details).toBeUndefined();
  });
});

describe('a body that is not from the service', () => {
  test.each([
    ['', {}, 'empty'],
    [' \n ', {}, 'empty'],
    [' <html>', {}, 'a web page'],
    ['Hello', { 'content-type': 'text/html' }, 'a web page'],
    ['{"a":1}', {}, 'JSON that is truncated, too large, nested too deeply or in an unknown format'],
    ['null', {}, 'data in an unknown format'],
    ['[1', {}, 'JSON that is truncated, too large, nested too deeply or in an unknown format'],
    ['Hello', {}, 'data in an unknown format'],
  ])('with the text %j and the headers %j is reported as "%s"', (body, headers, what) => {
    expect(thrownBy(() => readResponse(answer(body, 200, headers)))).toMatchObject({
      code: 'invalid_response',
      reason: 'not_the_service',
      status: 200,
      message: `The response (status 200) is ${what}, not a response from the service.`,
    });
  });

  test('causes an error if it is JSON that contains a success API code but no result', () => {
    expect(thrownBy(() => readResponse(answer('{"code":2000}')))).toMatchObject({
      code: 'invalid_response',
      reason: 'not_the_service',
      apiCode: 2000,
      status: 200,
      message: 'The response has no result.',
    });
  });
});

test.each([2000, 2020])('readResponse accepts a result with the API code %d', (code) => {
  const headers = { 'x-id': '1' };
  const read = readResponse(answer(`{"result":{"a":1},"code":${code}}`, 202, headers));
  expect(read).toEqual({ result: { a: 1 }, code, status: 202, headers });
});

describe('refusalOf', () => {
  test.each<[status: number, body: string, bodiless: boolean, code: string | undefined]>([
    [200, '', false, undefined],
    [200, 'text', false, undefined],
    [204, '', false, undefined],
    [200, '{"code":2000}', false, undefined],
    [202, '{"code":2020}', false, undefined],
    [200, '{"code":4010}', false, 'api_error'],
    [200, '{"code":2000.5}', false, undefined],
    [200, '{"code":"4010"}', false, undefined],
    [300, '', false, 'invalid_response'],
    [302, '', false, 'invalid_response'],
    [399, '', false, 'invalid_response'],
    [304, '', false, undefined],
    [400, '', false, 'invalid_response'],
    [400, '', true, 'api_error'],
    [400, '{"code":4000}', false, 'api_error'],
    [401, '', false, 'auth_failed'],
    [404, '{"code":4041}', false, 'auth_failed'],
    [404, '{"code":4042}', false, 'auth_failed'],
    [404, '{"code":4043}', false, 'api_error'],
    [404, '{"code":4047}', false, 'not_found'],
    [401, '{"code":9999}', false, 'auth_failed'],
    [402, '{"code":4020}', false, 'balance_empty'],
    [402, '{"code":4021}', false, 'api_error'],
    [410, '{"code":4042}', false, 'api_error'],
    [429, '', false, 'rate_limited'],
    [500, '', false, 'service_unavailable'],
    [503, '', false, 'rate_limited'],
    [504, '', false, 'service_unavailable'],
  ])(
    'for status %d and the body %j (no body expected: %s), returns the error code %s',
    (status, body, bodiless, code) => {
      expect(refusalOf(answer(body, status), bodiless)?.code).toBe(code);
    },
  );

  test.each([
    [429, '', 'The service does not accept more requests at the moment.'],
    [503, '', 'The service does not accept more requests at the moment.'],
    [500, '', 'The service responded with status 500.'],
    [401, '', 'The service responded with status 401.'],
    [400, '{"code":4000}', 'The service responded with status 400.'],
    [400, '{"code":4000,"message":""}', 'The service responded with status 400.'],
    [400, '{"code":4000,"message":7}', 'The service responded with status 400.'],
    [400, '{"code":4000,"message":"No"}', 'No'],
  ])('for status %d and the body %j, returns the message "%s"', (status, body, message) => {
    expect(refusalOf(answer(body, status), false)?.message).toBe(message);
  });
});

test('readResponse reports a redirect only if the response has a 3xx status and a Location header', () => {
  const to = { location: 'https://elsewhere.example/' };
  for (const status of [300, 301]) {
    const success = '{"code":2000,"result":{}}';
    expect(thrownBy(() => readResponse(answer(success, status, to)))).toMatchObject({
      reason: 'redirect',
      message:
        'The service redirects to https://elsewhere.example/. waypost does not follow this redirect.',
      status,
    });
  }
  expect(thrownBy(() => readResponse(answer('', 301)))).toMatchObject({
    reason: 'not_the_service',
  });
  for (const status of [201, 400]) {
    expect(thrownBy(() => readResponse(answer('{"code":4000}', status, to)))).toMatchObject({
      code: 'api_error',
    });
  }
});

describe('a rejection by a proxy session', () => {
  const refused = (limit: unknown) =>
    refusalOf(
      answer(JSON.stringify({ code: 4012, message: 'Not allowed.', session_limit: limit }), 401),
      false,
    );

  test.each(['allow', 'expires', 'max_lookups', 'path', 'read_only', 'token'])(
    'causes the error session_refused with the session limit %s as the reason',
    (limit) => {
      expect(refused(limit)).toMatchObject({
        code: 'session_refused',
        reason: `session_${limit}`,
        message: 'Not allowed.',
        status: 401,
        apiCode: 4012,
        details: { session_limit: limit },
      });
    },
  );

  test('causes the error auth_failed if waypost does not recognize the limit', () => {
    expect(refused('hours')).toMatchObject({ code: 'auth_failed', message: 'Not allowed.' });
  });
});

describe('contentOf', () => {
  const none = { kind: 'none' };
  const text = { kind: 'text' };
  test.each<[type: string | undefined, body: string, status: number, bodiless: boolean, unknown]>([
    [undefined, '', 200, false, none],
    [undefined, 'x', 200, false, text],
    [undefined, '<p>', 200, false, 'error'],
    ['text/csv', '', 200, false, text],
    ['text/csv', '', 200, true, none],
    ['text/csv', '', 204, false, none],
    ['text/csv', '', 205, false, none],
    ['text/csv', '', 304, false, none],
    ['text/csv', '<p>', 200, false, text],
    ['text/html', 'x', 200, false, 'error'],
    ['application/xhtml+xml', 'x', 200, false, text],
    ['application/json', '{"a":1}', 200, false, { kind: 'json', value: { a: 1 } }],
    ['application/problem+json; charset=utf-8', '1', 200, false, { kind: 'json', value: 1 }],
    ['application/jsonl', '{}\n{}', 200, false, text],
    ['application/json', '', 200, false, 'error'],
    ['application/json', '', 200, true, none],
    ['application/json', '{"a":', 200, false, 'error'],
  ])(
    'for the content type %s and the body %j (status %d, no body expected: %s), returns %j',
    (type, body, status, bodiless, content) => {
      const read = () => contentOf(answer(body, status, { 'content-type': type }), bodiless);
      if (content === 'error') {
        expect(thrownBy(read)).toMatchObject({
          code: 'invalid_response',
          reason: 'not_the_service',
        });
      } else expect(read()).toEqual(content);
    },
  );
});
