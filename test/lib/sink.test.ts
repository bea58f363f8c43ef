// Bytes on their way to a reader: complete, in order, in pieces, and no faster than the reader accepts them.
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { BufferedWriter, type ByteStream, ReaderGone, StreamSink } from '../../src/lib/sink';

const pieceSize = 512 * 1024;

/** Bytes that encode their position. */
const bytesOf = (length: number, from = 0) =>
  Buffer.from(Uint8Array.from({ length }, (_, at) => (from + at) % 251));

describe('BufferedWriter', () => {
  test.each([
    ['less than a chunk', [10, 20]],
    ['exactly one chunk', [pieceSize]],
    ['one chunk and one byte', [pieceSize, 1]],
    ['writes across the end of a chunk', [pieceSize - 1, 2, 10]],
    ['several chunks at once', [3 * pieceSize + 5]],
    ['no bytes', [0]],
  ])(
    'sends every chunk with its position, and does not lose bytes (input: %s)',
    async (_, lengths) => {
      const sent: [position: number, bytes: Buffer][] = [];
      const pieces = new BufferedWriter(async (piece, position) => {
        await new Promise(setImmediate);
        sent.push([position, Buffer.from(piece)]);
      }, 2);
      let taken = 0;
      for (const length of lengths) {
        await pieces.write(bytesOf(length, taken));
        taken += length;
        expect(pieces.length).toBe(taken);
      }
      await pieces.flush();
      await pieces.flush();
      expect(Buffer.concat(sent.map(([, bytes]) => bytes)).equals(bytesOf(taken))).toBe(true);
      expect(sent.map(([position]) => position)).toEqual(
        sent.map((__, index) => index * pieceSize),
      );
    },
  );

  test('sends at most the given number of chunks at a time', async () => {
    const done: (() => void)[] = [];
    const pieces = new BufferedWriter(() => new Promise((resolve) => done.push(resolve)), 2);
    let isTaken = false;
    const writing = Promise.resolve(pieces.write(bytesOf(3 * pieceSize))).then(() => {
      isTaken = true;
    });
    await new Promise(setImmediate);
    expect([done.length, isTaken]).toEqual([2, false]);
    done[0]?.();
    await writing;
    expect(done).toHaveLength(3);
    for (const end of done) end();
    await pieces.flush();
  });

  test('copies small writes, so that the caller can reuse the bytes', async () => {
    const sent: string[] = [];
    const pieces = new BufferedWriter(async (piece) => void sent.push(String(piece)), 1);
    const bytes = Buffer.from('first');
    expect(pieces.write(bytes), 'a small piece waits for nothing').toBeUndefined();
    bytes.fill('x');
    await pieces.flush();
    expect(sent).toEqual(['first']);
  });

  test('sends a full chunk immediately', async () => {
    const send = vi.fn(async () => {});
    await new BufferedWriter(send, 1).write(bytesOf(pieceSize));
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('waits for pending chunks when it is closed', async () => {
    let isClosed = false;
    let end = () => {};
    const pieces = new BufferedWriter(() => new Promise((resolve) => (end = resolve)), 1);
    await pieces.write(bytesOf(pieceSize));
    const closing = pieces.close().then(() => {
      isClosed = true;
    });
    await new Promise(setImmediate);
    expect(isClosed).toBe(false);
    end();
    await closing;
  });

  test('reports a failed send to the next caller, without an unhandled rejection', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    onTestFinished(() => void process.off('unhandledRejection', unhandled));
    const pieces = new BufferedWriter(() => Promise.reject(new Error('full')), 1);
    await pieces.write(bytesOf(pieceSize));
    await new Promise(setImmediate);
    expect(unhandled).not.toHaveBeenCalled();
    await expect(pieces.flush()).rejects.toThrow('full');
  });

  test('includes earlier bytes in its length, excludes truncated bytes, and drops unsent bytes when it is closed', async () => {
    const sent: number[] = [];
    const pieces = new BufferedWriter(async (_, position) => void sent.push(position), 1, 100);
    await pieces.write(bytesOf(10));
    await pieces.flush();
    expect([pieces.length, sent]).toEqual([110, [100]]);
    pieces.truncate(104);
    expect(pieces.length).toBe(104);
    await pieces.write(bytesOf(1));
    await pieces.close();
    await pieces.flush();
    expect(sent).toEqual([100]);
  });
});

describe('StreamSink', () => {
  const failing = (code: string): ByteStream => ({
    write: (_, done) => done(Object.assign(new Error(`${code}: broken, write`), { code })),
  });

  test('throws ReaderGone if the reader has closed the stream', async () => {
    for (const code of ['EPIPE', 'ERR_STREAM_DESTROYED']) {
      const sink = new StreamSink(failing(code));
      await sink.write(Buffer.from('x'));
      await expect(sink.flush()).rejects.toBeInstanceOf(ReaderGone);
    }
  });

  test('fails with write_failed after any other error', async () => {
    const sink = new StreamSink(failing('EIO'));
    await sink.write(Buffer.from('x'));
    await expect(sink.flush()).rejects.toMatchObject({
      code: 'write_failed',
      message: 'waypost cannot write to standard output: EIO: broken.',
    });
  });

  test('has written all bytes when flush() ends', async () => {
    let text = '';
    const sink = new StreamSink({
      write: (bytes, done) => {
        text += String(Buffer.from(bytes));
        setImmediate(done, null);
      },
    });
    await sink.write(Buffer.from('one '));
    await sink.write(Buffer.from('two'));
    expect(sink.length).toBe(7);
    await sink.flush();
    expect(text).toBe('one two');
  });
});
