// The record of a lookup as text for people. Members that a command has words for come first; others are
// shown under their own names.

import { isObject } from '../../client/owned-key';
import { type CardRow, card } from './card';
import type { Colours } from './colour';
import { factText, labelOf } from './words';

/** Members of an object of the service. */
export type Members = Readonly<Record<string, unknown>>;

/** Whether a value is empty. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === '') return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** A row for a value; none for an empty one. */
export function row(label: string, value: unknown): CardRow[] {
  return isBlank(value) ? [] : [{ label, value: factText(value) }];
}

/** A row for each member with a value, in the order of the record. */
export function memberRows(record: Members): CardRow[] {
  return Object.entries(record).flatMap(([name, value]) => row(labelOf(name), value));
}

/** The values that are not empty, as one text: `Springfield, USA`. */
export function joined(values: readonly unknown[], between = ', '): string {
  return values
    .filter((value) => !isBlank(value))
    .map(factText)
    .join(between);
}

/** A point in the form of maps; undefined if the record has none. */
export function coordinatesText(longitude: unknown, latitude: unknown): string | undefined {
  if (longitude === undefined && latitude === undefined) return undefined;
  if (isBlank(longitude) || isBlank(latitude)) return 'unknown';
  return `${factText(latitude)}, ${factText(longitude)} (latitude, longitude)`;
}

/**
 * Where to find the dataset's own record, which has too many members for a card; nothing if there is none.
 */
export function nativeNote({ native, dataset }: Members, path: string): string[] {
  return isObject(native)
    ? [`The ${joined([dataset, 'record'], ' ')} is in --json, under ${path}.`]
    : [];
}

/** The result in a line or two, the rest as a card, and dim notes below. */
export function report(
  { verdict = [], rows, notes = [] }: { verdict?: string[]; rows: CardRow[]; notes?: string[] },
  colour: Colours,
  width: number | undefined,
): string[] {
  const parts = [verdict, card(rows, colour, width), notes.map((note) => colour.dim(note))];
  const lines = parts.filter((part) => part.length > 0).flatMap((part) => ['', ...part]);
  return lines.length === 0 ? ['The answer is empty.'] : lines.slice(1);
}
