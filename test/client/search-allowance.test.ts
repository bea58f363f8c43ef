// How far apart place searches are kept, by what the service says is left of its limit.
import { describe, expect, test } from 'vitest';
import { searchDelayMs, searchQuota } from '../../src/client/place-hits';

const now = Date.UTC(2026, 0, 1);

describe('the headers', () => {
  const whole = {
    'x-ratelimit-limit': '3000',
    'x-ratelimit-remaining': '2999',
    'x-ratelimit-reset': '1767225900',
  };

  test('are read', () => {
    expect(searchQuota(whole)).toEqual({
      limit: 3000,
      remaining: 2999,
      resetsAt: 1_767_225_900_000,
    });
    expect(searchQuota({ ...whole, 'x-ratelimit-remaining': '0' })).toMatchObject({
      remaining: 0,
    });
  });

  test.each([
    ['none', {}],
    ['no limit', { ...whole, 'x-ratelimit-limit': undefined }],
    ['a limit of 0', { ...whole, 'x-ratelimit-limit': '0' }],
    ['a reset at 0', { ...whole, 'x-ratelimit-reset': '0' }],
    ['no number', { ...whole, 'x-ratelimit-reset': 'soon' }],
    ['an empty one', { ...whole, 'x-ratelimit-remaining': '' }],
    ['less than nothing', { ...whole, 'x-ratelimit-remaining': '-1' }],
    ['two of one name', { ...whole, 'x-ratelimit-limit': ['1', '2'] }],
  ])('but not where there is %s', (_, headers) => {
    expect(searchQuota(headers)).toBeUndefined();
  });
});

test.each<[remaining: number, resetsInMs: number, ms: number]>([
  [3000, 300_000, 0],
  [301, 300_000, 0],
  [300, 150_000, 500],
  [100, 200_000, 2000],
  [1, 60_000, 60_000],
  [0, 60_000, 60_000],
  [0, -5000, 0],
  [0, 3_600_000, 300_000],
])('%d left of 3000 for %d ms: %d ms apart', (remaining, resetsInMs, ms) => {
  expect(searchDelayMs({ limit: 3000, remaining, resetsAt: now + resetsInMs }, now)).toBe(ms);
});
