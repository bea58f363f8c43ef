// `waypost lookups export`: the lookup log at any size, to a file, a folder or standard output.
import type { BodyTaker } from '../../../client/http/stream';
import { type LogQuery, lookupLog } from '../../../client/lookups';
import type { OwnedKey } from '../../../client/owned-key';
import { type Checkpoint, runExport, type WindowTaker } from '../../../export/export';
import { followLog } from '../../../export/follow';
import { parseRange, type Range, type RequestedRange, windowsOf } from '../../../export/range';
import { type SavedRequest, saveExport } from '../../../export/saved-export';
import { SeamlessWindow } from '../../../export/seamless';
import { WaypostError } from '../../../lib/errors';
import { fingerprint, type ResumableFile } from '../../../lib/resumable-file';
import { ReaderGone } from '../../../lib/sink';
import { StreamSink } from '../../../lib/stream-sink';
import type { Context } from '../../context';
import { hintOf } from '../../hints/advice';
import { withHints } from '../../hints/hints';
import { type Hints, logHints } from '../../hints/table';
import { keepLicensee, ownedKey } from '../../owned-key';
import { dataStream } from '../../ui/data-stream';
import { grouped } from '../../ui/figures';
import { showTransfer, size } from '../../ui/transfer-progress';
import { openFormat } from './shared/formats';
import { LastTime } from './shared/last-time';
import { type ExportOptions, refuseFileAsKey, type Shape, shapeOf } from './shared/shape';
import { claimTarget, openTarget, savedFor, targetPath } from './shared/target';

/** What every way of exporting has in common. */
interface Source extends OwnedKey {
  /** What to do where the service refuses it. */
  hints: Hints;
  licensee: string | undefined;
}

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
  const { licensee } = options;
  keepLicensee(context, licensee);
  const source = { ...(await ownedKey(context, given)), licensee, hints: logHints(given) };
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

/** Downloads a window; `last` sees the bytes as they pass. */
function downloader(
  { interrupted }: { interrupted: AbortSignal },
  source: Source,
  explicit: boolean,
  last: LastTime,
) {
  return (window: Range, taker: WindowTaker): Promise<void> =>
    readLog(source, explicit ? window : {}, interrupted, {
      begin: () => taker.begin(),
      chunk: (bytes) => {
        last.see(bytes);
        return taker.chunk(bytes);
      },
    });
}

/** Hands the log of a range to the taker. */
function readLog(
  { service, hints, key, managementKey, licensee }: Source,
  range: Pick<LogQuery, 'start' | 'end'>,
  signal: AbortSignal,
  taker: BodyTaker,
): Promise<void> {
  const query = { key, managementKey, licensee, signal, ...range };
  return withHints(hints, () => lookupLog(service, query, taker));
}

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
      // Each window is made whole by SeamlessWindow; nothing is ever taken back.
      destination: { bytes: 0, keep: async () => {}, takeBack: async () => {} },
      download: async (window, taker) => {
        const seamless = new SeamlessWindow((bytes) => taker.chunk(bytes));
        await download(window, seamless);
        seamless.end();
      },
      onWindow: async () => {},
    });
    await sink.flush();
  } finally {
    progress?.end();
  }
}

async function toTarget(
  context: Context,
  source: Source,
  shape: Shape,
  asked: RequestedRange,
  options: ExportOptions,
  target: string,
): Promise<void> {
  const partial = claimTarget(target, options.force === true, shape.byDay);
  try {
    const identity = identityOf(source, shape);
    const typed = typedRange(options);
    const saved = options.resume ? savedFor(partial, identity, typed) : undefined;
    const request: SavedRequest = saved?.request ?? { identity, typed, ...asked };
    const windows = windowsOf(request);
    const open = await openTarget(partial, shape, saved, (text) => void context.output.warn(text));
    if (options.resume && open.from.windows === 0) await noteBeginning(context, target);
    const { format, destination } = open;
    let checkpoint: Checkpoint = open.from;
    const keep = async (reached: Checkpoint) => {
      checkpoint = reached;
      saveExport(partial, { request, checkpoint });
    };
    const last = new LastTime(request);
    const progress = showTransfer(context.output, context.world.clock.now, () => ({
      rows: format.rows,
      bytes: destination.bytes,
      part: last.part,
    }));
    try {
      await keep(checkpoint);
      const download = downloader(context.world, source, request.explicit, last);
      await runExport({ windows, format, destination, download, from: open.from, onWindow: keep });
      await destination.keep();
      // The end is past the last checkpoint: a run that is killed here goes on from that.
      await open.close();
      partial.publish();
    } catch (error) {
      await open.close().catch(() => {});
      progress.end();
      throw await explained(context, error, partial, checkpoint, windows.length);
    } finally {
      progress.end();
    }
    await context.output.result(
      {
        success: true,
        path: target,
        rows: format.rows,
        bytes: destination.bytes,
        start: new Date(request.start).toISOString(),
        end: new Date(request.end).toISOString(),
        windows: windows.length,
      },
      () => `Wrote ${grouped(format.rows)} rows (${size(destination.bytes)}) to ${target}.`,
    );
  } finally {
    partial.unlock();
  }
}

/** Says that --resume found nothing to go on from: right the first time, a surprise later. */
async function noteBeginning({ output }: Context, target: string): Promise<void> {
  if (output.json) output.event({ event: 'nothing_to_resume' });
  else await output.note(() => `There is nothing to resume: ${target} is begun from the start.`);
}

/** What an export that did not come to its end leaves, and how to go on. */
async function explained(
  context: Context,
  error: unknown,
  partial: ResumableFile,
  { windows: done }: Checkpoint,
  windows: number,
): Promise<unknown> {
  const interrupted = context.world.interrupted.aborted;
  if (!interrupted && done === 0) {
    partial.discard();
    return error;
  }
  const how = `${done} of ${windows} windows are kept. Go on with the same command and --resume.`;
  if (interrupted) {
    if (context.output.json) {
      context.output.event({
        event: 'interrupted',
        windows_done: done,
        windows,
        resume: '--resume',
      });
    } else {
      await context.output.note(() => `Interrupted: ${how}`);
    }
    return error;
  }
  if (!(error instanceof WaypostError)) return error;
  const hint = hintOf(error);
  return error.with({ hint: hint === undefined ? how : `${hint} ${how}` });
}

async function follow(
  context: Context,
  source: Source,
  shape: Shape,
  options: ExportOptions,
  sink: StreamSink,
): Promise<void> {
  const { clock, interrupted } = context.world;
  const now = clock.now();
  const isFromThen = options.start !== undefined || options.last !== undefined;
  const start = isFromThen ? parseRange(options, now).start : now;
  const format = await openFormat(shape, sink, (text) => void context.output.warn(text));
  if (shape.header) await format.finish();
  await sink.flush();
  await followLog({
    start,
    clock,
    signal: interrupted,
    poll: async (from, taker) => {
      const windows = windowsOf({ start: from, end: Math.max(from, clock.now()) });
      for (const [index, window] of windows.entries()) {
        const rest = new SeamlessWindow((bytes) => taker.chunk(bytes));
        // The service's clock decides what the latest row is.
        const end = index === windows.length - 1 ? undefined : window.end;
        await readLog(source, { start: window.start, end }, interrupted, rest);
      }
    },
    emit: async (rows) => {
      await format.write(rows);
      await format.endWindow();
      await sink.flush();
    },
    onFailure: async (error) => {
      const passes =
        error instanceof WaypostError &&
        error.exitStatus === 3 &&
        error.code !== 'invalid_response';
      if (!passes) throw error;
      await context.output.warn(`${error.message} Trying again.`);
    },
  });
}

function identityOf(
  { service, key, managementKey, licensee }: Source,
  { format, header, safeCells, byDay }: Shape,
): SavedRequest['identity'] {
  return {
    service: service.baseUrl.href,
    key: fingerprint(`${key} ${managementKey}`),
    licensee: licensee === undefined ? null : fingerprint(licensee),
    format,
    '--header': header,
    '--safe-cells': safeCells,
    '--partition-by': byDay,
  };
}

function typedRange({ start, end, last }: ExportOptions): SavedRequest['typed'] {
  return {
    ...(start === undefined ? {} : { '--start': start }),
    ...(end === undefined ? {} : { '--end': end }),
    ...(last === undefined ? {} : { '--last': last }),
  };
}
