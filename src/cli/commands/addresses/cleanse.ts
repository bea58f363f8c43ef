// `waypost addresses cleanse`: the address that most likely matches a text, or parts of one.
import { addressCleanse } from '../../../client/addresses';
import type { BatchOptions } from '../../batch/options';
import { ownLookupHints } from '../../hints/by-api-code';
import type { Context } from '../../run/context';
import { runLookup } from '../../run/lookup';
import { matchView } from './shared/text';

interface Options extends BatchOptions {
  postcode?: string;
  postTown?: string;
  county?: string;
}

/** Runs the command. */
export async function run(context: Context, options: Options, query?: string): Promise<void> {
  const { postcode, postTown, county } = options;
  const hints = ownLookupHints['addresses cleanse'];
  await runLookup(
    context,
    {
      operation: addressCleanse,
      view: matchView,
      columns: ['count', 'fit', 'confidence', 'match.line_1', 'match.line_2', 'match.last_line'],
      hints,
    },
    { query, postcode, post_town: postTown, county },
    options,
  );
}
