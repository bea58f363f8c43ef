// `waypost places search`: places by name, as a list or in a picker.
import type { Command } from 'commander';
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
  waypost places search springfield --bias-lonlat -89.65,39.78,50000

A search costs nothing; \`waypost places resolve <id>\` does.

Output (--json): the service's result, {"hits": [{"id": "geonames_…", "name": "…",
                 "descriptive_name": "…", "country_iso": "…"}]}, at most ten, best first
Errors: invalid_input (2) for a code that is no country's, missing_api_key (4), auth_failed (4)`;

interface Options extends BatchOptions {
  countryIso?: string;
  biasCountryIso?: string;
  biasLonlat?: string;
  biasIp?: boolean;
}

export function register(command: Command, act: Act): void {
  withBatch(
    command
      .description('Search countries, administrative areas and capitals by name.')
      .argument('[query]', 'text to search')
      .option('--country-iso <codes>', 'only these countries: three-letter codes, comma separated')
      .option('--bias-country-iso <codes>', 'these countries first')
      .option('--bias-lonlat <lon,lat,radius>', 'places near this point first; radius in metres')
      .option('--bias-ip', 'places near your IP address first'),
  )
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: Options, query?: string): Promise<void> {
  const command = {
    operation: placeSearch,
    view: suggestionView,
    columns: ['hits.0.id', 'hits.0.descriptive_name', 'hits.0.country_iso'],
  };
  const fields = {
    query,
    country_iso: options.countryIso,
    bias_country_iso: options.biasCountryIso,
    bias_lonlat: options.biasLonlat,
    bias_ip: options.biasIp ? 'true' : undefined,
  };
  await runLookup(context, command, fields, options);
}
