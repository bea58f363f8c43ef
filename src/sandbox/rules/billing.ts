// Billing: checks whether a key's balance and limits allow a lookup, and bills the lookup. A lookup changes the
// balance, the counts and the lookup log in one transaction. The sandbox writes the transaction to disk before it sends
// the response.
import { type Call, consumes } from '../http/call';
import { Refusal } from '../http/responses';
import { utcDay, utcMonth } from '../server/clock';
import type { Sandbox } from '../server/sandbox';
import { remainingOf } from '../store/balances';
import type { ApiKey } from '../store/keys';
import type { LookupType } from '../store/lookup-log';
import { type Caller, isOverLimit, licenseeScope } from './caller';
import type { KeySettings } from './key-settings';
import { readTags } from './ranges';

const price = 1;

/**
 * Checks that a lookup can be billed.
 * @throws Refusal 4020 or 4021 if the balance or a limit does not allow the lookup.
 */
export function checkAllowance(sandbox: Sandbox, { key, licensee, ip }: Caller): void {
  const code = denial(sandbox, key, ip, price);
  if (code !== undefined) throw new Refusal(code);
  if (licensee && isOverLimit(sandbox, licensee, price)) throw new Refusal(4021);
}

function originatingUrl(call: Call): string {
  return call.header('referer') ?? call.header('origin') ?? '';
}

/**
 * Bills one lookup and writes the lookup's log entry. Does nothing for a HEAD request.
 * @param term the search term
 * @throws Refusal 4020 or 4021 if the balance or a limit does not allow the lookup. In this case, does not bill the
 * lookup.
 */
export function bill(
  sandbox: Sandbox,
  call: Call,
  caller: Caller,
  type: LookupType,
  term: string,
): void {
  if (!consumes(call)) return;
  const { store, clock } = sandbox;
  const { key, licensee, ip, sourceIp } = caller;
  const now = clock.now();
  store.transaction(() => {
    checkAllowance(sandbox, caller);
    if (key.settings.plan === 'metered') store.balances.consume(key.id, price, now);
    store.balances.count(key.id, keyScope, utcDay(now), price);
    store.balances.count(key.id, keyScope, utcMonth(now), price);
    store.balances.count(key.id, ipScope(ip), utcDay(now), price);
    if (licensee) {
      store.balances.count(key.id, licenseeScope(licensee.id), utcDay(now), price);
      store.licensees.noteCount(licensee.id, now);
    }
    // If the key's retention period is 0 days, the log entry does not contain personal data.
    const personal = key.settings.redact_days > 0;
    store.log.add({
      keyId: key.id,
      at: now,
      sequence: store.settings.takeSequence(1),
      ip: personal ? call.address : '',
      term: personal ? term : '',
      url: personal ? originatingUrl(call) : '',
      type,
      tags: readTags(call),
      lookups: price,
      licenseeId: licensee?.id ?? null,
      sourceIp: personal ? sourceIp : '',
    });
  });
  sandbox.journal.note(call.outgoing, { charge: price });
}

/** The scope of the counts for a key's daily limit and monthly limit. */
export const keyScope = 'key';

/** Returns the scope of the counts for the limit per IP address. */
export const ipScope = (ip: string): string => `ip:${ip}`;

export function consumedNow(
  { store, clock }: Sandbox,
  key: ApiKey,
): { day: number; month: number } {
  const now = clock.now();
  return {
    day: store.balances.consumed(key.id, keyScope, utcDay(now)),
    month: store.balances.consumed(key.id, keyScope, utcMonth(now)),
  };
}

export function lookupsRemaining({ store, clock }: Sandbox, key: ApiKey): number {
  return remainingOf(store.balances.purchases(key.id, clock.now()));
}

/**
 * Returns undefined if a key's balance and limits allow this number of lookups. Otherwise, returns the API code of the
 * reason: 4020 if the balance is too low, or 4021 if the lookups would exceed the daily limit, the monthly limit or the
 * limit per IP address.
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
  const today = utcDay(sandbox.clock.now());
  const consumedFromIp = sandbox.store.balances.consumed(key.id, ipScope(ip), today);
  return exceeds(consumedFromIp, settings.individual_limit) ? 4021 : undefined;
}

/** True if a key is not suspended, and its balance and limits allow another lookup. */
export function isAvailable(sandbox: Sandbox, key: ApiKey, ip: string): boolean {
  return !key.settings.suspended && denial(sandbox, key, ip) === undefined;
}
