// Room on a disk for answers that are paid for before they arrive: a file without a name, which gives its room back
// once the disk is full.
import { randomBytes } from 'node:crypto';
import { closeSync, constants, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';

const creating = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;

/** Bytes that are written at a time. */
const pieceLength = 65_536;

export class Reserve {
  readonly #path: string;
  #handle: number | undefined;
  #length = 0;

  /** The path is in use for a moment only. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Makes it at least this long. Throws the file system's error, and keeps what it got until then. */
  ensure(length: number): void {
    this.#handle ??= openUnnamed(this.#path);
    while (this.#length < length) {
      // A file system may store zeros in no room at all.
      const piece = randomBytes(Math.min(length - this.#length, pieceLength));
      this.#length += writeSync(this.#handle, piece, 0, piece.length, this.#length);
    }
  }

  /** Gives the room back. Whether there was any. */
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

/** The file goes with the process, however that ends. */
function openUnnamed(path: string): number {
  rmSync(path, { force: true });
  const handle = openSync(path, creating, 0o600);
  rmSync(path, { force: true });
  return handle;
}
