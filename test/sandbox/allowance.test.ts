// Whether a key may consume a lookup: balance and limits, each at its edge.
import { describe, expect, test } from 'vitest';
import { Faults } from '../../src/sandbox/faults/faults';
import { LazyPlaces } from '../../src/sandbox/places/places';
import { denial, ipScope, keyScope } from '../../src/sandbox/rules/billing';
import type { KeySettings } from '../../src/sandbox/rules/key-settings';
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
  { what: 'nothing left', balance: 0, code: 4020 },
  { what: 'just enough', balance: 3, lookups: 3, code: undefined },
  { what: 'one too few', balance: 2, lookups: 3, code: 4020 },
  { what: 'unlimited', balance: 0, settings: { plan: 'unlimited' }, code: undefined },
  {
    what: 'below the daily limit',
    settings: { daily_limit: cap(5) },
    counted: [[keyScope, day, 4]],
    code: undefined,
  },
  {
    what: 'at the daily limit',
    settings: { daily_limit: cap(5) },
    counted: [[keyScope, day, 5]],
    code: 4021,
  },
  {
    what: 'at it by several',
    settings: { daily_limit: cap(5) },
    counted: [[keyScope, day, 4]],
    lookups: 2,
    code: 4021,
  },
  {
    what: 'the limit of yesterday',
    settings: { daily_limit: cap(5) },
    counted: [[keyScope, '2026-11-19', 5]],
    code: undefined,
  },
  { what: 'a daily limit of none', settings: { daily_limit: cap(0) }, code: 4021 },
  {
    what: 'at the monthly limit',
    settings: { monthly_limit: cap(9) },
    counted: [[keyScope, month, 9]],
    code: 4021,
  },
  {
    what: 'the limit of last month',
    settings: { monthly_limit: cap(9) },
    counted: [[keyScope, '2026-10', 9]],
    code: undefined,
  },
  {
    what: 'at the limit of its address',
    settings: { individual_limit: cap(2) },
    counted: [[ipScope('::1'), day, 2]],
    code: 4021,
  },
  {
    what: 'at that of another address',
    settings: { individual_limit: cap(2) },
    counted: [[ipScope('::2'), day, 2]],
    code: undefined,
  },
  {
    what: 'the balance is told before a limit',
    balance: 0,
    settings: { daily_limit: cap(0) },
    code: 4020,
  },
  {
    what: 'a limit holds on an unlimited plan',
    settings: { plan: 'unlimited', daily_limit: cap(5) },
    counted: [[keyScope, day, 5]],
    code: 4021,
  },
];

describe('a lookup is hindered by', () => {
  test.each(cases)(
    '$what: $code',
    async ({ settings, balance = 50, counted = [], lookups, code }) => {
      const store = await openMemoryStore();
      const sandbox: Sandbox = {
        store,
        clock: { now: () => now, set: () => {}, release: () => {} },
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
