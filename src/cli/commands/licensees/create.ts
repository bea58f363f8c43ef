// `waypost licensees create`: creates a licensee and shows its key.
import { createLicensee } from '../../../client/licensees';
import { invalidInput } from '../../../lib/errors';
import { licenseeHints, licenseeInDoubt, withHints } from '../../hints/by-api-code';
import type { Context } from '../../run/context';
import { ownedKey } from '../../run/owned-key';
import { type LicenseeOptions, licenseeBody } from './shared/fields';
import { showLicensee } from './shared/text';

/** Runs the command. */
export async function run(
  context: Context,
  options: LicenseeOptions,
  named?: string,
): Promise<void> {
  const name = named ?? options.name;
  if (name === undefined) {
    throw invalidInput('A licensee needs a name.', 'Type it: `waypost licensees create Acme`.');
  }
  if (options.name !== undefined && options.name !== name) {
    throw invalidInput('Two names were given.', 'Omit --name.');
  }
  const body = licenseeBody({ ...options, name });
  const key = await ownedKey(context);
  const hints = { ...licenseeHints(key), inDoubt: licenseeInDoubt.create };
  const licensee = await withHints(hints, () => createLicensee(key, body));
  await showLicensee(context, licensee, 'Created.', 'whole key');
}
