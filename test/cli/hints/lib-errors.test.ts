// The hints for errors from src/lib. These errors contain a reason, but not a hint.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hintOf } from '../../../src/cli/hints/by-reason';
import { commandInText } from '../../../src/lib/command-text';
import { WaypostError } from '../../../src/lib/errors';
import { FileLock } from '../../../src/lib/file-lock';
import { ResumableFile } from '../../../src/lib/resumable-file';
import { readSealed } from '../../../src/lib/sealed-state';
import { outputWriteFailed } from '../../../src/lib/system-error';

const at = (name: string): string => join(mkdtempSync(join(tmpdir(), 'waypost-hints-')), name);

const failing = (code: string) => () => {
  throw outputWriteFailed('log.csv', Object.assign(new Error(`${code}: no`), { code }));
};

test.each<[what: string, work: () => unknown, hint: RegExp]>([
  ['a full disk', failing('ENOSPC'), /^Free some disk space/],
  ['a full quota', failing('EDQUOT'), /^Free some disk space/],
  ['a missing directory', failing('ENOENT'), /^Create the directory/],
  ['a directory without write permission', failing('EACCES'), /^Use -o with a directory/],
  ['any other write error', failing('EIO'), /^Check the -o path/],
  [
    'a lock file that is a directory',
    () => {
      const path = at('x.lock');
      mkdirSync(path);
      new FileLock(path).take();
    },
    /^Remove this file or directory, then try again/,
  ],
  [
    'an output file that another run is writing',
    () => {
      const path = at('log.csv');
      new ResumableFile(path).lock();
      new ResumableFile(path).lock();
    },
    /^Wait until the other run ends\. If no other waypost process is running, remove \S+\.log\.csv\.waypost-partial\.lock\.$/,
  ],
  [
    'a damaged state file',
    () => {
      const path = at('state.json');
      writeFileSync(path, '{"a":1,"checksum":"0"}', { mode: 0o600 });
      readSealed(path, 'saved state');
    },
    /^Check the file, then move the file to another directory/,
  ],
])('hintOf returns a hint for %s', (_what, work, hint) => {
  let thrown: unknown;
  try {
    work();
  } catch (error) {
    thrown = error;
  }
  if (!(thrown instanceof WaypostError)) throw new Error('not a WaypostError', { cause: thrown });
  expect(thrown.hint).toBeUndefined();
  expect(hintOf(thrown, commandInText)).toMatch(hint);
});
