import type { Machine } from '../../lib/runtime';
import type { Streams } from '../output/output';

/** The process of a command: the machine, the three streams, and the signal that stops the command. */
export interface System extends Machine, Streams {
  readonly stdin: AsyncIterable<Buffer | string> & { isTTY?: boolean | undefined };
  /** Aborts when the user interrupts waypost. */
  interrupted: AbortSignal;
}
