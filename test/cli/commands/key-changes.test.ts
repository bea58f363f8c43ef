// The request body that the options of `keys update` make, and the changes that `keys update` prints.
import { describe, expect, test } from 'vitest';
import { limitsBelowUse, reachedLimits } from '../../../src/cli/commands/keys/members';
import {
  type ChangeOptions,
  comparedChanges,
  keyChanges,
} from '../../../src/cli/commands/keys/update';
import { commandInText } from '../../../src/lib/command-text';

test.each<[ChangeOptions, string | undefined, object]>([
  [{ name: 'a' }, undefined, { name: 'a' }],
  [{ dailyLimit: '0' }, undefined, { daily_limit: { limit: 0 } }],
  [{ dailyLimit: 'None' }, undefined, { daily_limit: { limit: null } }],
  [{ monthlyLimit: ' 12 ' }, undefined, { monthly_limit: { limit: 12 } }],
  [{ notifications: 'OFF' }, undefined, { notifications: { enabled: false } }],
  [{ rateLimit: '{"a":1}' }, undefined, { rate_limit: { a: 1 } }],
  [
    { enableDataset: ['usps', 'here'], disableDataset: ['ab'] },
    undefined,
    { datasets: { usps: true, here: true, ab: false } },
  ],
  [{}, '{"unknown": [1], "datasets": ["usps"]}', { unknown: [1], datasets: ['usps'] }],
  [{ name: 'a' }, '{"daily_limit": {"limit": null}}', { daily_limit: { limit: null }, name: 'a' }],
])(
  'keyChanges turns the options %j and the body %j into the changes %j',
  (options, body, changes) => {
    expect(keyChanges(options, body)).toEqual(changes);
  },
);

test.each<[ChangeOptions, string | undefined]>([
  [{}, undefined],
  [{}, '{}'],
  [{ name: ' ' }, undefined],
  [{ dailyLimit: '-1' }, undefined],
  [{ dailyLimit: '1.5' }, undefined],
  [{ dailyLimit: '1e3' }, undefined],
  [{ dailyLimit: '' }, undefined],
  [{ dailyLimit: '99999999999999999' }, undefined],
  [{ monthlyLimit: 'unlimited' }, undefined],
  [{ notifications: 'yes' }, undefined],
  [{ rateLimit: '10' }, undefined],
  [{ rateLimit: '[10]' }, undefined],
  [{ rateLimit: '{' }, undefined],
  [{ rateLimit: 'null' }, undefined],
  [{ enableDataset: ['a'], disableDataset: ['a'] }, undefined],
  [{ enableDataset: [''] }, undefined],
  [{ name: 'a' }, '{"name": "b"}'],
  [{}, '[]'],
  [{}, 'text'],
  [{}, '{"name": 1}'],
  [{}, '{"daily_limit": 5}'],
  [{}, '{"daily_limit": {"limit": -1}}'],
  [{}, '{"monthly_limit": {"limit": 1.5}}'],
  [{}, '{"monthly_limit": {"limit": "5"}}'],
  [{}, '{"notifications": {"enabled": "on"}}'],
  [{}, '{"datasets": "usps"}'],
  [{}, '{"rate_limit": null}'],
])('keyChanges rejects the options %j (body: %j)', (options, body) => {
  expect(() => keyChanges(options, body)).toThrow(
    expect.objectContaining({ code: 'invalid_input' }),
  );
});

describe('comparedChanges', () => {
  const before = { name: 'a', daily_limit: { limit: 5, consumed: 1 }, datasets: { usps: true } };

  test.each([
    [{ name: 'b' }, { ...before, name: 'b' }, ['Name', 'a', 'b', 'changed']],
    [{ name: 'a' }, before, ['Name', 'a', 'a', 'same']],
    [{ daily_limit: { limit: 9 } }, before, ['Daily limit', '5', '5', 'ignored']],
    [
      { daily_limit: { limit: null } },
      { ...before, daily_limit: { limit: null, consumed: 1 } },
      ['Daily limit', '5', 'none', 'changed'],
    ],
    [
      { datasets: { usps: false } },
      { ...before, datasets: { usps: false } },
      ['Datasets usps', 'on', 'off', 'changed'],
    ],
    [{ hidden: 1 }, before, ['Hidden', 'none', '1', 'changed']],
  ])('reports the outcome of the change %j', (sent, after, [label, was, is, outcome]) => {
    expect(comparedChanges(sent, before, after)).toEqual([
      { label, before: was, after: is, outcome },
    ]);
  });
});

const details = {
  lookups_remaining: 5,
  daily_limit: { limit: 10, consumed: 4 },
  monthly_limit: { limit: null, consumed: 40 },
};

test.each([
  [1, { daily_limit: { limit: 3 } }],
  [0, { daily_limit: { limit: 4 } }],
  [0, { daily_limit: { limit: null } }],
  [1, { monthly_limit: { limit: 39 } }],
  [2, { daily_limit: { limit: 3 }, monthly_limit: { limit: 39 } }],
  [0, { name: 'x' }],
  [0, { daily_limit: 'odd' }],
])('limitsBelowUse finds %i limit(s) below current usage in the changes %j', (count, changes) => {
  expect(limitsBelowUse(details, changes)).toHaveLength(count);
  expect(limitsBelowUse('odd', changes)).toEqual([]);
});

test.each([
  [0, details],
  [1, { ...details, lookups_remaining: 0 }],
  [1, { ...details, daily_limit: { limit: 4, consumed: 4 } }],
  [2, { daily_limit: { limit: 4, consumed: 5 }, monthly_limit: { limit: 1, consumed: 1 } }],
  [0, { daily_limit: 7, lookups_remaining: 'many' }],
])('reachedLimits finds %i reached limit(s) in the key record %j', (count, given) => {
  expect(reachedLimits(given, commandInText)).toHaveLength(count);
});
