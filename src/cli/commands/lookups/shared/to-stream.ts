// An export to standard output, which cannot be taken back.

import { ContinuedWindow } from '../../../../export/continued-window';
import { runExport } from '../../../../export/export';
import { type RequestedRange, windowsOf } from '../../../../export/range';
import type { StreamSink } from '../../../../lib/sink';
import type { Context } from '../../../context';
import { showTransfer } from '../../../ui/transfer-progress';
import { openFormat, warnOfIrregularRows } from './formats';
import { LastTime } from './last-time';
import type { Shape } from './shape';
import { downloader, type Source } from './source';

/** Exports the range to standard output. */
export async function toStream(
  context: Context,
  source: Source,
  shape: Shape,
  range: RequestedRange,
  sink: StreamSink,
  isTerminal: boolean,
): Promise<void> {
  const format = await openFormat(shape, sink, (text) => void context.output.warn(text));
  const last = new LastTime(range);
  const download = downloader(context.world, source, range.explicit, last);
  const progress = isTerminal
    ? undefined
    : showTransfer(context.output, context.world.clock.now, () => ({
        rows: format.rows,
        bytes: sink.length,
        part: last.part,
      }));
  try {
    await runExport({
      windows: windowsOf(range),
      format,
      from: { windows: 0, bytes: 0, format: format.save() },
      // Each window is made whole by ContinuedWindow; nothing is ever taken back.
      destination: { bytes: 0, keep: async () => {}, takeBack: async () => {} },
      download: async (window, consumer) => {
        const rest = new ContinuedWindow((bytes) => consumer.chunk(bytes));
        await download(window, rest);
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
