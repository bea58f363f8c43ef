// `waypost lookups export`: the lookup log at any size, to a file, a directory or standard output.
import { ContinuedWindow } from '../../../export/continued-window';
import { newCheckpoint, runExport } from '../../../export/export';
import { compileKernel } from '../../../export/kernel/kernel';
import { type RequestedRange, windowsOf } from '../../../export/range';
import { ReaderGone, StreamSink } from '../../../lib/sink';
import { logHints, withHints } from '../../hints/by-api-code';
import { filled } from '../../line/option-values';
import { parseRange } from '../../line/range';
import { dataStream } from '../../output/output';
import { showTransfer } from '../../output/progress';
import { isRelative, noteRange } from '../../output/range';
import type { Context } from '../../run/context';
import { keepLicensee, licenseeOf, ownedKey } from '../../run/owned-key';
import { type ExportOptions, refuseFileAsKey, type Shape, shapeOf } from './export-options';
import { downloader, follow, LastTime, type Source } from './log';
import { formats } from './spec';
import { openFormat, targetPath, warnOfIrregularRows } from './target';
import { toTarget } from './to-target';

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
  const range = parseRange(options, context.system.clock.now());
  const named = filled('--licensee', options.licensee);
  keepLicensee(context, named);
  // Before the first request, from which on Node 20 optimises no WebAssembly.
  compileKernel();
  const key = await ownedKey(context, given);
  const hints = logHints(given);
  const licensee =
    named === undefined ? undefined : await withHints(hints, () => licenseeOf(key, named));
  const source = { ...key, licensee, hints };
  // With --json, standard error has only errors.
  if (!options.follow && !context.output.json && isRelative(options)) {
    await noteRange(context, options, range);
  }
  if (stdout === undefined) {
    return toTarget(context, source, shape, range, options, target ?? '');
  }
  const sink = new StreamSink(dataStream(stdout, formats[shape.format].escapesControls));
  try {
    if (options.follow) await follow(context, source, shape, options, sink);
    else await toStream(context, source, shape, range, sink, stdout.isTTY === true);
  } catch (error) {
    // `… | head` has read enough.
    if (!(error instanceof ReaderGone)) throw error;
  }
}

const nothing = async () => ({ length: 0, sum: 0 });

/** Exports the range to standard output, which cannot be taken back. */
async function toStream(
  context: Context,
  source: Source,
  shape: Shape,
  range: RequestedRange,
  sink: StreamSink,
  isTerminal: boolean,
): Promise<void> {
  const format = await openFormat(shape, sink, (text) => void context.output.warn(text));
  const last = new LastTime(range);
  const download = downloader(context.system, source, range.explicit, last);
  const progress = isTerminal
    ? undefined
    : showTransfer(context.output, context.system.clock.now, () => ({
        rows: format.rows,
        bytes: sink.length,
        part: last.part,
      }));
  try {
    await runExport({
      windows: windowsOf(range),
      format,
      from: newCheckpoint(format),
      // ContinuedWindow completes each window; nothing is ever taken back.
      destination: { bytes: 0, mark: nothing, keep: nothing, takeBack: async () => {} },
      download: async (window, start, consumer) => {
        const rest = new ContinuedWindow((bytes) => consumer.chunk(bytes));
        await consumer.begin();
        await download(window, start, rest);
        rest.end();
      },
      onWindow: async () => {},
    });
    await sink.flush();
  } finally {
    progress?.end();
  }
  await warnOfIrregularRows(context.output, format);
}
