// Short results into a file or a pipe are written at once, past Node's stream: opening that takes longer
// than most commands have to do. A terminal, and whoever streams, gets the stream.
import { fstatSync, writeSync } from 'node:fs';
import type { Sink } from './output';

/** What stands behind the quick way: the stream, and who is told of failures. */
export interface Behind {
  /** Opens the stream. */
  stream: () => Sink;
  failed: (error: NodeJS.ErrnoException) => void;
}

/** Standard output, or another descriptor, as a place to write results to. */
export function quickOutput(descriptor: number, { stream, failed }: Behind): Sink {
  const plain = isFileOrPipe(descriptor);
  let open = !plain;
  return {
    get isTTY() {
      return plain ? undefined : stream().isTTY;
    },
    get columns() {
      return plain ? undefined : stream().columns;
    },
    write(text, done) {
      open ||= done !== undefined;
      if (open) return stream().write(text, done);
      const rest = writeNow(descriptor, Buffer.from(text), failed);
      if (rest.length === 0) return true;
      open = true;
      return stream().write(rest);
    },
  };
}

/** Writes what goes in without waiting; returns what does not. */
function writeNow(descriptor: number, bytes: Buffer, failed: Behind['failed']): Buffer {
  let rest = bytes;
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    if (failure.code === 'EAGAIN') return rest;
    failed(failure);
  }
  return Buffer.alloc(0);
}

function isFileOrPipe(descriptor: number): boolean {
  try {
    return !fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false;
  }
}
