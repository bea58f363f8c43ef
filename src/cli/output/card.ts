// One thing as a list of its members: names on the left, values wrapped to the terminal.
import type { Colours } from './colour';
import { cellText } from './printable';
import { pad, widestOf, wrap } from './width';

/** One line of a card. The texts may come from the service: they are stripped here. */
export interface CardRow {
  label: string;
  value: string;
  style?: ((text: string) => string) | undefined;
}

const minValueWidth = 20;
const unlimited = 100;

/** The card's lines. `width` is the terminal's, undefined if there is none. */
export function card(rows: readonly CardRow[], colour: Colours, width = unlimited): string[] {
  const clean = rows.map(({ label, value, style }) => ({
    label: cellText(label),
    value: cellText(value),
    style: style ?? ((text: string) => text),
  }));
  const labels = widestOf(clean.map(({ label }) => label));
  const beside = width - labels - 2 >= minValueWidth;
  return clean.flatMap(({ label, value, style }) => {
    if (!beside)
      return [colour.dim(label), ...wrap(value, width - 2).map((line) => `  ${style(line)}`)];
    return wrap(value, width - labels - 2).map(
      (line, index) => `${colour.dim(pad(index === 0 ? label : '', labels))}  ${style(line)}`,
    );
  });
}
