// Writes a file at the speed of the disk while the next bytes are made: pieces of 1 MiB, of which two
// may be on their way. Memory stays the same whatever the file's size.
import { close, fsync, ftruncate, open, write } from 'node:fs';
import { promisify } from 'node:util';
import type { Sink } from './sink';
import { writeFailed } from './write-failed';

const pieceSize = 1024 * 1024;
const onTheirWay = 2;

/** Pieces that no file uses now, kept for the next file. */
const spare: Buffer[] = [];

const openFile = promisify(open);
const closeFile = promisify(close);
const syncFile = promisify(fsync);
const truncateFile = promisify(ftruncate);

/** A file being written. Every method throws `write_failed` with the system's reason. */
export class FileSink implements Sink {
  readonly path: string;
  readonly #handle: number;
  #length: number;
  #piece: Buffer;
  #filled = 0;
  readonly #pending: Promise<void>[] = [];

  private constructor(path: string, handle: number, length: number) {
    this.path = path;
    this.#handle = handle;
    this.#length = length;
    this.#piece = newPiece();
  }

  /** Opens a new file, which must not be there, or goes on in one from `length` on. */
  static async open(path: string, length?: number): Promise<FileSink> {
    try {
      const handle = await openFile(path, length === undefined ? 'wx' : 'r+', 0o666);
      if (length !== undefined) await truncateFile(handle, length);
      return new FileSink(path, handle, length ?? 0);
    } catch (error) {
      throw writeFailed(path, error);
    }
  }

  get length(): number {
    return this.#length;
  }

  write(bytes: Uint8Array): Promise<void> | undefined {
    if (bytes.length < pieceSize - this.#filled) {
      this.#piece.set(bytes, this.#filled);
      this.#filled += bytes.length;
      this.#length += bytes.length;
      return undefined;
    }
    return this.#writeAcross(bytes);
  }

  /** Resolves when all that was taken has been handed to the system. */
  async flush(): Promise<void> {
    if (this.#filled > 0) await this.#send();
    await Promise.all(this.#pending);
  }

  /** Resolves when all that was taken is on the disk. */
  async sync(): Promise<void> {
    await this.flush();
    await this.#guarded(() => syncFile(this.#handle));
  }

  /** Takes back everything behind `length`. */
  async truncate(length: number): Promise<void> {
    await this.flush();
    await this.#guarded(() => truncateFile(this.#handle, length));
    this.#length = length;
  }

  /** Closes the file; what was not flushed is lost. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#pending);
    spare.push(this.#piece);
    this.#filled = 0;
    await closeFile(this.#handle);
  }

  async #writeAcross(bytes: Uint8Array): Promise<void> {
    let rest = bytes;
    while (rest.length > 0) {
      const taken = Math.min(rest.length, pieceSize - this.#filled);
      this.#piece.set(rest.subarray(0, taken), this.#filled);
      this.#filled += taken;
      this.#length += taken;
      rest = rest.subarray(taken);
      if (this.#filled === pieceSize) await this.#send();
    }
  }

  /** Sends the piece off; waits only where too many are on their way. */
  async #send(): Promise<void> {
    const piece = this.#piece;
    const filled = this.#filled;
    const position = this.#length - filled;
    const sent = this.#writeAll(piece.subarray(0, filled), position).then(() => {
      spare.push(piece);
    });
    // Failures are thrown where the promise is awaited; until then they must not count as unhandled.
    sent.catch(() => {});
    this.#pending.push(sent);
    this.#filled = 0;
    if (this.#pending.length >= onTheirWay) await this.#pending.shift();
    this.#piece = newPiece();
  }

  #writeAll(bytes: Buffer, position: number): Promise<void> {
    return new Promise((resolve, reject) => {
      write(this.#handle, bytes, 0, bytes.length, position, (error, written) => {
        if (error !== null) reject(writeFailed(this.path, error));
        else if (written === bytes.length) resolve();
        else this.#writeAll(bytes.subarray(written), position + written).then(resolve, reject);
      });
    });
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw writeFailed(this.path, error);
    }
  }
}

function newPiece(): Buffer {
  return spare.pop() ?? Buffer.allocUnsafeSlow(pieceSize);
}
