// Changes that end a licensee's key for good: all are confirmed by the licensee's name and have the same
// hints.
import { asLicensee, getLicensee } from '../../../../client/licensees';
import type { OwnedKey } from '../../../../client/owned-key';
import { licenseeHints, withHints } from '../../../hints/by-api-code';
import { confirmByName, requireSomebody } from '../../../prompts/confirm';
import type { Context } from '../../../run/context';
import { keepLicensee, licenseeOf, ownedKey } from '../../../run/owned-key';

/** The option as the parser gives it. */
export interface ForGoodOptions {
  yes?: boolean;
}

/** Name of the change. */
export interface ForGood {
  /** A sentence about its consequence. */
  consequence: string;
  /** How to find out whether it was made, if no answer came. */
  inDoubt: string;
  change: (key: OwnedKey, licensee: string) => Promise<unknown>;
}

/**
 * Makes the change after the person typed the licensee's name, or with --yes. Returns the service's answer.
 */
export async function changeForGood(
  context: Context,
  { yes }: ForGoodOptions,
  licensee: string,
  { consequence, inDoubt, change }: ForGood,
): Promise<unknown> {
  keepLicensee(context, licensee);
  const key = await ownedKey(context);
  return withHints({ ...licenseeHints(key), inDoubt }, async () => {
    if (!yes) requireSomebody(context, consequence);
    const id = await licenseeOf(key, licensee);
    if (!yes) {
      // The name and not the id, so that a mistyped id never changes another licensee.
      const name = asLicensee(await getLicensee(key, id))?.name;
      await confirmByName(context, typeof name === 'string' && name ? name : licensee, consequence);
    }
    return change(key, id);
  });
}
