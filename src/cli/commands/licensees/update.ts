// `waypost licensees update`: changes only the given members.
import { updateLicensee } from '../../../client/licensees';
import { invalidInput } from '../../../lib/errors';
import { licenseeHints, licenseeInDoubt, withHints } from '../../hints/by-api-code';
import type { Context } from '../../run/context';
import { keepLicensee, licenseeOf, ownedKey } from '../../run/owned-key';
import { type LicenseeOptions, licenseeBody } from './shared/fields';
import { showLicensee } from './shared/text';

/** Runs the command. */
export async function run(
  context: Context,
  options: LicenseeOptions,
  licensee: string,
): Promise<void> {
  keepLicensee(context, licensee);
  const body = licenseeBody(options);
  if (Object.keys(body).length === 0) {
    throw invalidInput(
      'Nothing is to change.',
      'Give what to change, such as --name Acme. `waypost licensees update --help` lists it all.',
    );
  }
  const key = await ownedKey(context);
  const hints = { ...licenseeHints(key), inDoubt: licenseeInDoubt.update };
  const result = await withHints(hints, async () =>
    updateLicensee(key, await licenseeOf(key, licensee), body),
  );
  await showLicensee(context, result, 'Updated.', 'preview');
}
