// If the credentials file or a pending file is a pipe, a device, a directory or a huge file, waypost does not hang, and does
// not remove the file.
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectError, Home } from '../support/tool';

let home: Home;
beforeEach(() => {
  home = new Home();
  mkdirSync(dirname(home.configFile), { recursive: true });
  mkdirSync(dirname(home.pendingFile), { recursive: true });
});
afterEach(() => home.remove());

/** Functions that create an unusual file at a path, by description. */
const odd: Record<string, (path: string) => void> = {
  'a pipe': (path) => void execFileSync('mkfifo', [path]),
  'a symbolic link to a device': (path) => symlinkSync('/dev/zero', path),
  'a directory': (path) => mkdirSync(path),
  'a huge file': (path) => {
    writeFileSync(path, '');
    truncateSync(path, 3 * 1024 ** 3);
  },
};

describe.skipIf(process.platform === 'win32')('waypost', () => {
  test.each(Object.keys(odd))(
    'rejects %s at the path of the credentials file, and does not remove it',
    async (name) => {
      odd[name]?.(home.configFile);
      for (const args of [
        ['auth', 'whoami'],
        ['auth', 'token'],
      ]) {
        await home.fails([...args], 'invalid_credentials_file', { hint: expect.any(String) });
      }
      expect(lstatSync(home.configFile)).toBeDefined();
    },
  );

  test.each(['a pipe', 'a symbolic link to a device', 'a directory'])(
    'fails with write_failed if `auth logout` finds %s at the path of the credentials file, and does not remove it',
    async (name) => {
      odd[name]?.(home.configFile);
      await home.fails('auth logout', 'write_failed');
      expect(lstatSync(home.configFile)).toBeDefined();
      expect(lstatSync('/dev/zero').isCharacterDevice()).toBe(true);
    },
  );

  test.each(['a pipe', 'a symbolic link to a device'])(
    'rejects %s at the path of the pending file',
    async (name) => {
      odd[name]?.(home.pendingFile);
      await home.fails('signup --resume', 'invalid_input', { hint: expect.any(String) });
    },
  );

  test('fails immediately with write_failed if a directory cannot be created', async () => {
    const run = await home.run('sandbox start --data /proc/waypost --json');
    expectError(run, 'write_failed');
  });
});
