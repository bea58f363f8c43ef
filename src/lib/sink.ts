// Where the bytes of an export go, and how far they have got.

/** Takes bytes in order. */
export interface Sink {
  /** Bytes taken so far. */
  readonly length: number;
  /** Takes the bytes at once, and resolves when more may come. They may be overwritten after that. */
  write(bytes: Uint8Array): Promise<void> | undefined;
}

/** The reader of standard output went away: nothing is left to do, and nothing went wrong. */
export class ReaderGone extends Error {}
