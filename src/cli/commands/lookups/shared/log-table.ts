// The rows of the log as a table.
import { isMembers } from '../../../../lib/member-path';
import type { Column } from '../../../output/table';
import { factText } from '../../../output/words';

/** A column of the table; an optional one is omitted if it is empty in every row. */
interface LogColumn extends Column {
  member: string;
  isOptional?: true;
}

export const columns: readonly LogColumn[] = [
  { title: 'TIME (UTC)', member: 'timestamp', colour: 'dim' },
  { title: 'TYPE', member: 'lookup_type', minWidth: 8, colour: 'cyan' },
  { title: 'SEARCH TERM', member: 'search_term', minWidth: 12 },
  { title: 'LOOKUPS', member: 'lookups_consumed', align: 'right' },
  { title: 'TAGS', member: 'tags', minWidth: 6, isOptional: true },
  { title: 'LICENSEE', member: 'licensee', minWidth: 8, isOptional: true },
  { title: 'IP', member: 'ip', isOptional: true },
  { title: 'URL', member: 'url', minWidth: 8, isOptional: true },
  { title: 'SOURCE IP', member: 'source_ip', isOptional: true },
];

/** The text of a row in a column. */
export function cellOf(row: unknown, member: string): string {
  const value = isMembers(row) ? row[member] : undefined;
  if (member === 'timestamp') return momentText(value);
  const isEmpty =
    value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return isEmpty ? '' : factText(value);
}

/** A timestamp to the second, `2026-01-03 14:05:09`; unchanged if it is not valid. */
function momentText(value: unknown): string {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms)) return factText(value);
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}
