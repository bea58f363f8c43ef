// Templates such as `--column "{street}, {city}, {state} {zip}"`, which combine several cells of a row.
import { batchRefused } from './reasons';

/** The names in braces, and the strings before, between and after the names. `texts` has one more item than `names`. */
export interface ColumnTemplate {
  names: readonly string[];
  texts: readonly string[];
}

/**
 * Parses a template. Returns undefined if the text has no braces. Throws `invalid_input` if the braces do not match.
 */
export function columnTemplate(column: string): ColumnTemplate | undefined {
  if (!/[{}]/.test(column)) return undefined;
  const pieces = column.split(/\{([^{}]+)\}/);
  const names = pieces.filter((_, index) => index % 2 === 1).map((name) => name.trim());
  const texts = pieces.filter((_, index) => index % 2 === 0);
  if (names.length > 0 && !texts.some((text) => /[{}]/.test(text))) return { names, texts };
  throw batchRefused('column_template', `The braces in --column do not match: ${column}.`);
}

/**
 * Inserts values into a template. If a value is empty, omits one of the separators next to the value, so that no extra
 * comma remains. If all values are empty, returns an empty string.
 */
export function filledTemplate({ texts }: ColumnTemplate, values: readonly string[]): string {
  let text = '';
  let separators: string[] = [];
  for (const [index, value] of values.entries()) {
    separators.push(texts[index] ?? '');
    const part = partOfLine(value);
    if (part === '') continue;
    text += text === '' ? (texts[0] ?? '') : separatorOf(separators);
    text += part;
    separators = [];
  }
  return text === '' ? '' : `${text}${texts.at(-1) ?? ''}`;
}

function separatorOf(separators: readonly string[]): string {
  return separators.find((text) => text.includes(',')) ?? separators[0] ?? '';
}

/**
 * Converts a cell to a part of an address line. Joins the cell's lines with commas, and removes the apostrophe that
 * Shopify puts before digits.
 */
function partOfLine(cell: string): string {
  return cell
    .split(/[\r\n]+/)
    .map((line) => line.replace(/^[\s,]+|[\s,]+$/g, '').replace(/^'(?=\d)/, ''))
    .filter((line) => line !== '')
    .join(', ');
}
