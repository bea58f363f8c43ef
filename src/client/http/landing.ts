// Where the bytes of a long answer land: the same three buffers in turn. New memory for every piece, as
// sockets have it, lies outside the heap of JavaScript, piles up, and is never in the processor's cache.
// Whoever takes the bytes holds back the socket here: a parser of undici that is paused does not survive
// the end of the connection.
import type { OnReadOpts, Socket } from 'node:net';

const size = 256 * 1024;

/** The buffers of a client that has one connection at a time. */
export class Landing {
  /** Whether whoever gets a piece is done with it when it returns, or says `hold`; else it is copied. */
  isTakenAtOnce = false;
  /** Whether a connection reads into it; one through a proxy does not. */
  isUsed = false;
  /** One is with whoever takes it, one waits, one is read into. */
  readonly #buffers = [0, 1, 2].map(() => Buffer.allocUnsafeSlow(size));
  #turn = 0;
  #isHeld = false;
  #waiting: (() => void)[] = [];
  #socket: Socket | undefined;

  /** What is read from now on waits for `release`; what was read last stays as it is. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    for (const passOn of this.#waiting.splice(0)) passOn();
  }

  /** For the options of the connection's socket. */
  get onread(): OnReadOpts {
    this.isUsed = true;
    const landing = this;
    return {
      buffer: () => landing.#buffer,
      callback(this: Socket, length) {
        if (landing.#socket !== this) landing.#attend(this);
        return landing.#passOn(this, landing.#buffer.subarray(0, length));
      },
    };
  }

  get #buffer(): Buffer {
    return this.#buffers[this.#turn] ?? Buffer.allocUnsafeSlow(size);
  }

  /** An encrypted connection does not stop at once: its end may come while pieces wait. */
  #attend(socket: Socket): void {
    this.#socket = socket;
    const push = socket.push.bind(socket);
    socket.push = (piece, encoding) => {
      if (piece !== null || !this.#isHeld) return push(piece, encoding);
      this.#waiting.push(() => push(null));
      return false;
    };
  }

  /** Hands a piece to the socket's stream; false keeps the socket from reading on. */
  #passOn(socket: Socket, piece: Buffer): boolean {
    const isNext = this.#waiting.length === 0 && socket.readableLength === 0;
    const isFree = isNext && this.isTakenAtOnce;
    const kept = isFree ? piece : Buffer.from(piece);
    if (isFree) this.#turn = (this.#turn + 1) % this.#buffers.length;
    if (!this.#isHeld) return socket.push(kept);
    this.#waiting.push(() => socket.destroyed || socket.push(kept));
    return false;
  }
}
