// Writes short results to a file or a pipe at once, without Node's stream: opening that takes longer than
// most commands. Data for a file is written while the next bytes are made, where Node's stream would block. A
// terminal, and data for other targets, uses the stream.
import { fstatSync, type Stats, write, writeSync } from 'node:fs';
import type { Sink } from './output';

/** The fallback: the stream, and the receiver of failures. */
export interface Behind {
  /** Opens the stream. */
  stream: () => Sink;
  failed: (error: NodeJS.ErrnoException) => void;
}

/** Standard output, or another descriptor, as a place to write results to. */
export function quickOutput(descriptor: number, { stream, failed }: Behind): Sink {
  const found = whatIs(descriptor);
  const plain = found?.isCharacterDevice() === false;
  let open = !plain;
  return {
    get isTTY() {
      return plain ? undefined : stream().isTTY;
    },
    get columns() {
      return plain ? undefined : stream().columns;
    },
    write(text, done) {
      if (found?.isFile() && done !== undefined) {
        writeAside(descriptor, typeof text === 'string' ? Buffer.from(text) : text, done);
        return true;
      }
      open ||= done !== undefined;
      if (open) return stream().write(text, done);
      const rest = writeNow(descriptor, Buffer.from(text), failed);
      if (rest.length === 0) return true;
      open = true;
      return stream().write(rest);
    },
  };
}

/** Writes as much as possible without waiting; returns the rest. */
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

/** Writes while other work continues; `done` is called when all is written. One such call at a time. */
function writeAside(
  descriptor: number,
  bytes: Uint8Array,
  done: (error?: Error | null) => void,
): void {
  write(descriptor, bytes, (error, written) => {
    if (error !== null || written === bytes.length) done(error);
    else writeAside(descriptor, bytes.subarray(written), done);
  });
}

function whatIs(descriptor: number): Stats | undefined {
  try {
    return fstatSync(descriptor);
  } catch {
    return undefined;
  }
}
