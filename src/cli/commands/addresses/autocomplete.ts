// `waypost addresses autocomplete`: suggestions for the beginning of an address.
import { maximumSuggestions } from '../../../api/limits';
import { addressAutocomplete } from '../../../client/addresses';
import type { BatchOptions } from '../../batch/options';
import { ownLookupHints } from '../../hints/by-api-code';
import { wholeNumber } from '../../line/option-values';
import type { Context } from '../../run/context';
import { runLookup } from '../../run/lookup';
import { suggestionView } from './shared/text';

interface Options extends BatchOptions {
  datasets?: string;
  limit?: string;
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
  const { datasets, limit } = options;
  if (limit !== undefined) wholeNumber('--limit', limit, 1, maximumSuggestions);
  await runLookup(context, command, { query, datasets, limit }, options);
}
