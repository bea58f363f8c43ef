// `waypost places search`: places by name, in a picker or as a list.
import type { Command } from 'commander';
import { readVariable } from '../../contract/environment';
import { invalidInput } from '../../contract/errors';
import { placeSearch } from '../../service/places';
import { type BatchOptions, withBatch } from '../batch/options';
import type { Act } from '../command';
import type { Context } from '../context';
import { runLookup } from '../lookup';
import { suggestionView } from './text';

const help = `
Examples:
  waypost places search berlin
  waypost places search paris --country-iso FRA,USA --json | jq -r '.hits[].id'
  waypost places search georgia --bias-lonlat 44.8,41.7,50000 --list
  id=$(waypost places search --print-id) && waypost places resolve "$id" --json

On a terminal a picker opens: type, move with the arrow keys, and Enter resolves the place, which costs a
lookup; --tags is stored with it. Esc or Ctrl-C ends the picker: exit status 130, and nothing was paid.
Elsewhere, with --json, --no-input or --list, the places are listed. A search itself costs nothing.

Output (--json): the service's result, {"hits": [{"id": "geonames_…", "name": "…",
                 "descriptive_name": "…", "country_iso": "…"}]}, at most ten, best first
Errors: invalid_input (2) for a code that is no country's, or where no picker opens and no text is given;
        missing_api_key (4), auth_failed (4); on Enter those of \`waypost places resolve\``;

interface Options extends BatchOptions {
  countryIso?: string;
  biasCountryIso?: string;
  biasLonlat?: string;
  biasIp?: boolean;
  list?: boolean;
  printId?: boolean;
}

export function register(command: Command, act: Act): void {
  withBatch(
    command
      .description('Search countries, areas, cities and towns by name.')
      .argument('[query]', 'text to search; the picker begins with it')
      .option('--country-iso <codes>', 'only these countries: three-letter codes, comma separated')
      .option('--bias-country-iso <codes>', 'these countries first')
      .option('--bias-lonlat <lon,lat,radius>', 'places near this point first; radius in metres')
      .option('--bias-ip', 'places near your IP address first')
      .option('--list', 'print the list on a terminal too')
      .option('--print-id', 'print the id of the place that is picked, and do not resolve it'),
  )
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: Options, query?: string): Promise<void> {
  const { list = false, printId = false } = options;
  const fields = {
    query,
    country_iso: options.countryIso,
    bias_country_iso: options.biasCountryIso,
    bias_lonlat: options.biasLonlat,
    bias_ip: options.biasIp ? 'true' : undefined,
  };
  if (list && printId) {
    throw invalidInput('--list and --print-id exclude each other.', 'Leave one of them out.');
  }
  // What is wrong with the values is told before the picker opens.
  placeSearch.request(fields);
  if (!list && options.file === undefined && canPick(context, printId)) {
    const { pickPlace } = await import('./pick');
    return pickPlace(context, fields, printId);
  }
  if (printId) {
    throw invalidInput(
      '--print-id needs a terminal to pick on.',
      "In scripts: waypost places search <query> --json | jq -r '.hits[0].id'",
    );
  }
  if (query === undefined && options.file === undefined) {
    throw invalidInput(
      'No text to search was given.',
      'Give it: waypost places search berlin, or a file of them with --file. Only on a terminal it is asked for.',
    );
  }
  const command = {
    operation: placeSearch,
    view: suggestionView,
    columns: ['hits.0.id', 'hits.0.descriptive_name', 'hits.0.country_iso'],
  };
  await runLookup(context, command, fields, options);
}

/** Whether the picker opens. An id goes to whoever reads standard output; a card is for a person. */
function canPick(context: Context, printId: boolean): boolean {
  const { env, stdout } = context.world;
  return (
    context.interactive &&
    (printId || stdout.isTTY === true) &&
    readVariable(env, 'TERM') !== 'dumb'
  );
}
