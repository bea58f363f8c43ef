// System errors: how waypost recognizes them, and how it describes them.
import { describe, expect, test } from 'vitest';
import { hasCode, isFileError, isSystemError, systemReason } from '../../src/lib/system-error';

const errorWith = (facts: object, message = '') => Object.assign(new Error(message), facts);

test('hasCode returns true only for an Error with one of the given codes', () => {
  expect(hasCode(errorWith({ code: 'ENOENT' }), 'EACCES', 'ENOENT')).toBe(true);
  expect(hasCode(errorWith({ code: 'ENOENT' }), 'EACCES')).toBe(false);
  for (const other of [{ code: 'ENOENT' }, 'ENOENT', undefined, null]) {
    expect(hasCode(other, 'ENOENT')).toBe(false);
  }
});

test.each<[isOfSystem: boolean, what: string, error: unknown]>([
  [true, 'an error with a system code', errorWith({ code: 'E2BIG' })],
  [true, 'a system error without a name in Node', errorWith({ code: 'Unknown', syscall: 'write' })],
  [false, 'a TypeError', new TypeError('x is not a function')],
  [false, 'a Node error', errorWith({ code: 'ERR_INVALID_ARG_TYPE' })],
  [false, "a package's error", errorWith({ code: 'SOME_ERROR' })],
  [false, 'an object that is not an Error', { code: 'ENOENT', syscall: 'open' }],
  [false, 'undefined', undefined],
])('isSystemError returns %s for %s', (isOfSystem, _, error) => {
  expect(isSystemError(error)).toBe(isOfSystem);
});

test.each([
  [true, 'open'],
  [true, 'fsync'],
  [true, 'ftruncate'],
  [true, 'utime'],
  [true, 'futime'],
  [true, 'lutime'],
  [true, 'rm'],
  [false, 'connect'],
  [false, 'spawn rm'],
  [false, 'openpty'],
])('isFileError returns %s for a failure of the system call %s', (isOfFiles, syscall) => {
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
])('systemReason shortens "%s" to "%s"', (error, reason) => {
  expect(systemReason(error)).toBe(reason);
});

describe.skipIf(process.platform !== 'linux')('systemReason', () => {
  test.each([
    [-5, 'EIO: input/output error'],
    [-116, 'ESTALE: stale file handle'],
    [-117, 'EUCLEAN: file system damaged'],
    [-122, 'EDQUOT: disk quota exceeded'],
    [-123, 'ENOMEDIUM: no medium found'],
    [-9999, 'Unknown system error -9999: Unknown system error -9999'],
  ])('describes errno %d, for which Node has no message, as %s', (errno, reason) => {
    const code = `Unknown system error ${errno}`;
    const error = errorWith({ code, errno, syscall: 'write' }, `${code}: ${code}, write`);
    expect(isSystemError(error)).toBe(true);
    expect(systemReason(error)).toBe(reason);
  });
});
