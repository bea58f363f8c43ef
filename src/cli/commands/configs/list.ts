// `waypost configs list`: every config of a key.
import type { Command } from 'commander';
import { configsOf, listConfigs } from '../../../client/configs';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { withNextSteps } from '../../hints/hints';
import { keySteps } from '../../hints/key-hints';
import { ownedKey } from '../../owned-key';
import { timeText } from '../../ui/figures';
import { table } from '../../ui/table';
import { configSteps, sizeText } from './shared/text';

const help = `
Example:
  waypost configs list --json | jq -r '.configs[].name'

Output (--json): the service's list, {"configs": [{"name": "…", "payload": "…", …}]}
Errors: missing_user_token and auth_failed (4)`;

export function register(command: Command, act: Act): void {
  command
    .description('List every config of a key, oldest first.')
    .argument('[key]', 'API key; the one in use by default')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, _options: object, named?: string): Promise<void> {
  const key = await ownedKey(context, named);
  const steps = { ...configSteps('<name>'), ...keySteps(named) };
  const result = await withNextSteps(steps, () => listConfigs(key));
  const configs = configsOf(result);
  const { output } = context;
  await output.result(result, (colour) => {
    if (configs.length === 0) {
      return context.inProfile('No configs. `waypost configs create <name>` makes one.');
    }
    const rows = configs.map(({ name, payload, createdAt, updatedAt }) => [
      name,
      sizeText(payload),
      timeText(updatedAt),
      timeText(createdAt),
    ]);
    const columns = [
      { title: 'NAME', least: 12 },
      { title: 'PAYLOAD', align: 'right' as const },
      { title: 'UPDATED', least: 10 },
      { title: 'CREATED', least: 10 },
    ];
    return table(columns, rows, colour, output.width).join('\n');
  });
}
