// A table fitted to the terminal: columns are shortened where allowed, and if that is not enough each row
// becomes a card, so that no column is ever omitted.
import type { ChalkInstance } from 'chalk';
import { card } from './card';
import { shown } from './characters';
import { sanitizeCell } from './sanitize';
import { cut, pad, widestOf } from './width';

/** A column. */
export interface Column {
  title: string;
  align?: 'left' | 'right';
  /** Least width it may be shortened to; without this it is never shortened. */
  minWidth?: number;
}

const gap = 2;

/**
 * The table's lines. Cells may come from the service: they are stripped here. `width` is the terminal's;
 * without one nothing is shortened.
 */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  colour: ChalkInstance,
  width = Number.POSITIVE_INFINITY,
): string[] {
  const cells = rows.map((row) => row.map((cell) => shown(sanitizeCell(cell))));
  const natural = columns.map(({ title }, index) =>
    widestOf([title, ...cells.map((row) => row[index] ?? '')]),
  );
  const widths = fitted(columns, natural, width);
  if (widths === undefined) return asCards(columns, cells, colour, width);
  const line = (texts: readonly string[]) =>
    columns
      .map(({ align }, index) => {
        const columnWidth = widths[index] ?? 0;
        return pad(cut(texts[index] ?? '', columnWidth), columnWidth, align);
      })
      .join(' '.repeat(gap))
      .trimEnd();
  return [colour.bold(line(columns.map(({ title }) => title))), ...cells.map(line)];
}

/** Widths whose sum fits, taken from the widest first; undefined where the table cannot be that narrow. */
function fitted(
  columns: readonly Column[],
  natural: readonly number[],
  width: number,
): number[] | undefined {
  const widths = [...natural];
  const total = () => widths.reduce((sum, each) => sum + each, gap * (widths.length - 1));
  while (total() > width) {
    let widest: number | undefined;
    for (const [index, { minWidth }] of columns.entries()) {
      const own = widths[index] ?? 0;
      if (minWidth === undefined || own <= minWidth) continue;
      if (widest === undefined || own > (widths[widest] ?? 0)) widest = index;
    }
    if (widest === undefined) return undefined;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function asCards(
  columns: readonly Column[],
  cells: readonly (readonly string[])[],
  colour: ChalkInstance,
  width: number,
): string[] {
  return cells.flatMap((row, index) => [
    ...(index === 0 ? [] : ['']),
    ...card(
      columns.map(({ title }, at) => ({ label: title, value: row[at] ?? '' })),
      colour,
      width,
    ),
  ]);
}
