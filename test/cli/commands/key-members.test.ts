// The text that `keys details` prints for the fields of a key.
import { describe, expect, test } from 'vitest';
import { keyRows } from '../../../src/cli/commands/keys/members';

const text = (name: string, value: unknown) => keyRows({ [name]: value })[0]?.value;

describe('keyRows', () => {
  const plain = { emails: [], enabled: true };
  test.each([
    [
      { ...plain, balance_threshold: null, no_balance: true, limit_reached: true },
      'on, when no lookups remain or the key reaches a limit; no email address is set',
    ],
    [
      {
        enabled: true,
        emails: ['a@example.org', 'b@example.org'],
        balance_threshold: 1200,
        no_balance: true,
        limit_reached: true,
      },
      'on, when 1,200 lookups remain, no lookups remain or the key reaches a limit; email to a@example.org, b@example.org',
    ],
    [
      { ...plain, balance_threshold: 1, no_balance: false, limit_reached: false },
      'on, when 1 lookup remains; no email address is set',
    ],
    [{ ...plain, enabled: false, no_balance: true }, 'off; no email address is set'],
    [{ enabled: true }, 'on'],
    [{ enabled: true, no_balance: 'weekly', by_text: true }, 'on; no balance weekly; by text on'],
    [{ enabled: 'sometimes' }, 'enabled sometimes'],
    ['unheard of', 'unheard of'],
  ])('describes the notifications %j as: %s', (value, expected) => {
    expect(text('notifications', value)).toBe(expected);
  });
});

describe('keyRows', () => {
  const bought = { purchased: 5000, consumed: 1250 };
  test.each([
    [[{ purchased: 50, consumed: 0, expires: null }], '50 lookups, none used, without expiry'],
    [
      [{ ...bought, expires: '2027-01-31T00:00:00Z' }],
      '5,000 lookups, 1,250 used, until 2027-01-31 00:00 UTC',
    ],
    [
      [bought, bought],
      '5,000 lookups, 1,250 used, without expiry; 5,000 lookups, 1,250 used, without expiry',
    ],
    [[], 'none'],
    [[{ odd: true }], 'odd on'],
  ])('describes the purchases %j as: %s', (value, expected) => {
    expect(text('current_purchases', value)).toBe(expected);
  });
});

test.each([
  [28, 'kept in the log for 28 days'],
  [1, 'kept in the log for 1 day'],
  [0, 'not stored in the log'],
  ['never', 'never'],
])('keyRows describes a retention period of %j days as: %s', (value, expected) => {
  expect(text('redact_days', value)).toBe(expected);
});
