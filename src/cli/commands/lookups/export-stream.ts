// Exports a lookup log to standard output. waypost cannot remove bytes that it has written to standard output.
// Therefore, waypost continues an interrupted download instead of starting again.
import { type ExportShape, exportFormat } from '../../../export/formats';
import type { RequestedRange } from '../../../export/range';
import { ReaderGone, StreamSink } from '../../../lib/sink';
import { dataStream, type Output, type OutputStream } from '../../output/output';
import { showTransfer } from '../../output/progress';
import type { System } from '../../run/system';
import { LastTime, type LogSource, warnOfIrregularRows } from './log';
import { readWindows } from './read-windows';

/** Exports the range to standard output. Returns without an error if the reader closes the pipe. */
export async function exportToStream(
  { system, output }: { system: System; output: Output },
  { source, shape, range }: { source: LogSource; shape: ExportShape; range: RequestedRange },
  stdout: OutputStream,
): Promise<void> {
  const { open, onTerminal } = exportFormat(shape.format);
  const sink = new StreamSink(dataStream(stdout, onTerminal === 'text'));
  try {
    const format = await open(sink, shape, (text) => void output.warn(text));
    const last = new LastTime(range);
    const progress =
      stdout.isTTY === true
        ? undefined
        : showTransfer(output, system.clock.now, () => ({
            rows: format.rows,
            bytes: sink.length,
            part: last.part,
          }));
    try {
      await readWindows(source, range, format, last);
      await sink.flush();
    } finally {
      progress?.end();
    }
    await warnOfIrregularRows(output, format);
  } catch (error) {
    // ReaderGone means that the reader closed the pipe, as `… | head` does.
    if (!(error instanceof ReaderGone)) throw error;
  }
}
