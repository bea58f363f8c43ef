// Where the bytes of a long answer land: the same two buffers in turn. New memory for every piece, as
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
  readonly #buffers = [Buffer.allocUnsafeSlow(size), Buffer.allocUnsafeSlow(size)] as const;
  #turn: 0 | 1 = 0;
  #isHeld = false;
  #waiting: (() => void)[] = [];

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
      buffer: () => landing.#buffers[landing.#turn],
      callback(this: Socket, length) {
        return landing.#passOn(this, landing.#buffers[landing.#turn].subarray(0, length));
      },
    };
  }

  /** Hands a piece to the socket's stream; false keeps the socket from reading on. */
  #passOn(socket: Socket, piece: Buffer): boolean {
    if (this.#isHeld) {
      const kept = Buffer.from(piece);
      this.#waiting.push(() => socket.destroyed || socket.push(kept));
      return false;
    }
    // Where something waits to be parsed, the other buffer is not free.
    if (!this.isTakenAtOnce || socket.readableLength > 0) return socket.push(Buffer.from(piece));
    this.#turn = this.#turn === 0 ? 1 : 0;
    return socket.push(piece);
  }
}
