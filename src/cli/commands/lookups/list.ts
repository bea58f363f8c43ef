// `waypost lookups list`: the newest lookups of the log, as a table; with --follow those that come, too.
import { NewestRows, newestFirst } from '../../../export/newest-rows';
import type { Range } from '../../../export/range';
import { invalidInput } from '../../../lib/errors';
import { isObject, parseJson } from '../../../lib/exact-json';
import { wholeNumber } from '../../line/option-values';
import { noteRange, parseRange, type RangeOptions, rangeText } from '../../line/range';
import type { Colours } from '../../output/colour';
import { type Column, table } from '../../output/table';
import { counted, factText } from '../../output/words';
import type { Context } from '../../run/context';
import { refuseFileAsKey } from './export-options';
import { logSource, readLog, type Source } from './log';

const usualLimit = 20;
const maxLimit = 10_000;

interface Options extends RangeOptions {
  limit?: string;
  follow?: boolean;
  licensee?: string;
}

/** Which rows to show. */
interface Wanted {
  range: Range;
  /** As the user gave it. */
  end: string | undefined;
  /** The time at which the range was read. */
  now: number;
  limit: number;
  /** All rows of the newest moment, also beyond the limit. */
  wholeMoment: boolean;
}

export async function lookupsList(
  context: Context,
  options: Options,
  named?: string,
): Promise<void> {
  const { limit: text } = options;
  const limit = text === undefined ? usualLimit : wholeNumber('--limit', text, 1, maxLimit);
  refuseFileAsKey(named);
  if (options.follow && options.end !== undefined) {
    throw invalidInput('--follow has no end.', 'Omit --end.');
  }
  const now = context.system.clock.now();
  const range = parseRange(options, now);
  const source = await logSource(context, options, named);
  const wanted = { range, end: options.end, now, limit, wholeMoment: options.follow === true };
  const lines = await newest(source, wanted);
  if (options.follow) {
    const { followRows } = await import('./follow-rows');
    return followRows(context, source, range.start, lines, limit);
  }
  const rows = lines.slice(-limit).reverse().map(parseJson);
  const isAll = lines.length <= limit;
  const { output } = context;
  if (output.asData && output.shape?.format !== 'table') await noteRange(context, options, range);
  await output.result(rows, (colour) => {
    const read = rangeText(range);
    if (rows.length === 0) return `No lookups in ${read}.`;
    const shown = isAll
      ? `${counted(rows.length, 'lookup')} in ${read}.`
      : `The newest ${counted(rows.length, 'lookup')} in ${read}. More: --limit ${Math.min(maxLimit, limit * 5)}, or \`waypost lookups export\`.`;
    return [...logTable(rows, colour, output.width), '', colour.dim(context.inProfile(shown))].join(
      '\n',
    );
  });
}

/** The newest rows of the range as lines of JSON, oldest first: one more than the limit where there are more. */
async function newest(
  source: Source,
  { range, end, now, limit, wholeMoment }: Wanted,
): Promise<string[]> {
  let lines: string[] = [];
  for (const stretch of newestFirst(range)) {
    const kept = new NewestRows(limit + 1 - lines.length, wholeMoment);
    // Without an end, the range ends now by the service's own clock.
    const isOpen = stretch.end === now && end === undefined;
    const query = { start: stretch.start, end: isOpen ? undefined : stretch.end };
    await readLog(source, query, kept);
    lines = [...(await kept.end()), ...lines];
    if (lines.length > limit) break;
  }
  return lines;
}

/** The lines of the table. `width` is the terminal's, undefined if there is none. */
function logTable(rows: readonly unknown[], colour: Colours, width: number | undefined): string[] {
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
  const value = isObject(row) ? row[member] : undefined;
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
