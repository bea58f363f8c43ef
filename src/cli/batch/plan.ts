// Checks a batch's options, and opens the input file or standard input.

import { createReadStream, type Stats, statSync } from 'node:fs';
import { extname } from 'node:path';
import { requestsPerSecond } from '../../api/limits';
import type { Batch } from '../../batch/batch';
import { formatByName, type Input, type InputFormat } from '../../batch/input';
import type { JournalHead } from '../../batch/journal-lines';
import type { OutputFormat } from '../../batch/output';
import type { PreparedRow } from '../../batch/prepare';
import type { ResolvedCredentials } from '../../client/credentials/resolve';
import type { LookupOperation } from '../../client/lookup';
import { invalidInput } from '../../lib/errors';
import { isLoopback } from '../../lib/loopback';
import { orList } from '../../lib/word-list';
import type { Hints } from '../hints/by-api-code';
import { lengthMs, wholeNumber } from '../line/option-values';
import type { Credentials } from '../run/credentials';
import { whyUnreadable } from '../run/input';
import type { System } from '../run/system';

interface RowSourceDependencies {
  system: System;
  credentials: Credentials;
}

/** The properties of a lookup command that `runLookups` uses. */
export interface BatchCommand {
  operation: LookupOperation;
  /** The paths of the result fields to write as CSV columns by default, for example `hits.0.id`. */
  columns: readonly string[];
  hints?: Hints;
}

const outputFormats: readonly OutputFormat[] = ['csv', 'ndjson', 'json'];
const inputFormats: readonly InputFormat[] = ['csv', 'ndjson', 'lines'];

const formatByExtension: Readonly<Record<string, OutputFormat>> = {
  '.csv': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.json': 'json',
};

/** The options for a batch (`--file`), as the parser returns them. */
export interface BatchOptions {
  file?: string;
  column?: string[];
  header?: boolean;
  inputFormat?: string;
  output?: string;
  format?: string;
  fields?: string;
  maxLookups?: string;
  rate?: string;
  dedupe?: boolean;
  cache?: string;
  dryRun?: boolean;
  resume?: boolean;
  force?: boolean;
}

/** The checked settings of a batch. */
export interface BatchPlan {
  file: string;
  inputFormat: InputFormat | undefined;
  hasHeader: boolean;
  columns: readonly string[];
  output: string | undefined;
  /** The output format. If undefined, the output format is NDJSON for NDJSON input, and CSV for other input. */
  format: OutputFormat | undefined;
  fields: readonly string[] | undefined;
  maxLookups: number;
  dedupe: boolean;
  /** The maximum age of a cached result, in milliseconds, or undefined if the batch does not use the cache. */
  cacheMs: number | undefined;
  dryRun: boolean;
  resume: boolean;
  /** True to replace an existing output file and to send values that look invalid. */
  force: boolean;
}

/**
 * Validates a batch's options and returns the settings that they describe. Throws `invalid_input` if an option is
 * invalid or cannot be combined with another option.
 */
export function batchPlan(options: BatchOptions, json: boolean): BatchPlan {
  const { file = '-', column = [], resume = false, force = false, dryRun = false } = options;
  const output = options.output === '-' ? undefined : options.output;
  const format = outputFormat(options.format, output, json && !dryRun);
  if (resume && output === undefined) {
    throw invalidInput(
      '--resume requires -o.',
      'Write the output to a file with -o. Without -o, waypost does not save results, and cannot resume the batch.',
    );
  }
  return {
    file,
    inputFormat:
      namedFormat('--input-format', inputFormats, options.inputFormat) ?? formatOfFile(file),
    hasHeader: options.header !== false,
    columns: column,
    output,
    format,
    fields: options.fields?.split(',').flatMap((field) => field.trim() || []),
    maxLookups:
      options.maxLookups === undefined
        ? Number.POSITIVE_INFINITY
        : wholeNumber('--max-lookups', options.maxLookups, 0, Number.MAX_SAFE_INTEGER),
    dedupe: options.dedupe !== false,
    cacheMs: options.cache === undefined ? undefined : lengthMs('--cache', options.cache),
    dryRun,
    resume,
    force,
  };
}

/**
 * Returns the number of requests per second that `--rate` sets, or `Infinity` for `none`. The default is the service's
 * rate limit. Throws `invalid_input` if the text is invalid, or if the number exceeds this limit and the service is on
 * another host.
 */
export function perSecond(text: string | undefined, baseUrl: URL): number {
  if (text === undefined) return requestsPerSecond;
  const wanted =
    text.trim().toLowerCase() === 'none'
      ? Number.POSITIVE_INFINITY
      : wholeNumber('--rate', text, 1, Number.MAX_SAFE_INTEGER);
  if (wanted <= requestsPerSecond || isLoopback(baseUrl)) return wanted;
  throw invalidInput(
    `--rate exceeds the service's limit of ${requestsPerSecond} requests per second.`,
    `Use a value from 1 to ${requestsPerSecond}, or remove --rate.`,
  );
}

function outputFormat(
  given: string | undefined,
  output: string | undefined,
  json: boolean,
): OutputFormat | undefined {
  const named = namedFormat('--format', outputFormats, given);
  if (json && output === undefined) {
    if (named === undefined || named === 'json') return 'json';
    throw invalidInput(
      `Without -o, --format ${named} cannot be combined with --json.`,
      'Remove --format or --json, or write the output to a file with -o.',
    );
  }
  if (named !== undefined || output === undefined) return named;
  const extension = extname(output).toLowerCase();
  if (extension === '') return undefined;
  const byExtension = formatByExtension[extension];
  if (byExtension !== undefined) return byExtension;
  throw invalidInput(
    `The extension of ${output} does not match a format.`,
    'Use .csv, .ndjson or .json, or set --format.',
  );
}

/**
 * Returns the input format for the file's extension, or undefined if the file has no extension. Throws `invalid_input`
 * if the extension is unknown.
 */
function formatOfFile(file: string): InputFormat | undefined {
  const extension = extname(file).toLowerCase();
  const named = formatByName(file);
  if (named !== undefined || extension === '') return named;
  throw invalidInput(
    `The extension of ${file} does not match a format.`,
    otherKinds[extension] ??
      'Use .csv, .ndjson or .txt, or set --input-format to csv, ndjson or lines.',
  );
}

const spreadsheet =
  'In the spreadsheet program, save the file as CSV in UTF-8. Then pass the CSV file with --file.';

const otherKinds: Readonly<Record<string, string>> = {
  '.json': "Convert the file to NDJSON, one object per line: jq -c '.[]' list.json > list.ndjson",
  '.xlsx': spreadsheet,
  '.xls': spreadsheet,
  '.ods': spreadsheet,
};

function namedFormat<Format extends string>(
  option: string,
  formats: readonly Format[],
  given: string | undefined,
): Format | undefined {
  const named = formats.find((name) => name === given);
  if (given === undefined || named !== undefined) return named;
  throw invalidInput(`${option} must be ${orList(formats)}, not ${JSON.stringify(given)}.`);
}

/** A batch that is ready to start. */
export interface BatchJob extends Omit<Batch, 'rows' | 'target' | 'resumed' | 'mayBeBilledTwice'> {
  plan: BatchPlan;
  /** The result fields to write as CSV columns if --fields is not set. */
  columns: readonly string[];
  hints: Hints;
  resolved: ResolvedCredentials;
  rate: number;
  path: string | undefined;
  /** The directory for results that waypost cannot write next to the output file. */
  rescueDirectory: string;
  source: RowSource;
  /** Opens the input at its beginning. Standard input can be opened only once. */
  open(): Promise<OpenedInput>;
}

interface OpenedInput {
  input: Input;
  head: JournalHead;
  /**
   * The column for each parameter: a name, a number or a template. If the format is NDJSON, this object is empty until
   * waypost has read a row.
   */
  columns: Readonly<Record<string, string>>;
  rows: AsyncIterable<PreparedRow>;
}

/** The file that --file specifies, or standard input. */
export interface RowSource {
  /** The length in bytes, or undefined if the length is not known. */
  size: number | undefined;
  /** Reads the bytes of the source. Throws `invalid_input` if the source cannot be read. */
  bytes(): AsyncGenerator<Uint8Array | string, void>;
}

/**
 * Returns the file with this path as a source of rows, or standard input if the path is `-`. Throws `invalid_input` if
 * waypost cannot access the file, or if the file is a directory. Also throws `invalid_input` if the path is `-`, and
 * standard input is a terminal or contains a key.
 */
export function rowSource({ system, credentials }: RowSourceDependencies, path: string): RowSource {
  const isInput = path === '-';
  if (isInput) checkInput({ system, credentials });
  return {
    size: isInput ? undefined : sizeOf(path),
    async *bytes() {
      try {
        yield* isInput ? system.stdin : createReadStream(path);
      } catch (error) {
        throw unreadable(path, error);
      }
    },
  };
}

function checkInput({ system, credentials }: RowSourceDependencies): void {
  if (credentials.readsSecrets) {
    throw invalidInput(
      'Standard input cannot provide both a key and the rows.',
      'Pass a file with --file, or set the key in WAYPOST_API_KEY.',
    );
  }
  if (system.stdin.isTTY) {
    throw invalidInput(
      '--file - reads standard input, but nothing is piped in.',
      'Pipe the rows in, or pass a file with --file.',
    );
  }
}

function sizeOf(path: string): number | undefined {
  let found: Stats;
  try {
    found = statSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
  if (found.isDirectory())
    throw invalidInput(`${path} is a directory.`, 'Set --file to a file in the directory.');
  return found.isFile() ? found.size : undefined;
}

function unreadable(path: string, error: unknown): Error {
  return invalidInput(
    `waypost cannot read ${path}: ${whyUnreadable(error)}.`,
    'Check the --file path.',
  );
}
