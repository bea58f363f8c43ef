// How commands print a list and a single thing.
import { isObject } from '../../lib/exact-json';
import type { Colours } from './colour';
import type { Output } from './output';
import { type CardRow, type Column, card, table } from './table';
import { valueText } from './words';

/** A list for a person. */
interface List {
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
  /** What is said in place of an empty table. */
  none: string;
  /** Lines below the table. */
  notes?: readonly string[];
}

/** Prints a list: the value with --json, else a table. */
export function printList(output: Output, value: unknown, list: List): Promise<void> {
  const { columns, rows, none, notes = [] } = list;
  return output.result(value, (colour) =>
    rows.length === 0
      ? none
      : [
          ...table(columns, rows, colour, output.width),
          ...(notes.length === 0 ? [] : ['', ...notes.map((note) => colour.dim(note))]),
        ],
  );
}

/** Prints one thing: the value with --json, else a card, after what was `done`, such as `Created.`, and above `notes`. */
export function printCard(
  output: Output,
  value: unknown,
  rows: (members: Readonly<Record<string, unknown>>, colour: Colours) => readonly CardRow[],
  { done, notes }: { done?: string; notes?: (colour: Colours) => readonly string[] } = {},
): Promise<void> {
  return output.result(value, (colour) => {
    const below = notes?.(colour) ?? [];
    return [
      ...(done === undefined ? [] : [colour.green(done), '']),
      ...(isObject(value) ? card(rows(value, colour), colour, output.width) : [valueText(value)]),
      ...(below.length === 0 ? [] : ['', ...below]),
    ];
  });
}
