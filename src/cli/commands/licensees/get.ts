// `waypost licensees get`: one licensee, with its key.
import { getLicensee } from '../../../client/licensees';
import { licenseeHints, withHints } from '../../hints/by-api-code';
import type { Context } from '../../run/context';
import { keepLicensee, licenseeOf, ownedKey } from '../../run/owned-key';
import { showLicensee } from './shared/text';

/** Runs the command. */
export async function run(context: Context, _options: object, licensee: string): Promise<void> {
  keepLicensee(context, licensee);
  const key = await ownedKey(context);
  const result = await withHints(licenseeHints(key), async () =>
    getLicensee(key, await licenseeOf(key, licensee)),
  );
  await showLicensee(context, result, undefined, 'whole key');
}
