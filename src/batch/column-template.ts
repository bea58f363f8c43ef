// `--column "{street}, {city}, {state} {zip}"`: a text that is made of several cells of a row.
import { batchRefused } from './reasons';

/** The names in braces, and the texts around them: one more than there are names. */
export interface ColumnTemplate {
  names: readonly string[];
  texts: readonly string[];
}

/** Undefined for a text without braces. Throws `invalid_input` for braces that do not match. */
export function columnTemplate(column: string): ColumnTemplate | undefined {
  if (!/[{}]/.test(column)) return undefined;
  const pieces = column.split(/\{([^{}]+)\}/);
  const names = pieces.filter((_, index) => index % 2 === 1).map((name) => name.trim());
  const texts = pieces.filter((_, index) => index % 2 === 0);
  if (names.length > 0 && !texts.some((text) => /[{}]/.test(text))) return { names, texts };
  throw batchRefused('column_template', `The braces of --column do not match: ${column}.`);
}

/**
 * The text with these values of the names. An empty value takes a separator with it, so that no stray comma is left.
 * Without any value the text is empty, whatever stands around the names.
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

/** A cell as part of a line: its lines joined by commas, and digits without the apostrophe that Shopify writes. */
function partOfLine(cell: string): string {
  return cell
    .split(/[\r\n]+/)
    .map((line) => line.replace(/^[\s,]+|[\s,]+$/g, '').replace(/^'(?=\d)/, ''))
    .filter((line) => line !== '')
    .join(', ');
}
