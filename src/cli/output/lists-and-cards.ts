// Prints the output that most commands have: a list as a table, and a single object as a card.
import { isObject } from '../../lib/exact-json';
import type { Colors } from './color';
import type { Output } from './output';
import { type CardRow, type Column, card, table } from './table';
import { valueText } from './words';

interface List {
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
  /** The text to print instead of an empty table. */
  none: string;
  notes?: readonly string[];
}

/** Prints a list as a table, or as JSON if --json is set. */
export function printList(output: Output, value: unknown, list: List): Promise<void> {
  const { columns, rows, none, notes = [] } = list;
  return output.result(value, (color) =>
    rows.length === 0
      ? none
      : [
          ...table(columns, rows, color, output.width),
          ...(notes.length === 0 ? [] : ['', ...notes.map((note) => color.dim(note))]),
        ],
  );
}

/**
 * Prints one object. If --json is set, prints the object as JSON. Otherwise, prints `done` (such as `Created.`), a
 * card, and `notes`.
 */
export function printCard(
  output: Output,
  value: unknown,
  rows: (fields: Readonly<Record<string, unknown>>, color: Colors) => readonly CardRow[],
  { done, notes }: { done?: string | undefined; notes?: (color: Colors) => readonly string[] } = {},
): Promise<void> {
  return output.result(value, (color) => {
    const below = notes?.(color) ?? [];
    return [
      ...(done === undefined ? [] : [color.green(done), '']),
      ...(isObject(value) ? card(rows(value, color), color, output.width) : [valueText(value)]),
      ...(below.length === 0 ? [] : ['', ...below]),
    ];
  });
}
