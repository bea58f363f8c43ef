// The error catalog of src/api has each row of the table of errors in the API's documentation.
import { expect, test } from 'vitest';
import { catalog, hintForCode, pendingCode, successCode } from '../../src/api/catalog';
import { commandInText, hintText } from '../../src/lib/command-text';

// API code, HTTP status and message, as in the API's documentation
const table = `
4010 401 Invalid Key
4011 401 Requesting URL not on whitelist
4015 401 Inadequate licence to access data
4020 402 Key balance depleted
4021 402 Lookup Limit Reached
4000 400 Invalid syntax submitted
4048 404 Address not found
4150 415 Unsupported Media Type
4290 429 Request timed out. Please wait and try again later
5001 500 Uncatalogued Error
404 404 404 Page not found
4001 400 Validation failed on your submitted data
4005 400 Invalid end date
4006 400 Invalid start date
4007 400 Invalid Date Range: start date is after end date
4008 400 Invalid Date Range: range specified needs to be 90 days or less
4009 400 Too Many Tags Queried: please specify no more than 3 tags to query
40010 400 Invalid source IP address provided
40011 400 Invalid search query received
40016 400 Invalid search query provided. Please review your inputs
40017 400 Invalid email query string. Email string length is too long. Max length 320
40018 400 Invalid query. The q or query parameter is required
4012 401 Forbidden
4013 401 A Sub Licensee Key is required to perform this action
4014 401 Invalid API Key provided for licensee
4016 401 You have requested an invalid context
4041 404 User not found
4042 404 Key not found
4045 404 No licensee found
4047 404 Config not found
4040 404 Place not found
4090 409 Unable to perform transaction due to duplicate keys
4291 429 Too many requests. Please contact support
5002 500 Search request reached internal timeout limits
4100 410 Token expired or already claimed`;

const rows = table
  .trim()
  .split('\n')
  .map((line): [code: number, status: number, message: string] => {
    const [, code, status, message = ''] = /^(\d+) (\d+) (.+)$/.exec(line) ?? [];
    return [Number(code), Number(status), message];
  });

test.each(rows)(
  'the error catalog contains the API code %i with HTTP status %i, the message "%s" and a hint',
  (code, status, message) => {
    expect(catalog).toHaveProperty(String(code));
    expect(catalog[code as keyof typeof catalog]).toMatchObject({ status, message });
    expect(hintText(hintForCode(code) ?? '', commandInText)).toMatch(/^[A-Z`].{15,}\.$/s);
  },
);

test('the error catalog contains only documented API codes', () => {
  expect(Object.keys(catalog).map(Number).sort()).toEqual(rows.map(([code]) => code).sort());
});

test('hintForCode returns undefined for the success code, the pending code and unknown codes', () => {
  expect([successCode, pendingCode]).toEqual([2000, 2020]);
  expect([hintForCode(successCode), hintForCode(pendingCode), hintForCode(9999)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
