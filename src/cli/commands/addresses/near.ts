// `waypost addresses near`: the addresses at a point.
import { addressesNear } from '../../../client/addresses';
import type { BatchOptions } from '../../batch/options';
import type { Context } from '../../run/context';
import { runLookup } from '../../run/lookup';
import { nearView } from './shared/text';

interface Options extends BatchOptions {
  lon?: string;
  lat?: string;
}

/** Runs the command. */
export async function run(context: Context, options: Options): Promise<void> {
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
