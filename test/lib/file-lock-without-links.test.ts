// File systems that have no hard links: the lock is then made in its own place.
import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FileLock } from '../../src/lib/file-lock';

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return { ...fs, linkSync: vi.fn(fs.linkSync), writeFileSync: vi.fn(fs.writeFileSync) };
});

const refusal = (code: string) =>
  Object.assign(new Error(`${code}: refused, link`), { code, syscall: 'link' });

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-lock-'));
  path = join(folder, 'lock');
});
afterEach(() => {
  vi.mocked(linkSync).mockReset();
  vi.mocked(writeFileSync).mockReset();
  rmSync(folder, { recursive: true, force: true });
});

function refuseLinks(code: string): void {
  vi.mocked(linkSync).mockImplementation(() => {
    throw refusal(code);
  });
}

test.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])(
  '%s: it is taken once, and free again after',
  (code) => {
    refuseLinks(code);
    const [one, two] = [new FileLock(path), new FileLock(path)];
    expect(one.take()).toBe(true);
    expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    expect(two.take()).toBe(false);
    one.release();
    expect(two.take()).toBe(true);
    two.release();
    expect(readdirSync(folder)).toEqual([]);
  },
);

test('another error of the file system is thrown, and nothing is left', () => {
  refuseLinks('EIO');
  expect(() => new FileLock(path).take()).toThrow('EIO');
  expect(readdirSync(folder)).toEqual([]);
});

test('so is that of writing it in its place', async () => {
  refuseLinks('EPERM');
  const { writeFileSync: write } = await vi.importActual<typeof import('node:fs')>('node:fs');
  vi.mocked(writeFileSync).mockImplementation((file, ...rest) => {
    if (file === path) throw refusal('ENOSPC');
    write(file, ...rest);
  });
  expect(() => new FileLock(path).take()).toThrow('ENOSPC');
  expect(readdirSync(folder)).toEqual([]);
});
