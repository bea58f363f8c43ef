// `waypost phones validate`: whether a phone number is one, and of which country.
import type { Command } from 'commander';
import { phoneValidate } from '../../../client/validations';
import { type BatchOptions, withBatch } from '../../batch/options';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { runLookup } from '../../lookup';
import { phoneView } from './shared/text';

const help = `
Examples:
  waypost phones validate "+44 20 7946 0018"
  waypost phones validate "(415) 555-2671" --country US
  waypost phones validate 442079460018 --json | jq -r .international_format

A number is given with its country code, or with --country: then it is sent in international form. Each
answer costs a lookup, whatever it says; --tags is stored with it. A number without a country costs
nothing: it is refused before it is sent.

Output (--json): the service's result, {"valid": true, "country": "…", "international_format": "…", …}
Errors: invalid_input (2) for a number without a country; auth_failed (4) with code 4015 without the
        dataset phone; api_error (1) with code 4020 or 4021 without lookups left; rate_limited (3) with code 4290 after ten seconds; missing_api_key (4)`;

interface Options extends BatchOptions {
  country?: string;
}

export function register(command: Command, act: Act): void {
  withBatch(
    command
      .description('Check whether a phone number is one, and of which country. Costs a lookup.')
      .argument('[number]', 'the number with its country code, such as "+44 20 7946 0018"')
      .option('--country <code>', 'country of numbers without a country code, such as US'),
  )
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: Options, phone?: string): Promise<void> {
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
