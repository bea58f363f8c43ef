// Files that hold a few keys or the state of a run: what may stand at their path, and who may have written it.
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
  ['a file that its group may write', mode(0o620), 'other users can write to it'],
  ['a file that all may write', mode(0o602), 'other users can write to it'],
  [
    'a directory that its group may write',
    directoryMode(0o720),
    'other users can write to its dir',
  ],
  ['a directory that all may write', directoryMode(0o702), 'other users can write to its dir'],
] as const;

describe.skipIf(process.platform === 'win32')('refused', () => {
  test.each(notRegular)('%s, by every way to read or open', (_, make, why) => {
    make();
    expect(() => readSmallFile(path)).toThrow('it is not a regular file');
    expect(() => readOwnFile(path)).toThrow('it is not a regular file');
    expect(() => openOwnFile(path, constants.O_RDWR)).toThrow(why);
    expect(() => openOwnFile(path, constants.O_RDONLY)).toThrow('it is not a regular file');
  });

  test.each(writable)('%s, where it is believed', (_, make, why) => {
    make();
    expect(readSmallFile(path).text).toBe('text');
    expect(readOwnedFile(path).text).toBe('text');
    expect(() => readOwnFile(path)).toThrow(why);
    expect(() => openOwnFile(path, constants.O_RDWR)).toThrow(why);
  });

  test.skipIf(process.geteuid?.() !== 0).each([
    ['a file', () => chownSync(path, other, other), 'it belongs to another user'],
    [
      'a directory',
      () => chownSync(directory, other, other),
      'its directory belongs to another user',
    ],
  ])('%s of another user, where it is believed', (_, give, why) => {
    mode(0o600)();
    give();
    expect(readSmallFile(path).text).toBe('text');
    expect(() => readOwnedFile(path)).toThrow(why);
    expect(() => readOwnFile(path)).toThrow(why);
    expect(() => openOwnFile(path, constants.O_RDWR)).toThrow(why);
  });

  test.skipIf(process.geteuid?.() !== 0)('a link in or into a directory of another user', () => {
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
  });

  test('a link, where it is opened to be written', () => {
    writeFileSync(join(directory, 'elsewhere'), 'text', { mode: 0o600 });
    symlinkSync('elsewhere', path);
    expect(() => openOwnFile(path, constants.O_RDWR)).toThrow('ELOOP');
    expect(readOwnFile(path).text).toBe('text');
  });
});

describe.skipIf(process.platform === 'win32')('state beside an output', () => {
  const read = () => readStateFile(path, 10).text;

  test.each([0o720, 0o702, 0o777])('is believed in a directory of mode %o', (bits) => {
    directoryMode(bits)();
    expect(read()).toBe('text');
  });

  test.skipIf(process.geteuid?.() !== 0)('is believed in a directory of another user', () => {
    mode(0o600)();
    chownSync(directory, other, other);
    expect(read()).toBe('text');
  });

  test.each<[what: string, make: () => void, why: string | RegExp]>([
    ['its group may write', mode(0o620), 'other users can write to it'],
    ['all may write', mode(0o602), 'other users can write to it'],
    [
      'has another name',
      () => {
        mode(0o600)();
        linkSync(path, join(directory, 'other'));
      },
      'it has another name too',
    ],
    [
      'is a link',
      () => {
        writeFileSync(join(directory, 'elsewhere'), 'text', { mode: 0o600 });
        symlinkSync('elsewhere', path);
      },
      'ELOOP',
    ],
    ['is larger than any', () => writeFileSync(path, 'x'.repeat(11), { mode: 0o600 }), 'larger'],
    ['is a directory', () => mkdirSync(path), 'it is not a regular file'],
    ['is a pipe', () => execFileSync('mkfifo', [path]), 'it is not a regular file'],
  ])('is not believed where it %s', (_, make, why) => {
    make();
    expect(read).toThrow(why);
  });

  test.skipIf(process.geteuid?.() !== 0)('is not believed from another user', () => {
    mode(0o600)();
    chownSync(path, other, other);
    expect(read).toThrow('it belongs to another user');
    expect(() => openStateFile(path, constants.O_RDWR)).toThrow('it belongs to another user');
  });

  test.each([
    ['0700', 0o700, false],
    ['for the user’s own group too, as umask 002 makes it', 0o775, false],
    ['for all', 0o777, true],
    ['like /tmp', 0o1777, false],
  ])('others may replace it in a directory %s: %s', (_, bits, may) => {
    directoryMode(bits)();
    expect(othersCanReplace(directory)).toBe(may);
  });

  test.skipIf(process.geteuid?.() !== 0).each([
    ['of another group', 0, other, 0o775, true],
    ['of another group, like /tmp', 0, other, 0o1775, false],
    ['of another group that may not write it', 0, other, 0o755, false],
    ['of another user', other, other, 0o755, true],
    ['of another user, like /tmp', other, other, 0o1777, true],
  ])('others may replace it in a directory %s', (_, user, group, bits, may) => {
    mkdirSync(path);
    chownSync(path, user, group);
    chmodSync(path, bits);
    expect(othersCanReplace(path)).toBe(may);
  });
});

test.each([
  ['another’s in a directory like /tmp', 1001, 0, 0o1777, true],
  ['one’s own there', 1000, 0, 0o1777, false],
  ['another’s in one’s own directory like /tmp', 1001, 1000, 0o1777, false],
  ['another’s in a directory that all may write', 1001, 0, 0o777, false],
])('a file that only its owner replaces: %s', (_, file, directory, bits, held) => {
  const stats = (uid: number) => ({ uid, mode: bits }) as Stats;
  pretend('geteuid', () => 1000);
  expect(isHeldByAnother(stats(file), stats(directory))).toBe(held);
  pretend('geteuid', () => 0);
  expect(isHeldByAnother(stats(file), stats(directory)), 'root').toBe(false);
});

test('in a directory like /tmp, only the owner replaces a file', () => {
  directoryMode(0o1777)();
  expect(readOwnFile(path).text).toBe('text');
});

test.each([
  ['as large as allowed', 10, 'xxxxxxxxxx'],
  ['larger', 9, 'it is larger than any such file'],
])('%s', (_, most, outcome) => {
  writeFileSync(path, 'x'.repeat(10), { mode: 0o600 });
  const read = () => readOwnFile(path, most).text;
  if (outcome.startsWith('x')) expect(read()).toBe(outcome);
  else expect(read).toThrow(outcome);
});

test('a file of a MiB is read, a larger one is not', () => {
  writeFileSync(path, 'x'.repeat(1024 * 1024));
  expect(readSmallFile(path).text).toHaveLength(1024 * 1024);
  writeFileSync(path, 'x'.repeat(1024 * 1024 + 1));
  expect(() => readSmallFile(path)).toThrow('it is larger than any such file');
});

test('the text comes without a byte order mark, and with the permissions', () => {
  writeFileSync(path, '\ufeffa\ufeff', { mode: 0o640 });
  expect(readSmallFile(path)).toEqual({ text: 'a\ufeff', mode: 0o640 });
  writeFileSync(path, 'a\ufeff');
  expect(readSmallFile(path).text, 'only at the beginning').toBe('a\ufeff');
});

test('a file that is opened is made for its owner alone', () => {
  const handle = openOwnFile(path, constants.O_RDWR | constants.O_CREAT);
  writeSync(handle, 'text');
  closeSync(handle);
  expect(readOwnFile(path)).toEqual({ text: 'text', mode: 0o600 });
});

test.each([
  [1000, [false, false, true]],
  [0, [true, false, true]],
])('a file is foreign unless it is its reader’s or root’s: %d', (own, foreign) => {
  pretend('geteuid', () => own);
  expect([1000, 0, 1001].map((uid) => isForeign({ uid }))).toEqual(foreign);
});

test('Windows knows neither owners nor modes', () => {
  mode(0o666)();
  pretend('geteuid', undefined);
  pretend('platform', 'win32');
  expect(isForeign({ uid: 1001 })).toBe(false);
  expect(readOwnFile(path).text).toBe('text');
});

test('a file that another process removes as it is looked at is no shared path', () => {
  writeFileSync(path, 'text');
  vi.mocked(realpathSync).mockImplementationOnce((target) => {
    rmSync(target);
    return path;
  });
  expect(sharedPaths(path)).toEqual([]);
});
