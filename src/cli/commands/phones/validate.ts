// `waypost phones validate`: whether a phone number is one, and of which country.
import { phoneValidate } from '../../../client/validations';
import type { BatchOptions } from '../../batch/options';
import type { Context } from '../../context';
import { ownLookupHints } from '../../hints/table';
import { runLookup } from '../../lookup';
import { phoneView } from './shared/text';

interface Options extends BatchOptions {
  country?: string;
}

/** Runs the command. */
export async function run(context: Context, options: Options, phone?: string): Promise<void> {
  const hints = ownLookupHints['phones validate'];
  await runLookup(
    context,
    {
      operation: phoneValidate,
      view: phoneView,
      columns: ['valid', 'international_format', 'iso_country', 'current_carrier'],
      hints,
    },
    { phone, country: options.country },
    options,
  );
}
