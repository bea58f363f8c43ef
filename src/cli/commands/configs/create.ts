// `waypost configs create`: a new config with its payload.
import type { Command } from 'commander';
import { createConfig } from '../../../client/configs';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { withNextSteps } from '../../hints/hints';
import { ownedKey } from '../../owned-key';
import { addPayloadOptions, type PayloadOptions, payloadOf } from './shared/payload';
import { changeSteps, configCard } from './shared/text';

const help = `
Examples:
  waypost configs create checkout --payload '{"limit": 5}'
  generate-config | waypost configs create checkout --payload-file -

Output (--json): the config as the service sends it
Errors: invalid_input (2) for more than 65536 characters, before anything is sent;
        api_error (1) with code 4090 where the name is taken`;

export function register(command: Command, act: Act): void {
  addPayloadOptions(command)
    .description('Create a config of the key in use (or of --api-key).')
    .argument('<name>', 'name of the config; it cannot be changed later')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: PayloadOptions, name: string): Promise<void> {
  const payload = await payloadOf(context, options);
  const key = await ownedKey(context);
  const result = await withNextSteps(changeSteps(name), () => createConfig(key, name, payload));
  await context.output.result(result, (colour) =>
    [colour.green('Created.'), '', configCard(result, colour, context.output.width)].join('\n'),
  );
}
