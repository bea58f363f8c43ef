// `waypost licensees create`: a new licensee; its key is what the person came for.
import { createLicensee } from '../../../client/licensees';
import { invalidInput } from '../../../lib/errors';
import type { Context } from '../../context';
import { withNextSteps } from '../../hints/hints';
import { managedKey } from '../../owned-key';
import { type LicenseeOptions, licenseeBody } from './shared/fields';
import { showLicensee } from './shared/show';
import { licenseeSteps } from './shared/text';

/** Runs the command. */
export async function run(context: Context, options: LicenseeOptions): Promise<void> {
  if (options.name === undefined) {
    throw invalidInput('A licensee needs a name.', 'Give --name <name>.');
  }
  const body = licenseeBody(options);
  const key = await managedKey(context);
  const steps = {
    ...licenseeSteps(key),
    inDoubt: 'See whether it is there: `waypost licensees list --query <name>`.',
  };
  const licensee = await withNextSteps(steps, () => createLicensee(key, body));
  await showLicensee(context, licensee, 'Created.', 'whole key');
}
