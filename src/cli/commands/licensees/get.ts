// `waypost licensees get`: one licensee, with its key.
import { getLicensee } from '../../../client/licensees';
import type { Context } from '../../context';
import { withNextSteps } from '../../hints/hints';
import { keepLicensee, managedKey } from '../../owned-key';
import { showLicensee } from './shared/show';
import { licenseeSteps } from './shared/text';

/** Runs the command. */
export async function run(context: Context, _options: object, licensee: string): Promise<void> {
  keepLicensee(context, licensee);
  const key = await managedKey(context);
  const result = await withNextSteps(licenseeSteps(key), () => getLicensee(key, licensee));
  await showLicensee(context, result, undefined, 'whole key');
}
