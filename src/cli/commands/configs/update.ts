// `waypost configs update`: another payload for a config.
import type { Command } from 'commander';
import { updateConfig } from '../../../client/configs';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { withNextSteps } from '../../hints/hints';
import { ownedKey } from '../../owned-key';
import { addPayloadOptions, type PayloadOptions, payloadOf } from './shared/payload';
import { changeSteps, configCard } from './shared/text';

const help = `
Example:
  waypost configs update checkout --payload-file checkout.json

Output (--json): the config as the service sends it
Errors: invalid_input (2) for more than 65536 characters, before anything is sent;
        api_error (1) with code 4047 where there is no such config`;

export function register(command: Command, act: Act): void {
  addPayloadOptions(command)
    .description('Replace the payload of a config of the key in use (or of --api-key).')
    .argument('<name>', 'name of the config')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: PayloadOptions, name: string): Promise<void> {
  const payload = await payloadOf(context, options);
  const key = await ownedKey(context);
  const result = await withNextSteps(changeSteps(name), () => updateConfig(key, name, payload));
  await context.output.result(result, (colour) =>
    [colour.green('Updated.'), '', configCard(result, colour, context.output.width)].join('\n'),
  );
}
