// The environment, the clock and the standard streams of this process. waypost opens a stream only when it first uses
// the stream.
import { fstatSync, readSync, type Stats, statSync, write, writeSync } from 'node:fs';
import { homeDirectory } from '../../lib/home-directory';
import { systemClock } from '../../lib/runtime';
import type { OutputStream } from '../output/output';
import type { System } from './system';

/** Returns the environment, the clock and the streams of this process. */
export function thisSystem(interrupted: AbortSignal): System {
  return {
    env: process.env,
    platform: process.platform,
    home: homeDirectory(),
    clock: systemClock,
    // Opening a standard stream is slow, and most commands need only one of the three streams.
    get stdin() {
      return process.stdin;
    },
    stdout: standardOutput(),
    get stderr() {
      return standardStream('stderr');
    },
    interrupted,
  };
}

const openStreams = new Set<NodeJS.WriteStream>();

/** Returns standard output or standard error as a stream. If writing to the stream fails, calls `noteFailure`. */
export function standardStream(name: 'stdout' | 'stderr'): NodeJS.WriteStream {
  const stream = process[name];
  if (!openStreams.has(stream)) {
    openStreams.add(stream);
    stream.on('error', (error: NodeJS.ErrnoException) => noteFailure(name, error));
  }
  return stream;
}

/** The error that occurred when waypost wrote to standard output, such as a full disk. */
let outputFailure: Error | undefined;

/**
 * Records an error that occurred when waypost wrote to standard output. Ignores errors that occur because the reader
 * has closed the stream (`waypost … | head`).
 */
function noteFailure(name: 'stdout' | 'stderr', error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return;
  if (name === 'stdout') outputFailure ??= error;
}

/** Resolves after waypost has written all output, or after writing has failed. */
export async function flushed(): Promise<void> {
  // Node reports a write error only in a later turn of the event loop.
  await new Promise(setImmediate);
  const waiting = [...openStreams].filter(
    ({ writableLength, destroyed }) => writableLength > 0 && !destroyed,
  );
  await Promise.all(waiting.map((stream) => new Promise((done) => stream.write('', done))));
}

/**
 * If writing to standard output failed, prints the reason and returns the exit code of `write_failed`. Otherwise,
 * returns `status`.
 */
export async function tellUnwritten(status: number): Promise<number> {
  if (outputFailure === undefined) return status;
  standardStream('stderr').write(
    `Error: waypost cannot write to standard output: ${outputFailure.message}\n`,
  );
  await flushed();
  // This function loads the error codes only if writing failed, because `waypost --help` does not need the error codes.
  const { errorCodes } = await import('../../lib/error-codes');
  return errorCodes.write_failed.exitStatus;
}

const stdoutDescriptor = 1;

/**
 * Returns standard output as a stream for results. Opens Node's stream only if standard output is a device such as a
 * terminal, or if waypost must wait for the reader.
 */
function standardOutput(): OutputStream {
  const found = statsOf(stdoutDescriptor);
  const isDevice = found?.isCharacterDevice() !== false;
  let usesStream = isDevice;
  return {
    get isTTY() {
      return isDevice ? standardStream('stdout').isTTY : undefined;
    },
    get columns() {
      return isDevice ? standardStream('stdout').columns : undefined;
    },
    get isClosed() {
      return isStandIn(found);
    },
    write(text, done) {
      if (found?.isFile() && done !== undefined) {
        writeInBackground(typeof text === 'string' ? Buffer.from(text) : text, done);
        return true;
      }
      usesStream ||= done !== undefined;
      if (usesStream) return standardStream('stdout').write(text, done);
      const rest = writeNow(Buffer.from(text));
      if (rest.length === 0) return true;
      usesStream = true;
      return standardStream('stdout').write(rest);
    },
  };
}

/**
 * True if standard output was closed when waypost started. In this case, Node opened the null device instead. Node
 * opens the device for reading and writing. If the user redirects output to /dev/null, the shell opens the device only
 * for writing, and reading from the device fails.
 */
function isStandIn(found: Stats | undefined): boolean {
  try {
    if (found === undefined || found.rdev !== statSync('/dev/null').rdev) return false;
    readSync(stdoutDescriptor, Buffer.alloc(1));
    return true;
  } catch {
    return false;
  }
}

/** Writes as many bytes as possible without waiting. Returns the remaining bytes. */
function writeNow(bytes: Buffer): Buffer {
  let rest = bytes;
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(stdoutDescriptor, rest));
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    if (failure.code === 'EAGAIN') return rest;
    noteFailure('stdout', failure);
  }
  return Buffer.alloc(0);
}

/**
 * Writes in the background, and calls `done` after all bytes have been written or an error has occurred. The caller
 * must not start another write before this function has called `done`.
 */
function writeInBackground(bytes: Uint8Array, done: (error?: Error | null) => void): void {
  write(stdoutDescriptor, bytes, (error, written) => {
    if (error !== null || written === bytes.length) done(error);
    else writeInBackground(bytes.subarray(written), done);
  });
}

function statsOf(descriptor: number): Stats | undefined {
  try {
    return fstatSync(descriptor);
  } catch {
    return undefined;
  }
}
