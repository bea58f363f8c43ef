// `waypost addresses near`: the addresses at a point.
import type { Command } from 'commander';
import { addressesNear } from '../../service/addresses';
import type { Act } from '../command';
import type { Context } from '../context';
import { showLookup } from '../lookup';
import { nearView } from './text';

const help = `
Examples:
  waypost addresses near --lon -89.6576 --lat 39.7905
  waypost addresses near --lon -89.6576 --lat 39.7905 --json | jq -r '.hits[].last_line'

Costs a lookup where there are addresses, and --tags is stored with it; else nothing.

Output (--json): the service's result, {"hits": [{"id": "…", "line_1": "…", …}]}, nearest first
Errors: invalid_input (2) for what is no point on the globe; api_error (1) with code 4020 or 4021
        without lookups left; missing_api_key (4), auth_failed (4)`;

interface Options {
  lon?: string;
  lat?: string;
}

export function register(command: Command, act: Act): void {
  command
    .description(
      'List the addresses at a point, nearest first. Costs a lookup where there are any.',
    )
    .requiredOption('--lon <degrees>', 'longitude, -180 to 180')
    .requiredOption('--lat <degrees>', 'latitude, -90 to 90')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, { lon, lat }: Options): Promise<void> {
  await showLookup(context, { operation: addressesNear, view: nearView }, { lon, lat });
}
