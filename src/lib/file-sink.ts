// Writes a file in the background while the caller produces the next bytes.
import {
  close,
  constants,
  createReadStream,
  existsSync,
  fdatasync,
  fsync,
  ftruncate,
  open,
  write,
} from 'node:fs';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { BufferedWriter, type Sink } from './sink';
import { outputWriteFailed } from './system-error';

/** The maximum number of buffers that a FileSink writes at the same time. */
const maxPending = 2;
/** The flags for opening an unfinished file without following a symbolic link. */
const reopening = constants.O_RDWR | (constants.O_NOFOLLOW ?? 0);
/** The number of bytes after which a FileSink syncs the file, so that the last sync is short. */
const syncEvery = 32 * 1024 * 1024;

const openAsync = promisify(open);
const closeAsync = promisify(close);
const syncAsync = promisify(fsync);
const syncDataAsync = promisify(fdatasync);
const truncateAsync = promisify(ftruncate);

/**
 * The length and the checksum (CRC-32) of the first bytes of a file. A later run uses both values to recognize these
 * bytes.
 */
export interface Stretch {
  length: number;
  sum: number;
}

/** True if the file exists and begins with these bytes. Throws the file system's error. */
export async function beginsWith(path: string, { length, sum }: Stretch): Promise<boolean> {
  let found: Stretch = { length: 0, sum: 0 };
  if (!existsSync(path)) return false;
  if (length > 0) {
    for await (const chunk of createReadStream(path, { end: length - 1 })) {
      found = { length: found.length + chunk.length, sum: crc32(chunk, found.sum) };
    }
  }
  return found.length === length && found.sum === sum;
}

/**
 * A file that waypost is writing. The methods throw `write_failed` with the system's reason if waypost cannot write the
 * file.
 */
export class FileSink implements Sink {
  readonly path: string;
  readonly #handle: number;
  readonly #writer: BufferedWriter;
  #syncing: Promise<void> | undefined;
  #syncAt: number;
  /** The checksum of all bytes written so far. */
  #sum: number;
  #written: Stretch;

  private constructor(path: string, handle: number, { length, sum }: Stretch) {
    this.path = path;
    this.#handle = handle;
    this.#syncAt = length + syncEvery;
    this.#sum = sum;
    this.#written = { length, sum };
    this.#writer = new BufferedWriter((buffer, at) => this.#send(buffer, at), maxPending, length);
  }

  /**
   * Creates a new file, which must not exist. If `kept` is set, opens an existing file and keeps only the bytes that
   * `kept` describes.
   */
  static async open(path: string, kept?: Stretch): Promise<FileSink> {
    try {
      const handle = await openAsync(path, kept === undefined ? 'wx' : reopening, 0o666);
      if (kept !== undefined) await truncateAsync(handle, kept.length);
      return new FileSink(path, handle, kept ?? { length: 0, sum: 0 });
    } catch (error) {
      throw outputWriteFailed(path, error);
    }
  }

  get length(): number {
    return this.#writer.length;
  }

  /** The length and checksum of the bytes that were written before the last `mark` or `sync`. */
  get written(): Stretch {
    return this.#written;
  }

  write(bytes: Uint8Array): Promise<void> | undefined {
    return this.#writer.write(bytes);
  }

  /**
   * Resolves when the operating system has received all bytes. The bytes then survive a crash of this process, but not
   * a power failure.
   */
  async mark(): Promise<void> {
    await this.#writer.flush();
    this.#written = { length: this.length, sum: this.#sum };
  }

  /** Resolves when all bytes are written to disk. */
  async sync(): Promise<void> {
    await this.#writer.flush();
    await this.#guarded(async () => {
      // The system reports a failure only once, so this promise keeps the failure for later calls.
      await this.#syncing;
      await syncAsync(this.#handle);
    });
    this.#written = { length: this.length, sum: this.#sum };
  }

  /** Removes all bytes after the first `length` bytes. */
  async truncate({ length, sum }: Stretch): Promise<void> {
    await this.#writer.flush();
    await this.#guarded(() => truncateAsync(this.#handle, length));
    this.#writer.truncate(length);
    this.#sum = sum;
    this.#syncAt = length + syncEvery;
  }

  /** Closes the file. Bytes that are not synced might be lost. */
  async close(): Promise<void> {
    await this.#writer.close();
    await this.#syncing?.catch(() => {});
    await closeAsync(this.#handle);
  }

  async #send(buffer: Buffer, position: number): Promise<void> {
    // Update the checksum before waiting for the write, because writes start in the order of the buffers but can
    // overlap.
    this.#sum = crc32(buffer, this.#sum);
    await this.#writeAll(buffer, position);
    this.#syncSoon(position + buffer.length);
  }

  /**
   * Starts a sync in the background after every `syncEvery` bytes. If this sync fails, the next call to `sync` throws
   * the error.
   */
  #syncSoon(written: number): void {
    if (written < this.#syncAt || this.#syncing !== undefined) return;
    this.#syncAt = written + syncEvery;
    this.#syncing = syncDataAsync(this.#handle);
    this.#syncing.then(
      () => {
        this.#syncing = undefined;
      },
      () => {},
    );
  }

  #writeAll(bytes: Buffer, position: number): Promise<void> {
    return new Promise((resolve, reject) => {
      write(this.#handle, bytes, 0, bytes.length, position, (error, written) => {
        if (error !== null) reject(outputWriteFailed(this.path, error));
        else if (written === bytes.length) resolve();
        else this.#writeAll(bytes.subarray(written), position + written).then(resolve, reject);
      });
    });
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw outputWriteFailed(this.path, error);
    }
  }
}
