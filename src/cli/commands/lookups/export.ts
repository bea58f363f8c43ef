// `waypost lookups export`: the lookup log at any size, to a file, a folder or standard output.
import { ReaderGone, StreamSink } from '../../../lib/sink';
import type { Context } from '../../context';
import { logHints } from '../../hints/table';
import { filled } from '../../option-values';
import { keepLicensee, ownedKey } from '../../owned-key';
import { isRelative, noteRange } from '../../range-note';
import { parseRange } from '../../range-options';
import { dataStream } from '../../ui/data-stream';
import { follow } from './shared/follow';
import { type ExportOptions, refuseFileAsKey, shapeOf } from './shared/shape';
import { targetPath } from './shared/target';
import { toStream } from './shared/to-stream';
import { toTarget } from './shared/to-target';

/** Runs the command. */
export async function run(context: Context, options: ExportOptions, given?: string): Promise<void> {
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
  const licensee = filled('--licensee', options.licensee);
  keepLicensee(context, licensee);
  const source = { ...(await ownedKey(context, given)), licensee, hints: logHints(given) };
  // With --json, a line on standard error is an error.
  if (!options.follow && !context.output.json && isRelative(options)) {
    await noteRange(context, options, range);
  }
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
