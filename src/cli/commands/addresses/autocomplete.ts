// `waypost addresses autocomplete`: addresses for what has been typed so far.
import type { Command } from 'commander';
import { addressAutocomplete } from '../../../client/addresses';
import { type BatchOptions, withBatch } from '../../batch/options';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { runLookup } from '../../lookup';
import { suggestionView } from './shared/text';

const help = `
Examples:
  waypost addresses autocomplete "1226 w main"
  waypost addresses autocomplete "1226 w main" --json | jq -r '.hits[0].id'
  waypost addresses autocomplete "1226 w main" --datasets usps

Suggestions cost nothing; \`waypost addresses resolve <id>\` does.

Output (--json): the service's result, {"hits": [{"id": "…", "suggestion": "…", …}]}, best first
Errors: api_error (1) with code 40016 for a dataset the service does not know; missing_api_key (4),
        auth_failed (4)`;

interface Options extends BatchOptions {
  datasets?: string;
}

export function register(command: Command, act: Act): void {
  withBatch(
    command
      .description('Suggest addresses for what has been typed so far. Costs nothing.')
      .argument('[query]', 'beginning of an address')
      .option('--datasets <a,b>', 'only suggestions of these datasets, such as usps'),
  )
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: Options, query?: string): Promise<void> {
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
