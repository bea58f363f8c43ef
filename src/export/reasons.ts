// The causes of failed exports; hints are looked up by them.
import { type ErrorCode, WaypostError } from '../lib/errors';

export type ExportReason =
  | 'log_unreadable'
  | 'other_version'
  | 'too_much_at_once'
  | 'window_changed';

export function exportFailed(code: ErrorCode, reason: ExportReason, message: string): WaypostError {
  return new WaypostError(code, message, { reason });
}
