// The process that a command runs in.
import type { Machine } from '../../lib/runtime';
import type { Streams } from '../output/output';

/** The process for a command: the machine, the three streams, and the signal that stops it. */
export interface System extends Machine, Streams {
  readonly stdin: AsyncIterable<Buffer | string> & { isTTY?: boolean | undefined };
  /** Aborts when the user interrupts. */
  interrupted: AbortSignal;
}
