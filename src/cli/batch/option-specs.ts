// The options that make a batch of a lookup command, as data.
import { requestsPerSecond } from '../../api/limits';
import type { OptionSpec } from '../command';

/** They stand behind a command's own options. */
export const batchOptions: readonly OptionSpec[] = [
  {
    name: 'file',
    value: 'file',
    description: 'look up every row of this file, - for standard input (`waypost help batch`)',
  },
  {
    name: 'column',
    value: 'column',
    description: 'column that is looked up; or parameter=column',
    repeatable: true,
  },
  {
    name: 'no-header',
    description: 'the first row of the CSV is a row like the others; without --file: print none',
  },
  {
    name: 'input-format',
    value: 'format',
    description: 'csv, ndjson or lines (default: by the ending of the file)',
    choices: ['csv', 'ndjson', 'lines'],
  },
  { name: 'output', short: 'o', value: 'file', description: 'write the answers to this file' },
  {
    name: 'format',
    value: 'format',
    description:
      'csv, ndjson or json (default: by the ending, or as the input); table without --file',
    choices: ['table', 'csv', 'ndjson', 'json'],
  },
  {
    name: 'fields',
    value: 'a,b.c',
    description:
      'members of the result that become columns of CSV; without --file: of what is printed',
  },
  {
    name: 'max-lookups',
    value: 'n',
    description: 'stop this run before more lookups than this are consumed',
  },
  {
    name: 'rate',
    value: 'n',
    description: `requests a second, up to ${requestsPerSecond}; none against a sandbox`,
  },
  {
    name: 'no-dedupe',
    description: 'look up equal rows one by one; by default they share one lookup',
  },
  {
    name: 'cache',
    value: 'ttl',
    description: 'keep answers, and use those younger than this: 30m, 12h, 7d',
  },
  { name: 'dry-run', description: 'say what the file would cost; sends nothing billable' },
  {
    name: 'resume',
    description: 'resume an unfinished batch; no answered row is asked for again',
  },
  { name: 'overwrite', description: 'replace the file of -o' },
  {
    name: 'force',
    description: 'send values that cannot be right as well; replace the file of -o',
  },
];
