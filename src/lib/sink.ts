// The target of the bytes of an export or batch: a file (file-sink.ts), or standard output, no faster than its reader
// reads. Bytes are collected in buffers: one is filled while earlier ones are written, so that reading and writing overlap.
import { hasCode, outputWriteFailed } from './system-error';

export interface Sink {
  /** Bytes taken so far. */
  readonly length: number;
  /** Takes the bytes at once, and resolves when more may come. They may be overwritten after that. */
  write(bytes: Uint8Array): Promise<void> | undefined;
}

/** The reader of standard output has closed it: the command ends without an error. */
export class ReaderGone extends Error {}

/** The part of a stream that is used: `write` of bytes, with a callback when they were written. */
export interface ByteStream {
  write(bytes: Uint8Array, done: (error?: Error | null) => void): unknown;
}

/** Standard output as the target of an export. Throws ReaderGone if the reader closes it. */
export class StreamSink implements Sink {
  readonly #stream: ByteStream;
  /** One write at a time: a stream has no positions, only an order. */
  readonly #writer = new BufferedWriter((buffer) => this.#write(buffer), 1);

  constructor(stream: ByteStream) {
    this.#stream = stream;
  }

  get length(): number {
    return this.#writer.length;
  }

  write(bytes: Uint8Array): Promise<void> | undefined {
    return this.#writer.write(bytes);
  }

  /** Resolves when the reader has all bytes. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  /** Resolves when the stream no longer needs the bytes, so that they may be overwritten. */
  #write(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#stream.write(bytes, (error) => {
        if (!error) resolve();
        else if (hasCode(error, 'EPIPE', 'ERR_STREAM_DESTROYED')) reject(new ReaderGone());
        else reject(outputWriteFailed('standard output', error));
      });
    });
  }
}

/** Writes a buffer at `position` of the whole. */
export type SendBuffer = (buffer: Buffer, position: number) => Promise<void>;

/** Bytes of a buffer: 512 KiB. */
const bufferSize = 524_288;

/** Buffers to use again. */
const spare: Buffer[] = [];

/** Takes bytes of any sizes and sends them in buffers of one size. */
export class BufferedWriter {
  readonly #send: SendBuffer;
  readonly #maxPending: number;
  #length: number;
  #buffer = newBuffer();
  #filled = 0;
  readonly #pending: Promise<void>[] = [];

  /**
   * At most `maxPending` buffers are written at the same time; the first `length` bytes count as written
   * already.
   */
  constructor(send: SendBuffer, maxPending: number, length = 0) {
    this.#send = send;
    this.#maxPending = maxPending;
    this.#length = length;
  }

  /** Bytes taken so far. */
  get length(): number {
    return this.#length;
  }

  /** Takes the bytes at once, and resolves when more may follow. Throws the error of an earlier buffer. */
  write(bytes: Uint8Array): Promise<void> | undefined {
    if (bytes.length < bufferSize - this.#filled) {
      this.#take(bytes);
      return undefined;
    }
    return this.#writeAcross(bytes);
  }

  /** Resolves when all that was taken is written. */
  async flush(): Promise<void> {
    if (this.#filled > 0) await this.#sendBuffer();
    await Promise.all(this.#pending);
  }

  /** Sets the number of bytes taken back to `length`; all of them were flushed before. */
  truncate(length: number): void {
    this.#length = length;
  }

  /** Resolves when no buffer is being written. Bytes that were not sent are lost. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#pending);
    this.#filled = 0;
    spare.push(this.#buffer);
  }

  #take(bytes: Uint8Array): void {
    this.#buffer.set(bytes, this.#filled);
    this.#filled += bytes.length;
    this.#length += bytes.length;
  }

  async #writeAcross(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + bufferSize - this.#filled);
      this.#take(part);
      from += part.length;
      if (this.#filled === bufferSize) await this.#sendBuffer();
    }
  }

  /** Sends the buffer; waits only if too many are being written. */
  async #sendBuffer(): Promise<void> {
    const buffer = this.#buffer;
    const filled = this.#filled;
    this.#filled = 0;
    if (this.#pending.length >= this.#maxPending) await this.#pending.shift();
    const sent = this.#send(buffer.subarray(0, filled), this.#length - filled);
    // Failures are thrown to the caller that awaits the promise; until then they must not count as unhandled
    // rejections.
    sent.then(
      () => spare.push(buffer),
      () => {},
    );
    this.#pending.push(sent);
    this.#buffer = newBuffer();
  }
}

function newBuffer(): Buffer {
  return spare.pop() ?? Buffer.allocUnsafeSlow(bufferSize);
}
