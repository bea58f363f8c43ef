// What went to standard output cannot be taken back. Where a window breaks off and is read again, its
// bytes up to there are compared with what was passed on, as far as that is remembered, and left out.
import { WaypostError } from '../contract/errors';
import type { WindowTaker } from './export';

const remembered = 64 * 1024;

/** Passes each byte of a window on once, however often the window begins anew. */
export class SeamlessWindow implements WindowTaker {
  readonly #pass: (bytes: Uint8Array) => Promise<void> | undefined;
  #passed = 0;
  /** The bytes passed on last. */
  #tail: Buffer = Buffer.alloc(0);
  #seen = 0;

  constructor(pass: (bytes: Uint8Array) => Promise<void> | undefined) {
    this.#pass = pass;
  }

  begin(): undefined {
    this.#seen = 0;
  }

  chunk(bytes: Uint8Array): Promise<void> | undefined {
    const known = Math.min(bytes.length, Math.max(0, this.#passed - this.#seen));
    if (known > 0) this.#compare(bytes.subarray(0, known));
    this.#seen += bytes.length;
    const fresh = bytes.subarray(known);
    if (fresh.length === 0) return undefined;
    this.#passed += fresh.length;
    this.#tail = Buffer.from(
      fresh.length >= remembered
        ? fresh.subarray(fresh.length - remembered)
        : Buffer.concat([this.#tail.subarray(fresh.length - remembered), fresh]),
    );
    return this.#pass(fresh);
  }

  /** The window is over. Throws `invalid_response` where it was shorter than before. */
  end(): void {
    if (this.#seen < this.#passed) throw changed();
  }

  #compare(bytes: Uint8Array): void {
    const tailStart = this.#passed - this.#tail.length;
    const from = Math.max(this.#seen, tailStart);
    const to = this.#seen + bytes.length;
    if (to <= from) return;
    const again = bytes.subarray(from - this.#seen);
    if (!this.#tail.subarray(from - tailStart, to - tailStart).equals(again)) throw changed();
  }
}

function changed(): WaypostError {
  return new WaypostError(
    'invalid_response',
    'The connection broke, and the log was another when it was read again.',
    { hint: 'Export to a file with -o: a window that breaks off begins anew there.' },
  );
}
