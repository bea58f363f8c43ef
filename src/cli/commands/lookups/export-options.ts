// Checks whether an export's format allows the export's options, before the command sends or writes anything.
import { extname } from 'node:path';
import { isLogColumn, type LogColumn, logColumns } from '../../../api/lookup-log';
import {
  type ExportShape,
  exportFormat,
  exportFormats,
  type FormatName,
  type FormatOption,
  formatNames,
  formatsAllowing,
} from '../../../export/formats';
import { invalidInput } from '../../../lib/errors';
import { orList } from '../../../lib/word-list';
import type { RangeOptions } from '../../line/range';

/** The options of `lookups export`, as the parser returns them. */
export interface ExportOptions extends RangeOptions {
  licensee?: string;
  output?: string;
  format?: string;
  header?: boolean;
  force?: boolean;
  safeCells?: boolean;
  resume?: boolean;
  partitionBy?: string;
  fields?: string;
}

const formatByExtension: ReadonlyMap<string, FormatName> = new Map(
  exportFormats.flatMap(({ name, extensions }) =>
    extensions.map((extension) => [extension, name] as const),
  ),
);

const compressed = new Set(['.gz', '.bz2', '.xz', '.zst', '.zip']);

/**
 * Returns the format and the columns of the export that the options describe. `target` is undefined if the export
 * writes to standard output. `isTerminal` is true if standard output is a terminal. Throws `invalid_input` if an option
 * is invalid or cannot be combined with another option.
 */
export function exportShape(
  options: ExportOptions,
  target: string | undefined,
  json: boolean,
  isTerminal: boolean,
): ExportShape {
  const byDay = options.partitionBy === 'day';
  if (options.partitionBy !== undefined && !byDay) refuse('--partition-by must be day.');
  const format = chosenFormat(options, target, byDay, json);
  const { allows, onTerminal } = exportFormat(format);
  const { header = allows.includes('header'), safeCells = false, resume = false } = options;
  if (byDay) requireAllowed(format, 'partition-by');
  if (byDay && target === undefined)
    refuse('--partition-by requires -o, because the export is a directory instead of a file.');
  if (options.header !== undefined) {
    requireAllowed(format, 'header', { written: header ? '--header' : '--no-header' });
  }
  if (safeCells) requireAllowed(format, 'safe-cells');
  if (target === undefined) refuseOnStandardOutput(format, json, resume);
  if (onTerminal === 'nothing' && isTerminal) {
    refuse(
      `The ${format} format is binary, so it cannot be printed to a terminal.`,
      'Write the export to a file with -o, or redirect the output.',
    );
  }
  const fields = fieldsOf(format, options.fields);
  if (fields !== undefined && safeCells) refuse('--fields and --safe-cells cannot be combined.');
  return {
    format,
    header,
    safeCells,
    byDay,
    fields,
  };
}

/** Throws `invalid_input` if an option is not allowed for an export to standard output. */
function refuseOnStandardOutput(format: FormatName, json: boolean, resume: boolean): void {
  if (json && format !== 'json') {
    refuse('--json without -o requires --format json.', 'Remove --format or --json, or add -o.');
  }
  if (resume)
    refuse('--resume requires -o, because an export to standard output cannot be resumed.');
}

/**
 * Returns the columns that --fields selects, or undefined if --fields is not set. Throws `invalid_input` if a column is
 * unknown, or if the format always contains every column.
 */
function fieldsOf(format: FormatName, text: string | undefined): LogColumn[] | undefined {
  const fields = namedColumns(text);
  if (fields === undefined) return undefined;
  const hint =
    format === 'parquet'
      ? 'Remove --fields. A program that reads the Parquet file can choose which columns to load.'
      : undefined;
  requireAllowed(format, 'fields', { hint });
  return fields;
}

function namedColumns(text: string | undefined): LogColumn[] | undefined {
  if (text === undefined) return undefined;
  const names = new Set(text.split(',').flatMap((name) => name.trim() || []));
  const known = `Use only these columns: ${logColumns.join(', ')}.`;
  if (names.size === 0) refuse('--fields is empty.', known);
  return [...names].map((name) =>
    isLogColumn(name) ? name : refuse(`The lookup log has no column ${name}.`, known),
  );
}

function chosenFormat(
  { format: given, output }: ExportOptions,
  target: string | undefined,
  byDay: boolean,
  json: boolean,
): FormatName {
  if (given !== undefined) {
    const named = formatNames.find((name) => name === given);
    return (
      named ?? refuse(`--format must be ${orList(formatNames)}, not ${JSON.stringify(given)}.`)
    );
  }
  if (byDay) return 'parquet';
  if (target === undefined) return json ? 'json' : 'csv';
  // If the output is a symbolic link, the link's own extension takes precedence over the extension of the file to which
  // the link points.
  return formatOfExtension(extname(output ?? '') || extname(target));
}

/**
 * Returns the format for a file extension, or CSV if there is no extension. Throws `invalid_input` if the extension is
 * unknown.
 */
function formatOfExtension(extension: string): FormatName {
  if (extension.length < 2) return 'csv';
  const format = formatByExtension.get(extension.toLowerCase());
  if (format !== undefined) return format;
  const known = [...formatByExtension.keys()].join(', ');
  return refuse(
    `Unknown file extension: ${extension}.`,
    compressed.has(extension.toLowerCase())
      ? `Use one of ${known} (only .parquet is compressed), or remove -o and pipe the output, for example into \`gzip > log.csv.gz\`. To write an uncompressed file with this extension, set --format to ${orList(formatNames)}.`
      : `Use one of ${known}, or set --format to ${orList(formatNames)}.`,
  );
}

/** Throws `invalid_input` if the key argument looks like a file name, because the user probably meant -o. */
export function refuseFileAsKey(key: string | undefined): void {
  if (key === undefined || /^(?:ak|sl)_/.test(key)) return;
  if (/[/\\]/.test(key) || formatByExtension.has(extname(key).toLowerCase())) {
    refuse(`${key} looks like a file name, not an API key.`, 'Set the output file with -o.');
  }
}

/** Throws `invalid_input` if the format does not allow the option. `written` is the option as the user typed it. */
function requireAllowed(
  format: FormatName,
  option: FormatOption,
  { written = `--${option}`, hint }: { written?: string; hint?: string | undefined } = {},
): void {
  const formats = formatsAllowing(option);
  if (formats.includes(format)) return;
  refuse(`${written} requires --format ${orList(formats)}.`, hint);
}

function refuse(message: string, hint?: string): never {
  throw invalidInput(message, hint);
}
