// The columns of the table that `lookups list` prints, with and without --follow.
import { isObject } from '../../../lib/exact-json';
import type { Column } from '../../output/table';
import { factText } from '../../output/words';

/** A column of the table. The table omits an optional column that is empty in every row. */
interface LogTableColumn extends Column {
  /** The log entry field that the column shows. */
  field: string;
  isOptional?: true;
}

export const logTableColumns: readonly LogTableColumn[] = [
  { title: 'TIME (UTC)', field: 'timestamp', color: 'dim' },
  { title: 'TYPE', field: 'lookup_type', minWidth: 8, color: 'cyan' },
  { title: 'SEARCH TERM', field: 'search_term', minWidth: 12 },
  { title: 'LOOKUPS', field: 'lookups_consumed', align: 'right' },
  { title: 'TAGS', field: 'tags', minWidth: 6, isOptional: true },
  { title: 'LICENSEE', field: 'licensee', minWidth: 8, isOptional: true },
  { title: 'IP', field: 'ip', isOptional: true },
  { title: 'URL', field: 'url', minWidth: 8, isOptional: true },
  { title: 'SOURCE IP', field: 'source_ip', isOptional: true },
];

export function lookupCell(row: unknown, field: string): string {
  const value = isObject(row) ? row[field] : undefined;
  if (field === 'timestamp') return timeToSecond(value);
  const isEmpty =
    value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return isEmpty ? '' : factText(value);
}

/**
 * Formats a timestamp as `2026-01-03 14:05:09`. If the value is not a valid timestamp, returns the value's text
 * unchanged.
 */
function timeToSecond(value: unknown): string {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms)) return factText(value);
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}
