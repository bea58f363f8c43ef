// `waypost licensees regenerate-key`: a new key for a licensee, after its name was typed.
import type { Command } from 'commander';
import { regenerateLicenseeKey } from '../../service/licensees';
import type { Act } from '../command';
import type { Context } from '../context';
import { keepLicensee, managedKey } from '../managed';
import { withNextSteps } from '../next-step';
import { confirmLicensee } from './confirm-licensee';
import { showLicensee } from './show';
import { licenseeSteps } from './text';

const help = `
Example:
  waypost licensees regenerate-key 12 --yes --json | jq -r .key

Output (--json): the licensee as the service sends it, with its new key (sl_…)
Errors: invalid_input (2) where nobody can be asked and --yes is missing, or another name was typed;
        api_error (1) with code 4045 where there is no such licensee`;

interface Options {
  yes?: boolean;
}

export function register(command: Command, act: Act): void {
  command
    .description(
      'Give a licensee of the key in use (or of --api-key) a new key. The old one stops.',
    )
    .argument('<licensee>', 'id or licensee key')
    .option('--yes', 'do not ask')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, { yes }: Options, licensee: string): Promise<void> {
  keepLicensee(context, licensee);
  const key = await managedKey(context);
  const steps = {
    ...licenseeSteps(key),
    inDoubt: '`waypost licensees get` with the id (not the key) shows the key as it is now.',
  };
  await withNextSteps(steps, async () => {
    if (!yes) {
      const consequence = 'A new key stops the old one at once, for good.';
      await confirmLicensee(context, key, licensee, consequence);
    }
    const result = await regenerateLicenseeKey(key, licensee);
    await showLicensee(
      context,
      result,
      'The licensee has a new key; the old one is void.',
      'whole key',
    );
  });
}
