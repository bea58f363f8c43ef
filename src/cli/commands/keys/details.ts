// `waypost keys details`: everything the owner of a key can see of it.
import type { Command } from 'commander';
import { keyDetails } from '../../../client/keys';
import { isObject } from '../../../client/owned-key';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { withNextSteps } from '../../hints/hints';
import { keySteps } from '../../hints/key-hints';
import { ownedKey } from '../../owned-key';
import { card } from '../../ui/card';
import { valueText } from '../../ui/words';
import { reachedLimits } from './shared/limits';
import { memberRows } from './shared/members';

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
  const { service, key, managementKey, signal } = await ownedKey(context, named);
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
