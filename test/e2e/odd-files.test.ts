// What stands where the credentials should be may be anything: nothing of it blocks the tool or is
// removed by it.
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { documentOf, expectError, Home } from '../support/tool';

let home: Home;
beforeEach(() => {
  home = new Home();
  mkdirSync(dirname(home.configFile), { recursive: true });
  mkdirSync(dirname(home.pendingFile), { recursive: true });
});
afterEach(() => home.remove());

/** Ways to put something odd at a path. */
const odd: Record<string, (path: string) => void> = {
  'a pipe': (path) => void execFileSync('mkfifo', [path]),
  'a link to a device': (path) => symlinkSync('/dev/zero', path),
  'a directory': (path) => mkdirSync(path),
  'a huge file': (path) => {
    writeFileSync(path, '');
    truncateSync(path, 3 * 1024 ** 3);
  },
};

describe.skipIf(process.platform === 'win32')('where the credentials should be', () => {
  test.each(Object.keys(odd))('%s is named by every command, and stays', async (name) => {
    odd[name]?.(home.configFile);
    for (const args of [
      ['auth', 'whoami'],
      ['auth', 'token'],
    ]) {
      await home.fails([...args], 'invalid_credentials_file', { hint: expect.any(String) });
    }
    expect(lstatSync(home.configFile)).toBeDefined();
  });

  test.each(['a pipe', 'a link to a device', 'a directory'])('logout leaves %s', async (name) => {
    odd[name]?.(home.configFile);
    await home.fails('auth logout', 'write_failed');
    expect(lstatSync(home.configFile)).toBeDefined();
    expect(lstatSync('/dev/zero').isCharacterDevice()).toBe(true);
  });

  test.each(['a pipe', 'a link to a device'])('%s in place of a sign-up is named', async (name) => {
    odd[name]?.(home.pendingFile);
    await home.fails('signup --resume', 'invalid_input', { hint: expect.any(String) });
  });

  test('a byte order mark in front of the credentials is no mistake', async () => {
    writeFileSync(home.configFile, '\ufeff{"api_key":"ak_marked"}', { mode: 0o600 });
    const run = await home.run('auth token --json');
    expect(documentOf(run)).toEqual({ token: 'ak_marked', source: 'config' });
  });

  test('a directory in which nothing can be made is write_failed at once', async () => {
    const run = await home.run('sandbox start --data /proc/waypost --json');
    expectError(run, 'write_failed');
  });
});
