// How long a service may send nothing while a long answer is read.
import { TransportFailure } from './failure';

/** Aborts its signal with a `timeout` failure after a time without a byte. */
export class Silence {
  /** Whether the bytes received last are being worked on: that time is not the service's. */
  isWorking = false;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(limitMs: number) {
    this.#timer = setTimeout(() => {
      if (this.isWorking) this.#timer.refresh();
      else {
        const reason = `no byte for ${limitMs / 1000} s`;
        this.#controller.abort(new TransportFailure('timeout', reason));
      }
    }, limitMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something arrived. */
  broken(): void {
    this.#timer.refresh();
  }

  /** No more is waited for. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
