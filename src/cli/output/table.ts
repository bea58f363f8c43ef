// Formats a table for the terminal. If the table is too wide, shortens the columns that have a minimum width. If the
// table is still too wide, formats each row as a card, so that the output contains all columns.
import type { Colors } from './color';
import { tableText } from './printable';
import { pad, truncate, widestOf, widthOf, wrap } from './width';

export interface Column {
  title: string;
  align?: 'left' | 'right';
  /** The minimum width of the column if the table is too wide, or undefined to never shorten the column. */
  minWidth?: number;
  color?: 'cyan' | 'dim';
}

const gap = 2;

/**
 * Returns the lines of a table. Removes control sequences from the cells, because cells can contain text from the
 * service. `width` is the width of the terminal, or undefined to never shorten columns.
 */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  color: Colors,
  width = Number.POSITIVE_INFINITY,
): string[] {
  const cells = cellsOf(rows);
  const natural = columns.map(({ title }, index) =>
    widestOf([title, ...cells.map((row) => row[index] ?? '')]),
  );
  const { head, lines } = growingTable(columns, natural, color, width);
  return [...head, ...lines(rows)];
}

/**
 * Creates a table whose rows arrive one after another. Returns the header line, and a function that formats more rows.
 * `natural` contains the widths that the columns have if the terminal is wide enough.
 */
export function growingTable(
  columns: readonly Column[],
  natural: readonly number[],
  color: Colors,
  width = Number.POSITIVE_INFINITY,
): { head: string[]; lines: (rows: readonly (readonly string[])[]) => string[] } {
  const widths = fitWidths(columns, natural, width);
  if (widths === undefined) {
    let isFirst = true;
    const cardOf = (row: readonly string[]) => {
      const labeled = columns.map(({ title }, at) => ({ label: title, value: row[at] ?? '' }));
      const lines = card(labeled, color, width);
      if (!isFirst) lines.unshift('');
      isFirst = false;
      return lines;
    };
    return { head: [], lines: (rows) => rows.flatMap(cardOf) };
  }
  const line = (texts: readonly string[], isHead = false) =>
    columns
      .map(({ align, color: own }, index) => {
        const columnWidth = widths[index] ?? 0;
        const text = truncate(texts[index] ?? '', columnWidth);
        const padding = ' '.repeat(Math.max(0, columnWidth - widthOf(text)));
        const styled = own === undefined || isHead || text === '' ? text : color[own](text);
        return align === 'right' ? padding + styled : styled + padding;
      })
      .join(' '.repeat(gap))
      .trimEnd();
  const titles = columns.map(({ title }) => title);
  return {
    head: [color.bold(line(titles, true))],
    lines: (rows) => cellsOf(rows).map((row) => line(row)),
  };
}

/**
 * Returns column widths that fit the terminal. Shortens the widest columns first. Returns undefined if the table does
 * not fit even with the minimum widths.
 */
function fitWidths(
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

function cellsOf(rows: readonly (readonly string[])[]): string[][] {
  return rows.map((row) => row.map(tableText));
}

/**
 * One row of a card. The card removes control sequences from the label and the value, because both can contain text
 * from the service.
 */
export interface CardRow {
  label: string;
  value: string;
  style?: ((text: string) => string) | undefined;
}

const minValueWidth = 20;
const unlimited = 100;

/** Returns the lines of a card. `width` is the width of the terminal, or undefined if there is no terminal. */
export function card(rows: readonly CardRow[], color: Colors, width = unlimited): string[] {
  const clean = rows.map(({ label, value, style }) => ({
    label: tableText(label),
    value: tableText(value),
    style: style ?? ((text: string) => text),
  }));
  const labels = widestOf(clean.map(({ label }) => label));
  const beside = width - labels - 2 >= minValueWidth;
  return clean.flatMap(({ label, value, style }) => {
    if (!beside) {
      return [color.dim(label), ...wrap(value, width - 2).map((line) => `  ${style(line)}`)];
    }
    return wrap(value, width - labels - 2).map(
      (line, index) => `${color.dim(pad(index === 0 ? label : '', labels))}  ${style(line)}`,
    );
  });
}
