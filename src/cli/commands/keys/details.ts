// `waypost keys details`: everything the owner of a key can see of it.
import type { Command } from 'commander';
import { keyDetails } from '../../service/keys';
import { isObject } from '../../service/managed';
import { card } from '../../terminal/card';
import { valueText } from '../../terminal/words';
import type { Act } from '../command';
import type { Context } from '../context';
import { keySteps } from '../key-steps';
import { managedKey } from '../managed';
import { withNextSteps } from '../next-step';
import { reachedLimits } from './limits';
import { memberRows } from './members';

const help = `
Examples:
  waypost keys details
  waypost keys details --json | jq .lookups_remaining

Output (--json): the service's private details of the key, unchanged
Errors: missing_user_token (4) without a management key, auth_failed (4) where it is not the owner's`;

export function register(command: Command, act: Act): void {
  command
    .description('Show what is left on a key, its limits, datasets and settings.')
    .argument('[key]', 'API key; the one in use by default')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, _options: object, named?: string): Promise<void> {
  const { service, key, managementKey, signal } = await managedKey(context, named);
  const details = await withNextSteps(keySteps(named), () =>
    keyDetails(service, key, managementKey, signal),
  );
  await context.output.result(details, (colour) => {
    if (!isObject(details)) return valueText(details);
    const advice = reachedLimits(details);
    return [
      ...card(memberRows(details), colour, context.output.width),
      ...(advice.length === 0
        ? []
        : ['', ...advice.map((line) => colour.yellow(context.inProfile(line)))]),
    ].join('\n');
  });
}
