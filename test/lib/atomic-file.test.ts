// What only another system or another file system does: Windows, and directories that cannot be synced.
import { expect, test, vi } from 'vitest';
import { proveWritable, retryOnWindows } from '../../src/lib/atomic-file';
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
