// An error as text for people: what failed, the invalid fields, what to do next.
import type { FieldError, WaypostError } from '../../lib/errors';
import type { SecretMask } from '../../lib/masking';
import { oneLine } from './printable';
import { wrapped } from './width';

/** The colours of an error. */
export type ErrorColours = Readonly<Record<'red' | 'dim', (text: string) => string>>;

/** The lines for standard error, ended by a line feed; wrapped where a width is given. */
export function errorText(
  error: WaypostError,
  mask: SecretMask,
  colour: ErrorColours,
  width?: number,
): string {
  const clean = (text: string) => mask.apply(text);
  const head = wrapped(`Error: ${clean(error.message)}${codes(error)}`, width);
  const lines = [head.replace('Error:', colour.red('Error:'))];
  for (const { path, message } of fieldErrorsOf(error.details)) {
    lines.push(`  ${oneLine(mask.apply(path))}: ${oneLine(mask.apply(message))}`);
  }
  if (hasRescuePath(error.details)) lines.push(`  Saved in ${clean(error.details.rescue_path)}`);
  for (const [name, value] of Object.entries(error.revealed?.credentials ?? {})) {
    lines.push(`  ${name}: ${oneLine(value)}`);
  }
  if (error.hint !== undefined) lines.push(colour.dim(wrapped(clean(error.hint), width)));
  return `${lines.join('\n')}\n`;
}

function codes({ status, apiCode }: WaypostError): string {
  const parts = [
    ...(status === undefined ? [] : [`HTTP ${status}`]),
    ...(apiCode === undefined ? [] : [`code ${apiCode}`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** The invalid fields in the details of an error. */
export function fieldErrorsOf(details: unknown): FieldError[] {
  if (!Array.isArray(details)) return [];
  return details.filter(
    (entry: unknown): entry is FieldError =>
      typeof entry === 'object' &&
      entry !== null &&
      'path' in entry &&
      typeof entry.path === 'string' &&
      'message' in entry &&
      typeof entry.message === 'string',
  );
}

function hasRescuePath(details: unknown): details is { rescue_path: string } {
  return (
    typeof details === 'object' &&
    details !== null &&
    'rescue_path' in details &&
    typeof details.rescue_path === 'string'
  );
}
