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
  waypost phones validate 442079460018 --json | jq -r .international_format

A number is given with its country code. Each answer costs a lookup, whatever it says; --tags is stored
with it.

Output (--json): the service's result, {"valid": true, "country": "…", "international_format": "…", …}
Errors: auth_failed (4) with code 4015 without the dataset phone; api_error (1) with code 4020 or 4021
        without lookups left; rate_limited (3) with code 4290 after ten seconds; missing_api_key (4)`;

export function register(command: Command, act: Act): void {
  withBatch(
    command
      .description('Check whether a phone number is one, and of which country. Costs a lookup.')
      .argument('[number]', 'the number with its country code, such as "+44 20 7946 0018"'),
  )
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: BatchOptions, phone?: string): Promise<void> {
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
    { phone },
    options,
  );
}
