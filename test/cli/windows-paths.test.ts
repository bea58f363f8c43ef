// waypost rejects Windows paths on other systems. On these systems, such a path would create a file in the working directory.
import { describe, expect, test } from 'vitest';
import { refuseWindowsPath } from '../../src/cli/line/option-values';

describe.skipIf(process.platform === 'win32')('refuseWindowsPath outside Windows', () => {
  test.each([
    ['C:\\Users\\ann\\rows.csv', "./C:\\Users\\ann\\rows.csv'"],
    ['d:/rows.csv', './d:/rows.csv'],
    ['out\\rows.csv', "./out\\rows.csv'"],
    ['\\\\server\\share\\rows.csv', 'rows.csv'],
  ])('rejects the path %s, and the hint contains %s', (path, confirmed) => {
    expect(() => refuseWindowsPath('-o', path)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message: `-o is a Windows path: ${path}.`,
        hint: expect.stringContaining(confirmed),
      }),
    );
  });

  test.each([
    'rows.csv',
    'a/b.csv',
    './C:\\rows.csv',
    './out\\rows.csv',
    '/tmp/a\\b',
    'ab:/x',
    'c:x',
  ])('accepts the path %s', (path) => {
    expect(() => refuseWindowsPath('-o', path)).not.toThrow();
  });
});
