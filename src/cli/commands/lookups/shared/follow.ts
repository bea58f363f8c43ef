// `--follow`: the log on standard output as it grows, until interrupted.

import { ContinuedWindow } from '../../../../export/continued-window';
import { type FollowOptions, followLog } from '../../../../export/follow';
import { windowsOf } from '../../../../export/range';
import { WaypostError } from '../../../../lib/errors';
import type { StreamSink } from '../../../../lib/sink';
import { parseRange } from '../../../line/range';
import type { Context } from '../../../run/context';
import type { ExportOptions, Shape } from './export-options';
import { openFormat, warnOfIrregularRows } from './open-format';
import { readLog, type Source } from './source';

/** Follows the log; ends by an interrupt or an error only. */
export async function follow(
  context: Context,
  source: Source,
  shape: Shape,
  options: ExportOptions,
  sink: StreamSink,
): Promise<void> {
  const now = context.world.clock.now();
  const isFromThen = options.start !== undefined || options.last !== undefined;
  const start = isFromThen ? parseRange(options, now).start : now;
  const format = await openFormat(shape, sink, (text) => void context.output.warn(text));
  let told = 0;
  if (shape.header) await format.finish();
  await sink.flush();
  await followLog({
    ...polling(context, source),
    seen: { from: start, rows: new Map() },
    emit: async (rows) => {
      await format.write(rows);
      await format.endWindow();
      await sink.flush();
      if (told === 0) await warnOfIrregularRows(context.output, format);
      told = format.irregular.count;
    },
  });
}

/** How everything that follows the log asks for it, and which failures it outlasts. */
export function polling(
  { world, output }: Context,
  source: Source,
): Pick<FollowOptions, 'clock' | 'signal' | 'poll' | 'onFailure'> {
  const { clock, interrupted } = world;
  return {
    clock,
    signal: interrupted,
    poll: async (from, consumer) => {
      const windows = windowsOf({ start: from, end: Math.max(from, clock.now()) });
      for (const [index, window] of windows.entries()) {
        const rest = new ContinuedWindow((bytes) => consumer.chunk(bytes));
        // The service's clock decides what the latest row is.
        const end = index === windows.length - 1 ? undefined : window.end;
        await readLog(source, { start: window.start, end }, interrupted, rest);
      }
    },
    onFailure: async (error) => {
      const passes =
        error instanceof WaypostError &&
        error.exitStatus === 3 &&
        error.code !== 'invalid_response';
      if (!passes) throw error;
      await output.warn(`${error.message} Trying again.`);
    },
  };
}
