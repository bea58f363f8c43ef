// `waypost places resolve`: everything about one place.
import type { Command } from 'commander';
import { type BatchOptions, withBatch } from '../../batch/options';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { runLookup } from '../../lookup';
import { resolving } from './shared/resolving';

const help = `
Examples:
  waypost places resolve geonames_2950159
  waypost places resolve "$(waypost places search berlin --json | jq -r '.hits[0].id')" --json

Each place that is found costs a lookup; --tags is stored with it. Ids come from a search and expire.

Output (--json): the service's place, {"id": "…", "name": "…", "longitude": …, "latitude": …,
                 "native": {…}, …}
Errors: api_error (1) with code 4040 or 4048 for an unknown id, 4020 or 4021 without lookups left;
        missing_api_key (4), auth_failed (4)`;

export function register(command: Command, act: Act): void {
  withBatch(
    command
      .description('Show a place with its coordinates. Costs a lookup.')
      .argument('[id]', 'id of a suggestion, such as geonames_2950159'),
  )
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: BatchOptions, id?: string): Promise<void> {
  await runLookup(context, resolving, { id }, options);
}
