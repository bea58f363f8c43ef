// The options that make a batch of a lookup command, and what they mean together.
import { extname } from 'node:path';
import { requestsPerSecond } from '../../api/limits';
import { formatByName, type InputFormat } from '../../batch/input-format';
import type { OutputFormat } from '../../batch/output';
import { invalidInput } from '../../lib/errors';
import { isLoopback } from '../../lib/loopback';
import { wholeNumber } from '../option-values';

/** The options as the parser gives them. */
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
  resume?: boolean;
  force?: boolean;
}

const outputFormats: readonly OutputFormat[] = ['csv', 'ndjson', 'json'];
const inputFormats: readonly InputFormat[] = ['csv', 'ndjson', 'lines'];

const byExtension: Readonly<Record<string, OutputFormat>> = {
  '.csv': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.json': 'json',
};

/** Refuses options of a batch where there is no file. Throws `invalid_input`. */
export function refuseWithoutFile(options: BatchOptions): void {
  const { header, ...others } = options;
  const [first] = batchNames.filter((name) => Object.hasOwn(others, name));
  if (first === undefined && header !== false) return;
  const option = first?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) ?? 'no-header';
  throw invalidInput(
    `--${option} goes with --file.`,
    'Name the file of rows with --file, or leave the option out.',
  );
}

const batchNames: readonly (keyof BatchOptions)[] = [
  'column',
  'inputFormat',
  'output',
  'format',
  'fields',
  'maxLookups',
  'rate',
  'resume',
];

/** What a batch is to do, its options checked against each other. */
export interface BatchPlan {
  /** Path of the input; `-` for standard input. */
  file: string;
  inputFormat: InputFormat | undefined;
  hasHeader: boolean;
  columns: readonly string[];
  /** Path of the output; undefined for standard output. */
  output: string | undefined;
  /** Undefined: as the input. */
  format: OutputFormat | undefined;
  fields: readonly string[] | undefined;
  /** Infinity where there is no brake. */
  maxLookups: number;
  resume: boolean;
  force: boolean;
}

/** Reads the options. Throws `invalid_input`. */
export function batchPlan(options: BatchOptions, json: boolean): BatchPlan {
  const { file = '-', column = [], resume = false, force = false } = options;
  const output = options.output === '-' ? undefined : options.output;
  const format = outputFormat(options.format, output, json);
  if (resume && output === undefined) {
    throw invalidInput(
      '--resume goes on with a file.',
      'Without -o the answers are gone with the run; name a file with -o from the start.',
    );
  }
  return {
    file,
    inputFormat: inputFormat(options.inputFormat) ?? formatOfFile(file),
    hasHeader: options.header !== false,
    columns: column,
    output,
    format,
    fields: options.fields?.split(',').flatMap((field) => field.trim() || []),
    maxLookups:
      options.maxLookups === undefined
        ? Number.POSITIVE_INFINITY
        : wholeNumber('--max-lookups', options.maxLookups, 0, Number.MAX_SAFE_INTEGER),
    resume,
    force,
  };
}

/**
 * Requests a second. What the service allows is never exceeded (interface, "Limits"); only a sandbox on
 * this machine may have been told to allow more. Throws `invalid_input`.
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
    `Give --rate from 1 to ${requestsPerSecond}, or leave it out.`,
  );
}

function outputFormat(
  given: string | undefined,
  output: string | undefined,
  json: boolean,
): OutputFormat | undefined {
  const named = outputFormats.find((name) => name === given);
  if (given !== undefined && named === undefined) {
    throw invalidInput(`--format takes ${outputFormats.join(', ')}.`);
  }
  if (json && output === undefined) {
    if (named === undefined || named === 'json') return 'json';
    throw invalidInput(
      '--json without -o writes one JSON array.',
      'Leave --format out, or leave --json out.',
    );
  }
  if (named !== undefined || output === undefined) return named;
  const ending = extname(output).toLowerCase();
  if (ending === '') return undefined;
  const byEnding = byExtension[ending];
  if (byEnding !== undefined) return byEnding;
  throw invalidInput(
    `What ${output} is to hold is not clear from its ending.`,
    'Name it .csv, .ndjson or .json, or say --format.',
  );
}

/** The format that the file's ending names; undefined where it names none. */
function formatOfFile(file: string): InputFormat | undefined {
  const ending = extname(file).toLowerCase();
  const named = formatByName(file);
  if (named !== undefined || ending === '') return named;
  throw invalidInput(
    `What ${file} holds is not clear from its ending.`,
    elsewhere[ending] ??
      'Name it .csv, .ndjson or .txt, or say --input-format csv, ndjson or lines.',
  );
}

const spreadsheet = 'Save it as CSV in UTF-8 from the spreadsheet, and give that.';

/** What to do about files that are something else. */
const elsewhere: Readonly<Record<string, string>> = {
  '.json': "Make it NDJSON, an object a line: jq -c '.[]' list.json > list.ndjson",
  '.xlsx': spreadsheet,
  '.xls': spreadsheet,
  '.ods': spreadsheet,
};

function inputFormat(given: string | undefined): InputFormat | undefined {
  const named = inputFormats.find((name) => name === given);
  if (given === undefined || named !== undefined) return named;
  throw invalidInput(`--input-format takes ${inputFormats.join(', ')}.`);
}
