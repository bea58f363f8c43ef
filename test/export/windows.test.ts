// How an export divides windows into parts, and which rows it requests again.
import { crc32 } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { CsvFormat } from '../../src/export/csv';
import {
  type Checkpoint,
  type DownloadWindow,
  exportWindows,
  newCheckpoint,
} from '../../src/export/windows';
import { logBetween, MemorySink } from '../support/log';

const second = 1000;
/** The number of rows in a part. */
const part = 50_000;
const window = { start: 0, end: 60_000 * second - 1 };
const sorted = logBetween(window.start, window.end, second);
const early = logBetween(0, 0, second);
const unsorted = sorted + early;
/** The start of the rows after the first part. */
const rest = part * second;

let sink: MemorySink;
let format: CsvFormat;
let parts: Checkpoint[];
let disorders: Checkpoint[];
let windows: Checkpoint[];
let requested: (number | undefined)[];
beforeEach(() => {
  sink = new MemorySink();
  format = new CsvFormat(sink, false);
  parts = [];
  disorders = [];
  windows = [];
  requested = [];
});

const written = async () => ({ length: sink.length, sum: crc32(sink.bytes) });

/** Exports one window. */
function exported(
  download: DownloadWindow,
  { from = newCheckpoint(format), hasParts = true, hasDisorder = true } = {},
): Promise<void> {
  return exportWindows({
    windows: [window],
    format,
    destination: {
      get bytes() {
        return sink.length;
      },
      mark: written,
      sync: written,
      truncate: async ({ length }) => sink.truncate(length),
    },
    download(range, start, consumer) {
      requested.push(start);
      return download(range, start, consumer);
    },
    from,
    onWindow: async (checkpoint) => void windows.push(checkpoint),
    ...(hasParts ? { onPart: (checkpoint) => void parts.push(checkpoint) } : {}),
    ...(hasDisorder ? { onDisorder: async (checkpoint) => void disorders.push(checkpoint) } : {}),
  });
}

/** Sends each text in one chunk. */
const sending =
  (...texts: string[]): DownloadWindow =>
  async (_window, _start, consumer) => {
    await consumer.begin();
    for (const text of texts) await consumer.chunk(Buffer.from(text));
  };

/** Sends the texts, then starts again and sends the texts again. */
const sendingTwice =
  (...texts: string[]): DownloadWindow =>
  async (...request) => {
    await sending(...texts)(...request);
    await sending(...texts)(...request);
  };

describe('exportWindows', () => {
  test('reports the rows, bytes and checksum after each part and each date range', async () => {
    await exported(sending(sorted));
    const firstPart = Buffer.from(logBetween(0, rest - 1, second));
    const whole = { rows: 0, bytes: 0, sum: 0, windows: 0 };
    expect(parts).toMatchObject([
      {
        ...whole,
        part: { rows: part, bytes: firstPart.length, sum: crc32(firstPart), start: rest },
      },
    ]);
    expect(windows).toMatchObject([
      { rows: 60_000, bytes: Buffer.byteLength(sorted), sum: crc32(sorted), windows: 1 },
    ]);
    expect(windows[0]).not.toHaveProperty('part');
    expect(disorders).toEqual([]);
    expect(sink.text === sorted).toBe(true);
  });

  test('requests only the rest of a date range if the connection breaks after a part', async () => {
    await exported((range, start, consumer) =>
      start === undefined
        ? sendingTwice(sorted)(range, start, consumer)
        : sending(logBetween(start, range.end, second))(range, start, consumer),
    );
    expect(requested).toEqual([undefined, rest]);
    expect(sink.text === sorted).toBe(true);
  });

  test('writes a date range from its start again if it has no parts and its download starts again', async () => {
    await exported(sendingTwice(sorted), { hasParts: false });
    expect([requested, parts]).toEqual([[undefined], []]);
    expect(sink.text === sorted).toBe(true);
  });
});

describe('exportWindows for a log that is not sorted by time', () => {
  test('reports the wrong order only once, and writes all entries', async () => {
    await exported(sending(unsorted, early, early));
    expect(disorders).toMatchObject([{ rows: 0, windows: 0 }]);
    expect(disorders[0]).not.toHaveProperty('part');
    expect(requested).toEqual([undefined]);
    expect(sink.text === unsorted + early + early).toBe(true);
  });

  test('does not divide the date range into further parts', async () => {
    await exported(sendingTwice(unsorted, early));
    expect([parts.length, disorders.length]).toEqual([1, 1]);
    expect(requested).toEqual([undefined]);
    expect(sink.text === unsorted + early).toBe(true);
  });

  test('writes all entries even if the caller does not handle the report', async () => {
    await exported(sending(unsorted, early), { hasDisorder: false });
    expect(sink.text === unsorted + early).toBe(true);
  });

  test('does not report the wrong order if date ranges have no parts', async () => {
    await exported(sending(unsorted, early), { hasParts: false });
    expect(disorders).toEqual([]);
    expect(sink.text === unsorted + early).toBe(true);
  });

  test('requests the complete date range again if the export was resumed after a part, because entries might be missing', async () => {
    await exported(sending(sorted));
    const [from] = parts;
    sink.truncate(from?.part?.bytes ?? 0);
    await format.restore(from?.part?.format ?? null);
    requested = [];
    await exported(
      (range, start, consumer) =>
        sending(start === undefined ? unsorted : logBetween(start, range.end, second) + early)(
          range,
          start,
          consumer,
        ),
      { ...(from === undefined ? {} : { from }) },
    );
    expect(requested).toEqual([rest, undefined]);
    expect(disorders).toHaveLength(1);
    expect(sink.text === unsorted).toBe(true);
  });
});
