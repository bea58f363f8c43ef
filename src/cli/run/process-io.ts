// The process of a run: its environment, its clock, and its standard streams. A stream is opened only when it is first
// used.
import { fstatSync, readSync, type Stats, statSync, write, writeSync } from 'node:fs';
import { homeDirectory } from '../../lib/home-directory';
import { systemClock } from '../../lib/runtime';
import type { OutputStream } from '../output/output';
import type { System } from './system';

/** Returns the machine and the streams for a run. A stream is opened when it is first used. */
export function thisSystem(interrupted: AbortSignal): System {
  return {
    env: process.env,
    platform: process.platform,
    home: homeDirectory(),
    clock: systemClock,
    // Opening a standard stream is slow, and most runs need only one of the three.
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

/** Returns standard output or standard error as a stream. Records an error of the stream. */
export function standardStream(name: 'stdout' | 'stderr'): NodeJS.WriteStream {
  const stream = process[name];
  if (!openStreams.has(stream)) {
    openStreams.add(stream);
    stream.on('error', (error: NodeJS.ErrnoException) => noteFailure(name, error));
  }
  return stream;
}

/** The reason that standard output could not be written, such as a full disk. */
let outputFailure: Error | undefined;

/** Records an error of a stream. If the reader has closed the stream (`waypost … | head`), the work continues. */
function noteFailure(name: 'stdout' | 'stderr', error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return;
  if (name === 'stdout') outputFailure ??= error;
}

/** Resolves when all output is written, or when writing has failed. */
export async function flushed(): Promise<void> {
  // The system reports a write error one turn of the event loop later.
  await new Promise(setImmediate);
  const waiting = [...openStreams].filter(
    ({ writableLength, destroyed }) => writableLength > 0 && !destroyed,
  );
  await Promise.all(waiting.map((stream) => new Promise((done) => stream.write('', done))));
}

/** If writing standard output failed, reports the reason and returns the exit code. */
export async function tellUnwritten(status: number): Promise<number> {
  if (outputFailure === undefined) return status;
  standardStream('stderr').write(
    `Error: Standard output cannot be written: ${outputFailure.message}\n`,
  );
  await flushed();
  // This module is loaded here, because `waypost --help` does not need error codes.
  const { errorCodes } = await import('../../lib/error-codes');
  return errorCodes.write_failed.exitStatus;
}

const stdoutDescriptor = 1;

/**
 * Returns standard output as a stream for results. Opens Node's stream only for a terminal, or to wait for the reader.
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
 * True if standard output is the null device that Node opens if standard output was closed. Node's device can also be
 * read. With `> /dev/null`, the device can only be written.
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

/** Writes in the background and calls `done` when all bytes are written. Only one such call can run at a time. */
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
