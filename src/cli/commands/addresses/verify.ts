// `waypost addresses verify`: whether a written address exists, and its correct form.
import { addressVerify } from '../../../client/addresses';
import type { BatchOptions } from '../../batch/options';
import { ownLookupHints } from '../../hints/by-api-code';
import type { Context } from '../../run/context';
import { runLookup } from '../../run/lookup';
import { matchView } from './shared/text';

interface Options extends BatchOptions {
  context?: string;
}

/** Runs the command. */
export async function run(context: Context, options: Options, query?: string): Promise<void> {
  const hints = ownLookupHints['addresses verify'];
  await runLookup(
    context,
    {
      operation: addressVerify,
      view: matchView,
      columns: [
        'count',
        'fit',
        'confidence',
        'address_line_one',
        'address_line_two',
        'city',
        'state',
        'zip_code',
      ],
      hints,
    },
    { query, context: options.context },
    options,
  );
}
