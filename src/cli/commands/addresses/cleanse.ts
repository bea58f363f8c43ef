// `waypost addresses cleanse`: the address that a text, or pieces of one, most likely mean.
import type { Command } from 'commander';
import { addressCleanse } from '../../../client/addresses';
import { type BatchOptions, withBatch } from '../../batch/options';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { runLookup } from '../../lookup';
import { matchView } from './shared/text';

const help = `
Examples:
  waypost addresses cleanse "1226 w mian st, sprngfield il"
  waypost addresses cleanse "1226 main st" --post-town springfield --postcode 62701 --json

A match costs a lookup, and --tags is stored with it; no match costs nothing.

Output (--json): the service's result, {"query": "…", "match": {…} or null, "count": 1, "fit": 0.9,
                 "confidence": 0.8}
Errors: auth_failed (4) with code 4015 without the dataset uspscleanse; api_error (1) with code 4020 or
        4021 without lookups left; missing_api_key (4)`;

interface Options extends BatchOptions {
  postcode?: string;
  postTown?: string;
  county?: string;
}

export function register(command: Command, act: Act): void {
  withBatch(
    command
      .description('Find the address that a text most likely means. A match costs a lookup.')
      .argument('[query]', 'the address, or its first lines')
      .option('--postcode <postcode>', 'its postcode or ZIP code')
      .option('--post-town <town>', 'its town or city')
      .option('--county <county>', 'its county or state'),
  )
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: Options, query?: string): Promise<void> {
  const { postcode, postTown, county } = options;
  const steps = {
    40018: 'Give the address: `waypost addresses cleanse "1226 main st" --post-town springfield`.',
  };
  await runLookup(
    context,
    {
      operation: addressCleanse,
      view: matchView,
      columns: ['count', 'fit', 'confidence', 'match.line_1', 'match.line_2', 'match.last_line'],
      steps,
    },
    { query, postcode, post_town: postTown, county },
    options,
  );
}
