// The values of the options of --file.
import { invalidInput } from '../../lib/errors';

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
  dedupe?: boolean;
  cache?: string;
  dryRun?: boolean;
  resume?: boolean;
  overwrite?: boolean;
  force?: boolean;
}

/** Refuses options of --file without a file. Throws `invalid_input`. */
export function refuseWithoutFile(options: BatchOptions): void {
  const given = batchNames.filter((name) => Object.hasOwn(options, name));
  const [first] = [...given, ...(options.dedupe === false ? ['no-dedupe'] : [])];
  if (first === undefined) return;
  const option = first.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw invalidInput(
    `--${option} goes with --file.`,
    'Name the file of rows with --file, or omit the option.',
  );
}

const batchNames: readonly (keyof BatchOptions)[] = [
  'column',
  'inputFormat',
  'output',
  'maxLookups',
  'rate',
  'cache',
  'dryRun',
  'resume',
  'overwrite',
];
