// Reserves disk space for the results of pending requests, because the service bills a request before the result
// arrives. The reserved space is a file without a name. When the disk is full, waypost frees this space and uses it for
// the results.
import { randomBytes } from 'node:crypto';
import { closeSync, constants, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';

const creating = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;

/** The number of bytes to write at a time. */
const pieceLength = 65_536;

export class Reserve {
  readonly #path: string;
  #handle: number | undefined;
  #length = 0;

  /** Creates a reserve. The file has this path only until waypost has opened the file. */
  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Reserves at least this number of bytes. If writing fails, throws the file system's error and keeps the space
   * reserved so far.
   */
  ensure(length: number): void {
    this.#handle ??= openUnnamed(this.#path);
    while (this.#length < length) {
      // The bytes are random, because a file system might use no space for zeros.
      const piece = randomBytes(Math.min(length - this.#length, pieceLength));
      this.#length += writeSync(this.#handle, piece, 0, piece.length, this.#length);
    }
  }

  /** Frees the reserved space. Returns false if no space was reserved. */
  release(): boolean {
    if (this.#handle === undefined || this.#length === 0) return false;
    ftruncateSync(this.#handle, 0);
    this.#length = 0;
    return true;
  }

  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
    this.#length = 0;
  }
}

/** Opens a file and removes its name, so that the system deletes the file no matter how the process ends. */
function openUnnamed(path: string): number {
  rmSync(path, { force: true });
  const handle = openSync(path, creating, 0o600);
  rmSync(path, { force: true });
  return handle;
}
