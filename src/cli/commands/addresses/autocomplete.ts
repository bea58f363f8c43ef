// `waypost addresses autocomplete`: addresses for what has been typed so far.
import { addressAutocomplete } from '../../../client/addresses';
import type { BatchOptions } from '../../batch/options';
import type { Context } from '../../context';
import { runLookup } from '../../lookup';
import { suggestionView } from './shared/text';

interface Options extends BatchOptions {
  datasets?: string;
}

/** Runs the command. */
export async function run(context: Context, options: Options, query?: string): Promise<void> {
  const steps = {
    40016:
      'Give the beginning of an address as text, such as `waypost addresses autocomplete "1226 w main"`; --datasets takes names such as usps, with commas between.',
  };
  const command = {
    operation: addressAutocomplete,
    view: suggestionView,
    columns: ['hits.0.id', 'hits.0.suggestion'],
    steps,
  };
  await runLookup(context, command, { query, datasets: options.datasets }, options);
}
