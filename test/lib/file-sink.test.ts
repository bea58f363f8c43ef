// The file an export writes: everything in its place, whatever the sizes of what is written.
import type fs from 'node:fs';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { beginsWith, FileSink } from '../../src/lib/file-sink';

const disk = vi.hoisted(() => ({
  failure: undefined as Error | undefined,
  asked: 0,
  /** Of each write. */
  refusal: undefined as Error | undefined,
  most: Number.POSITIVE_INFINITY,
}));
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  const fdatasync = (handle: number, done: Parameters<typeof real.fdatasync>[1]) => {
    disk.asked += 1;
    const { failure } = disk;
    if (failure === undefined) return real.fdatasync(handle, done);
    setImmediate(() => done(failure));
  };
  const write = (
    handle: number,
    bytes: Buffer,
    from: number,
    length: number,
    ...rest: unknown[]
  ) => {
    const [position, done] = rest as [number, (error: Error | null, written: number) => void];
    if (disk.refusal !== undefined) setImmediate(() => done(disk.refusal ?? null, 0));
    else real.write(handle, bytes, from, Math.min(length, disk.most), position, done);
  };
  return { ...real, fdatasync, write };
});

const piece = 512 * 1024;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-sink-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Bytes that differ from place to place. */
function bytesOf(length: number, seed: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; at += 1) bytes[at] = at * 31 + seed * 7 + (at >> 8);
  return bytes;
}

test.each([
  ['small', [1, 2, 3, 1000]],
  ['the size of a piece and around it', [piece - 1, 1, piece, piece + 1, 5]],
  ['several pieces at once', [3_500_000, 10, 2_100_000]],
  ['so much that the disk is asked to take it before the end', [20_000_000, 50_000_000, 1]],
])('%s', async (name, sizes) => {
  const path = join(folder, name);
  const sink = await FileSink.open(path);
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

test('goes on from a length; what stood behind it is gone', async () => {
  const path = join(folder, 'on');
  writeFileSync(path, 'kept, and lost for good');
  const sink = await FileSink.open(path, { length: 5, sum: crc32('kept,') });
  await sink.write(Buffer.from('!'));
  await sink.sync();
  await sink.close();
  expect(readFileSync(path, 'utf8')).toBe('kept,!');
});

test('knows its bytes again, and none that were changed', async () => {
  const path = join(folder, 'known');
  const sink = await FileSink.open(path);
  await sink.write(bytesOf(2_000_000, 1));
  await sink.sync();
  const { synced } = sink;
  await sink.write(Buffer.from('more'));
  await sink.close();
  expect(await beginsWith(path, synced)).toBe(true);
  const continued = await FileSink.open(path, synced);
  await continued.write(Buffer.from('end'));
  await continued.sync();
  await continued.close();
  expect(await beginsWith(path, continued.synced)).toBe(true);
  const bytes = readFileSync(path);
  bytes[1_234_567] = 7;
  writeFileSync(path, bytes);
  expect(await beginsWith(path, synced)).toBe(false);
  expect(await beginsWith(path, { length: 3_000_000, sum: synced.sum })).toBe(false);
  expect(await beginsWith(join(folder, 'none'), { length: 0, sum: 0 })).toBe(false);
});

test('takes back what is written', async () => {
  const path = join(folder, 'back');
  const sink = await FileSink.open(path);
  await sink.write(bytesOf(3, 1));
  await sink.sync();
  await sink.write(bytesOf(2_000_000, 1));
  await sink.takeBack();
  await sink.write(Buffer.from('end'));
  await sink.sync();
  await sink.close();
  expect(readFileSync(path)).toEqual(
    Buffer.concat([bytesOf(3, 0), Buffer.from('end')]).fill(bytesOf(3, 1), 0, 3),
  );
});

test.each([
  ['a file that is there', () => join(folder, 'there'), 'EEXIST'],
  ['a folder that is not', () => join(folder, 'no/file'), 'ENOENT'],
])('%s: write_failed', async (_, path, reason) => {
  writeFileSync(join(folder, 'there'), '');
  await expect(FileSink.open(path())).rejects.toMatchObject({
    code: 'write_failed',
    message: expect.stringContaining(reason),
  });
});

test('what the disk could not take on the way fails the sync, though the system tells it once', async () => {
  const sink = await FileSink.open(join(folder, 'failing'));
  disk.failure = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
  disk.asked = 0;
  await sink.write(Buffer.alloc(40_000_000));
  await expect(sink.sync()).rejects.toMatchObject({ code: 'write_failed' });
  disk.failure = undefined;
  expect(disk.asked).toBe(1);
  await expect(sink.sync()).rejects.toMatchObject({ code: 'write_failed' });
  await sink.close();
});

test('what the system takes in parts is written whole', async () => {
  const path = join(folder, 'parts');
  const bytes = bytesOf(700_000, 3);
  disk.most = 100_001;
  const sink = await FileSink.open(path);
  await sink.write(bytes);
  await sink.sync();
  disk.most = Number.POSITIVE_INFINITY;
  await sink.close();
  expect(readFileSync(path).equals(bytes)).toBe(true);
  expect(sink.synced).toEqual({ length: bytes.length, sum: crc32(bytes) });
});

test('what the disk refuses is write_failed', async () => {
  const sink = await FileSink.open(join(folder, 'refused'));
  disk.refusal = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
  });
  await sink.write(bytesOf(10, 1));
  await expect(sink.sync()).rejects.toMatchObject({
    code: 'write_failed',
    reason: 'output_disk_full',
  });
  disk.refusal = undefined;
  await sink.close();
});

test('nothing is the beginning of every file, and of none that is not there', async () => {
  const path = join(folder, 'beginning');
  writeFileSync(path, 'text');
  expect(await beginsWith(path, { length: 0, sum: 0 })).toBe(true);
  expect(await beginsWith(join(folder, 'not there'), { length: 0, sum: 0 })).toBe(false);
});
