// `waypost licensees regenerate-key`: a new key for a licensee, after the user typed its name.
import { regenerateLicenseeKey } from '../../../client/licensees';
import { licenseeInDoubt } from '../../hints/by-api-code';
import type { Context } from '../../run/context';
import { changeForGood, type ForGoodOptions } from './shared/for-good';
import { showLicensee } from './shared/text';

/** Runs the command. */
export async function run(
  context: Context,
  options: ForGoodOptions,
  licensee: string,
): Promise<void> {
  const result = await changeForGood(context, options, licensee, {
    consequence: 'A new key stops the old one at once, for good.',
    inDoubt: licenseeInDoubt['regenerate-key'],
    change: regenerateLicenseeKey,
  });
  const done = 'The licensee has a new key; the old one no longer works.';
  await showLicensee(context, result, done, 'whole key');
}
