// `waypost licensees update`: changes what is given and nothing else.
import type { Command } from 'commander';
import { updateLicensee } from '../../../client/licensees';
import { invalidInput } from '../../../lib/errors';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { withNextSteps } from '../../hints/hints';
import { keepLicensee, ownedKey } from '../../owned-key';
import { addLicenseeOptions, type LicenseeOptions, licenseeBody } from './shared/fields';
import { showLicensee } from './shared/show';
import { licenseeSteps } from './shared/text';

const help = `
Examples:
  waypost licensees update 12 --daily-limit none
  waypost licensees update 12 --whitelist https://a.example --whitelist https://b.example

Output (--json): the licensee as the service sends it
Errors: api_error (1) with code 4045 where there is no such licensee, 4090 where the name is taken`;

export function register(command: Command, act: Act): void {
  addLicenseeOptions(command)
    .description(
      'Change a licensee of the key in use (or of --api-key). Only what is given changes.',
    )
    .argument('<licensee>', 'id or licensee key')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: LicenseeOptions, licensee: string): Promise<void> {
  keepLicensee(context, licensee);
  const body = licenseeBody(options);
  if (Object.keys(body).length === 0) {
    throw invalidInput('Nothing is to change.', 'Give what to change, such as --name <name>.');
  }
  const key = await ownedKey(context);
  const steps = {
    ...licenseeSteps(key),
    inDoubt: '`waypost licensees get` shows the licensee as it is.',
  };
  const result = await withNextSteps(steps, () => updateLicensee(key, licensee, body));
  await showLicensee(context, result, 'Updated.', 'preview');
}
