// How a licensee is made and changed: for the service's operations and the dashboard.
import type * as z from 'zod/mini';
import { Refusal } from '../http/refusal';
import type { Sandbox } from '../sandbox';
import type { licenseeChanges, newLicensee } from '../schemas/licensee';
import type { ApiKey } from '../store/keys';
import type { Licensee } from '../store/licensees';

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
