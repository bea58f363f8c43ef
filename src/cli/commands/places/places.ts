// `waypost places`: searches for places in a picker or as a list, and resolves a place.
import { requiredValue } from '../../../client/lookup';
import { placeResolve, placeSearch } from '../../../client/places';
import { commandInText } from '../../../lib/command-text';
import { readVariable } from '../../../lib/environment';
import { invalidInput } from '../../../lib/errors';
import { isObject } from '../../../lib/exact-json';
import type { BatchOptions } from '../../batch/plan';
import { placeResolveHints } from '../../hints/by-api-code';
import type { Output } from '../../output/output';
import {
  cardRows,
  coordinatesText,
  hitsView,
  joinValues,
  type LookupView,
  nativeNote,
  resultLines,
  row,
} from '../../output/record';
import { factText, grouped } from '../../output/words';
import type { Dependencies } from '../../run/dependencies';
import type { SettingsInUse } from '../../run/settings-in-use';
import type { System } from '../../run/system';
import { type LookupCommand, lookupFields, refuseEmpty, runLookup } from '../shared/lookup';

export const placeHitsView: LookupView = hitsView({
  none: `No places found. Search for the beginning of the name, for example ${commandInText('places search', ['spring'])}.`,
  columns: [
    { title: 'ID', text: ({ id }) => joinValues([id]) },
    {
      title: 'PLACE',
      minWidth: 12,
      text: ({ descriptive_name, name }) => joinValues([descriptive_name ?? name]),
    },
    { title: 'COUNTRY', text: ({ country_iso }) => joinValues([country_iso]) },
  ],
  omit: ['id', 'name', 'descriptive_name', 'country_iso'],
});

/** Returns the lines of a place's card, which includes the most important fields of the result's `native` object. */
export const placeView: LookupView = (result, color, width) => {
  if (!isObject(result)) return [factText(result)];
  const { native, longitude, latitude, descriptive_name, country_iso, ...others } = result;
  const record = isObject(native) ? native : {};
  const rows = [
    ...row('Place', descriptive_name),
    ...row('Country', country_iso),
    ...row('Coordinates', coordinatesText(longitude, latitude)),
    ...row('Time zone', record.timezone),
    ...row('Population', populationOf(record.population)),
    ...cardRows(others),
    ...(isObject(native) ? [] : row('Native', native)),
  ];
  return resultLines({ rows, notes: nativeNote(result, 'native') }, color, width);
};

/** Formats the population as a number, because the API sends the population as a string. */
function populationOf(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? grouped(Number(value)) : value;
}

const searching: LookupCommand = {
  operation: placeSearch,
  view: placeHitsView,
  columns: ['hits.0.id', 'hits.0.descriptive_name', 'hits.0.country_iso'],
};

const resolving: LookupCommand = {
  operation: placeResolve,
  view: placeView,
  columns: ['descriptive_name', 'country_iso', 'longitude', 'latitude'],
  hints: placeResolveHints(),
};

export async function placesResolve(
  { system, output, credentials, service, settings }: Dependencies,
  options: BatchOptions,
  id?: string,
): Promise<void> {
  const command = { ...resolving, hints: placeResolveHints(id) };
  await runLookup(
    { system, output, credentials, service, settings },
    command,
    lookupFields(placeResolve, options, id),
    options,
  );
}

interface SearchOptions extends BatchOptions {
  list?: boolean;
  printId?: boolean;
}

export async function placesSearch(
  { system, output, credentials, service, settings }: Dependencies,
  options: SearchOptions,
  query?: string,
): Promise<void> {
  const { list = false, printId = false } = options;
  const fields = lookupFields(placeSearch, options, query);
  if (list && printId) {
    throw invalidInput('--list and --print-id cannot be combined.', 'Remove --list or --print-id.');
  }
  // An invalid value must end the command before the picker opens.
  refuseEmpty(placeSearch, fields);
  if (query !== undefined) requiredValue(fields, 'query');
  placeSearch.request(fields);
  if (!list && options.file === undefined && canPick({ system, output, settings }, printId)) {
    const { pickPlace } = await import('./pick');
    return pickPlace(
      { system, output, credentials, service, settings },
      fields,
      resolving,
      printId,
    );
  }
  if (printId) {
    throw invalidInput(
      '--print-id opens the picker, which requires a terminal.',
      "In a script, use: waypost places search <query> --json | jq -r '.hits[0].id'",
    );
  }
  if (query === undefined && options.file === undefined) {
    throw invalidInput(
      'Nothing to search for.',
      (command) =>
        `Pass a search term, for example ${command('places search', ['berlin'])}, or use --file to search for every row of a file. At a terminal, the command opens the picker if you pass no search term.`,
    );
  }
  await runLookup({ system, output, credentials, service, settings }, searching, fields, options);
}

/**
 * True if the picker can open. If --print-id is set, the picker can also open in read-only mode, or if standard output
 * is not a terminal.
 */
function canPick(
  { system, output, settings }: { system: System; output: Output; settings: SettingsInUse },
  printId: boolean,
): boolean {
  const { env, stdout } = system;
  return (
    settings.interactive &&
    (printId || settings.readOnly === undefined) &&
    !output.asData &&
    (printId || stdout.isTTY === true) &&
    readVariable(env, 'TERM') !== 'dumb'
  );
}
