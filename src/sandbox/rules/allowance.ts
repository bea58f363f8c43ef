// Whether a key may consume a lookup now: its balance and its limits.

import type { KeySettings } from '../../api/keys';
import { dayOf, monthOf } from '../clock';
import type { Sandbox } from '../sandbox';
import { remainingOf } from '../store/balances';
import type { ApiKey } from '../store/keys';

/** Scope of the counts of all lookups of a key. */
export const keyScope = 'key';

/** Scope of the counts of one IP address. */
export const ipScope = (ip: string): string => `ip:${ip}`;

/** Lookups consumed today and in this calendar month. */
export function consumedNow(
  { store, clock }: Sandbox,
  key: ApiKey,
): { day: number; month: number } {
  const now = clock.now();
  return {
    day: store.balances.consumed(key.id, keyScope, dayOf(now)),
    month: store.balances.consumed(key.id, keyScope, monthOf(now)),
  };
}

/** Lookups left. */
export function lookupsRemaining({ store, clock }: Sandbox, key: ApiKey): number {
  return remainingOf(store.balances.purchases(key.id, clock.now()));
}

/**
 * Why a key cannot consume `lookups` more: 4020 when its balance is depleted, 4021 when a limit of the
 * day, the month or the IP address would be exceeded. Undefined when it can.
 */
export function denial(
  sandbox: Sandbox,
  key: ApiKey,
  ip: string,
  lookups = 1,
): 4020 | 4021 | undefined {
  const { settings } = key;
  const exceeds = (consumed: number, { limit }: KeySettings['daily_limit']): boolean =>
    limit !== null && consumed + lookups > limit;
  if (settings.plan === 'metered' && lookupsRemaining(sandbox, key) < lookups) return 4020;
  const { day, month } = consumedNow(sandbox, key);
  if (exceeds(day, settings.daily_limit) || exceeds(month, settings.monthly_limit)) return 4021;
  if (settings.individual_limit.limit === null) return undefined;
  const today = dayOf(sandbox.clock.now());
  const ofAddress = sandbox.store.balances.consumed(key.id, ipScope(ip), today);
  return exceeds(ofAddress, settings.individual_limit) ? 4021 : undefined;
}

/** Whether a key can be used: it is not suspended, and its next lookup would not be denied. */
export function isAvailable(sandbox: Sandbox, key: ApiKey, ip: string): boolean {
  return !key.settings.suspended && denial(sandbox, key, ip) === undefined;
}
