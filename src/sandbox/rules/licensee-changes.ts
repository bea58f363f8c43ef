// What can be set on a licensee, and how it is set: for the service's operations and the dashboard.
import { Refusal } from '../http/refusal';
import type { Sandbox } from '../sandbox';
import { integer, list, members, nullable, type Of, text } from '../shapes/shape';
import type { ApiKey } from '../store/keys';
import type { Licensee } from '../store/licensees';

/** Each member of a licensee that can be set. */
export const licenseeMembers = {
  name: text({
    max: 128,
    filled: true,
    pattern: /^[^\p{Cc}\p{Cs}]*$/u,
    form: 'must not hold control characters',
  }),
  address: text({ max: 512 }),
  postcode: text({ max: 32 }),
  whitelist: list(text({ max: 256 }), 10),
  daily: members({ limit: nullable(integer(0)) }),
};

/** The document that makes a licensee. */
export const newLicenseeShape = members(licenseeMembers, { required: ['name'] });

/** The document that changes one; what is not there stays. */
export const licenseeChangesShape = members(licenseeMembers);

/**
 * Makes a licensee of a sublicensing key. Called in a transaction.
 * @throws Refusal 4090 for a name that is taken.
 */
export function addLicensee(
  { store, clock }: Sandbox,
  key: ApiKey,
  given: Of<typeof newLicenseeShape>,
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
  { daily, ...changes }: Of<typeof licenseeChangesShape>,
): Licensee {
  const dailyLimit = daily?.limit === undefined ? licensee.dailyLimit : daily.limit;
  const changed: Licensee = { ...licensee, ...changes, dailyLimit };
  if (store.licensees.isNameTaken(changed.keyId, changed.name, changed.id)) throw new Refusal(4090);
  store.licensees.save(changed);
  return changed;
}
