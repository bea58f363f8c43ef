// `waypost keys show`: the public record of a key: whether it can be used now, and for what.
import type { Command } from 'commander';
import { keyAvailability } from '../../../client/keys';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { type NextSteps, withNextSteps } from '../../hints/hints';
import { keySteps } from '../../hints/key-hints';
import { anyKey } from '../../owned-key';
import { card } from '../../ui/card';
import { memberRows } from './shared/members';

const help = `
Examples:
  waypost keys show
  waypost keys show sl_… --json        a licensee key does too

Output (--json): the service's record, {"available": true, "contexts": […], "context": "…"}
Errors: auth_failed (4) for a key the service does not know; missing_api_key (4)`;

export function register(command: Command, act: Act): void {
  command
    .description('Show whether a key can be used now, and the contexts it can search.')
    .argument('[key]', 'API key or licensee key; the one in use by default')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, _options: object, named?: string): Promise<void> {
  const { service, key, signal } = await anyKey(context, named);
  const record = await withNextSteps(steps(named), () => keyAvailability(service, key, signal));
  await context.output.result(record, (colour) => {
    const { available, ...others } = record;
    const state = available
      ? { value: 'available', style: colour.green }
      : { value: 'not available: no lookups left, or a limit reached', style: colour.yellow };
    return [
      ...card([{ label: 'State', ...state }, ...memberRows(others)], colour, context.output.width),
      ...(available
        ? []
        : [
            '',
            context.inProfile(
              '`waypost keys details` shows what is left and which limit is reached.',
            ),
          ]),
    ].join('\n');
  });
}

function steps(named: string | undefined): NextSteps {
  return {
    ...keySteps(named),
    4011: 'The key exists, but it answers only certain URLs or IP addresses, and this is none of them. `waypost keys details` shows its allowed URLs; the dashboard has the IP addresses.',
  };
}
