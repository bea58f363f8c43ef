// Writes to standard output, no faster than its reader reads.
import { hasCode } from '../contract/system-error';
import { ReaderGone, type Sink } from './sink';
import { writeFailed } from './write-failed';

/** The part of a stream that is used: `write` of bytes, with a callback when they are gone. */
export interface ByteStream {
  write(bytes: Uint8Array, done: (error?: Error | null) => void): unknown;
}

const pieceSize = 256 * 1024;

/** Standard output as the target of an export. Throws ReaderGone where the reader closes it. */
export class StreamSink implements Sink {
  readonly #stream: ByteStream;
  #length = 0;
  #piece = Buffer.allocUnsafeSlow(pieceSize);
  #filled = 0;

  constructor(stream: ByteStream) {
    this.#stream = stream;
  }

  get length(): number {
    return this.#length;
  }

  write(bytes: Uint8Array): Promise<void> | undefined {
    this.#length += bytes.length;
    if (bytes.length < pieceSize - this.#filled) {
      this.#piece.set(bytes, this.#filled);
      this.#filled += bytes.length;
      return undefined;
    }
    return this.#send(bytes);
  }

  /** Resolves when all that was taken is with the reader. */
  async flush(): Promise<void> {
    if (this.#filled === 0) return;
    await this.#sendPiece(this.#piece.subarray(0, this.#filled));
    this.#filled = 0;
  }

  async #send(bytes: Uint8Array): Promise<void> {
    await this.flush();
    await this.#sendPiece(bytes);
  }

  /** Resolves when the stream is done with the bytes, so that they may be overwritten. */
  #sendPiece(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#stream.write(bytes, (error) => {
        if (!error) resolve();
        else if (hasCode(error, 'EPIPE', 'ERR_STREAM_DESTROYED')) reject(new ReaderGone());
        else reject(writeFailed('standard output', error));
      });
    });
  }
}
