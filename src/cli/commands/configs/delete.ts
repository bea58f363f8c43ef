// `waypost configs delete`: removes a config for good, after its name was typed.
import type { Command } from 'commander';
import { deleteConfig } from '../../../client/configs';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { withNextSteps } from '../../hints/hints';
import { ownedKey } from '../../owned-key';
import { confirmByName } from '../../ui/confirm';
import { changeSteps } from './shared/text';

const help = `
Example:
  waypost configs delete checkout --yes

Output (--json): the service's answer, {"deleted": 1}
Errors: invalid_input (2) where nobody can be asked and --yes is missing, or another name was typed;
        api_error (1) with code 4047 where there is no such config`;

interface Options {
  yes?: boolean;
}

export function register(command: Command, act: Act): void {
  command
    .description('Delete a config of the key in use (or of --api-key), with its payload.')
    .argument('<name>', 'name of the config')
    .option('--yes', 'do not ask')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, { yes }: Options, name: string): Promise<void> {
  const key = await ownedKey(context);
  const consequence = 'Deleting removes the config and its payload for good.';
  if (!yes) await confirmByName(context, name, consequence);
  const steps = {
    ...changeSteps(name),
    4047: 'The key has no such config; it may be deleted already. `waypost configs list` shows those it has.',
  };
  const result = await withNextSteps(steps, () => deleteConfig(key, name));
  await context.output.result(result, (colour) => colour.green('Deleted.'));
}
