// `waypost configs get`: one config with its payload.
import type { Command } from 'commander';
import { getConfig } from '../../../client/configs';
import { isObject } from '../../../client/owned-key';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { withNextSteps } from '../../hints/hints';
import { anyKey } from '../../owned-key';
import { sanitize } from '../../ui/sanitize';
import { configCard, configSteps } from './shared/text';

const help = `
Examples:
  waypost configs get checkout
  waypost configs get checkout --json | jq -j .payload > checkout

Output (--json): the config as the service sends it
Errors: api_error (1) with code 4047 where there is no such config`;

export function register(command: Command, act: Act): void {
  command
    .description('Show a config of the key in use (or of --api-key) with its payload.')
    .argument('<name>', 'name of the config')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, _options: object, name: string): Promise<void> {
  const { service, key, userToken, signal } = await anyKey(context);
  const result = await withNextSteps(configSteps(name), () =>
    getConfig(service, key, name, userToken?.value, signal),
  );
  await context.output.result(result, (colour) => {
    const payload = isObject(result) && typeof result.payload === 'string' ? result.payload : '';
    const shown = configCard(result, colour, context.output.width);
    return payload === '' ? shown : `${shown}\n\n${sanitize(payload.replaceAll('\r\n', '\n'))}`;
  });
}
