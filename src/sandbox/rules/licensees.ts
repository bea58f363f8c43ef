// Finding a licensee, and its limit.
import { utcDay } from '../clock';
import type { Sandbox } from '../sandbox';
import type { ApiKey } from '../store/keys';
import type { Licensee } from '../store/licensees';

export const licenseeScope = (id: number): string => `licensee:${id}`;

/** A licensee of a key by its id or its `sl_` key, also a cancelled one. */
export function findLicensee({ store }: Sandbox, key: ApiKey, named: string): Licensee | undefined {
  if (/^\d{1,15}$/.test(named)) return store.licensees.findById(key.id, Number(named));
  const licensee = store.licensees.findByKey(named);
  return licensee?.keyId === key.id ? licensee : undefined;
}

export function licenseeCount({ store, clock }: Sandbox, { keyId, id }: Licensee): number {
  return store.balances.consumed(keyId, licenseeScope(id), utcDay(clock.now()));
}

/** Whether a licensee's limit of today forbids this many more lookups. */
export function isOverLimit(sandbox: Sandbox, licensee: Licensee, lookups: number): boolean {
  const { dailyLimit } = licensee;
  return dailyLimit !== null && licenseeCount(sandbox, licensee) + lookups > dailyLimit;
}
