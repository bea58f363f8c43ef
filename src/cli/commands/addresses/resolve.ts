// `waypost addresses resolve`: the whole address of a suggestion.
import { addressResolve } from '../../../client/addresses';
import type { BatchOptions } from '../../batch/options';
import type { Context } from '../../context';
import { runLookup } from '../../lookup';
import { addressView } from './shared/text';

const searchAgain =
  'Ids expire: `waypost addresses autocomplete <query>` gives new ones. Nothing was charged.';

/** Runs the command. */
export async function run(context: Context, options: BatchOptions, id?: string): Promise<void> {
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
