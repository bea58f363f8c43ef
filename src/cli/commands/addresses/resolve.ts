// `waypost addresses resolve`: the whole address of a suggestion.
import type { Command } from 'commander';
import { addressResolve } from '../../../client/addresses';
import { type BatchOptions, withBatch } from '../../batch/options';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { runLookup } from '../../lookup';
import { addressView } from './shared/text';

const help = `
Examples:
  waypost addresses resolve usps_1008160919
  waypost addresses resolve "$(waypost addresses autocomplete "1226 w" --json | jq -r .hits[0].id)"

Each address that is found costs a lookup; --tags is stored with it. Ids come from
\`waypost addresses autocomplete\` and expire. The addresses are those of the USA.

Output (--json): the service's address, {"id": "…", "line_1": "…", "last_line": "…", …,
                 "dataset": "usps", "native": {…}}
Errors: api_error (1) with code 4048 for an unknown id, 4020 or 4021 without lookups left;
        missing_api_key (4), auth_failed (4)`;

const searchAgain =
  'Ids expire: `waypost addresses autocomplete <query>` gives new ones. Nothing was charged.';

export function register(command: Command, act: Act): void {
  withBatch(
    command
      .description('Show the whole address of a suggestion. Costs a lookup.')
      .argument('[id]', 'id of a suggestion'),
  )
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: BatchOptions, id?: string): Promise<void> {
  const steps = { 4040: searchAgain, 4048: searchAgain };
  await runLookup(
    context,
    {
      operation: addressResolve,
      view: addressView,
      columns: ['line_1', 'line_2', 'last_line', 'longitude', 'latitude'],
      steps,
    },
    { id },
    options,
  );
}
