// `waypost licensees regenerate-key`: a new key for a licensee, after its name was typed.
import type { Command } from 'commander';
import { regenerateLicenseeKey } from '../../../client/licensees';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { addForGoodOptions, changeForGood, type ForGoodOptions } from './shared/for-good';
import { showLicensee } from './shared/show';

const help = `
Example:
  waypost licensees regenerate-key 12 --yes --json | jq -r .key

Output (--json): the licensee as the service sends it, with its new key (sl_…)
Errors: invalid_input (2) where nobody can be asked and --yes is missing, or another name was typed;
        api_error (1) with code 4045 where there is no such licensee`;

export function register(command: Command, act: Act): void {
  addForGoodOptions(command)
    .description(
      'Give a licensee of the key in use (or of --api-key) a new key. The old one stops.',
    )
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: ForGoodOptions, licensee: string): Promise<void> {
  const result = await changeForGood(context, options, licensee, {
    consequence: 'A new key stops the old one at once, for good.',
    inDoubt: '`waypost licensees get` with the id (not the key) shows the key as it is now.',
    change: regenerateLicenseeKey,
  });
  const done = 'The licensee has a new key; the old one is void.';
  await showLicensee(context, result, done, 'whole key');
}
