// The format of an export and its options, checked against each other before anything else happens.
import { extname } from 'node:path';
import { isLogColumn, type LogColumn, logColumns } from '../../../api/lookup-log';
import { invalidInput } from '../../../lib/errors';
import { orList } from '../../line/command';
import type { RangeOptions } from '../../line/range';
import { type FormatName, formatNames, formats } from './spec';

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

const byEnding: ReadonlyMap<string, FormatName> = new Map(
  formatNames.flatMap((name) => formats[name].endings.map((ending) => [ending, name] as const)),
);

const compressed = new Set(['.gz', '.bz2', '.xz', '.zst', '.zip']);

export interface ExportShape {
  format: FormatName;
  header: boolean;
  safeCells: boolean;
  byDay: boolean;
  /** The columns to write; undefined for all. */
  fields: readonly LogColumn[] | undefined;
}

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
  const format = exportFormat(options, target, byDay, json);
  const { header = format === 'csv', safeCells = false, resume = false } = options;
  if (byDay && format !== 'parquet') refuse('--partition-by goes with --format parquet.');
  if (byDay && target === undefined) refuse('--partition-by writes a directory: name it with -o.');
  if (options.header !== undefined && format !== 'csv') {
    refuse(`--${header ? '' : 'no-'}header goes with --format csv.`);
  }
  if (safeCells && format !== 'csv') refuse('--safe-cells goes with --format csv.');
  if (json && target === undefined && format !== 'json') {
    refuse('--json without -o writes one JSON array.', 'Omit --format, or omit --json.');
  }
  if (resume && target === undefined) refuse('--resume continues a file: name it with -o.');
  if (formats[format].binary && isTerminal) {
    refuse(
      `The format ${format} is binary.`,
      'Write it to a file with -o, or redirect the output.',
    );
  }
  const fields = namedColumns(options.fields);
  if (fields !== undefined && format === 'parquet') {
    refuse(
      `--fields goes with --format ${orList(formatNames.filter((name) => name !== 'parquet'))}.`,
      'Parquet readers read only the columns they need.',
    );
  }
  if (fields !== undefined && safeCells) refuse('--fields and --safe-cells exclude each other.');
  return { format, header, safeCells, byDay, fields };
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

function exportFormat(
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
  return formatOfEnding(extname(output ?? '') || extname(target));
}

/** The format of a file's ending; CSV without one. Throws `invalid_input` for any other. */
function formatOfEnding(ending: string): FormatName {
  if (ending.length < 2) return 'csv';
  const known = byEnding.get(ending.toLowerCase());
  if (known !== undefined) return known;
  const endings = [...byEnding.keys()].join(', ');
  return refuse(
    `No format is known for files that end in ${ending}.`,
    compressed.has(ending.toLowerCase())
      ? `Exports are not compressed, except Parquet: end the name in .parquet, or omit -o and pipe the output, as into \`gzip > log.csv.gz\`. Known are ${endings}; --format names the format of any other file.`
      : `End its name in ${endings}, or name the format with --format ${formatNames.join('|')}.`,
  );
}

/** Refuses a file name in place of a key: it was meant for -o. Throws `invalid_input`. */
export function refuseFileAsKey(key: string | undefined): void {
  if (key === undefined || /^(?:ak|sl)_/.test(key)) return;
  if (/[/\\]/.test(key) || byEnding.has(extname(key).toLowerCase())) {
    refuse(`${key} looks like a file, where an API key is expected.`, 'Name a file with -o.');
  }
}

function refuse(message: string, hint?: string): never {
  throw invalidInput(message, hint);
}
