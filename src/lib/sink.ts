// The destination of an export or a batch: a file (file-sink.ts), or standard output, which accepts bytes only as fast
// as its reader reads them. A sink collects the bytes in buffers. A sink fills one buffer while it writes earlier
// buffers, so that producing and writing the bytes overlap.
import { hasCode, outputWriteFailed } from './system-error';

export interface Sink {
  /** The number of bytes that the sink has received. */
  readonly length: number;
  /**
   * Accepts the bytes. Returns undefined if the caller can write more bytes immediately, or a promise that resolves
   * when the caller can write more bytes. From then on, the caller can also overwrite the bytes that it passed.
   */
  write(bytes: Uint8Array): Promise<void> | undefined;
}

/**
 * Thrown if the program that reads standard output has closed the pipe. After this error, the command ends without
 * reporting an error.
 */
export class ReaderGone extends Error {}

/** A stream. This type contains only the method that waypost uses. The stream calls `done` after writing the bytes. */
export interface ByteStream {
  write(bytes: Uint8Array, done: (error?: Error | null) => void): unknown;
}

/** Standard output as the destination of an export or a batch. Throws ReaderGone if the reader closes the pipe. */
export class StreamSink implements Sink {
  readonly #stream: ByteStream;
  /** Writes one buffer at a time, because a stream cannot write at a given position. */
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

  /** Resolves when the stream has written all bytes. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  /** Resolves when the stream no longer needs the bytes, so that the caller can overwrite them. */
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

/** Writes a buffer at `position` in the output. */
export type SendBuffer = (buffer: Buffer, position: number) => Promise<void>;

/** The size of a buffer, in bytes (512 KiB). */
const bufferSize = 524_288;

/** The buffers that can be reused. */
const spare: Buffer[] = [];

/** Receives bytes in chunks of any size, and sends them in buffers of equal size. */
export class BufferedWriter {
  readonly #send: SendBuffer;
  readonly #maxPending: number;
  #length: number;
  #buffer = newBuffer();
  #filled = 0;
  readonly #pending: Promise<void>[] = [];

  /**
   * Creates a writer that writes at most `maxPending` buffers at the same time. The first `length` bytes of the output
   * are already written.
   */
  constructor(send: SendBuffer, maxPending: number, length = 0) {
    this.#send = send;
    this.#maxPending = maxPending;
    this.#length = length;
  }

  /** The number of bytes that the writer has received. */
  get length(): number {
    return this.#length;
  }

  /** Accepts the bytes, as `Sink.write` does. If an earlier buffer could not be written, throws that buffer's error. */
  write(bytes: Uint8Array): Promise<void> | undefined {
    if (bytes.length < bufferSize - this.#filled) {
      this.#take(bytes);
      return undefined;
    }
    return this.#writeAcross(bytes);
  }

  /** Resolves when all bytes are written. */
  async flush(): Promise<void> {
    if (this.#filled > 0) await this.#sendBuffer();
    await Promise.all(this.#pending);
  }

  /** Continues the output after its first `length` bytes. The caller must flush the bytes first. */
  truncate(length: number): void {
    this.#length = length;
  }

  /** Resolves when no buffer is being written. Discards bytes that have not been sent yet. */
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

  /** Sends the buffer. Waits only if `maxPending` buffers are already being written. */
  async #sendBuffer(): Promise<void> {
    const buffer = this.#buffer;
    const filled = this.#filled;
    this.#filled = 0;
    if (this.#pending.length >= this.#maxPending) await this.#pending.shift();
    const sent = this.#send(buffer.subarray(0, filled), this.#length - filled);
    // This empty handler prevents an unhandled rejection. A caller that awaits the promise later still receives the
    // error.
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
