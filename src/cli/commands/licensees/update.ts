// `waypost licensees update`: changes what is given and nothing else.
import { updateLicensee } from '../../../client/licensees';
import { invalidInput } from '../../../lib/errors';
import type { Context } from '../../context';
import { withNextSteps } from '../../hints/hints';
import { keepLicensee, managedKey } from '../../owned-key';
import { type LicenseeOptions, licenseeBody } from './shared/fields';
import { showLicensee } from './shared/show';
import { licenseeSteps } from './shared/text';

/** Runs the command. */
export async function run(
  context: Context,
  options: LicenseeOptions,
  licensee: string,
): Promise<void> {
  keepLicensee(context, licensee);
  const body = licenseeBody(options);
  if (Object.keys(body).length === 0) {
    throw invalidInput('Nothing is to change.', 'Give what to change, such as --name <name>.');
  }
  const key = await managedKey(context);
  const steps = {
    ...licenseeSteps(key),
    inDoubt: '`waypost licensees get` shows the licensee as it is.',
  };
  const result = await withNextSteps(steps, () => updateLicensee(key, licensee, body));
  await showLicensee(context, result, 'Updated.', 'preview');
}
