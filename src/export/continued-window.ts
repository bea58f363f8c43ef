// Continues to write a window (the time range of one request) to standard output after the connection broke. waypost
// cannot remove bytes that it has already written to standard output. When waypost downloads the window again, it
// therefore skips these bytes. First, waypost compares the last 64 KiB of these bytes with a copy in memory, to detect
// whether the log has changed.
import type { WaypostError } from '../lib/errors';
import { exportFailed } from './reasons';
import type { WindowConsumer } from './windows';

const tailLength = 64 * 1024;

/** Passes on each byte of a window only once, even if the response starts again from its beginning. */
export class ContinuedWindow implements WindowConsumer {
  readonly #pass: (bytes: Uint8Array) => Promise<void> | undefined;
  #passed = 0;
  /**
   * A ring buffer that contains the last bytes that this object has passed on. The index of a byte is its position in
   * the window modulo the buffer's length.
   */
  readonly #tail = Buffer.allocUnsafeSlow(tailLength);
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
    this.#remember(fresh);
    return this.#pass(fresh);
  }

  /**
   * Ends the window. Throws `invalid_response` if the latest response contained fewer bytes than this object has
   * already passed on.
   */
  end(): void {
    if (this.#seen < this.#passed) throw changed();
  }

  #remember(fresh: Uint8Array): void {
    const last = fresh.subarray(Math.max(0, fresh.length - tailLength));
    this.#passed += fresh.length;
    const at = (this.#passed - last.length) % tailLength;
    const rest = tailLength - at;
    this.#tail.set(last.subarray(0, rest), at);
    if (last.length > rest) this.#tail.set(last.subarray(rest), 0);
  }

  #compare(bytes: Uint8Array): void {
    const to = this.#seen + bytes.length;
    let from = Math.max(this.#seen, this.#passed - tailLength);
    while (from < to) {
      const at = from % tailLength;
      const again = bytes.subarray(from - this.#seen, from - this.#seen + tailLength - at);
      if (!this.#tail.subarray(at, at + again.length).equals(again)) throw changed();
      from += again.length;
    }
  }
}

function changed(): WaypostError {
  const message = 'The connection broke, and the log had changed when waypost read it again.';
  return exportFailed('window_changed', message);
}
