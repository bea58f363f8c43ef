// `waypost addresses verify`: whether a written address exists, and how it is written right.
import type { Command } from 'commander';
import { addressVerify } from '../../../client/addresses';
import { type BatchOptions, withBatch } from '../../batch/options';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { runLookup } from '../../lookup';
import { matchView } from './shared/text';

const help = `
Examples:
  waypost addresses verify "1226 West Main Street, Springfield, IL 62701"
  waypost addresses verify "1226 w main, springfield" --context usa --json | jq .match

A match costs a lookup, and --tags is stored with it; no match costs nothing.

Output (--json): the service's result, {"query": "…", "match": {…} or null, "count": 1, "fit": 1,
                 "confidence": 0.9, "address_line_one": "…", …}
Errors: auth_failed (4) with code 4016 for a context the key has not, 4015 without the dataset
        uspscleanse; api_error (1) with code 4020 or 4021 without lookups left; rate_limited (3) with
        code 4290 after ten seconds; missing_api_key (4)`;

interface Options extends BatchOptions {
  context?: string;
}

export function register(command: Command, act: Act): void {
  withBatch(
    command
      .description(
        'Check whether an address exists, and show it written right. A match costs a lookup.',
      )
      .argument('[query]', 'the address, in one text')
      .option('--context <context>', 'country to look in, such as usa'),
  )
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: Options, query?: string): Promise<void> {
  const steps = {
    4016: 'Leave --context out, or give one that the key is licensed for: `waypost keys show` lists them.',
    40018:
      'Give the address in one text: `waypost addresses verify "1226 w main st, springfield il"`.',
  };
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
      steps,
    },
    { query, context: options.context },
    options,
  );
}
