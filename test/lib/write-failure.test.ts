// An error of the file system as a write_failed error.
import { expect, test } from 'vitest';
import { WaypostError } from '../../src/lib/errors';
import { outputWriteFailed, writeFailure } from '../../src/lib/system-error';

const refusal = (code: string) =>
  Object.assign(new Error(`${code}: in words, open '/x'`), { code, errno: -1, syscall: 'open' });

test.each([
  ['ENOSPC', 'output_disk_full'],
  ['EDQUOT', 'output_disk_full'],
  ['ENOENT', 'output_no_directory'],
  ['ENOTDIR', 'output_no_directory'],
  ['EACCES', 'output_denied'],
  ['EPERM', 'output_denied'],
  ['EROFS', 'output_denied'],
  ['EIO', 'output_refused'],
])('outputWriteFailed reports the system error %s with the reason %s', (code, reason) => {
  const cause = refusal(code);
  const error = outputWriteFailed('log.csv', cause);
  expect(error).toMatchObject({
    code: 'write_failed',
    reason,
    message: `waypost cannot write to log.csv: ${code}: in words.`,
    cause,
  });
});

test('writeFailure returns an error with the given facts for a system error, and returns a WaypostError unchanged', () => {
  const facts = { hint: 'Look.', reason: 'lock_held' } as const;
  expect(writeFailure('x', refusal('EIO'), facts)).toMatchObject(facts);
  const own = new WaypostError('write_failed', 'No.');
  expect([writeFailure('x', own), outputWriteFailed('x', own)]).toEqual([own, own]);
});
