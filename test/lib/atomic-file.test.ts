// Files that are written completely or not at all, and directories: what exists after each failure, and the order of the
// syncs. Also covers behavior of other systems: Windows, and file systems that cannot sync directories.
import type fs from 'node:fs';
import {
  chmodSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  checkWritable,
  ensurePrivateDirectory,
  followLinks,
  hasTemporaryFiles,
  removeIfExists,
  retryOnWindows,
  sweepTemporaryFiles,
  writeFileAtomically,
} from '../../src/lib/atomic-file';
import { makeDirectory, syncDirectory, unsyncableDirectories } from '../../src/lib/directory';
import { ResumableFile } from '../../src/lib/resumable-file';
import { isSystemError } from '../../src/lib/system-error';
import { openBelow } from '../support/open-files';
import { pretend } from '../support/pretend';

vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  return {
    ...real,
    fsyncSync: vi.fn(real.fsyncSync),
    mkdirSync: vi.fn(real.mkdirSync),
    openSync: vi.fn(real.openSync),
    renameSync: vi.fn(real.renameSync),
    statSync: vi.fn(real.statSync),
    writeSync: vi.fn(real.writeSync),
  };
});
const real = await vi.importActual<typeof fs>('node:fs');

const errorWith = (code: string) => Object.assign(new Error(`${code}: refused`), { code });
const busy = errorWith('EBUSY');

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-atomic-'));
});
afterEach(() => {
  for (const call of [fsyncSync, mkdirSync, openSync, renameSync, statSync, writeSync]) {
    vi.mocked(call as () => void).mockReset();
  }
  expect(openBelow(directory), 'nothing stays open').toEqual([]);
  rmSync(directory, { recursive: true, force: true });
});
const at = (...names: string[]) => join(directory, ...names);
const modeOf = (path: string) => statSync(path).mode & 0o7777;
const isUnprivileged = process.geteuid?.() !== 0;

/** Makes syncing files of this kind fail. */
function failToSync(code: string, kind: 'isFile' | 'isDirectory'): void {
  vi.mocked(fsyncSync).mockImplementation((handle) => {
    if (real.fstatSync(handle)[kind]()) throw errorWith(code);
    real.fsyncSync(handle);
  });
}

/** The steps that matter for a power failure, in order, with the names of their files. */
function stepsOf(work: () => void): string[] {
  const steps: string[] = [];
  const nameOf = (path: string) =>
    path === directory ? '.' : basename(path).replace(/(?<=\.tmp-).*/, '*');
  vi.mocked(fsyncSync).mockImplementation((handle) => {
    steps.push(`sync ${nameOf(readlinkSync(`/proc/self/fd/${handle}`))}`);
  });
  vi.mocked(renameSync).mockImplementation((from, to) => {
    steps.push(`rename ${nameOf(String(from))} to ${nameOf(String(to))}`);
    real.renameSync(from, to);
  });
  vi.mocked(mkdirSync).mockImplementation((path, options) => {
    steps.push(`create ${nameOf(String(path))}`);
    return real.mkdirSync(path, options);
  });
  work();
  return steps;
}

describe('retryOnWindows', () => {
  let waits: number[];
  beforeEach(() => {
    waits = [];
    vi.spyOn(Atomics, 'wait').mockImplementation((...[, , , ms = 0]: unknown[]) => {
      waits.push(Number(ms));
      return 'timed-out';
    });
  });
  afterEach(() => void vi.restoreAllMocks());

  test.each(['EBUSY', 'EPERM', 'EACCES'])('retries after the error %s', (code) => {
    const call = vi.fn().mockImplementationOnce(() => {
      throw errorWith(code);
    });
    retryOnWindows(call, 'win32');
    expect(call).toHaveBeenCalledTimes(2);
    expect(waits).toHaveLength(1);
  });

  test.each([
    ['on another system', 'linux' as const, busy],
    ['after another error', 'win32' as const, errorWith('ENOENT')],
  ])('does not retry %s', (_, platform, error) => {
    const call = vi.fn(() => {
      throw error;
    });
    expect(() => retryOnWindows(call, platform)).toThrow(error);
    expect(call).toHaveBeenCalledTimes(1);
  });

  test('gives up after about a second and throws the error', () => {
    const call = vi.fn(() => {
      throw busy;
    });
    expect(() => retryOnWindows(call, 'win32')).toThrow('EBUSY');
    expect(waits).toHaveLength(call.mock.calls.length - 1);
    const waited = waits.reduce((sum, ms) => sum + ms, 0);
    expect(waited).toBeGreaterThan(500);
    expect(waited).toBeLessThanOrEqual(1000);
  });
});

describe('writeFileAtomically', () => {
  test('writes the file with mode 0600 and creates private directories', () => {
    writeFileSync(at('file'), 'old', { mode: 0o644 });
    writeFileAtomically(at('file'), 'new');
    expect([readFileSync(at('file'), 'utf8'), modeOf(at('file'))]).toEqual(['new', 0o600]);
    writeFileAtomically(at('a', 'b', 'file'), 'new');
    expect([modeOf(at('a')), modeOf(at('a', 'b'))]).toEqual([0o700, 0o700]);
  });

  test('writes the complete file even if the system accepts only some of the bytes in each write', () => {
    vi.mocked(writeSync).mockImplementation((handle: number, bytes: unknown) =>
      real.writeSync(handle, Buffer.from(bytes as Buffer).subarray(0, 4)),
    );
    writeFileAtomically(at('file'), 'parts of a text');
    expect(readFileSync(at('file'), 'utf8')).toBe('parts of a text');
  });

  test.skipIf(process.platform !== 'linux')(
    'syncs and renames in an order that survives a power failure',
    () => {
      expect(stepsOf(() => writeFileAtomically(at('a', 'b', 'file'), 'text'))).toEqual([
        'create a',
        'sync .',
        'create b',
        'sync a',
        'sync .file.tmp-*',
        'rename .file.tmp-* to file',
        'sync b',
      ]);
    },
  );

  test.each<[what: string, arrange: () => void]>([
    ['cannot sync the new file', () => failToSync('EIO', 'isFile')],
    [
      'has no space',
      () => {
        vi.mocked(writeSync).mockImplementation(() => {
          throw errorWith('EIO');
        });
      },
    ],
    [
      'cannot rename the new file',
      () => {
        vi.mocked(renameSync).mockImplementation(() => {
          throw errorWith('EIO');
        });
      },
    ],
  ])('keeps only the old file and throws the error if the disk %s', (_, arrange) => {
    writeFileSync(at('file'), 'old');
    arrange();
    expect(() => writeFileAtomically(at('file'), 'new')).toThrow('EIO');
    expect(readdirSync(directory)).toEqual(['file']);
    expect(readFileSync(at('file'), 'utf8')).toBe('old');
  });
});

test.skipIf(process.platform !== 'linux')(
  'ResumableFile.publish() and ResumableFile.lock() rename and sync in an order that survives a power failure',
  () => {
    const output = new ResumableFile(at('output'));
    mkdirSync(output.data);
    const publishing = ['rename .output.waypost-partial to output', 'sync .'];
    expect(stepsOf(() => output.publish())).toEqual(publishing);
    mkdirSync(output.data);
    const aside = 'rename output to .output.waypost-partial-replaced';
    expect(stepsOf(() => output.publish())).toEqual([aside, ...publishing]);
    renameSync(at('output'), `${output.data}-replaced`);
    const back = 'rename .output.waypost-partial-replaced to output';
    expect(stepsOf(() => output.lock())).toEqual([back, 'sync .']);
    output.unlock();
  },
);

test("ensurePrivateDirectory removes other users' permissions, and keeps the mode of a private directory", () => {
  ensurePrivateDirectory(at('new'));
  mkdirSync(at('loose'));
  chmodSync(at('loose'), 0o750);
  mkdirSync(at('private'));
  chmodSync(at('private'), 0o2700);
  for (const name of ['loose', 'private']) ensurePrivateDirectory(at(name));
  expect(['new', 'loose', 'private'].map((name) => modeOf(at(name)))).toEqual([
    0o700, 0o700, 0o2700,
  ]);
});

test('ensurePrivateDirectory does not change the mode of a directory on Windows', () => {
  mkdirSync(at('loose'));
  chmodSync(at('loose'), 0o755);
  pretend('platform', 'win32');
  ensurePrivateDirectory(at('loose'));
  expect(modeOf(at('loose'))).toBe(0o755);
});

test("makeDirectory and checkWritable throw the file system's error if the drive does not exist", () => {
  const refuse = () => {
    throw errorWith('ENOENT');
  };
  vi.mocked(statSync).mockReturnValue(undefined as never);
  vi.mocked(mkdirSync).mockImplementation(refuse);
  vi.mocked(openSync).mockImplementation(refuse);
  expect(() => makeDirectory('/a/b', 0o700)).toThrow('ENOENT');
  expect(() => checkWritable('/a/b')).toThrow('ENOENT');
});

test('makeDirectory succeeds if another process creates the directory at the same time', () => {
  vi.mocked(mkdirSync).mockImplementationOnce((path) => {
    real.mkdirSync(path);
    throw errorWith('EEXIST');
  });
  makeDirectory(at('new'), 0o700);
  expect(statSync(at('new')).isDirectory()).toBe(true);
});

test("makeDirectory fails if a file has the directory's name", () => {
  writeFileSync(at('file'), '');
  expect(() => makeDirectory(at('file'), 0o700)).toThrow('EEXIST');
});

test('makeDirectory throws an error if the new directory cannot be synced', () => {
  failToSync('EIO', 'isDirectory');
  expect(() => makeDirectory(at('new'), 0o700)).toThrow('EIO');
});

test.each(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'])(
  'syncDirectory records a directory that the file system cannot sync (error: %s)',
  (code) => {
    failToSync(code, 'isDirectory');
    syncDirectory(directory);
    expect(unsyncableDirectories.delete(directory)).toBe(true);
  },
);

test('syncDirectory throws any other sync error and does not record the directory', () => {
  failToSync('EIO', 'isDirectory');
  expect(() => syncDirectory(directory)).toThrow('EIO');
  expect(unsyncableDirectories.has(directory)).toBe(false);
});

test('syncDirectory does nothing on Windows', () => {
  expect(() => syncDirectory('/not/there', 'linux')).toThrow('ENOENT');
  syncDirectory('/not/there', 'win32');
});

describe('followLinks', () => {
  test('follows a chain of symbolic links, each relative to its own directory', () => {
    mkdirSync(at('below'));
    symlinkSync('below/second', at('first'));
    symlinkSync('../file', at('below/second'));
    expect(followLinks(at('first'))).toBe(at('file'));
    writeFileAtomically(at('first'), 'text');
    expect(readFileSync(at('file'), 'utf8')).toBe('text');
    expect(readlinkSync(at('first'))).toBe('below/second');
  });

  test('follows at most 39 links', () => {
    for (let number = 0; number < 40; number += 1) symlinkSync(`${number + 1}`, at(`${number}`));
    expect(followLinks(at('1'))).toBe(at('40'));
    expect(() => followLinks(at('0'))).toThrow(
      expect.objectContaining({ code: 'ELOOP', message: `too many symbolic links at ${at('0')}` }),
    );
  });

  test('throws ELOOP for circular links', () => {
    symlinkSync('circle', at('circle'));
    expect(() => followLinks(at('circle'))).toThrow(/^too many symbolic links at .*circle$/);
    expect(isSystemError(thrownBy(() => writeFileAtomically(at('circle'), '')))).toBe(true);
  });

  test.skipIf(isUnprivileged)(
    "rejects another user's symbolic link, unless the directory belongs to that user",
    () => {
      symlinkSync('file', at('link'));
      lchownSync(at('link'), 12_345, 12_345);
      expect(() => followLinks(at('link'))).toThrow(
        expect.objectContaining({
          code: 'EACCES',
          message: `${at('link')} is a symbolic link that belongs to another user`,
        }),
      );
      lchownSync(directory, 12_345, 12_345);
      expect(followLinks(at('link'))).toBe(at('file'));
    },
  );

  test("throws the file system's error if the path cannot be examined", () => {
    expect(() => followLinks(at('x'.repeat(300)))).toThrow('ENAMETOOLONG');
  });

  test('returns a path below a file unchanged', () => {
    writeFileSync(at('file'), '');
    expect(followLinks(at('file', 'below'))).toBe(at('file', 'below'));
  });
});

describe('checkWritable', () => {
  test('tests the nearest existing directory and leaves no file behind', () => {
    checkWritable(at('a', 'b', 'file'));
    expect(readdirSync(directory)).toEqual([]);
  });

  test("throws the file system's error if no file can be created", () => {
    expect(() => checkWritable('/proc/no/file')).toThrow(/ENOENT|EACCES|EPERM/);
  });

  test('rejects a directory', () => {
    mkdirSync(at('directory'));
    symlinkSync('directory', at('to-directory'));
    for (const path of [at('directory'), at('to-directory')]) {
      expect(() => checkWritable(path)).toThrow(
        expect.objectContaining({
          code: 'EISDIR',
          message: `EISDIR: ${at('directory')} is a directory`,
        }),
      );
    }
  });
});

test('removeIfExists removes a file if it exists, and throws an error if the file cannot be removed', () => {
  writeFileSync(at('file'), '');
  expect([removeIfExists(at('file')), removeIfExists(at('file'))]).toEqual([true, false]);
  expect(existsSync(at('file'))).toBe(false);
  expect(() => removeIfExists(directory)).toThrow(/EISDIR|EPERM/);
});

test('sweepTemporaryFiles removes the temporary files of a killed process, but no other files', () => {
  const left = ['.file.lock.tmp-34cd', '.file.tmp-12-ab'];
  const others = ['.file.tmp-directory/', '.file2.tmp-1', 'file', 'x.file.tmp-12-ab'];
  for (const name of [...left, ...others]) {
    if (name.endsWith('/')) mkdirSync(at(name));
    else writeFileSync(at(name), '');
  }
  symlinkSync('elsewhere/file', at('link'));
  expect([hasTemporaryFiles(at('file')), hasTemporaryFiles(at('other'))]).toEqual([true, false]);
  expect(hasTemporaryFiles(at('link')), 'a directory that is not there has none').toBe(false);
  expect(sweepTemporaryFiles(at('file')).sort()).toEqual(left.map((name) => at(name)));
  expect(readdirSync(directory).sort()).toEqual(
    [...others.map((name) => basename(name)), 'link'].sort(),
  );
  expect(hasTemporaryFiles(at('file'))).toBe(false);
});

function thrownBy(call: () => void): unknown {
  try {
    call();
    return undefined;
  } catch (error) {
    return error;
  }
}
