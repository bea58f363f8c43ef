// What ends a licensee's key for good: declared, confirmed by the licensee's name, and refused in the same
// way, whatever it is.
import type { Command } from 'commander';
import { asLicensee, getLicensee } from '../../../../client/licensees';
import type { OwnedKey } from '../../../../client/owned-key';
import type { Context } from '../../../context';
import { withNextSteps } from '../../../hints/hints';
import { keepLicensee, ownedKey } from '../../../owned-key';
import { confirmByName, requireSomebody } from '../../../ui/confirm';
import { licenseeSteps } from './text';

/** The option as the parser gives it. */
export interface ForGoodOptions {
  yes?: boolean;
}

/** What it is. */
export interface ForGood {
  /** A sentence that says what will happen. */
  consequence: string;
  /** How to find out whether it did, where no answer came. */
  inDoubt: string;
  change: (key: OwnedKey, licensee: string) => Promise<unknown>;
}

/** Declares which licensee is meant, and that nobody is to be asked. */
export function addForGoodOptions(command: Command): Command {
  return command.argument('<licensee>', 'id or licensee key').option('--yes', 'do not ask');
}

/** Makes the change once the person typed the licensee's name, or said --yes. What the service answered. */
export async function changeForGood(
  context: Context,
  { yes }: ForGoodOptions,
  licensee: string,
  { consequence, inDoubt, change }: ForGood,
): Promise<unknown> {
  keepLicensee(context, licensee);
  const key = await ownedKey(context);
  return withNextSteps({ ...licenseeSteps(key), inDoubt }, async () => {
    if (!yes) {
      requireSomebody(context, consequence);
      // The name and not the id, so that a mistyped id never hits another.
      const name = asLicensee(await getLicensee(key, licensee))?.name;
      await confirmByName(context, typeof name === 'string' && name ? name : licensee, consequence);
    }
    return change(key, licensee);
  });
}
