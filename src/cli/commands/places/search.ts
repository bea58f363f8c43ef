// `waypost places search`: places by name, in a picker or as a list.
import { placeSearch } from '../../../client/places';
import { readVariable } from '../../../lib/environment';
import { invalidInput } from '../../../lib/errors';
import type { BatchOptions } from '../../batch/options';
import type { Context } from '../../run/context';
import { refuseEmpty, runLookup } from '../../run/lookup';
import { suggestionView } from './shared/text';

interface Options extends BatchOptions {
  countryIso?: string;
  biasCountryIso?: string;
  biasLonlat?: string;
  biasIp?: boolean;
  list?: boolean;
  printId?: boolean;
}

/** Runs the command. */
export async function run(context: Context, options: Options, query?: string): Promise<void> {
  const { list = false, printId = false } = options;
  const fields = {
    query,
    country_iso: options.countryIso,
    bias_country_iso: options.biasCountryIso,
    bias_lonlat: options.biasLonlat,
    bias_ip: options.biasIp ? 'true' : undefined,
  };
  if (list && printId) {
    throw invalidInput('--list and --print-id exclude each other.', 'Omit one of them.');
  }
  // Errors in the values are reported before the picker opens.
  refuseEmpty(placeSearch, fields);
  placeSearch.request(fields);
  if (!list && options.file === undefined && canPick(context, printId)) {
    const { pickPlace } = await import('./shared/pick');
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
      'There is no text to search.',
      'Give it, such as `waypost places search berlin`, or a file of texts with --file. On a terminal waypost asks for it.',
    );
  }
  const command = {
    operation: placeSearch,
    view: suggestionView,
    columns: ['hits.0.id', 'hits.0.descriptive_name', 'hits.0.country_iso'],
  };
  await runLookup(context, command, fields, options);
}

/** Whether the picker opens. It prints the id if standard output is not a terminal; else a card. */
function canPick(context: Context, printId: boolean): boolean {
  const { env, stdout } = context.world;
  return (
    context.interactive &&
    (printId || context.readOnly === undefined) &&
    !context.output.asData &&
    (printId || stdout.isTTY === true) &&
    readVariable(env, 'TERM') !== 'dumb'
  );
}
