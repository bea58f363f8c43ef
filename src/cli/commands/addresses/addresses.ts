// The `waypost addresses` commands. Each command has an operation, a function that formats the result, and the default
// columns of its CSV output.
import { maximumSuggestions } from '../../../api/limits';
import {
  addressAutocomplete,
  addressCleanse,
  addressesNear,
  addressResolve,
  addressVerify,
} from '../../../client/addresses';
import { commandInText } from '../../../lib/command-text';
import { isObject } from '../../../lib/exact-json';
import { ownLookupHints } from '../../hints/by-api-code';
import { wholeNumber } from '../../line/option-values';
import type { Colors } from '../../output/color';
import {
  cardRows,
  coordinatesText,
  hitsView,
  isEmptyValue,
  joinValues,
  type LookupView,
  nativeNote,
  resultLines,
  row,
  type ServiceObject,
} from '../../output/record';
import type { CardRow } from '../../output/table';
import { factText } from '../../output/words';
import { lookupCommand } from '../shared/lookup';

export const addressHitsView: LookupView = hitsView({
  none: `No addresses found. Use a shorter search term, for example ${commandInText('addresses autocomplete', ['1226 w'])}.`,
  noneInSandbox: `No addresses found. The sandbox has only addresses in the USA. Use the beginning of a US address, for example ${commandInText('addresses autocomplete', ['1226 w'])}.`,
  columns: [
    { title: 'ID', text: ({ id }) => joinValues([id]) },
    { title: 'ADDRESS', minWidth: 12, text: ({ suggestion }) => joinValues([suggestion]) },
  ],
  omit: ['id', 'suggestion', 'urls'],
});

export const nearView: LookupView = hitsView({
  noneInSandbox: `No addresses found near this point. The sandbox has only addresses in the USA. Use a point in the USA, for example ${commandInText('addresses near', [], { lon: '-89.6576', lat: '39.7905' })}.`,
  none: `No addresses found near this point. Check that --lon is the longitude and --lat is the latitude. For example: ${commandInText('addresses near', [], { lon: '-89.6576', lat: '39.7905' })}.`,
  columns: [
    { title: 'ID', text: ({ id }) => joinValues([id]) },
    { title: 'ADDRESS', minWidth: 20, text: (hit) => lineOf(hit) },
    { title: 'LATITUDE', align: 'right', text: ({ latitude }) => joinValues([latitude]) },
    { title: 'LONGITUDE', align: 'right', text: ({ longitude }) => joinValues([longitude]) },
  ],
  omit: [
    'id',
    'line_1',
    'line_2',
    'last_line',
    'latitude',
    'longitude',
    'dataset',
    'native',
    'country',
    'country_iso',
    'country_iso_2',
    'language',
    'city',
    'state',
    'state_abbreviation',
    'zip_code',
    'zip_plus_4_code',
    'primary_number',
    'street_name',
    'street_suffix',
  ],
  note: 'To see complete records, use --json.',
});

export const addressView: LookupView = (result, color, width) => {
  if (!isObject(result)) return [factText(result)];
  return resultLines(
    { rows: addressRows(result), notes: nativeNote(result, 'native') },
    color,
    width,
  );
};

const ofMatch = new Set([
  'address_line_one',
  'address_line_two',
  'city',
  'state',
  'zip_code',
  'country_iso_2',
]);

/** Returns lines that show how well the input matches an address, followed by the matched address. */
export const matchView: LookupView = (result, color, width, isSandbox) => {
  if (!isObject(result)) return [factText(result)];
  const { query, match, count, fit, confidence, ...others } = result;
  if (match === null || (match === undefined && count === 0)) {
    const verdict = color.red(isSandbox === true ? noMatchInSandbox : noMatch);
    return resultLines({ verdict: [verdict], rows: cardRows(others) }, color, width);
  }
  if (!isObject(match)) return resultLines({ rows: cardRows(result) }, color, width);
  const beside = Object.entries(others).filter(([name]) => !ofMatch.has(name));
  const rows = [
    ...row('Written', query),
    ...addressRows(match),
    ...cardRows(Object.fromEntries(beside)),
  ];
  const verdict = [matchVerdict({ count, fit, confidence }, color)];
  return resultLines({ verdict, rows, notes: nativeNote(match, 'match.native') }, color, width);
};

const noMatch =
  'No match. Check the spelling, and include the house number, the street, and the city or ZIP code.';

const noMatchInSandbox = `No match. The sandbox has only addresses in the USA. Include a house number, a street, and a city or ZIP code. To list addresses that exist in the sandbox, use ${commandInText('sandbox values')}.`;

function matchVerdict({ count, fit, confidence }: ServiceObject, color: Colors): string {
  const scores = joinValues([
    fit === undefined ? '' : `fit ${percent(fit)}`,
    confidence === undefined ? '' : `confidence ${percent(confidence)}`,
  ]);
  const behind = scores === '' ? '' : ` (${scores})`;
  if (typeof count === 'number' && count > 1) {
    return color.yellow(`Ambiguous: one of ${count} addresses that match equally well${behind}`);
  }
  return (confidence ?? 1) === 1
    ? color.green(`Match${behind}`)
    : color.yellow(`Uncertain match${behind}`);
}

function percent(score: unknown): string {
  const isScore = typeof score === 'number' && score >= 0 && score <= 1;
  return isScore ? `${Number((score * 100).toFixed(1))}%` : factText(score);
}

function lineOf({ line_1, line_2, last_line }: ServiceObject): string {
  return joinValues([line_1, line_2, last_line]);
}

function addressRows(address: ServiceObject): CardRow[] {
  const { line_1, line_2, last_line, longitude, latitude, native, ...rest } = address;
  const { country, country_iso, country_iso_2, ...others } = rest;
  return [
    ...row('Address', lineOf({ line_1, line_2, last_line })),
    ...row('Country', countryOf(country, joinValues([country_iso, country_iso_2]))),
    ...row('Coordinates', coordinatesText(longitude, latitude)),
    ...cardRows(others),
    ...(isObject(native) ? [] : row('Native', native)),
  ];
}

function countryOf(country: unknown, codes: string): string {
  return joinValues([country, codes === '' || isEmptyValue(country) ? codes : `(${codes})`], ' ');
}

export const addressesAutocomplete = lookupCommand({
  operation: addressAutocomplete,
  view: addressHitsView,
  columns: ['hits.0.id', 'hits.0.suggestion'],
  hints: ownLookupHints['addresses autocomplete'],
  check: ({ limit }) => {
    if (limit !== undefined) wholeNumber('--limit', limit, 1, maximumSuggestions);
  },
});

export const addressesResolve = lookupCommand({
  operation: addressResolve,
  view: addressView,
  columns: ['line_1', 'line_2', 'last_line', 'longitude', 'latitude'],
  hints: ownLookupHints['addresses resolve'],
});

export const addressesVerify = lookupCommand({
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
  hints: ownLookupHints['addresses verify'],
});

export const addressesCleanse = lookupCommand({
  operation: addressCleanse,
  view: matchView,
  columns: ['count', 'fit', 'confidence', 'match.line_1', 'match.line_2', 'match.last_line'],
  hints: ownLookupHints['addresses cleanse'],
});

export const addressesNearPoint = lookupCommand({
  operation: addressesNear,
  view: nearView,
  columns: ['hits.0.id', 'hits.0.line_1', 'hits.0.line_2', 'hits.0.last_line'],
});
