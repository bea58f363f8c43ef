// The commands about the log of lookups.
import { exportFormats, formatNames, formatsAllowing } from '../../../export/formats';
import { andList, orList } from '../../../lib/word-list';
import { argument, asking, type CommandGroup, option } from '../../line/command';
import { rangeDetails, rangeOptions } from '../../line/common-options';

const headerFormats = andList(formatsAllowing('header'));

export const lookupsSpec: CommandGroup = {
  name: 'lookups',
  summary: 'List and export the log of lookups',
  commands: asking([
    {
      name: 'list',
      summary: 'Show the newest lookups of the log',
      description:
        'Show the newest lookups of the log of a key, newest first. Needs the management key.',
      arguments: [argument('[key]', 'API key whose log it is (default: the one in use)')],
      rows: '',
      options: [
        ...rangeOptions,
        option('--limit <n>', 'lookups to show, 1 to 10,000 (default: 20)'),
        option('--follow', 'oldest first, then new ones as they are logged, until interrupted'),
        option(
          '--licensee <licensee>',
          'only lookups billed to this licensee: its id, key or name',
          { completion: 'licensee' },
        ),
      ],
      examples: [
        'waypost lookups list --last 1h',
        'waypost lookups list --limit 100 --fields timestamp,search_term,tags',
        'waypost lookups list --start yesterday --format csv > recent.csv',
        'waypost lookups list --follow',
        'waypost lookups list --follow --format ndjson | jq .search_term',
      ],
      details: [
        rangeDetails,
        'Without a range: the last 21 days. The log is read from its end, only as far as needed. Every lookup, or another format: `waypost lookups export`.',
        '--follow asks for new lookups every 2 seconds, which costs nothing; with --json, it prints a JSON object a line.',
      ],
      json: 'one array of row objects, newest first (with --follow one object a line, oldest first), with the members timestamp ip search_term url lookup_type tags lookups_consumed licensee source_ip',
      errors: [
        { code: 'invalid_input' },
        { code: 'invalid_response' },
        { code: 'auth_failed' },
        { code: 'missing_api_key' },
        { code: 'missing_user_token' },
      ],
      alsoCalls: ['lookupLog', 'licenseeList'],
      load: () => import('./list').then(({ lookupsList }) => lookupsList),
    },
    {
      name: 'export',
      summary: `Write the lookup log as ${orList(exportFormats.map(({ title }) => title))}`,
      description: 'Export the lookup log of a key. Needs the management key.',
      arguments: [argument('[key]', 'API key whose log it is (default: the one in use)')],
      options: [
        ...rangeOptions,
        option(
          '--licensee <licensee>',
          'only lookups billed to this licensee: its id, key or name',
          { completion: 'licensee' },
        ),
        option('-o, --output <file>', 'write to this file, or directory with --partition-by'),
        option(
          '--format <format>',
          `${orList(formatNames)} (default: by the file's ending; csv without one)`,
          { choices: formatNames },
        ),
        option('--header', `${headerFormats}: names of the columns in the first row (default)`),
        option('--no-header', `${headerFormats}: no names, byte for byte what the service sends`),
        option(
          '--fields <a,b>',
          `${andList(formatsAllowing('fields'))}: only these columns, in this order`,
          {
            completion: 'column',
            repeatable: true,
            separator: ',',
          },
        ),
        option(
          '--safe-cells',
          `${andList(formatsAllowing('safe-cells'))}: escape cells that spreadsheets would take for formulas`,
        ),
        option('--partition-by <part>', 'day: a directory of Parquet files, date=YYYY-MM-DD', {
          choices: ['day'],
        }),
        option('--force', 'replace what is there'),
        option('--resume', 'resume an unfinished export; start one if there is none'),
      ],
      examples: [
        'waypost lookups export --last 7d > log.csv',
        'waypost lookups export --start 2025-01-01 --end 2025-12-31 -o 2025.parquet',
        'waypost lookups export --last month -o month.parquet',
        'waypost lookups export --last 52w -o log --partition-by day',
      ],
      details: [
        rangeDetails,
        'Without a range, the service sends the last 21 days. More than 90 days come in windows. -o writes to a temporary file beside the target first; --resume continues after an interruption.',
      ],
      output: [
        {
          title: 'Columns',
          text: 'timestamp ip search_term url lookup_type tags lookups_consumed licensee source_ip',
        },
        {
          title: 'Output (--json with -o)',
          text: '{"success": true, "path": "…", "rows": 0, "bytes": 0, "start": "…", "end": "…", "windows": 1}, and "irregular_rows" where some rows do not look like the log\'s; with --resume where the file is whole: {"success": true, "path": "…", "resumed": false, "complete": true}',
        },
        {
          title: 'Output (--json alone)',
          text: 'one array of row objects; errors on standard error',
        },
      ],
      errors: [
        { code: 'invalid_input' },
        { code: 'network_error' },
        { code: 'timeout' },
        { code: 'rate_limited' },
        { code: 'invalid_response' },
        { code: 'auth_failed' },
        { code: 'missing_api_key' },
        { code: 'missing_user_token' },
        { code: 'write_failed' },
      ],
      shapesRows: true,
      textIsData: true,
      alsoCalls: ['licenseeList'],
      load: () => import('./export').then(({ lookupsExport }) => lookupsExport),
    },
  ]),
};
