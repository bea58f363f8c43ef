// Which file a program's name means, and whether another user could have put it there.
import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { findProgram, trustedProgram } from '../../src/lib/program';
import { freshHome } from '../support/keys';

let root: string;
beforeEach(() => {
  root = freshHome().path;
});

/** Makes a file with everything above it. */
function file(name: string, mode = 0o755): string {
  const path = join(root, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, '');
  chmodSync(path, mode);
  return path;
}

const posix = describe.skipIf(process.platform === 'win32');

posix('the first of PATH that can be run', () => {
  const search = (...directories: string[]) => ({
    PATH: directories.map((directory) => join(root, directory)).join(delimiter),
  });

  test('is found behind one that cannot, and a directory of its name', () => {
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

  test('has the ending of a program on Windows', () => {
    const found = file('a/x.exe');
    file('a/x');
    expect(findProgram('x', search('a'), 'win32')).toBe(found);
    expect(findProgram('x.exe', search('a'), 'win32')).toBe(found);
    expect(() => findProgram('y', search('a'), 'win32')).toThrow('ENOENT');
  });
});

posix('a program at a path is trusted', () => {
  const own = process.getegid?.() ?? 0;

  test.each<[what: string, change: (path: string) => void, refused: string | undefined]>([
    ['as it is', () => {}, undefined],
    ['where others may write it', (path) => chmodSync(path, 0o757), 'x'],
    ['where others may replace it', (path) => chmodSync(join(path, '..'), 0o777), 'a/b'],
    [
      'where others may replace what it is in',
      (path) => chmodSync(join(path, '../..'), 0o777),
      'a',
    ],
    [
      'where only its owner may remove it',
      (path) => chmodSync(join(path, '../..'), 0o1777),
      undefined,
    ],
  ])('%s', (_, change, refused) => {
    const path = file('a/b/x');
    change(path);
    const trust = () => trustedProgram(path, {});
    if (refused === undefined) expect(trust()).toBe(path);
    else
      expect(trust).toThrow(
        `other users can write to ${join(root, refused === 'x' ? 'a/b/x' : refused)}`,
      );
  });

  test('by what a link leads to, and where the link is', () => {
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

  test.skipIf(process.getuid?.() !== 0)('by its owner and group', () => {
    const path = file('a/x');
    chownSync(path, 54_322, own);
    expect(() => trustedProgram(path, {})).toThrow(`${path} belongs to another user`);
    chownSync(path, 0, 54_322);
    chmodSync(path, 0o775);
    expect(() => trustedProgram(path, {})).toThrow(`other users can write to ${path}`);
  });

  test.skipIf(process.getuid?.() !== 0).each([
    ['the user’s private one', 54_322, undefined],
    ['shared by others', 54_323, 'x'],
  ])('where its own group may write it: %s', (_, group, refused) => {
    const path = file('a/x');
    chownSync(path, 54_322, group);
    chmodSync(path, 0o775);
    vi.spyOn(process, 'geteuid').mockReturnValue(54_322);
    vi.spyOn(process, 'getegid').mockReturnValue(group);
    onTestFinished(() => void vi.restoreAllMocks());
    const trust = () => trustedProgram(path, {});
    if (refused === undefined) expect(trust()).toBe(path);
    else expect(trust).toThrow(`other users can write to ${path}`);
  });

  test('not by a path that each directory has', () => {
    expect(() => trustedProgram('./x', {})).toThrow('its path is not absolute');
  });
});
