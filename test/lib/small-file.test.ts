// Files with keys or the state of a run: which kinds of files waypost reads, and which users may have written them.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  type Stats,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  isForeign,
  isHeldByAnother,
  openOwnFile,
  openStateFile,
  othersCanReplace,
  readOwnedFile,
  readOwnFile,
  readSmallFile,
  readStateFile,
  sharedPaths,
} from '../../src/lib/small-file';
import { openBelow } from '../support/open-files';
import { pretend } from '../support/pretend';

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return { ...fs, realpathSync: vi.fn(fs.realpathSync) };
});

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-small-'));
  path = join(directory, 'file');
});
afterEach(() => {
  expect(openBelow(directory), 'nothing stays open').toEqual([]);
  rmSync(directory, { recursive: true, force: true });
});

const mode = (bits: number) => (): void => {
  writeFileSync(path, 'text');
  chmodSync(path, bits);
};

const directoryMode = (bits: number) => (): void => {
  writeFileSync(path, 'text', { mode: 0o600 });
  chmodSync(directory, bits);
};

const other = 12_345;

const notRegular = [
  ['a directory', () => mkdirSync(path), /not a regular file|EISDIR/],
  ['a pipe', () => execFileSync('mkfifo', [path]), /not a regular file|ENXIO/],
] as const;

const writable = [
  ['the group can write to the file', mode(0o620), 'other users can write to it'],
  ['all users can write to the file', mode(0o602), 'other users can write to it'],
  [
    'the group can write to the directory',
    directoryMode(0o720),
    'other users can write to its dir',
  ],
  [
    'all users can write to the directory',
    directoryMode(0o702),
    'other users can write to its dir',
  ],
] as const;

describe.skipIf(process.platform === 'win32')('a file with keys', () => {
  test.each(notRegular)(
    'is rejected by readSmallFile, readOwnFile and openOwnFile if it is %s',
    (_, make, why) => {
      make();
      expect(() => readSmallFile(path)).toThrow('it is not a regular file');
      expect(() => readOwnFile(path)).toThrow('it is not a regular file');
      expect(() => openOwnFile(path, constants.O_RDWR)).toThrow(why);
      expect(() => openOwnFile(path, constants.O_RDONLY)).toThrow('it is not a regular file');
    },
  );

  test.each(writable)('is rejected by readOwnFile and openOwnFile if %s', (_, make, why) => {
    make();
    expect(readSmallFile(path).text).toBe('text');
    expect(readOwnedFile(path).text).toBe('text');
    expect(() => readOwnFile(path)).toThrow(why);
    expect(() => openOwnFile(path, constants.O_RDWR)).toThrow(why);
  });

  test.skipIf(process.geteuid?.() !== 0).each([
    ['the file', () => chownSync(path, other, other), 'it belongs to another user'],
    [
      'the directory',
      () => chownSync(directory, other, other),
      'its directory belongs to another user',
    ],
  ])('is rejected if %s belongs to another user', (_, give, why) => {
    mode(0o600)();
    give();
    expect(readSmallFile(path).text).toBe('text');
    expect(() => readOwnedFile(path)).toThrow(why);
    expect(() => readOwnFile(path)).toThrow(why);
    expect(() => openOwnFile(path, constants.O_RDWR)).toThrow(why);
  });

  test.skipIf(process.geteuid?.() !== 0)(
    "is rejected if it is a symbolic link in another user's directory or to a file in another user's directory",
    () => {
      mkdirSync(join(directory, 'theirs'));
      writeFileSync(join(directory, 'theirs/file'), 'text', { mode: 0o600 });
      symlinkSync('theirs/file', path);
      expect(readOwnedFile(path).text).toBe('text');
      symlinkSync('../own', join(directory, 'theirs/link'));
      writeFileSync(join(directory, 'own'), 'text', { mode: 0o600 });
      chownSync(join(directory, 'theirs'), other, other);
      for (const link of [path, join(directory, 'theirs/link')]) {
        expect(() => readOwnedFile(link)).toThrow('its directory belongs to another user');
      }
    },
  );

  test('is not opened for writing if it is a symbolic link', () => {
    writeFileSync(join(directory, 'elsewhere'), 'text', { mode: 0o600 });
    symlinkSync('elsewhere', path);
    expect(() => openOwnFile(path, constants.O_RDWR)).toThrow('ELOOP');
    expect(readOwnFile(path).text).toBe('text');
  });
});

describe.skipIf(process.platform === 'win32')('a state file next to an output file', () => {
  const read = () => readStateFile(path, 10).text;

  test.each(['0720', '0702', '0777'])(
    'is accepted in a directory with mode %s, which other users can write to',
    (bits) => {
      directoryMode(Number.parseInt(bits, 8))();
      expect(read()).toBe('text');
    },
  );

  test.skipIf(process.geteuid?.() !== 0)("is accepted in another user's directory", () => {
    mode(0o600)();
    chownSync(directory, other, other);
    expect(read()).toBe('text');
  });

  test.each<[what: string, make: () => void, why: string | RegExp]>([
    ['its group can write to it', mode(0o620), 'other users can write to it'],
    ['all users can write to it', mode(0o602), 'other users can write to it'],
    [
      'it has a second hard link',
      () => {
        mode(0o600)();
        linkSync(path, join(directory, 'other'));
      },
      'it has a second name',
    ],
    [
      'it is a symbolic link',
      () => {
        writeFileSync(join(directory, 'elsewhere'), 'text', { mode: 0o600 });
        symlinkSync('elsewhere', path);
      },
      'ELOOP',
    ],
    ['it is too large', () => writeFileSync(path, 'x'.repeat(11), { mode: 0o600 }), 'larger'],
    ['it is a directory', () => mkdirSync(path), 'it is not a regular file'],
    ['it is a pipe', () => execFileSync('mkfifo', [path]), 'it is not a regular file'],
  ])('is rejected if %s', (_, make, why) => {
    make();
    expect(read).toThrow(why);
  });

  test.skipIf(process.geteuid?.() !== 0)('is rejected if it belongs to another user', () => {
    mode(0o600)();
    chownSync(path, other, other);
    expect(read).toThrow('it belongs to another user');
    expect(() => openStateFile(path, constants.O_RDWR)).toThrow('it belongs to another user');
  });

  test.each([
    ['with mode 0700', 0o700],
    ["that the user's own group can write to (umask 002)", 0o775],
    ['with a sticky bit, like /tmp', 0o1777],
  ])('cannot be replaced by other users in a directory %s', (_, bits) => {
    directoryMode(bits)();
    expect(othersCanReplace(directory)).toBe(false);
  });

  test('can be replaced by other users in a directory that all users can write to', () => {
    directoryMode(0o777)();
    expect(othersCanReplace(directory)).toBe(true);
  });

  /** True if other users can replace files in a directory with this owner, group and mode. */
  const canReplaceIn = (user: number, group: number, bits: number) => {
    mkdirSync(path);
    chownSync(path, user, group);
    chmodSync(path, bits);
    return othersCanReplace(path);
  };

  test.skipIf(process.geteuid?.() !== 0).each([
    ['that another group can write to', 0, other, 0o775],
    ['that belongs to another user', other, other, 0o755],
    ['that belongs to another user and has a sticky bit', other, other, 0o1777],
  ])('can be replaced by other users in a directory %s', (_, user, group, bits) => {
    expect(canReplaceIn(user, group, bits)).toBe(true);
  });

  test.skipIf(process.geteuid?.() !== 0).each([
    ['and has a sticky bit', 0o1775],
    ['that cannot write to it', 0o755],
  ])(
    'cannot be replaced by other users in a directory that belongs to another group %s',
    (_, bits) => {
      expect(canReplaceIn(0, other, bits)).toBe(false);
    },
  );
});

test.each([
  [true, "another user's file in a directory like /tmp", 1001, 0, 0o1777],
  [false, "the user's own file in a directory like /tmp", 1000, 0, 0o1777],
  [false, "another user's file in the user's own sticky directory", 1001, 1000, 0o1777],
  [false, "another user's file in a directory that all users can write to", 1001, 0, 0o777],
])('isHeldByAnother returns %s for %s', (held, _, file, directory, bits) => {
  const stats = (uid: number) => ({ uid, mode: bits }) as Stats;
  pretend('geteuid', () => 1000);
  expect(isHeldByAnother(stats(file), stats(directory))).toBe(held);
  pretend('geteuid', () => 0);
  expect(isHeldByAnother(stats(file), stats(directory)), 'root').toBe(false);
});

test('readOwnFile reads a file in a directory like /tmp, where only the owner can replace the file', () => {
  directoryMode(0o1777)();
  expect(readOwnFile(path).text).toBe('text');
});

test('readOwnFile reads a file of the maximum size, and rejects a larger file', () => {
  writeFileSync(path, 'x'.repeat(10), { mode: 0o600 });
  expect(readOwnFile(path, 10).text).toBe('xxxxxxxxxx');
  expect(() => readOwnFile(path, 9)).toThrow('it is larger than waypost allows');
});

test('readSmallFile reads a file of 1 MiB and rejects a larger file', () => {
  writeFileSync(path, 'x'.repeat(1024 * 1024));
  expect(readSmallFile(path).text).toHaveLength(1024 * 1024);
  writeFileSync(path, 'x'.repeat(1024 * 1024 + 1));
  expect(() => readSmallFile(path)).toThrow('it is larger than waypost allows');
});

test('readSmallFile returns the mode, and the text without a byte order mark', () => {
  writeFileSync(path, '\ufeffa\ufeff', { mode: 0o640 });
  expect(readSmallFile(path)).toEqual({ text: 'a\ufeff', mode: 0o640 });
  writeFileSync(path, 'a\ufeff');
  expect(readSmallFile(path).text, 'only at the beginning').toBe('a\ufeff');
});

test('openOwnFile creates a file that only its owner can read', () => {
  const handle = openOwnFile(path, constants.O_RDWR | constants.O_CREAT);
  writeSync(handle, 'text');
  closeSync(handle);
  expect(readOwnFile(path)).toEqual({ text: 'text', mode: 0o600 });
});

test.each([
  [1000, [false, false, true]],
  [0, [true, false, true]],
])(
  "isForeign for the user %d returns true for other users' files, except root's files",
  (own, foreign) => {
    pretend('geteuid', () => own);
    expect([1000, 0, 1001].map((uid) => isForeign({ uid }))).toEqual(foreign);
  },
);

test('isForeign and readOwnFile ignore owners and modes on Windows', () => {
  mode(0o666)();
  pretend('geteuid', undefined);
  pretend('platform', 'win32');
  expect(isForeign({ uid: 1001 })).toBe(false);
  expect(readOwnFile(path).text).toBe('text');
});

test('sharedPaths returns an empty list if another process removes the file at the same time', () => {
  writeFileSync(path, 'text');
  vi.mocked(realpathSync).mockImplementationOnce((target) => {
    rmSync(target);
    return path;
  });
  expect(sharedPaths(path)).toEqual([]);
});
