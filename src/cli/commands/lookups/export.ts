// `waypost lookups export`: the lookup log at any size, to a file, a folder or standard output.
import type { Command } from 'commander';
import { parseRange } from '../../../export/range';
import { ReaderGone } from '../../../lib/sink';
import { StreamSink } from '../../../lib/stream-sink';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { logSteps } from '../../hints/key-hints';
import { keepLicensee, managedKey } from '../../owned-key';
import { dataStream } from '../../ui/data-stream';
import { follow } from './shared/follow';
import { type ExportOptions, refuseFileAsKey, shapeOf } from './shared/shape';
import { targetPath } from './shared/target';
import { toStream } from './shared/to-stream';
import { toTarget } from './shared/to-target';

const help = `
Examples:
  waypost lookups export --last 7d > log.csv
  waypost lookups export --start 2025-01-01 --end 2025-12-31 -o 2025.parquet
  waypost lookups export --last 52w -o log --partition-by day
  waypost lookups export --follow --format ndjson | jq .search_term

The range is UTC and both ends belong to it; without one, the service sends the last 21 days. More than
90 days come in windows. -o writes beside the target first; --resume goes on after an interruption.

Columns: timestamp ip search_term url lookup_type tags lookups_consumed licensee source_ip
Output (--json with -o): {"success": true, "path": "…", "rows": 0, "bytes": 0,
                          "start": "…", "end": "…", "windows": 1}
                         and irregular_rows, where some do not look like the log's
       (--json alone):   one array of row objects; errors on standard error
Errors: invalid_input (2), network_error, timeout, rate_limited, invalid_response (3), auth_failed,
        missing_api_key, missing_user_token (4), write_failed (5)`;

export function register(command: Command, act: Act): void {
  command
    .description('Export the lookup log of a key. Needs the management key.')
    .argument('[key]', 'API key whose log it is (default: the one in use)')
    .option('--start <date>', 'from then on: a date, a date-time or epoch milliseconds')
    .option('--end <date>', 'up to then; a date means its end (default: now)')
    .option('--last <length>', 'the time up to now: 30m, 24h, 7d or 3w')
    .option('--licensee <licensee>', 'only lookups billed to this licensee')
    .option('-o, --output <file>', 'write to this file, or folder with --partition-by')
    .option(
      '--format <format>',
      "csv, ndjson, json or parquet (default: by the file's ending; csv without one)",
    )
    .option('--header', 'csv: names of the columns in the first row')
    .option('--safe-cells', 'csv: keep spreadsheets from taking text for formulas')
    .option('--partition-by <part>', 'day: a folder of Parquet files, date=YYYY-MM-DD')
    .option('--force', 'replace what is there')
    .option('--resume', 'go on with an unfinished export; without one, begin')
    .option('--follow', 'go on with what is logged from now on, until interrupted')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: ExportOptions, given?: string): Promise<void> {
  const target =
    options.output === undefined || options.output === '-' ? undefined : targetPath(options.output);
  const stdout = target === undefined ? context.output.dataStream() : undefined;
  const shape = shapeOf(options, {
    target,
    json: context.output.json,
    isTerminal: stdout?.isTTY === true,
  });
  refuseFileAsKey(given);
  const range = parseRange(options, context.world.clock.now());
  const { licensee } = options;
  keepLicensee(context, licensee);
  const source = { ...(await managedKey(context, given)), licensee, steps: logSteps(given) };
  if (stdout === undefined) {
    return toTarget(context, source, shape, range, options, target ?? '');
  }
  const sink = new StreamSink(dataStream(stdout, shape.format !== 'csv'));
  try {
    if (options.follow) await follow(context, source, shape, options, sink);
    else await toStream(context, source, shape, range, sink, stdout.isTTY === true);
  } catch (error) {
    // `… | head` has what it wanted.
    if (!(error instanceof ReaderGone)) throw error;
  }
}
