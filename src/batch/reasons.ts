// The reasons why a batch cannot start or continue. The hint that waypost shows depends on the reason.
import { WaypostError } from '../lib/errors';

export type BatchReason =
  | 'address_in_parts'
  | 'batch_differs'
  | 'batch_finished'
  | 'batch_unfinished'
  | 'cache_unusable'
  | 'column_by_name'
  | 'column_by_number'
  | 'column_number'
  | 'column_parameter'
  | 'column_template'
  | 'column_unassigned'
  | 'columns_unnamed'
  | 'csv_invalid'
  | 'empty_file'
  | 'header_missing'
  | 'input_differs'
  | 'journal_changed'
  | 'journal_unusable'
  | 'journal_version'
  | 'line_too_long'
  | 'no_utf8'
  | 'shared_answers';

/**
 * Returns an `invalid_input` error for a batch. `about` contains values for the hint, and `details` contains data for
 * scripts.
 */
export function batchRefused(
  reason: BatchReason,
  message: string,
  facts: { about?: Readonly<Record<string, string>>; details?: unknown } = {},
): WaypostError {
  return new WaypostError('invalid_input', message, { ...facts, reason });
}
