// Finding a licensee, and the owner's view of it.
import type * as z from 'zod/mini';
import type { licenseeChanges, newLicensee } from '../../api/licensees';
import { dayOf } from '../clock';
import { Refusal } from '../http/answers';
import type { Call } from '../http/call';
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

/**
 * The licensee in the path.
 * @throws Refusal 4045 for one that is not there or was cancelled.
 */
export function licenseeInPath(sandbox: Sandbox, call: Call, key: ApiKey): Licensee {
  const licensee = findLicensee(sandbox, key, call.param('licensee'));
  if (!licensee || licensee.cancelledAt !== null) throw new Refusal(4045);
  return licensee;
}

function licenseeCount({ store, clock }: Sandbox, { keyId, id }: Licensee): number {
  return store.balances.consumed(keyId, licenseeScope(id), dayOf(clock.now()));
}

/** Whether a licensee's limit of today forbids this many more lookups. */
export function isOverLimit(sandbox: Sandbox, licensee: Licensee, lookups: number): boolean {
  const { dailyLimit } = licensee;
  return dailyLimit !== null && licenseeCount(sandbox, licensee) + lookups > dailyLimit;
}

export function licenseeView(sandbox: Sandbox, licensee: Licensee) {
  const { id, key, name, address, postcode, whitelist, dailyLimit } = licensee;
  return {
    id: String(id),
    key,
    name,
    address,
    postcode,
    whitelist,
    daily: {
      count: licenseeCount(sandbox, licensee),
      limit: dailyLimit,
      updatedAt: new Date(licensee.countedAt).toISOString(),
    },
    createdAt: new Date(licensee.createdAt).toISOString(),
  };
}

/**
 * Makes a licensee of a sublicensing key. Called in a transaction.
 * @throws Refusal 4090 for a name that is taken.
 */
export function addLicensee(
  { store, clock }: Sandbox,
  key: ApiKey,
  given: z.infer<typeof newLicensee>,
): Licensee {
  const { name, address = '', postcode = '', whitelist = [], daily } = given;
  if (store.licensees.isNameTaken(key.id, name)) throw new Refusal(4090);
  const details = { address, postcode, whitelist, dailyLimit: daily?.limit ?? null };
  return store.licensees.create(key.id, name, details, clock.now());
}

/**
 * Changes a licensee. Called in a transaction.
 * @throws Refusal 4090 for a name that is taken.
 */
export function changeLicensee(
  { store }: Sandbox,
  licensee: Licensee,
  { daily, ...changes }: z.infer<typeof licenseeChanges>,
): Licensee {
  const dailyLimit = daily?.limit === undefined ? licensee.dailyLimit : daily.limit;
  const changed: Licensee = { ...licensee, ...changes, dailyLimit };
  if (store.licensees.isNameTaken(changed.keyId, changed.name, changed.id)) throw new Refusal(4090);
  store.licensees.save(changed);
  return changed;
}
