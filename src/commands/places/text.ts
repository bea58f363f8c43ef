// Places as a person reads them.
import type { ChalkInstance } from 'chalk';
import { isObject } from '../../service/managed';
import { type CardRow, card } from '../../terminal/card';
import { grouped } from '../../terminal/figures';
import { sanitizeLine } from '../../terminal/sanitize';
import { table } from '../../terminal/table';
import { labelOf, valueText } from '../../terminal/words';

/** The suggestions of a search as a table. */
export function suggestionView(
  result: unknown,
  colour: ChalkInstance,
  width: number | undefined,
): string[] {
  const hits = isObject(result) && Array.isArray(result.hits) ? result.hits : undefined;
  if (hits === undefined) return [valueText(result)];
  if (hits.length === 0) return ['No places found.'];
  const rows = hits.map((hit: unknown) => {
    const { id, descriptive_name, name, country_iso } = isObject(hit) ? hit : {};
    return [textOf(id), textOf(descriptive_name ?? name), textOf(country_iso)];
  });
  return table(
    [{ title: 'ID' }, { title: 'PLACE', least: 12 }, { title: 'COUNTRY' }],
    rows,
    colour,
    width,
  );
}

/** A place as a card; of its native record what a person asks for first. */
export function placeView(
  result: unknown,
  colour: ChalkInstance,
  width: number | undefined,
): string[] {
  if (!isObject(result)) return [valueText(result)];
  const { native, longitude, latitude, descriptive_name, country_iso, ...others } = result;
  const record = isObject(native) ? native : {};
  const rows: CardRow[] = [
    row('Place', descriptive_name),
    row('Country', country_iso),
    row('Coordinates', coordinatesOf(longitude, latitude)),
    row('Time zone', record.timezone),
    row('Population', populationOf(record.population)),
    ...Object.entries(others).map(([name, value]) => row(labelOf(name), value)),
  ].filter(({ value }) => value !== '');
  return [
    ...card(rows, colour, width),
    ...(isObject(native)
      ? ['', colour.dim(`The ${textOf(result.dataset)} record is in --json, under native.`)]
      : []),
  ];
}

function row(label: string, value: unknown): CardRow {
  return { label, value: value === undefined || value === '' ? '' : valueText(value) };
}

function coordinatesOf(longitude: unknown, latitude: unknown): string | undefined {
  if (longitude === undefined && latitude === undefined) return undefined;
  const [east, north] = [textOf(longitude), textOf(latitude)];
  return east === '' || north === '' ? 'unknown' : `${north}, ${east} (latitude, longitude)`;
}

/** The interface sends the population as a text. */
function populationOf(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? grouped(Number(value)) : value;
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : sanitizeLine(String(value));
}
