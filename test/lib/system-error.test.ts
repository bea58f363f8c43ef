// Errors of the system: which they are, and what is said of them.
import { describe, expect, test } from 'vitest';
import { hasCode, isFileError, isSystemError, systemReason } from '../../src/lib/system-error';

const errorWith = (facts: object, message = '') => Object.assign(new Error(message), facts);

test('the code is asked of an error, never of anything else', () => {
  expect(hasCode(errorWith({ code: 'ENOENT' }), 'EACCES', 'ENOENT')).toBe(true);
  expect(hasCode(errorWith({ code: 'ENOENT' }), 'EACCES')).toBe(false);
  for (const other of [{ code: 'ENOENT' }, 'ENOENT', undefined, null]) {
    expect(hasCode(other, 'ENOENT')).toBe(false);
  }
});

test.each<[what: string, error: unknown, isOfSystem: boolean]>([
  ['one with a code', errorWith({ code: 'E2BIG' }), true],
  ['one that Node has no name for', errorWith({ code: 'Unknown', syscall: 'write' }), true],
  ['a mistake in the program', new TypeError('x is not a function'), false],
  ['an error of Node', errorWith({ code: 'ERR_INVALID_ARG_TYPE' }), false],
  ['an error of a package', errorWith({ code: 'SOME_ERROR' }), false],
  ['no error', { code: 'ENOENT', syscall: 'open' }, false],
  ['nothing', undefined, false],
])('an error of the system? %s: %s', (_, error, isOfSystem) => {
  expect(isSystemError(error)).toBe(isOfSystem);
});

test.each([
  ['open', true],
  ['fsync', true],
  ['ftruncate', true],
  ['utime', true],
  ['futime', true],
  ['lutime', true],
  ['rm', true],
  ['connect', false],
  ['spawn rm', false],
  ['openpty', false],
])('a failure of %s is one of files: %s', (syscall, isOfFiles) => {
  expect(isFileError(errorWith({ code: 'EIO', syscall }))).toBe(isOfFiles);
  expect(isFileError({ syscall })).toBe(false);
});

test.each([
  [
    new Error("ENOENT: no such file or directory, open '/a, b'"),
    'ENOENT: no such file or directory',
  ],
  [new Error('EIO: i/o error, read'), 'EIO: i/o error'],
  [new Error("EIO: i/o error, open '/a\nb'"), 'EIO: i/o error'],
  ['a text', 'a text'],
])('the reason of %s', (error, reason) => {
  expect(systemReason(error)).toBe(reason);
});

describe.skipIf(process.platform !== 'linux')('reasons that Node has no words for', () => {
  test.each([
    [-5, 'EIO: input/output error'],
    [-116, 'ESTALE: stale file handle'],
    [-117, 'EUCLEAN: file system damaged'],
    [-122, 'EDQUOT: disk quota exceeded'],
    [-123, 'ENOMEDIUM: no medium found'],
    [-9999, 'Unknown system error -9999: Unknown system error -9999'],
  ])('%d', (errno, reason) => {
    const code = `Unknown system error ${errno}`;
    const error = errorWith({ code, errno, syscall: 'write' }, `${code}: ${code}, write`);
    expect(isSystemError(error)).toBe(true);
    expect(systemReason(error)).toBe(reason);
  });
});
