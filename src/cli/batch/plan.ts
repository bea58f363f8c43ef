// The options of a batch, checked against each other, and what it works with before its first row.

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
import type { Hints } from '../hints/by-api-code';
import { lengthMs, wholeNumber } from '../line/option-values';
import type { Credentials } from '../run/credentials';
import { whyUnreadable } from '../run/input';
import type { System } from '../run/system';

interface RowSourceDependencies {
  system: System;
  credentials: Credentials;
}

/** What a batch needs of the command whose lookups it performs. */
export interface BatchCommand {
  operation: LookupOperation;
  /** Members of the result that become columns of a CSV file, as paths such as `hits.0.id`. */
  columns: readonly string[];
  hints?: Hints;
}

const outputFormats: readonly OutputFormat[] = ['csv', 'ndjson', 'json'];
const inputFormats: readonly InputFormat[] = ['csv', 'ndjson', 'lines'];

const formatByEnding: Readonly<Record<string, OutputFormat>> = {
  '.csv': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.json': 'json',
};

/** The options of --file, as the parser gives them. */
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

/** The settings of a batch, checked. */
export interface BatchPlan {
  file: string;
  inputFormat: InputFormat | undefined;
  hasHeader: boolean;
  columns: readonly string[];
  output: string | undefined;
  /** Undefined for the format of the input. */
  format: OutputFormat | undefined;
  fields: readonly string[] | undefined;
  maxLookups: number;
  dedupe: boolean;
  /** Greatest age of an answer of an earlier run, in milliseconds; undefined: none is used or kept. */
  cacheMs: number | undefined;
  dryRun: boolean;
  resume: boolean;
  /** Whether an existing file is replaced, and values that cannot be right are sent. */
  force: boolean;
}

/** Reads the options. Throws `invalid_input`. */
export function batchPlan(options: BatchOptions, json: boolean): BatchPlan {
  const { file = '-', column = [], resume = false, force = false, dryRun = false } = options;
  const output = options.output === '-' ? undefined : options.output;
  const format = outputFormat(options.format, output, json && !dryRun);
  if (resume && output === undefined) {
    throw invalidInput(
      '--resume continues a file.',
      'Without -o the answers are gone with the run; name a file with -o from the start.',
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
 * Requests a second. The service's limit is never exceeded; only a sandbox on this machine may allow more.
 * Throws `invalid_input`.
 */
export function perSecond(text: string | undefined, baseUrl: URL): number {
  if (text === undefined) return requestsPerSecond;
  const wanted =
    text.trim().toLowerCase() === 'none'
      ? Number.POSITIVE_INFINITY
      : wholeNumber('--rate', text, 1, Number.MAX_SAFE_INTEGER);
  if (wanted <= requestsPerSecond || isLoopback(baseUrl)) return wanted;
  throw invalidInput(
    `The service takes ${requestsPerSecond} requests a second and no more.`,
    `Give --rate from 1 to ${requestsPerSecond}, or omit it.`,
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
      '--json without -o writes one JSON array.',
      'Omit --format, or omit --json.',
    );
  }
  if (named !== undefined || output === undefined) return named;
  const ending = extname(output).toLowerCase();
  if (ending === '') return undefined;
  const byEnding = formatByEnding[ending];
  if (byEnding !== undefined) return byEnding;
  throw invalidInput(
    `The ending of ${output} names no format.`,
    'Name it .csv, .ndjson or .json, or add --format.',
  );
}

/** The format of the file's ending; undefined if it names none. */
function formatOfFile(file: string): InputFormat | undefined {
  const ending = extname(file).toLowerCase();
  const named = formatByName(file);
  if (named !== undefined || ending === '') return named;
  throw invalidInput(
    `The ending of ${file} names no format.`,
    otherKinds[ending] ??
      'Name it .csv, .ndjson or .txt, or add --input-format csv, ndjson or lines.',
  );
}

const spreadsheet = 'Save it as CSV in UTF-8 from the spreadsheet, and give that.';

const otherKinds: Readonly<Record<string, string>> = {
  '.json': "Make it NDJSON, an object a line: jq -c '.[]' list.json > list.ndjson",
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
  throw invalidInput(`${option} takes ${formats.join(', ')}.`);
}

/** A batch before its first row. */
export interface BatchJob extends Omit<Batch, 'rows' | 'target' | 'resumed' | 'mayBeBilledTwice'> {
  plan: BatchPlan;
  /** Members of the result that become columns of CSV, unless --fields names others. */
  columns: readonly string[];
  hints: Hints;
  resolved: ResolvedCredentials;
  rate: number;
  path: string | undefined;
  /** The directory for answers that cannot be written beside the file. */
  rescueDirectory: string;
  source: RowSource;
  /** Reads the input from its beginning. Only a file can be read more than once. */
  open(): Promise<OpenedInput>;
}

interface OpenedInput {
  input: Input;
  head: JournalHead;
  /** The column of each parameter, as `--column` names it. For NDJSON it is known once a row was read. */
  columns: Readonly<Record<string, string>>;
  rows: AsyncIterable<PreparedRow>;
}

/** The file of --file, or standard input. */
export interface RowSource {
  /** Its length in bytes; undefined if it is not known. */
  size: number | undefined;
  /** Throws `invalid_input` if they cannot be read. */
  bytes(): AsyncGenerator<Uint8Array | string, void>;
}

/** Throws `invalid_input` if there is nothing to read. */
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
      'Give --file a file, or the key in WAYPOST_API_KEY.',
    );
  }
  if (system.stdin.isTTY) {
    throw invalidInput('Nothing is piped into --file -.', 'Pipe the rows in, or name a file.');
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
    throw invalidInput(`${path} is a directory.`, 'Choose a file in the directory.');
  return found.isFile() ? found.size : undefined;
}

function unreadable(path: string, error: unknown): Error {
  return invalidInput(
    `${path} cannot be read: ${whyUnreadable(error)}.`,
    'Check the path of --file.',
  );
}
