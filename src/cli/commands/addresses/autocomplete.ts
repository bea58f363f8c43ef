// `waypost addresses autocomplete`: suggestions for the beginning of an address.
import { addressAutocomplete } from '../../../client/addresses';
import type { BatchOptions } from '../../batch/options';
import type { Context } from '../../context';
import { ownLookupHints } from '../../hints/by-api-code';
import { runLookup } from '../../lookup';
import { suggestionView } from './shared/text';

interface Options extends BatchOptions {
  datasets?: string;
}

/** Runs the command. */
export async function run(context: Context, options: Options, query?: string): Promise<void> {
  const hints = ownLookupHints['addresses autocomplete'];
  const command = {
    operation: addressAutocomplete,
    view: suggestionView,
    columns: ['hits.0.id', 'hits.0.suggestion'],
    hints,
  };
  await runLookup(context, command, { query, datasets: options.datasets }, options);
}
