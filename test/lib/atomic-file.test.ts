// What only another system or another file system does: Windows, and directories that cannot be synced.
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import {
  followLinks,
  proveWritable,
  retryOnWindows,
  writeFileAtomically,
} from '../../src/lib/atomic-file';
import { syncDirectory } from '../../src/lib/directory';
import { isSystemError, systemReason } from '../../src/lib/system-error';

const busy = Object.assign(new Error('EBUSY: resource busy'), { code: 'EBUSY' });

test('on Windows, a file that is open elsewhere for a moment is renamed or removed later', () => {
  const call = vi.fn().mockImplementationOnce(() => {
    throw busy;
  });
  retryOnWindows(call, 'win32');
  expect(call).toHaveBeenCalledTimes(2);
});

test.each([
  ['elsewhere', 'linux' as const, busy],
  ['another error', 'win32' as const, Object.assign(new Error('ENOENT'), { code: 'ENOENT' })],
])('not tried again: %s', (_, platform, error) => {
  const call = vi.fn(() => {
    throw error;
  });
  expect(() => retryOnWindows(call, platform)).toThrow(error);
  expect(call).toHaveBeenCalledTimes(1);
});

test('a file that other programs keep open ends with the error', () => {
  const call = vi.fn(() => {
    throw busy;
  });
  expect(() => retryOnWindows(call, 'win32')).toThrow('EBUSY');
  expect(call.mock.calls.length).toBeGreaterThan(5);
});

test('where nothing can be created, the error of the file system', () => {
  expect(() => proveWritable('/proc/no/file')).toThrow(/ENOENT|EACCES|EPERM/);
});

test('errors that Node has no name for are errors of the system', () => {
  const error = Object.assign(
    new Error('Unknown system error -122: Unknown system error -122, write'),
    {
      code: 'Unknown system error -122',
      errno: -122,
      syscall: 'write',
    },
  );
  expect(isSystemError(error)).toBe(true);
  if (process.platform === 'linux') {
    expect(systemReason(error)).toBe('EDQUOT: disk quota exceeded');
  }
  expect(isSystemError(new TypeError('x is not a function'))).toBe(false);
});

describe('links are followed to the file they lead to', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-links-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string) => join(folder, name);

  test('one after the other, relative to where each stands', () => {
    mkdirSync(at('below'));
    symlinkSync('below/second', at('first'));
    symlinkSync('../file', at('below/second'));
    expect(followLinks(at('first'))).toBe(at('file'));
    writeFileAtomically(at('first'), 'text');
    expect(readFileSync(at('file'), 'utf8')).toBe('text');
    expect(readlinkSync(at('first'))).toBe('below/second');
  });

  test('those that lead in a circle are the error of the file system', () => {
    symlinkSync('circle', at('circle'));
    expect(() => followLinks(at('circle'))).toThrow(/^too many symbolic links at .*circle$/);
    expect(isSystemError(thrownBy(() => writeFileAtomically(at('circle'), '')))).toBe(true);
  });

  test('a path that cannot be looked at is the error of the file system', () => {
    expect(() => followLinks(join(folder, 'x'.repeat(300)))).toThrow('ENAMETOOLONG');
  });

  test('a directory is no place for a file', () => {
    mkdirSync(at('directory'));
    symlinkSync('directory', at('to-directory'));
    for (const path of [at('directory'), at('to-directory')]) {
      expect(() => proveWritable(path)).toThrow(`EISDIR: ${at('directory')} is a directory`);
    }
  });
});

function thrownBy(call: () => void): unknown {
  try {
    call();
    return undefined;
  } catch (error) {
    return error;
  }
}

test.each([
  [new Error('EIO: i/o error, read'), 'EIO: i/o error'],
  ['a text', 'a text'],
])('the reason of %s', (error, reason) => {
  expect(systemReason(error)).toBe(reason);
});

test('Windows has no call to sync a directory', () => {
  expect(() => syncDirectory('/not/there', 'linux')).toThrow('ENOENT');
  syncDirectory('/not/there', 'win32');
});
