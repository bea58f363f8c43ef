// How long the service asks to wait, and what may be sent again.
import { expect, test } from 'vitest';
import type { Answer, FailureKind } from '../../../src/client/http/failure';
import { TransportFailure } from '../../../src/client/http/failure';
import { isRepeatable, mayRepeat, requestedWait } from '../../../src/client/http/retry';

const now = Date.UTC(2026, 0, 1);
const seconds = now / 1000;

test.each<[status: number, headers: Answer['headers'], ms: number | undefined]>([
  [429, {}, undefined],
  [429, { 'retry-after': '2' }, 2000],
  [200, { 'retry-after': '2' }, 2000],
  [429, { 'retry-after': '0.5' }, 500],
  [429, { 'retry-after': '0' }, 0],
  [429, { 'retry-after': '-3' }, 0],
  [429, { 'retry-after': ' 2 ' }, 2000],
  [429, { 'retry-after': ['3', '9'] }, 3000],
  [429, { 'retry-after': [] as unknown as string[] }, undefined],
  [429, { 'retry-after': 'Thu, 01 Jan 2026 00:00:07 GMT' }, 7000],
  [429, { 'retry-after': 'Wed, 31 Dec 2025 23:59:00 GMT' }, 0],
  [429, { 'retry-after': 'soon' }, undefined],
  [429, { 'retry-after': '' }, undefined],
  [429, { 'retry-after': 'soon', 'x-ratelimit-reset': String(seconds + 4) }, 4000],
  [429, { 'retry-after': '1', 'x-ratelimit-reset': String(seconds + 4) }, 1000],
  [429, { 'x-ratelimit-reset': String(seconds + 4) }, 4000],
  [503, { 'x-ratelimit-reset': String(seconds + 4) }, 4000],
  [502, { 'x-ratelimit-reset': String(seconds + 4) }, undefined],
  [200, { 'x-ratelimit-reset': String(seconds + 4) }, undefined],
  [429, { 'x-ratelimit-reset': String(seconds - 4) }, 0],
  [429, { 'x-ratelimit-reset': '0' }, undefined],
  [429, { 'x-ratelimit-reset': 'soon' }, undefined],
])('%d with %j: %s', (status, headers, ms) => {
  expect(requestedWait({ status, headers, body: Buffer.alloc(0) }, now)).toBe(ms);
});

test.each([
  ['GET', true],
  ['HEAD', true],
  ['PUT', true],
  ['POST', false],
  ['DELETE', false],
  ['PATCH', false],
  ['OPTIONS', false],
] as const)('%s may be performed twice: %s', (method, is) => {
  expect(isRepeatable(method)).toBe(is);
});

test.each<[FailureKind, ifRepeatable: boolean, else_: boolean]>([
  ['unreached', true, true],
  ['reset', true, false],
  ['truncated', true, false],
  ['timeout', false, false],
  ['too_large', false, false],
  ['malformed', false, false],
])('after %s: %s, of what must not be repeated: %s', (kind, ifRepeatable, otherwise) => {
  const failure = new TransportFailure(kind, '');
  expect([mayRepeat(failure, true), mayRepeat(failure, false)]).toEqual([ifRepeatable, otherwise]);
});
