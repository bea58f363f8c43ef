// Locks on file systems without hard links, where the lock file is created in place, and races with other processes that
// take or release the lock at the same moment.
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
  'a lock cannot be taken again until its release, even if hard links fail with %s',
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

test('FileLock.take() throws the error if creating the hard link fails with EIO, and leaves no file behind', () => {
  refuseLinks('EIO');
  expect(() => new FileLock(path).take()).toThrow('EIO');
  expect(readdirSync(directory)).toEqual([]);
});

test('FileLock.take() throws the error if the lock file cannot be written, and leaves no file behind', () => {
  refuseLinks('EPERM');
  vi.mocked(writeFileSync).mockImplementation((file, ...rest) => {
    if (file === path) throw refusal('ENOSPC');
    real.writeFileSync(file, ...rest);
  });
  expect(() => new FileLock(path).take()).toThrow('ENOSPC');
  expect(readdirSync(directory)).toEqual([]);
});

describe('FileLock.take()', () => {
  const parentStart = processStart(process.ppid);
  const held = () => `${process.ppid} ${processNamespace()} ${parentStart} other`;
  const abandoned = () => `${process.ppid} ${processNamespace()} 1 x`;

  test.each([
    ['releases the lock at the same moment', 'EEXIST'],
    ["removes the lock's temporary file", 'ENOENT'],
  ])('takes the lock if another process %s', (_, code) => {
    vi.mocked(linkSync).mockImplementationOnce(() => {
      throw refusal(code);
    });
    const lock = new FileLock(path);
    expect(lock.take()).toBe(true);
    lock.release();
    expect(readdirSync(directory)).toEqual([]);
  });

  test('does not take an abandoned lock that another process takes over first', () => {
    real.writeFileSync(path, abandoned());
    vi.mocked(renameSync).mockImplementationOnce((from, to) => {
      real.writeFileSync(path, held());
      real.renameSync(from, to);
    });
    expect(new FileLock(path).take()).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe(held());
    expect(readdirSync(directory)).toEqual(['lock']);
  });

  test('does not move a lock that another process has just taken', () => {
    real.writeFileSync(path, abandoned());
    // The first call is for this process's own lock. The second call comes before the check of the holder's process.
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

  test('takes the lock if another process removes the abandoned lock first', () => {
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
  'FileLock.take() does not follow a symbolic link at the path of a temporary file (name with "%s")',
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

test('processNamespace returns the host name on systems without PID namespaces', () => {
  vi.mocked(readlinkSync).mockImplementation(() => {
    throw refusal('ENOENT');
  });
  expect(processNamespace()).toBe(hostname());
});
