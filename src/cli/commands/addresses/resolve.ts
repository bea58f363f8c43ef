// `waypost addresses resolve`: the whole address of a suggestion.
import { addressResolve } from '../../../client/addresses';
import type { BatchOptions } from '../../batch/options';
import { ownLookupHints } from '../../hints/by-api-code';
import type { Context } from '../../run/context';
import { runLookup } from '../../run/lookup';
import { addressView } from './shared/text';

/** Runs the command. */
export async function run(context: Context, options: BatchOptions, id?: string): Promise<void> {
  const hints = ownLookupHints['addresses resolve'];
  await runLookup(
    context,
    {
      operation: addressResolve,
      view: addressView,
      columns: ['line_1', 'line_2', 'last_line', 'longitude', 'latitude'],
      hints,
    },
    { id },
    options,
  );
}
