// The file that an export writes: every byte in its place, whatever the sizes of the writes.
import type fs from 'node:fs';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { beginsWith, FileSink } from '../../src/lib/file-sink';
import { openBelow } from '../support/open-files';

const disk = vi.hoisted(() => ({
  /** The number of syncs during writing. */
  asked: 0,
  /** The result of these syncs. */
  failure: null as Error | null,
  /** The result of the last sync. */
  lastFailure: undefined as Error | undefined,
  /** The result of each write. */
  refusal: undefined as Error | undefined,
  /** The maximum number of bytes that one write accepts. */
  most: Number.POSITIVE_INFINITY,
  /** Calls that wait until the test runs them. */
  held: undefined as (() => void)[] | undefined,
}));

const usual = { ...disk };
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  const soon = (act: () => void) =>
    disk.held === undefined ? setImmediate(act) : disk.held.push(act);
  const fdatasync = (_: number, done: (error: Error | null) => void) => {
    disk.asked += 1;
    const { failure } = disk;
    soon(() => done(failure));
  };
  const fsync = (handle: number, done: (error: Error | null) => void) => {
    if (disk.lastFailure === undefined) real.fsync(handle, done);
    else setImmediate(done, disk.lastFailure);
  };
  const write = (
    handle: number,
    bytes: Buffer,
    from: number,
    length: number,
    ...rest: unknown[]
  ) => {
    const [position, done] = rest as [number, (error: Error | null, written: number) => void];
    const act = () => {
      if (disk.refusal !== undefined) setImmediate(done, disk.refusal, 0);
      else real.write(handle, bytes, from, Math.min(length, disk.most), position, done);
    };
    if (disk.held === undefined) act();
    else disk.held.push(act);
  };
  return { ...real, fdatasync, fsync, write };
});

const piece = 512 * 1024;
const megabyte = 1024 * 1024;
const nextTurn = () => new Promise(setImmediate);

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-sink-'));
  path = join(directory, 'file');
});
afterEach(() => {
  Object.assign(disk, usual);
  expect(openBelow(directory), 'nothing stays open').toEqual([]);
  rmSync(directory, { recursive: true, force: true });
});

/** Bytes that differ by position. */
function bytesOf(length: number, seed: number): Buffer {
  return Buffer.alloc(
    length,
    Buffer.from(Array.from({ length: 251 }, (_, at) => at * 31 + seed * 7)),
  );
}

test.each([
  ['a few bytes', [1, 2, 3, 1000]],
  ['bytes of about the size of one chunk', [piece - 1, 1, piece, piece + 1, 5]],
  ['several chunks at once', [3_500_000, 10, 2_100_000]],
  ['enough bytes to be synced before the end', [20_000_000, 50_000_000, 1]],
])('FileSink writes %s', async (_, sizes) => {
  const sink = await FileSink.open(path);
  expect(sink.written).toEqual({ length: 0, sum: 0 });
  const written = sizes.map(bytesOf);
  for (const bytes of written) {
    const given = Buffer.from(bytes);
    await sink.write(given);
    given.fill(0);
  }
  await sink.sync();
  await sink.close();
  const whole = Buffer.concat(written);
  expect(sink.length).toBe(whole.length);
  expect(readFileSync(path).equals(whole)).toBe(true);
});

test('FileSink continues a file at a given length and removes the bytes after that length', async () => {
  writeFileSync(path, 'kept, and lost for good');
  const kept = { length: 5, sum: crc32('kept,') };
  const sink = await FileSink.open(path, kept);
  expect([sink.length, sink.written]).toEqual([5, kept]);
  await sink.write(Buffer.from('!'));
  await sink.sync();
  await sink.close();
  expect(readFileSync(path, 'utf8')).toBe('kept,!');
});

test('FileSink.open() rejects a symbolic link', async () => {
  writeFileSync(join(directory, 'elsewhere'), 'text');
  symlinkSync('elsewhere', path);
  await expect(FileSink.open(path, { length: 0, sum: 0 })).rejects.toMatchObject({
    code: 'write_failed',
    message: expect.stringContaining(`waypost cannot write to ${path}: ELOOP`),
  });
  expect(readFileSync(path, 'utf8')).toBe('text');
});

test('beginsWith returns true if a file starts with the bytes that a FileSink wrote, and false if these bytes were changed', async () => {
  const sink = await FileSink.open(path);
  await sink.write(bytesOf(2_000_000, 1));
  await sink.sync();
  const synced = sink.written;
  await sink.write(Buffer.from('more'));
  await sink.close();
  expect(await beginsWith(path, synced)).toBe(true);
  const continued = await FileSink.open(path, synced);
  await continued.write(Buffer.from('end'));
  await continued.sync();
  await continued.close();
  expect(await beginsWith(path, continued.written)).toBe(true);
  expect(await beginsWith(path, synced), 'though there is more').toBe(true);
  expect(await beginsWith(path, { ...continued.written, length: 3_000_000 })).toBe(false);
  const bytes = readFileSync(path);
  bytes[1_234_567] = 7;
  writeFileSync(path, bytes);
  expect(await beginsWith(path, synced)).toBe(false);
});

test('FileSink.truncate() removes written bytes', async () => {
  const sink = await FileSink.open(path);
  await sink.write(bytesOf(3, 1));
  await sink.mark();
  const kept = sink.written;
  await sink.write(bytesOf(2_000_000, 2));
  await sink.truncate(kept);
  expect(sink.length).toBe(3);
  await sink.write(Buffer.from('end'));
  await sink.sync();
  await sink.close();
  const whole = Buffer.concat([bytesOf(3, 1), Buffer.from('end')]);
  expect(readFileSync(path)).toEqual(whole);
  expect(sink.written).toEqual({ length: 6, sum: crc32(whole) });
});

test.each([
  ['the file exists', () => join(directory, 'there'), 'EEXIST'],
  ['the directory does not exist', () => join(directory, 'no/file'), 'ENOENT'],
])('FileSink.open() fails with write_failed if %s', async (_, target, reason) => {
  writeFileSync(join(directory, 'there'), '');
  await expect(FileSink.open(target())).rejects.toMatchObject({
    code: 'write_failed',
    message: expect.stringContaining(`waypost cannot write to ${target()}: ${reason}`),
  });
});

describe('FileSink', () => {
  test('syncs the file every 32 MiB', async () => {
    const sink = await FileSink.open(path);
    await sink.write(Buffer.alloc(32 * megabyte - 1));
    await nextTurn();
    expect(disk.asked).toBe(0);
    for (const asked of [1, 2]) {
      await sink.write(Buffer.alloc(megabyte));
      await sink.sync();
      expect(disk.asked).toBe(asked);
      await sink.write(Buffer.alloc(31 * megabyte));
    }
    await sink.close();
  });

  test('does not sync after 1 MiB if it continues a file of 40 MiB', async () => {
    const sink = await FileSink.open(path, await fileOf(40 * megabyte));
    await sink.write(Buffer.alloc(megabyte));
    await sink.sync();
    expect(disk.asked).toBe(0);
    await sink.close();
  });

  test('syncs again after truncate() when the file has grown by 32 MiB', async () => {
    const sink = await FileSink.open(path, await fileOf(5));
    const kept = sink.written;
    await sink.write(Buffer.alloc(33 * megabyte));
    await sink.truncate(kept);
    expect(disk.asked).toBe(1);
    await sink.write(Buffer.alloc(31 * megabyte));
    await sink.sync();
    expect(disk.asked).toBe(1);
    await sink.write(Buffer.alloc(megabyte));
    await sink.sync();
    expect(disk.asked).toBe(2);
    await sink.close();
  });

  test('does not start a sync during another sync', async () => {
    const sink = await FileSink.open(path, await fileOf(5));
    const held: (() => void)[] = [];
    await sink.write(Buffer.alloc(32 * megabyte - piece));
    await sink.sync();
    disk.held = held;
    const first = sink.write(Buffer.alloc(piece));
    await vi.waitFor(() => expect(held).toHaveLength(1));
    for (const act of held.splice(0)) act();
    await first;
    await vi.waitFor(() => expect(disk.asked).toBe(1));
    disk.held = undefined;
    await sink.write(Buffer.alloc(33 * megabyte));
    expect(disk.asked).toBe(1);
    const end = vi.fn();
    const closing = sink.close().then(end);
    await nextTurn();
    expect(end, 'it closes after that').not.toHaveBeenCalled();
    for (const act of held) act();
    await closing;
  });

  test('rejects every sync() after a failed one', async () => {
    const sink = await FileSink.open(path);
    disk.failure = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
    await sink.write(Buffer.alloc(40 * megabyte));
    await expect(sink.sync()).rejects.toMatchObject({ code: 'write_failed' });
    disk.failure = null;
    expect(disk.asked).toBe(1);
    await expect(sink.sync()).rejects.toMatchObject({ code: 'write_failed' });
    await sink.close();
  });

  /** The length and checksum of a new file of zeros. */
  async function fileOf(length: number) {
    const bytes = Buffer.alloc(length);
    writeFileSync(path, bytes);
    return { length, sum: crc32(bytes) };
  }
});

test('FileSink writes all bytes even if the system accepts only some of the bytes in each write', async () => {
  const bytes = bytesOf(700_000, 3);
  disk.most = 100_001;
  const sink = await FileSink.open(path);
  await sink.write(bytes);
  await sink.sync();
  await sink.close();
  expect(readFileSync(path).equals(bytes)).toBe(true);
  expect(sink.written).toEqual({ length: bytes.length, sum: crc32(bytes) });
});

test('FileSink does not close the file during a write', async () => {
  const sink = await FileSink.open(path);
  const held: (() => void)[] = [];
  disk.held = held;
  await sink.write(bytesOf(piece, 1));
  const closing = sink.close();
  await nextTurn();
  for (const act of held) act();
  await closing;
  expect(readFileSync(path).equals(bytesOf(piece, 1))).toBe(true);
});

test.each([
  ['a write', 'refusal'],
  ['the last sync', 'lastFailure'],
] as const)('FileSink fails with write_failed if the disk is full during %s', async (_, when) => {
  const sink = await FileSink.open(path);
  disk[when] = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
  });
  await sink.write(bytesOf(10, 1));
  await expect(sink.sync()).rejects.toMatchObject({
    code: 'write_failed',
    reason: 'output_disk_full',
    message: `waypost cannot write to ${path}: ENOSPC: no space left on device.`,
  });
  expect(sink.written).toEqual({ length: 0, sum: 0 });
  await sink.close();
});

test('beginsWith returns true for zero bytes only if the file exists', async () => {
  writeFileSync(path, 'text');
  expect(await beginsWith(path, { length: 0, sum: 0 })).toBe(true);
  expect(await beginsWith(join(directory, 'not there'), { length: 0, sum: 0 })).toBe(false);
});
