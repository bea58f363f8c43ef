// `waypost licensees get`: one licensee, with its key.
import type { Command } from 'commander';
import { getLicensee } from '../../../client/licensees';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { withNextSteps } from '../../hints/hints';
import { keepLicensee, ownedKey } from '../../owned-key';
import { showLicensee } from './shared/show';
import { licenseeSteps } from './shared/text';

const help = `
Example:
  waypost licensees get 12 --json | jq -r .key

Output (--json): the licensee as the service sends it, with its key (sl_…)
Errors: api_error (1) with code 4045 where there is no such licensee`;

export function register(command: Command, act: Act): void {
  command
    .description('Show a licensee of the key in use (or of --api-key), with its key.')
    .argument('<licensee>', 'id or licensee key')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, _options: object, licensee: string): Promise<void> {
  keepLicensee(context, licensee);
  const key = await ownedKey(context);
  const result = await withNextSteps(licenseeSteps(key), () => getLicensee(key, licensee));
  await showLicensee(context, result, undefined, 'whole key');
}
