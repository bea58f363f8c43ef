// The target of the bytes of an export or batch: a file (file-sink.ts), or standard output, no faster than
// its reader reads.

import { Pieces } from './pieces';
import { hasCode } from './system-error';
import { outputWriteFailed } from './write-failure';

/** Takes bytes in order. */
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
  readonly #pieces = new Pieces((piece) => this.#write(piece), 1);

  constructor(stream: ByteStream) {
    this.#stream = stream;
  }

  get length(): number {
    return this.#pieces.length;
  }

  write(bytes: Uint8Array): Promise<void> | undefined {
    return this.#pieces.write(bytes);
  }

  /** Resolves when the reader has all bytes. */
  flush(): Promise<void> {
    return this.#pieces.flush();
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
