// The reasons why an export fails. Some of the hints that waypost shows depend on the reason.
import type { ErrorCode } from '../lib/error-codes';
import { WaypostError } from '../lib/errors';

export type ExportReason =
  | 'export_differs'
  | 'log_unreadable'
  | 'other_version'
  | 'too_much_at_once'
  | 'window_changed';

export function exportFailed(
  reason: ExportReason,
  message: string,
  code: ErrorCode = 'invalid_response',
): WaypostError {
  return new WaypostError(code, message, { reason });
}
