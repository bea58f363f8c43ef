// The record of a lookup as a person reads it. What a command has words for comes first; whatever else
// the service sends is shown all the same, under its own name.
import type { ChalkInstance } from 'chalk';
import { isObject } from '../../client/owned-key';
import { type CardRow, card } from './card';
import { factText, labelOf } from './words';

/** Members of an object of the service. */
export type Members = Readonly<Record<string, unknown>>;

/** Whether a value says nothing. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === '') return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** A row for a value; none for one that says nothing. */
export function row(label: string, value: unknown): CardRow[] {
  return isBlank(value) ? [] : [{ label, value: factText(value) }];
}

/** A row for each member that says something, in the order of the record. */
export function memberRows(record: Members): CardRow[] {
  return Object.entries(record).flatMap(([name, value]) => row(labelOf(name), value));
}

/** The values that say something, as one text: `Springfield, USA`. */
export function joined(values: readonly unknown[], between = ', '): string {
  return values
    .filter((value) => !isBlank(value))
    .map(factText)
    .join(between);
}

/** A point as it is entered into a map; undefined where the record has none. */
export function coordinatesText(longitude: unknown, latitude: unknown): string | undefined {
  if (longitude === undefined && latitude === undefined) return undefined;
  if (isBlank(longitude) || isBlank(latitude)) return 'unknown';
  return `${factText(latitude)}, ${factText(longitude)} (latitude, longitude)`;
}

/** Where the dataset's own record is, which has too many members for a card; nothing where there is none. */
export function nativeNote({ native, dataset }: Members, path: string): string[] {
  return isObject(native)
    ? [`The ${joined([dataset, 'record'], ' ')} is in --json, under ${path}.`]
    : [];
}

/** What was found out in a line or two, the rest as a card, and dim below what else there is. */
export function report(
  { verdict = [], rows, notes = [] }: { verdict?: string[]; rows: CardRow[]; notes?: string[] },
  colour: ChalkInstance,
  width: number | undefined,
): string[] {
  const parts = [verdict, card(rows, colour, width), notes.map((note) => colour.dim(note))];
  const lines = parts.filter((part) => part.length > 0).flatMap((part) => ['', ...part]);
  return lines.length === 0 ? ['The answer is empty.'] : lines.slice(1);
}
