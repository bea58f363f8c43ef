// `waypost addresses near`: the addresses at a point.
import type { Command } from 'commander';
import { addressesNear } from '../../../client/addresses';
import { type BatchOptions, withBatch } from '../../batch/options';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { runLookup } from '../../lookup';
import { nearView } from './shared/text';

const help = `
Examples:
  waypost addresses near --lon -89.6576 --lat 39.7905
  waypost addresses near --lon -89.6576 --lat 39.7905 --json | jq -r '.hits[].last_line'

Costs a lookup where there are addresses, and --tags is stored with it; else nothing.

Output (--json): the service's result, {"hits": [{"id": "…", "line_1": "…", …}]}, nearest first
Errors: invalid_input (2) for what is no point on the globe; api_error (1) with code 4020 or 4021
        without lookups left; missing_api_key (4), auth_failed (4)`;

interface Options extends BatchOptions {
  lon?: string;
  lat?: string;
}

export function register(command: Command, act: Act): void {
  withBatch(
    command
      .description(
        'List the addresses at a point, nearest first. Costs a lookup where there are any.',
      )
      .option('--lon <degrees>', 'longitude, -180 to 180')
      .option('--lat <degrees>', 'latitude, -90 to 90'),
  )
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: Options): Promise<void> {
  const { lon, lat } = options;
  await runLookup(
    context,
    {
      operation: addressesNear,
      view: nearView,
      columns: ['hits.0.id', 'hits.0.line_1', 'hits.0.line_2', 'hits.0.last_line'],
    },
    { lon, lat },
    options,
  );
}
