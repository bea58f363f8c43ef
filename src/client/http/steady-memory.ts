// Through a proxy, each piece that comes from a socket is memory of its own (landing.ts), outside the heap
// of JavaScript, which its collector hardly sees: it would let many megabytes of them pile up. A small
// collection now and then costs a thousandth of the time and keeps the memory of a long download flat.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const everyBytes = 8 * 1024 * 1024;

/** Collects what is not needed any more, once for so many bytes that passed. */
export class SteadyMemory {
  #passed = 0;
  #collect: (() => void) | undefined;

  /** Tells of bytes that passed. */
  passed(bytes: number): void {
    this.#passed += bytes;
    if (this.#passed < everyBytes) return;
    this.#passed = 0;
    this.#collect ??= collector();
    this.#collect();
  }
}

function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return typeof gc === 'function' ? () => gc({ type: 'minor' }) : () => {};
}
