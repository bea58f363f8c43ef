// Names of files and snapshots that lead elsewhere: refused, and what stands there stays.
import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useAccount } from '../support/account';
import { errorOf } from '../support/tool';

const account = useAccount();

test.each(['', '.', '..'])('a snapshot cannot be named %j', async (name) => {
  for (const action of ['save', 'restore', 'delete']) {
    const words = ['sandbox', 'snapshot', action, name, '--json'];
    const run = await account.home.call(words, { env: account.environment });
    expect(errorOf(run)).toMatchObject({ exit: 2, code: 'invalid_input' });
  }
});

test.skipIf(process.platform === 'win32')('record --force replaces sessions only', async () => {
  const { home } = account;
  const pipe = join(home.path, 'pipe');
  const kept = join(home.path, 'kept.ndjson');
  const link = join(home.path, 'link');
  execFileSync('mkfifo', [pipe]);
  writeFileSync(kept, 'kept\n');
  symlinkSync(kept, link);
  for (const path of [pipe, link]) {
    const words = ['sandbox', 'record', path, '--force', '--port', '0', '--json'];
    const run = await home.run(words, {
      env: account.environment,
      // One that starts is ended, and fails the test.
      whileRunning: (child) => child.stdout?.once('data', () => child.kill()),
    });
    expect(errorOf(run)).toMatchObject({ exit: 2, code: 'invalid_input' });
  }
  expect(lstatSync(pipe).isFIFO()).toBe(true);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(kept, 'utf8')).toBe('kept\n');
});
