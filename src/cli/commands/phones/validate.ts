// `waypost phones validate`: whether a phone number is one, and of which country.
import { phoneValidate } from '../../../client/validations';
import type { BatchOptions } from '../../batch/options';
import type { Context } from '../../context';
import { runLookup } from '../../lookup';
import { phoneView } from './shared/text';

interface Options extends BatchOptions {
  country?: string;
}

/** Runs the command. */
export async function run(context: Context, options: Options, phone?: string): Promise<void> {
  const steps = {
    40011: 'Give one number with its country code: `waypost phones validate "+44 20 7946 0018"`.',
  };
  await runLookup(
    context,
    {
      operation: phoneValidate,
      view: phoneView,
      columns: ['valid', 'international_format', 'iso_country', 'current_carrier'],
      steps,
    },
    { phone, country: options.country },
    options,
  );
}
