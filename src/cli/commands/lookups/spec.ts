// Describes the `waypost lookups` commands.
import { exportFormats, formatNames, formatsAllowing } from '../../../export/formats';
import { andList, orList } from '../../../lib/word-list';
import { argument, asking, type CommandGroup, option } from '../../line/command';
import { rangeDetails, rangeOptions } from '../../line/common-options';

const headerFormats = andList(formatsAllowing('header'));

export const lookupsSpec: CommandGroup = {
  name: 'lookups',
  summary: 'List and export the lookup log',
  commands: asking([
    {
      name: 'list',
      summary: 'Show the newest entries in the lookup log',
      description:
        "Show the newest entries in a key's lookup log, newest first. Requires the management key.",
      arguments: [argument('[key]', 'API key whose lookup log to read (default: the key in use)')],
      rows: '',
      options: [
        ...rangeOptions,
        option('--limit <n>', 'maximum number of entries to show, 1 to 10,000 (default: 20)'),
        option(
          '--follow',
          'print the entries oldest first, then print new entries until interrupted',
        ),
        option(
          '--licensee <licensee>',
          'include only lookups billed to this licensee (ID, key or name)',
          {
            completion: 'licensee',
          },
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
        'Without a range, waypost searches the last 21 days. waypost reads the newest entries first, and stops after the number of entries that --limit sets. To get every entry, or a Parquet file, use `waypost lookups export`.',
        'With --follow, waypost requests new entries every 2 seconds, at no cost. With --follow and --json, waypost prints one JSON object per line.',
      ],
      json: 'an array of log entries, newest first; with --follow, one log entry per line, oldest first. A log entry has the fields timestamp, ip, search_term, url, lookup_type, tags, lookups_consumed, licensee and source_ip',
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
      description:
        "Write a key's lookup log to a file or to standard output. Requires the management key.",
      arguments: [argument('[key]', 'API key whose lookup log to read (default: the key in use)')],
      options: [
        ...rangeOptions,
        option(
          '--licensee <licensee>',
          'include only lookups billed to this licensee (ID, key or name)',
          {
            completion: 'licensee',
          },
        ),
        option(
          '-o, --output <file>',
          'write to this file; with --partition-by, write to this directory',
        ),
        option(
          '--format <format>',
          `${orList(formatNames)} (default: from the file extension; csv if there is no extension)`,
          { choices: formatNames },
        ),
        option('--header', `${headerFormats}: write column names in the first row (default)`),
        option(
          '--no-header',
          `${headerFormats}: write the bytes that the service sends, without column names`,
        ),
        option(
          '--fields <a,b>',
          `${andList(formatsAllowing('fields'))}: write only these columns, in this order`,
          {
            completion: 'column',
            repeatable: true,
            separator: ',',
          },
        ),
        option(
          '--safe-cells',
          `${andList(formatsAllowing('safe-cells'))}: escape cells that a spreadsheet would run as formulas`,
        ),
        option(
          '--partition-by <part>',
          'day: write one Parquet file for each day, to date=YYYY-MM-DD/part-0.parquet in the -o directory',
          {
            choices: ['day'],
          },
        ),
        option('--force', 'replace an existing output file or directory'),
        option('--resume', 'resume an unfinished export; if there is none, start a new export'),
      ],
      examples: [
        'waypost lookups export --last 7d > log.csv',
        'waypost lookups export --start 2025-01-01 --end 2025-12-31 -o 2025.parquet',
        'waypost lookups export --last month -o month.parquet',
        'waypost lookups export --last 52w -o log --partition-by day',
      ],
      details: [
        rangeDetails,
        'Without a range, the service sends the log entries from the last 21 days. For a range over 90 days, waypost sends several requests. With -o, the output file or directory appears only when it is complete. --resume continues an interrupted export.',
      ],
      output: [
        {
          title: 'Columns',
          text: 'timestamp ip search_term url lookup_type tags lookups_consumed licensee source_ip',
        },
        {
          title: 'Output (--json with -o)',
          text: '{"success": true, "path": "…", "rows": 0, "bytes": 0, "start": "…", "end": "…", "windows": 1}, and "irregular_rows" if some rows do not have the usual columns; with --resume, if the file is already complete: {"success": true, "path": "…", "resumed": false, "complete": true}',
        },
        {
          title: 'Output (--json alone)',
          text: 'an array of log entries; waypost prints errors to standard error',
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
