// Rows of the lookup log as a person reads them.
import type { ChalkInstance } from 'chalk';
import { isMembers } from '../../../../lib/member-path';
import { type Column, table } from '../../../ui/table';
import { factText } from '../../../ui/words';

/** A column of the table; one that is empty in every row is left out where it may be. */
interface LogColumn extends Column {
  member: string;
  isOptional?: true;
}

const columns: readonly LogColumn[] = [
  { title: 'TIME (UTC)', member: 'timestamp' },
  { title: 'TYPE', member: 'lookup_type', minWidth: 8 },
  { title: 'SEARCH TERM', member: 'search_term', minWidth: 12 },
  { title: 'LOOKUPS', member: 'lookups_consumed', align: 'right' },
  { title: 'TAGS', member: 'tags', minWidth: 6, isOptional: true },
  { title: 'LICENSEE', member: 'licensee', minWidth: 8, isOptional: true },
  { title: 'IP', member: 'ip', isOptional: true },
  { title: 'URL', member: 'url', minWidth: 8, isOptional: true },
  { title: 'SOURCE IP', member: 'source_ip', isOptional: true },
];

/** The lines of the table. `width` is the terminal's, undefined where there is none. */
export function logTable(
  rows: readonly unknown[],
  colour: ChalkInstance,
  width: number | undefined,
): string[] {
  const cells = rows.map((row) => columns.map((column) => cellOf(row, column.member)));
  const shown = columns.flatMap(({ isOptional }, index) =>
    isOptional && cells.every((row) => row[index] === '') ? [] : [index],
  );
  return table(
    shown.flatMap((index) => columns[index] ?? []),
    cells.map((row) => shown.map((index) => row[index] ?? '')),
    colour,
    width,
  );
}

function cellOf(row: unknown, member: string): string {
  const value = isMembers(row) ? row[member] : undefined;
  if (member === 'timestamp') return momentText(value);
  const isEmpty =
    value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return isEmpty ? '' : factText(value);
}

/** A timestamp to the second, `2026-01-03 14:05:09`; as it came where it is none. */
function momentText(value: unknown): string {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms)) return factText(value);
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}
