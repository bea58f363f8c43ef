// The format of an export and its options, checked against each other before anything else happens.
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

/** The options of `lookups export`, as the parser gives them. */
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
 * Reads and checks the options. `target` is undefined for standard output, which may be a terminal. Throws
 * `invalid_input`.
 */
export function exportShape(
  options: ExportOptions,
  target: string | undefined,
  json: boolean,
  isTerminal: boolean,
): ExportShape {
  const byDay = options.partitionBy === 'day';
  if (options.partitionBy !== undefined && !byDay) refuse('--partition-by takes day.');
  const format = chosenFormat(options, target, byDay, json);
  const { allows, onTerminal } = exportFormat(format);
  const { header = allows.includes('header'), safeCells = false, resume = false } = options;
  if (byDay) requireAllowed(format, 'partition-by');
  if (byDay && target === undefined) refuse('--partition-by writes a directory: name it with -o.');
  if (options.header !== undefined) {
    requireAllowed(format, 'header', { written: header ? '--header' : '--no-header' });
  }
  if (safeCells) requireAllowed(format, 'safe-cells');
  if (target === undefined) refuseOnStandardOutput(format, json, resume);
  if (onTerminal === 'nothing' && isTerminal) {
    refuse(
      `The format ${format} is binary.`,
      'Write it to a file with -o, or redirect the output.',
    );
  }
  const fields = fieldsOf(format, options.fields);
  if (fields !== undefined && safeCells) refuse('--fields and --safe-cells exclude each other.');
  return {
    format,
    header,
    safeCells,
    byDay,
    fields,
  };
}

/** Refuses what needs a file. Throws `invalid_input`. */
function refuseOnStandardOutput(format: FormatName, json: boolean, resume: boolean): void {
  if (json && format !== 'json') {
    refuse('--json without -o writes one JSON array.', 'Omit --format, or omit --json.');
  }
  if (resume) refuse('--resume continues a file: name it with -o.');
}

/** The columns of --fields; undefined without it. Throws `invalid_input`. */
function fieldsOf(format: FormatName, text: string | undefined): LogColumn[] | undefined {
  const fields = namedColumns(text);
  if (fields === undefined) return undefined;
  const hint =
    format === 'parquet' ? 'Parquet readers read only the columns they need.' : undefined;
  requireAllowed(format, 'fields', { hint });
  return fields;
}

function namedColumns(text: string | undefined): LogColumn[] | undefined {
  if (text === undefined) return undefined;
  const names = new Set(text.split(',').flatMap((name) => name.trim() || []));
  const known = `Give --fields some of: ${logColumns.join(', ')}.`;
  if (names.size === 0) refuse('--fields is empty.', known);
  return [...names].map((name) =>
    isLogColumn(name) ? name : refuse(`The log has no column ${name}.`, known),
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
    return named ?? refuse(`--format takes ${formatNames.join(', ')}.`);
  }
  if (byDay) return 'parquet';
  if (target === undefined) return json ? 'json' : 'csv';
  // The ending of a link's own name counts before that of its target.
  return formatOfExtension(extname(output ?? '') || extname(target));
}

/** The format of a file by its extension; CSV without one. Throws `invalid_input` for an unknown extension. */
function formatOfExtension(extension: string): FormatName {
  if (extension.length < 2) return 'csv';
  const format = formatByExtension.get(extension.toLowerCase());
  if (format !== undefined) return format;
  const known = [...formatByExtension.keys()].join(', ');
  return refuse(
    `No format is known for files that end in ${extension}.`,
    compressed.has(extension.toLowerCase())
      ? `Exports are not compressed, except Parquet: end the name in .parquet, or omit -o and pipe the output, as into \`gzip > log.csv.gz\`. Known are ${known}; --format names the format of any other file.`
      : `End its name in ${known}, or name the format with --format ${formatNames.join('|')}.`,
  );
}

/** Refuses a file name in place of a key: it was meant for -o. Throws `invalid_input`. */
export function refuseFileAsKey(key: string | undefined): void {
  if (key === undefined || /^(?:ak|sl)_/.test(key)) return;
  if (/[/\\]/.test(key) || formatByExtension.has(extname(key).toLowerCase())) {
    refuse(`${key} looks like a file, where an API key is expected.`, 'Name a file with -o.');
  }
}

/** Throws `invalid_input` if the format does not allow the option; `written` is the option as the user wrote it. */
function requireAllowed(
  format: FormatName,
  option: FormatOption,
  { written = `--${option}`, hint }: { written?: string; hint?: string | undefined } = {},
): void {
  const formats = formatsAllowing(option);
  if (formats.includes(format)) return;
  refuse(`${written} goes with --format ${orList(formats)}.`, hint);
}

function refuse(message: string, hint?: string): never {
  throw invalidInput(message, hint);
}
