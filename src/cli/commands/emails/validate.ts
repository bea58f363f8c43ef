// `waypost emails validate`: whether mail arrives at an address.
import type { Command } from 'commander';
import { emailValidate } from '../../../client/validations';
import { type BatchOptions, withBatch } from '../../batch/options';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { runLookup } from '../../lookup';
import { emailView } from './shared/text';

const help = `
Examples:
  waypost emails validate ada@example.com
  waypost emails validate ada@gmial.com --json | jq -r '.suggestions[]'

Each answer costs a lookup, whatever it says; --tags is stored with it. A text that cannot be an address
costs nothing: it is refused before it is sent.

Output (--json): the service's result, {"result": "deliverable", "not_deliverable" or "unknown",
                 "deliverable": true, "disposable": false, "suggestions": […], …}
Errors: invalid_input (2) for what cannot be an address, or more than 320 characters; auth_failed (4)
        with code 4015 without the dataset email; api_error (1) with code 4020 or 4021 without lookups
        left; missing_api_key (4)`;

export function register(command: Command, act: Act): void {
  withBatch(
    command
      .description('Check whether mail arrives at an address. Costs a lookup.')
      .argument('[email]', 'the e-mail address'),
  )
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: BatchOptions, email?: string): Promise<void> {
  const steps = {
    40011: 'Give one e-mail address: `waypost emails validate ada@example.com`.',
  };
  await runLookup(
    context,
    {
      operation: emailValidate,
      view: emailView,
      columns: ['result', 'deliverable', 'disposable', 'free', 'role', 'catchall', 'suggestions'],
      steps,
    },
    { email },
    options,
  );
}
