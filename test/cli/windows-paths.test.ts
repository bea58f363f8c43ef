// Paths of Windows on another system, where each would be the name of one file in the working directory.
import { describe, expect, test } from 'vitest';
import { refuseWindowsPath } from '../../src/cli/line/option-values';

describe.skipIf(process.platform === 'win32')('a path on another system than Windows', () => {
  test.each([
    ['C:\\Users\\ann\\rows.csv', "./C:\\Users\\ann\\rows.csv'"],
    ['d:/rows.csv', './d:/rows.csv'],
    ['out\\rows.csv', "./out\\rows.csv'"],
    ['\\\\server\\share\\rows.csv', 'rows.csv'],
  ])('is refused with the spelling that confirms it: %s', (path, confirmed) => {
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
  ])('passes: %s', (path) => {
    expect(() => refuseWindowsPath('-o', path)).not.toThrow();
  });
});
