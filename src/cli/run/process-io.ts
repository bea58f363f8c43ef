// The process for a run: environment, clock and the standard streams, each opened when it is first used.
import { fstatSync, readSync, type Stats, statSync, write, writeSync } from 'node:fs';
import { homeDirectory } from '../../lib/home-directory';
import { systemClock } from '../../lib/runtime';
import type { OutputStream } from '../output/output';
import type { System } from './system';

/** What a run is given: the machine, and its streams, opened when they are first used. */
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

/** Standard output or error as a stream; its failure is noted. */
export function standardStream(name: 'stdout' | 'stderr'): NodeJS.WriteStream {
  const stream = process[name];
  if (!openStreams.has(stream)) {
    openStreams.add(stream);
    stream.on('error', (error: NodeJS.ErrnoException) => noteFailure(name, error));
  }
  return stream;
}

/** The reason why waypost could not write standard output, such as a full disk. */
let outputFailure: Error | undefined;

/** A reader that has closed its end (`waypost … | head`) does not stop the work. */
function noteFailure(name: 'stdout' | 'stderr', error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return;
  if (name === 'stdout') outputFailure ??= error;
}

/** Resolves when the output is written, or writing it failed. */
export async function flushed(): Promise<void> {
  // A failure to write is reported one turn later.
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
  // Loaded only then: `waypost --help` needs no error code.
  const { errorCodes } = await import('../../lib/error-codes');
  return errorCodes.write_failed.exitStatus;
}

const stdoutDescriptor = 1;

/** Standard output as a place to write results to; its stream is opened only for a terminal, and to wait. */
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
 * Whether standard output is the null device that Node opens in place of a closed one: to read as well. The one of
 * `> /dev/null` is open to write only.
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

/** Writes as much as possible without waiting; returns the rest. */
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

/** Writes while other work continues; `done` is called when all is written. One such call at a time. */
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
