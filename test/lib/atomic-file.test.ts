// Files that are whole or absent, and directories: what is there after every failure, and in which order the disk
// takes it. What only another system or file system does is here too: Windows, and directories that cannot be synced.
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

/** Lets the disk refuse to sync files of this kind. */
function failToSync(code: string, kind: 'isFile' | 'isDirectory'): void {
  vi.mocked(fsyncSync).mockImplementation((handle) => {
    if (real.fstatSync(handle)[kind]()) throw errorWith(code);
    real.fsyncSync(handle);
  });
}

/** The steps that decide what a power failure leaves, in their order, with the names of what they are made on. */
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

describe('calls that Windows refuses for a moment', () => {
  let waits: number[];
  beforeEach(() => {
    waits = [];
    vi.spyOn(Atomics, 'wait').mockImplementation((...[, , , ms = 0]: unknown[]) => {
      waits.push(Number(ms));
      return 'timed-out';
    });
  });
  afterEach(() => void vi.restoreAllMocks());

  test.each(['EBUSY', 'EPERM', 'EACCES'])('%s: made again, a little later', (code) => {
    const call = vi.fn().mockImplementationOnce(() => {
      throw errorWith(code);
    });
    retryOnWindows(call, 'win32');
    expect(call).toHaveBeenCalledTimes(2);
    expect(waits).toHaveLength(1);
  });

  test.each([
    ['elsewhere', 'linux' as const, busy],
    ['another error', 'win32' as const, errorWith('ENOENT')],
  ])('not made again: %s', (_, platform, error) => {
    const call = vi.fn(() => {
      throw error;
    });
    expect(() => retryOnWindows(call, platform)).toThrow(error);
    expect(call).toHaveBeenCalledTimes(1);
  });

  test('where it does not end, the error after about a second', () => {
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

describe('a file is replaced', () => {
  test('with mode 0600, whatever it had, and directories that are missing are private', () => {
    writeFileSync(at('file'), 'old', { mode: 0o644 });
    writeFileAtomically(at('file'), 'new');
    expect([readFileSync(at('file'), 'utf8'), modeOf(at('file'))]).toEqual(['new', 0o600]);
    writeFileAtomically(at('a', 'b', 'file'), 'new');
    expect([modeOf(at('a')), modeOf(at('a', 'b'))]).toEqual([0o700, 0o700]);
  });

  test('whole, where the system takes it in parts', () => {
    vi.mocked(writeSync).mockImplementation((handle: number, bytes: unknown) =>
      real.writeSync(handle, Buffer.from(bytes as Buffer).subarray(0, 4)),
    );
    writeFileAtomically(at('file'), 'parts of a text');
    expect(readFileSync(at('file'), 'utf8')).toBe('parts of a text');
  });

  test.skipIf(process.platform !== 'linux')(
    'in an order that a power failure does not hurt',
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

  test.skipIf(process.platform !== 'linux')('so is output that was finished', () => {
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
  });

  test.each<[what: string, arrange: () => void]>([
    ['cannot keep it', () => failToSync('EIO', 'isFile')],
    [
      'has no room',
      () => {
        vi.mocked(writeSync).mockImplementation(() => {
          throw errorWith('EIO');
        });
      },
    ],
    [
      'cannot move it',
      () => {
        vi.mocked(renameSync).mockImplementation(() => {
          throw errorWith('EIO');
        });
      },
    ],
  ])('not where the disk %s: its error, and the old file alone is there', (_, arrange) => {
    writeFileSync(at('file'), 'old');
    arrange();
    expect(() => writeFileAtomically(at('file'), 'new')).toThrow('EIO');
    expect(readdirSync(directory)).toEqual(['file']);
    expect(readFileSync(at('file'), 'utf8')).toBe('old');
  });
});

describe('directories', () => {
  test('a loose one becomes private; other bits of a private one stay', () => {
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

  test('Windows has no modes', () => {
    mkdirSync(at('loose'));
    chmodSync(at('loose'), 0o755);
    pretend('platform', 'win32');
    ensurePrivateDirectory(at('loose'));
    expect(modeOf(at('loose'))).toBe(0o755);
  });

  test('on a drive that does not exist: the error of the file system', () => {
    const refuse = () => {
      throw errorWith('ENOENT');
    };
    vi.mocked(statSync).mockReturnValue(undefined as never);
    vi.mocked(mkdirSync).mockImplementation(refuse);
    vi.mocked(openSync).mockImplementation(refuse);
    expect(() => makeDirectory('/a/b', 0o700)).toThrow('ENOENT');
    expect(() => checkWritable('/a/b')).toThrow('ENOENT');
  });

  test('one that another process creates first is no failure', () => {
    vi.mocked(mkdirSync).mockImplementationOnce((path) => {
      real.mkdirSync(path);
      throw errorWith('EEXIST');
    });
    makeDirectory(at('new'), 0o700);
    expect(statSync(at('new')).isDirectory()).toBe(true);
  });

  test('a file in its place is', () => {
    writeFileSync(at('file'), '');
    expect(() => makeDirectory(at('file'), 0o700)).toThrow('EEXIST');
  });

  test('one that the disk cannot keep is a failure, though it is there', () => {
    failToSync('EIO', 'isDirectory');
    expect(() => makeDirectory(at('new'), 0o700)).toThrow('EIO');
  });

  test.each(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'])(
    '%s: they cannot be synced, and are noted',
    (code) => {
      failToSync(code, 'isDirectory');
      syncDirectory(directory);
      expect(unsyncableDirectories.delete(directory)).toBe(true);
    },
  );

  test('another error is thrown, and nothing noted', () => {
    failToSync('EIO', 'isDirectory');
    expect(() => syncDirectory(directory)).toThrow('EIO');
    expect(unsyncableDirectories.has(directory)).toBe(false);
  });

  test('Windows has no call to sync one', () => {
    expect(() => syncDirectory('/not/there', 'linux')).toThrow('ENOENT');
    syncDirectory('/not/there', 'win32');
  });
});

describe('links are followed to the file they lead to', () => {
  test('one after the other, relative to where each stands', () => {
    mkdirSync(at('below'));
    symlinkSync('below/second', at('first'));
    symlinkSync('../file', at('below/second'));
    expect(followLinks(at('first'))).toBe(at('file'));
    writeFileAtomically(at('first'), 'text');
    expect(readFileSync(at('file'), 'utf8')).toBe('text');
    expect(readlinkSync(at('first'))).toBe('below/second');
  });

  test('39 of them, and no more', () => {
    for (let number = 0; number < 40; number += 1) symlinkSync(`${number + 1}`, at(`${number}`));
    expect(followLinks(at('1'))).toBe(at('40'));
    expect(() => followLinks(at('0'))).toThrow(
      expect.objectContaining({ code: 'ELOOP', message: `too many symbolic links at ${at('0')}` }),
    );
  });

  test('those that lead in a circle are the error of the file system', () => {
    symlinkSync('circle', at('circle'));
    expect(() => followLinks(at('circle'))).toThrow(/^too many symbolic links at .*circle$/);
    expect(isSystemError(thrownBy(() => writeFileAtomically(at('circle'), '')))).toBe(true);
  });

  test.skipIf(isUnprivileged)('not one of another user, unless the directory is theirs', () => {
    symlinkSync('file', at('link'));
    lchownSync(at('link'), 12_345, 12_345);
    expect(() => followLinks(at('link'))).toThrow(
      expect.objectContaining({
        code: 'EACCES',
        message: `${at('link')} is a link of another user`,
      }),
    );
    lchownSync(directory, 12_345, 12_345);
    expect(followLinks(at('link'))).toBe(at('file'));
  });

  test('a path that cannot be looked at is the error of the file system', () => {
    expect(() => followLinks(at('x'.repeat(300)))).toThrow('ENAMETOOLONG');
  });

  test('below a file there is no link', () => {
    writeFileSync(at('file'), '');
    expect(followLinks(at('file', 'below'))).toBe(at('file', 'below'));
  });
});

describe('whether a file can be created', () => {
  test('is tried in the nearest directory, and leaves nothing', () => {
    checkWritable(at('a', 'b', 'file'));
    expect(readdirSync(directory)).toEqual([]);
  });

  test('where nothing can be created, the error of the file system', () => {
    expect(() => checkWritable('/proc/no/file')).toThrow(/ENOENT|EACCES|EPERM/);
  });

  test('a directory is no place for a file', () => {
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

test('a file is removed once; what cannot be removed is the error of the file system', () => {
  writeFileSync(at('file'), '');
  expect([removeIfExists(at('file')), removeIfExists(at('file'))]).toEqual([true, false]);
  expect(existsSync(at('file'))).toBe(false);
  expect(() => removeIfExists(directory)).toThrow(/EISDIR|EPERM/);
});

test('temporary files that a killed process left are removed, and nothing else', () => {
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
