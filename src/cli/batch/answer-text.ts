// The output format of answers: the one of --format, else that of the input.
import type { Input } from '../../batch/input';
import { type RowText, rowText } from '../../batch/output';
import { invalidInput } from '../../lib/errors';
import { safeJson } from '../output/json-text';
import type { BatchPlan } from './plan';

/** The format. `columns` are the members of a result that become columns of CSV. Throws `invalid_input`. */
export function answerText(
  { format, fields }: Pick<BatchPlan, 'format' | 'fields'>,
  input: Pick<Input, 'format' | 'header' | 'delimiter'>,
  columns: readonly string[],
): RowText {
  const chosen = format ?? (input.format === 'ndjson' ? 'ndjson' : 'csv');
  if (fields !== undefined && chosen !== 'csv') {
    throw invalidInput(
      `--fields goes with CSV, and the answers are ${chosen}, which holds every member.`,
      'Omit --fields, or add --format csv.',
    );
  }
  return rowText(chosen, {
    header: input.format === 'ndjson' ? ['input'] : input.header,
    delimiter: input.delimiter,
    fields: fields ?? columns,
    json: safeJson,
  });
}
