// `waypost lookups list`: prints a key's newest log entries as a table. If --follow is set, also prints each new entry.

import { NewestRows, newestFirst } from '../../../export/newest-rows';
import type { Range } from '../../../export/range';
import { invalidInput } from '../../../lib/errors';
import { parseJson } from '../../../lib/exact-json';
import { wholeNumber } from '../../line/option-values';
import { noteRange, parseRange, type RangeOptions, rangeText } from '../../line/range';
import type { Colors } from '../../output/color';
import type { Output } from '../../output/output';
import { table } from '../../output/table';
import { counted } from '../../output/words';
import type { Credentials } from '../../run/credentials';
import type { ServiceConnector } from '../../run/service-connector';
import type { System } from '../../run/system';
import { refuseFileAsKey } from './export-options';
import { type LogSource, logSource, readLog } from './log';
import { logTableColumns, lookupCell } from './log-table';

interface ListDependencies {
  system: System;
  output: Output;
  credentials: Credentials;
  service: ServiceConnector;
}

const defaultLimit = 20;
const maxLimit = 10_000;

interface LookupListOptions extends RangeOptions {
  limit?: string;
  follow?: boolean;
  licensee?: string;
}

export async function lookupsList(
  { system, output, credentials, service }: ListDependencies,
  options: LookupListOptions,
  named?: string,
): Promise<void> {
  const { limit: text } = options;
  const limit = text === undefined ? defaultLimit : wholeNumber('--limit', text, 1, maxLimit);
  refuseFileAsKey(named);
  if (options.follow && options.end !== undefined) {
    throw invalidInput(
      '--follow and --end cannot be combined.',
      'Remove --end, or remove --follow.',
    );
  }
  const now = system.clock.now();
  const range = parseRange(options, now);
  const source = await logSource({ output, credentials, service }, options, named);
  // If --end is not set, the request does not set the end of the range, so that the service's clock decides when the
  // range ends.
  const openEnd = options.end === undefined ? now : undefined;
  const lines = await newestLines(source, range, openEnd, limit, options.follow === true);
  if (options.follow) {
    const { followRows } = await import('./follow-rows');
    return followRows({ system, output }, source, range.start, lines, limit);
  }
  const rows = lines.slice(-limit).reverse().map(parseJson);
  if (output.asData && output.shape?.format !== 'table') await noteRange(output, options, range);
  await output.result(rows, (color) => {
    const found = `${counted(rows.length, 'lookup')} in ${rangeText(range)}.`;
    if (rows.length === 0) return `No lookups in ${rangeText(range)}.`;
    const note =
      lines.length <= limit
        ? found
        : `The newest ${found} To see more lookups, use --limit ${nextLimit(limit)} or ${output.command('lookups export')}.`;
    return [...lookupTable(rows, color, output.width), '', color.dim(note)];
  });
}

/**
 * Returns the limit that the command suggests for showing more entries: a round number that is at least twice the
 * current limit, or the maximum limit.
 */
function nextLimit(limit: number): number {
  return [20, 100, 500, 1000, 5000].find((round) => round >= limit * 2) ?? maxLimit;
}

/**
 * Returns the newest log entries in the range as lines of JSON, oldest first. If the range contains more entries than
 * the limit, returns one additional entry, so that the caller can recognize this case. If `wholeMoment` is set, also
 * returns all other entries that have the same timestamp as the oldest returned entry.
 */
async function newestLines(
  source: LogSource,
  range: Range,
  openEnd: number | undefined,
  limit: number,
  wholeMoment: boolean,
): Promise<string[]> {
  let lines: string[] = [];
  for (const stretch of newestFirst(range)) {
    const rows = new NewestRows(limit + 1 - lines.length, wholeMoment);
    const end = stretch.end === openEnd ? undefined : stretch.end;
    await readLog(source, { start: stretch.start, end }, rows);
    lines = [...(await rows.end()), ...lines];
    if (lines.length > limit) break;
  }
  return lines;
}

function lookupTable(rows: readonly unknown[], color: Colors, width: number | undefined): string[] {
  const columns = logTableColumns.filter(
    ({ field, isOptional }) => !isOptional || rows.some((row) => lookupCell(row, field) !== ''),
  );
  const cells = rows.map((row) => columns.map(({ field }) => lookupCell(row, field)));
  return table(columns, cells, color, width);
}
