// Whether a key can use a lookup: the edge cases of the balance and of each limit.
import { describe, expect, test } from 'vitest';
import { Faults } from '../../src/sandbox/faults/faults';
import { LazyPlaces } from '../../src/sandbox/places/places';
import { denial, ipScope, keyScope } from '../../src/sandbox/rules/billing';
import type { KeySettings } from '../../src/sandbox/rules/key-settings';
import { createClock } from '../../src/sandbox/server/clock';
import { Journal } from '../../src/sandbox/server/journal';
import type { Sandbox } from '../../src/sandbox/server/sandbox';
import { openMemoryStore } from '../../src/sandbox/store/store';

const now = Date.parse('2026-11-20T12:00:00Z');
const day = '2026-11-20';
const month = '2026-11';

interface Case {
  what: string;
  settings?: Partial<KeySettings>;
  balance?: number;
  counted?: [scope: string, period: string, lookups: number][];
  lookups?: number;
  code: 4020 | 4021 | undefined;
}

const cap = (limit: number) => ({ limit });

const cases: Case[] = [
  { what: 'an empty balance', balance: 0, code: 4020 },
  { what: 'exactly enough lookups', balance: 3, lookups: 3, code: undefined },
  { what: 'one lookup too few', balance: 2, lookups: 3, code: 4020 },
  { what: 'an unlimited plan', balance: 0, settings: { plan: 'unlimited' }, code: undefined },
  {
    what: 'a count below the daily limit',
    settings: { daily_limit: cap(5) },
    counted: [[keyScope, day, 4]],
    code: undefined,
  },
  {
    what: 'a count at the daily limit',
    settings: { daily_limit: cap(5) },
    counted: [[keyScope, day, 5]],
    code: 4021,
  },
  {
    what: 'several lookups that exceed the daily limit',
    settings: { daily_limit: cap(5) },
    counted: [[keyScope, day, 4]],
    lookups: 2,
    code: 4021,
  },
  {
    what: 'a count that reached the daily limit yesterday',
    settings: { daily_limit: cap(5) },
    counted: [[keyScope, '2026-11-19', 5]],
    code: undefined,
  },
  { what: 'a daily limit of 0', settings: { daily_limit: cap(0) }, code: 4021 },
  {
    what: 'a count at the monthly limit',
    settings: { monthly_limit: cap(9) },
    counted: [[keyScope, month, 9]],
    code: 4021,
  },
  {
    what: 'a count that reached the monthly limit last month',
    settings: { monthly_limit: cap(9) },
    counted: [[keyScope, '2026-10', 9]],
    code: undefined,
  },
  {
    what: 'a count at the limit of the IP address',
    settings: { individual_limit: cap(2) },
    counted: [[ipScope('::1'), day, 2]],
    code: 4021,
  },
  {
    what: 'a count at the limit of another IP address',
    settings: { individual_limit: cap(2) },
    counted: [[ipScope('::2'), day, 2]],
    code: undefined,
  },
  {
    what: 'an empty balance and a reached limit',
    balance: 0,
    settings: { daily_limit: cap(0) },
    code: 4020,
  },
  {
    what: 'a reached limit on an unlimited plan',
    settings: { plan: 'unlimited', daily_limit: cap(5) },
    counted: [[keyScope, day, 5]],
    code: 4021,
  },
];

describe('the `denial` function', () => {
  test.each(
    cases.map(
      (one) =>
        [one.code === undefined ? 'undefined' : `API code ${one.code}`, one.what, one] as const,
    ),
  )(
    'returns %s if the key has %s',
    async (_code, _what, { settings, balance = 50, counted = [], lookups, code }) => {
      const store = await openMemoryStore();
      const sandbox: Sandbox = {
        store,
        clock: createClock(
          () => now,
          0,
          () => {},
        ),
        faults: new Faults(undefined, Math.random),
        slowFor: 0,
        rates: undefined,
        windows: undefined,
        snapshotDirectory: undefined,
        recentSignUps: [],
        places: new LazyPlaces(),
        journal: new Journal(() => now),
        secret: Buffer.alloc(32),
        strictSignUp: false,
        host: '127.0.0.1',
        origin: '',
        identity: { instance: '', data: null },
        reset: () => {},
        stop: () => {},
        report: () => {},
      };
      const key = store.keys.create(null, now, settings);
      store.balances.purchase(key.id, balance);
      for (const [scope, period, count] of counted)
        store.balances.count(key.id, scope, period, count);
      expect(denial(sandbox, key, '::1', lookups)).toBe(code);
      store.close();
    },
  );
});
