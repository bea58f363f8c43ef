// Which file a program name refers to, and whether another user could have put the file there.
import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { findProgram, trustedProgram } from '../../src/lib/program';
import { freshHome } from '../support/keys';

let root: string;
beforeEach(() => {
  root = freshHome().path;
});

/** Creates a file and its directories. */
function file(name: string, mode = 0o755): string {
  const path = join(root, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, '');
  chmodSync(path, mode);
  return path;
}

const isWindows = process.platform === 'win32';

describe.skipIf(isWindows)('findProgram', () => {
  const search = (...directories: string[]) => ({
    PATH: directories.map((directory) => join(root, directory)).join(delimiter),
  });

  test('skips directories and files that cannot be executed', () => {
    file('a/x', 0o644);
    mkdirSync(join(root, 'b/x'), { recursive: true });
    const found = file('c/x');
    expect(findProgram('x', search('missing', 'a', 'b', 'c'))).toBe(found);
    expect(() => findProgram('x', search('a'))).toThrow(
      expect.objectContaining({ code: 'EACCES' }),
    );
    expect(() => findProgram('x', search('b'))).toThrow(
      expect.objectContaining({ code: 'ENOENT' }),
    );
    expect(() => findProgram('x', {})).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });

  test('appends the extension .exe on Windows', () => {
    const found = file('a/x.exe');
    file('a/x');
    expect(findProgram('x', search('a'), 'win32')).toBe(found);
    expect(findProgram('x.exe', search('a'), 'win32')).toBe(found);
    expect(() => findProgram('y', search('a'), 'win32')).toThrow('ENOENT');
  });
});

describe.skipIf(isWindows)('trustedProgram', () => {
  const own = process.getegid?.() ?? 0;

  test.each<[what: string, change: (path: string) => void]>([
    ['that only its owner can change', () => {}],
    ['below a sticky directory', (path) => chmodSync(join(path, '../..'), 0o1777)],
  ])('accepts a program %s', (_, change) => {
    const path = file('a/b/x');
    change(path);
    expect(trustedProgram(path, {})).toBe(path);
  });

  test.each<[what: string, change: (path: string) => void, refused: string]>([
    ['that other users can write to', (path) => chmodSync(path, 0o757), 'a/b/x'],
    [
      'in a directory that other users can write to',
      (path) => chmodSync(join(path, '..'), 0o777),
      'a/b',
    ],
    [
      'below a directory that other users can write to',
      (path) => chmodSync(join(path, '../..'), 0o777),
      'a',
    ],
  ])('rejects a program %s', (_, change, refused) => {
    const path = file('a/b/x');
    change(path);
    expect(() => trustedProgram(path, {})).toThrow(
      `other users can write to ${join(root, refused)}`,
    );
  });

  test('rejects a symbolic link if other users can write to the directory of the link or of the target', () => {
    const target = file('far/x');
    mkdirSync(join(root, 'near'));
    const link = join(root, 'near/x');
    symlinkSync(target, link);
    expect(trustedProgram(link, {})).toBe(link);
    chmodSync(join(root, 'far'), 0o777);
    expect(() => trustedProgram(link, {})).toThrow(join(root, 'far'));
    chmodSync(join(root, 'far'), 0o755);
    chmodSync(join(root, 'near'), 0o777);
    expect(() => trustedProgram(link, {})).toThrow(join(root, 'near'));
  });

  test.skipIf(process.getuid?.() !== 0)(
    'rejects a program that belongs to another user or that another group can write to',
    () => {
      const path = file('a/x');
      chownSync(path, 54_322, own);
      expect(() => trustedProgram(path, {})).toThrow(`${path} belongs to another user`);
      chownSync(path, 0, 54_322);
      chmodSync(path, 0o775);
      expect(() => trustedProgram(path, {})).toThrow(`other users can write to ${path}`);
    },
  );

  /** Creates a program that a group can write to, and makes this group the group of the user. */
  const programOfGroup = (group: number) => {
    const path = file('a/x');
    chownSync(path, 54_322, group);
    chmodSync(path, 0o775);
    vi.spyOn(process, 'geteuid').mockReturnValue(54_322);
    vi.spyOn(process, 'getegid').mockReturnValue(group);
    onTestFinished(() => void vi.restoreAllMocks());
    return path;
  };

  test.skipIf(process.getuid?.() !== 0)(
    "accepts a program that the user's private group can write to",
    () => {
      const path = programOfGroup(54_322);
      expect(trustedProgram(path, {})).toBe(path);
    },
  );

  test.skipIf(process.getuid?.() !== 0)(
    'rejects a program that a shared group can write to',
    () => {
      const path = programOfGroup(54_323);
      expect(() => trustedProgram(path, {})).toThrow(`other users can write to ${path}`);
    },
  );

  test('rejects a relative path', () => {
    expect(() => trustedProgram('./x', {})).toThrow('its path is not absolute');
  });
});
