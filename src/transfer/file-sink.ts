// Writes a file at the speed of the disk while the next bytes are made.
import { close, fsync, ftruncate, open, write } from 'node:fs';
import { promisify } from 'node:util';
import { Pieces } from './pieces';
import type { Sink } from './sink';
import { writeFailed } from './write-failed';

const onTheirWay = 2;

const openFile = promisify(open);
const closeFile = promisify(close);
const syncFile = promisify(fsync);
const truncateFile = promisify(ftruncate);

/** A file being written. Every method throws `write_failed` with the system's reason. */
export class FileSink implements Sink {
  readonly path: string;
  readonly #handle: number;
  readonly #pieces: Pieces;

  private constructor(path: string, handle: number, length: number) {
    this.path = path;
    this.#handle = handle;
    const send = (piece: Buffer, position: number) => this.#writeAll(piece, position);
    this.#pieces = new Pieces(send, onTheirWay, length);
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
    return this.#pieces.length;
  }

  write(bytes: Uint8Array): Promise<void> | undefined {
    return this.#pieces.write(bytes);
  }

  /** Resolves when all that was taken is on the disk. */
  async sync(): Promise<void> {
    await this.#pieces.flush();
    await this.#guarded(() => syncFile(this.#handle));
  }

  /** Takes back everything behind `length`. */
  async truncate(length: number): Promise<void> {
    await this.#pieces.flush();
    await this.#guarded(() => truncateFile(this.#handle, length));
    this.#pieces.takeBack(length);
  }

  /** Closes the file; what was not synced may be lost. */
  async close(): Promise<void> {
    await this.#pieces.close();
    await closeFile(this.#handle);
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
