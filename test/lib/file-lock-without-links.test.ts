// Locks on file systems that have no hard links, where they are made in their own place, and beside other processes
// that take or release a lock at the very moment.
import {
  linkSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FileLock } from '../../src/lib/file-lock';
import { processNamespace, processStart } from '../../src/lib/processes';

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    linkSync: vi.fn(fs.linkSync),
    openSync: vi.fn(fs.openSync),
    readlinkSync: vi.fn(fs.readlinkSync),
    renameSync: vi.fn(fs.renameSync),
    writeFileSync: vi.fn(fs.writeFileSync),
  };
});
const real = await vi.importActual<typeof import('node:fs')>('node:fs');

const refusal = (code: string) =>
  Object.assign(new Error(`${code}: refused, link`), { code, syscall: 'link' });

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-lock-'));
  path = join(directory, 'lock');
});
afterEach(() => {
  for (const call of [linkSync, openSync, readlinkSync, renameSync, writeFileSync]) {
    vi.mocked(call).mockReset();
  }
  rmSync(directory, { recursive: true, force: true });
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
    expect(readdirSync(directory)).toEqual([]);
  },
);

test('another error of the file system is thrown, and nothing is left', () => {
  refuseLinks('EIO');
  expect(() => new FileLock(path).take()).toThrow('EIO');
  expect(readdirSync(directory)).toEqual([]);
});

test('so is that of writing it in its place', () => {
  refuseLinks('EPERM');
  vi.mocked(writeFileSync).mockImplementation((file, ...rest) => {
    if (file === path) throw refusal('ENOSPC');
    real.writeFileSync(file, ...rest);
  });
  expect(() => new FileLock(path).take()).toThrow('ENOSPC');
  expect(readdirSync(directory)).toEqual([]);
});

describe('another process', () => {
  const parentStart = processStart(process.ppid);
  const held = () => `${process.ppid} ${processNamespace()} ${parentStart} other`;
  const abandoned = () => `${process.ppid} ${processNamespace()} 1 x`;

  test.each([
    ['releases it as it is asked for', 'EEXIST'],
    ['removes what it takes for the remains of a killed process', 'ENOENT'],
  ])('%s: it is taken', (_, code) => {
    vi.mocked(linkSync).mockImplementationOnce(() => {
      throw refusal(code);
    });
    const lock = new FileLock(path);
    expect(lock.take()).toBe(true);
    lock.release();
    expect(readdirSync(directory)).toEqual([]);
  });

  test('takes an abandoned lock over first, and keeps it', () => {
    real.writeFileSync(path, abandoned());
    vi.mocked(renameSync).mockImplementationOnce((from, to) => {
      real.writeFileSync(path, held());
      real.renameSync(from, to);
    });
    expect(new FileLock(path).take()).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe(held());
    expect(readdirSync(directory)).toEqual(['lock']);
  });

  test('takes the lock of a holder that released it and ended: it is not moved, not even for a moment', () => {
    real.writeFileSync(path, abandoned());
    // The first call is for the own lock, the second comes before the holder's process is looked for.
    vi.mocked(readlinkSync)
      .mockImplementationOnce(real.readlinkSync as typeof readlinkSync)
      .mockImplementationOnce((...args) => {
        real.writeFileSync(path, held());
        return real.readlinkSync(...args) as string;
      });
    expect(new FileLock(path).take()).toBe(false);
    expect(vi.mocked(renameSync)).not.toHaveBeenCalled();
    expect(readFileSync(path, 'utf8')).toBe(held());
  });

  test('removes an abandoned lock first: it is taken', () => {
    real.writeFileSync(path, abandoned());
    vi.mocked(renameSync).mockImplementationOnce((from, to) => {
      real.rmSync(path);
      real.renameSync(from, to);
    });
    const lock = new FileLock(path);
    expect(lock.take()).toBe(true);
    lock.release();
  });
});

test.each(['.lock.tmp-', '-now'])(
  'a link that others put where it writes %s is not followed',
  (name) => {
    real.writeFileSync(join(directory, 'theirs'), 'text');
    real.writeFileSync(path, `1 elsewhere 1 x`);
    const beforehand = (file: unknown) => {
      if (String(file).includes(name)) symlinkSync('theirs', String(file));
    };
    vi.mocked(writeFileSync).mockImplementation((file, ...rest) => {
      beforehand(file);
      real.writeFileSync(file, ...rest);
    });
    vi.mocked(openSync).mockImplementation((file, ...rest) => {
      beforehand(file);
      return real.openSync(file, ...rest);
    });
    expect(() => new FileLock(path).take()).toThrow('EEXIST');
    expect(readFileSync(join(directory, 'theirs'), 'utf8')).toBe('text');
  },
);

test('where process numbers have no namespaces, they are unique on a host', () => {
  vi.mocked(readlinkSync).mockImplementation(() => {
    throw refusal('ENOENT');
  });
  expect(processNamespace()).toBe(hostname());
});
