// `waypost lookups list --follow`: prints the newest log entries in chronological order, then prints each new entry.
import { ContinuedWindow } from '../../../export/continued-window';
import { followLog, seenOf } from '../../../export/follow';
import { windowsOf } from '../../../export/range';
import { RowFormat } from '../../../export/rows';
import type { WindowConsumer } from '../../../export/windows';
import { cellText } from '../../../lib/csv-text';
import { WaypostError } from '../../../lib/errors';
import { parseJson } from '../../../lib/exact-json';
import { fieldAt } from '../../../lib/field-path';
import { ReaderGone, StreamSink } from '../../../lib/sink';
import { colors } from '../../output/color';
import { dataStream, type Output } from '../../output/output';
import { printable } from '../../output/printable';
import type { ResultShape } from '../../output/result-shape';
import { shaped } from '../../output/shape';
import { type Column, growingTable } from '../../output/table';
import type { System } from '../../run/system';
import { type LogSource, readLog } from './log';
import { logTableColumns, lookupCell } from './log-table';

interface FollowRowsDependencies {
  system: System;
  output: Output;
}

/**
 * Prints the last `limit` log entries, then each entry that the service adds to the log. `lines` contains the entries
 * since `start` as JSON. Runs until the user interrupts the command, a permanent error occurs, or the reader closes the
 * pipe.
 */
export async function followRows(
  { system, output }: FollowRowsDependencies,
  source: LogSource,
  start: number,
  lines: readonly string[],
  limit: number,
): Promise<void> {
  const { clock, interrupted } = system;
  const print = printer({ system, output });
  const shown = lines.map((line) => Buffer.from(`${line}\n`));
  try {
    await print(lines.slice(-limit).map(parseJson));
    await followLog({
      seen: seenOf(shown, start),
      clock,
      signal: interrupted,
      poll: (from, consumer) => readFrom(source, from, clock.now(), consumer),
      emit: (rows) => print(rows.toString('utf8').trimEnd().split('\n').map(parseJson)),
      onFailure: (error) => warnIfPassing(output, error),
    });
  } catch (error) {
    // ReaderGone means that the reader closed the pipe, as `… | head` does.
    if (!(error instanceof ReaderGone)) throw error;
  }
}

/** Downloads the log entries since `from`, and passes them to the consumer as NDJSON. */
async function readFrom(
  source: LogSource,
  from: number,
  now: number,
  consumer: WindowConsumer,
): Promise<void> {
  const write = (bytes: Uint8Array) => consumer.chunk(Buffer.from(bytes));
  const format = new RowFormat({ length: 0, write }, 'ndjson');
  const windows = windowsOf({ start: from, end: Math.max(from, now) });
  for (const [index, window] of windows.entries()) {
    const rest = new ContinuedWindow((bytes) => format.write(bytes));
    // The last request does not set the end of the range, so that the result does not depend on this machine's clock.
    const end = index === windows.length - 1 ? undefined : window.end;
    await readLog(source, { start: window.start, end }, rest);
  }
  await format.endWindow();
}

/** Prints a warning if the failure is temporary. Rethrows any other error. */
async function warnIfPassing(output: Output, error: unknown): Promise<void> {
  const passes =
    error instanceof WaypostError && error.exitStatus === 3 && error.code !== 'invalid_response';
  if (!passes) throw error;
  await output.warn(`${error.message} Retrying.`);
}

/**
 * At the start of the output, waypost writes this many lines one at a time, so that a reader such as `head` can close
 * the pipe between two lines.
 */
const linesOneByOne = 21;
const pauseMs = 10;

/** Returns a function that writes log entries as table rows, or as lines of JSON or CSV. */
function printer({
  system,
  output,
}: FollowRowsDependencies): (rows: readonly unknown[]) => Promise<void> {
  const { width } = output;
  const stdout = output.dataStream();
  const shape = rowShape(output);
  // Tables and JSON do not contain control sequences from the log, so only CSV requires a filter for control sequences.
  const sink = new StreamSink(dataStream(stdout, shape?.format !== 'csv'));
  const write = async (text: string) => {
    await sink.write(Buffer.from(text));
    await sink.flush();
  };
  let isFirst = true;
  let written = 0;
  let table: ReturnType<typeof growingTable> | undefined;
  return async (rows) => {
    let chunks: Iterable<string>;
    if (shape === undefined || shape.format === 'table') {
      const printed = followColumns(shape);
      table ??= growingTable(
        printed,
        printed.map(({ natural }) => natural),
        await output.stdoutColors(),
        width,
      );
      const cells = rows.map((row) => printed.map(({ text }) => text(row)));
      chunks = [...(isFirst ? table.head : []), ...table.lines(cells)].map((line) =>
        printable(`${line}\n`),
      );
    } else {
      const header = shape.header && isFirst;
      const plain = { color: await colors(0), width, view: () => '' };
      chunks = shaped(rows, { ...shape, header }, plain).chunks;
    }
    isFirst = false;
    const lines = [...chunks].join('').split(/(?<=\n)/);
    // waypost notices a closed pipe only at its next write. Therefore, waypost writes the first lines one at a time, so
    // that the command ends soon after a reader such as `head -n 1` closes the pipe.
    for (; stdout.isTTY !== true && written < linesOneByOne && lines.length > 1; written += 1) {
      await write(lines.shift() ?? '');
      await system.clock.sleep(pauseMs);
    }
    await write(lines.join(''));
  };
}

/**
 * Returns the output format, or undefined if the command prints its own table. The JSON format prints one entry per
 * line.
 */
function rowShape({ shape, json }: Output): ResultShape | undefined {
  if (shape?.format !== 'json' && !(json && shape === undefined)) return shape;
  const { header = true, fields, columns: names = [] } = shape ?? {};
  return { format: 'ndjson', header, fields, rows: [], columns: names };
}

interface FollowColumn extends Column {
  natural: number;
  text: (row: unknown) => string;
}

/** Column widths that fit most entries. waypost sets the widths in advance, because future entries are unknown. */
const naturals: Readonly<Record<string, number>> = {
  timestamp: 19,
  lookup_type: 20,
  search_term: 36,
  lookups_consumed: 7,
  tags: 20,
};

function followColumns(shape: ResultShape | undefined): FollowColumn[] {
  if (shape?.fields === undefined) {
    return logTableColumns.flatMap((column) => {
      const natural = naturals[column.field];
      if (natural === undefined) return [];
      return { ...column, natural, text: (row: unknown) => lookupCell(row, column.field) };
    });
  }
  return shape.fields.map(({ name, path }) => ({
    title: name.toUpperCase(),
    minWidth: 8,
    natural: naturals[name] ?? 24,
    text: (row) => cellText(fieldAt(row, path), String),
  }));
}
