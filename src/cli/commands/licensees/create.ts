// `waypost licensees create`: a new licensee; its key is what the person came for.
import type { Command } from 'commander';
import { createLicensee } from '../../../client/licensees';
import { invalidInput } from '../../../lib/errors';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { withNextSteps } from '../../hints/hints';
import { ownedKey } from '../../owned-key';
import { addLicenseeOptions, type LicenseeOptions, licenseeBody } from './shared/fields';
import { showLicensee } from './shared/show';
import { licenseeSteps } from './shared/text';

const help = `
Example:
  waypost licensees create --name "Acme Ltd" --postcode 10115 --whitelist https://acme.example --daily-limit 500

Output (--json): the licensee as the service sends it, with its key (sl_…)
Errors: api_error (1) with code 4090 where the name is taken, 4001 where a value is refused`;

export function register(command: Command, act: Act): void {
  addLicenseeOptions(command)
    .description('Create a licensee of the key in use (or of --api-key), and show its key.')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: LicenseeOptions): Promise<void> {
  if (options.name === undefined) {
    throw invalidInput('A licensee needs a name.', 'Give --name <name>.');
  }
  const body = licenseeBody(options);
  const key = await ownedKey(context);
  const steps = {
    ...licenseeSteps(key),
    inDoubt: 'See whether it is there: `waypost licensees list --query <name>`.',
  };
  const licensee = await withNextSteps(steps, () => createLicensee(key, body));
  await showLicensee(context, licensee, 'Created.', 'whole key');
}
