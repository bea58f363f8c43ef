// Downloads a range, one time window after another, to output that waypost cannot truncate.
import { ContinuedWindow } from '../../../export/continued-window';
import type { Format } from '../../../export/format';
import { type RequestedRange, windowsOf } from '../../../export/range';
import { exportWindows, newCheckpoint } from '../../../export/windows';
import { downloader, LastTime, type LogSource } from './log';

const nothing = async () => ({ length: 0, sum: 0 });

/**
 * Passes each byte of the log to the format only once, even if a download is interrupted. `last` receives every
 * downloaded byte.
 */
export async function readWindows(
  source: LogSource,
  range: RequestedRange,
  format: Format,
  last: LastTime = new LastTime(range),
): Promise<void> {
  const download = downloader(source, range.explicit, last);
  await exportWindows({
    windows: windowsOf(range),
    format,
    from: newCheckpoint(format),
    // ContinuedWindow continues the download of an interrupted time window, so waypost never has to truncate the
    // output.
    destination: { bytes: 0, mark: nothing, sync: nothing, truncate: async () => {} },
    download: async (window, start, consumer) => {
      const rest = new ContinuedWindow((bytes) => consumer.chunk(bytes));
      await consumer.begin();
      await download(window, start, rest);
      rest.end();
    },
    onWindow: async () => {},
  });
}
