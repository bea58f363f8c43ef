// If the disk fails after waypost has stored the data, waypost still reports success.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { documentOf, Home } from '../support/tool';

let home: Home;
beforeEach(() => {
  home = new Home();
});
afterEach(() => home.remove());

const failingAfter = (name: string) => ({
  preload: [join(__dirname, '../support/failing-stat.cjs')],
  env: { WAYPOST_TEST_AFTER_RENAME: name },
});

test("`settings set` succeeds if the file is written, even if the file's lock cannot be checked afterwards", async () => {
  const run = await home.run('settings set timeout 7 --json', failingAfter('settings.json'));
  expect(run.status).toBe(0);
  expect(documentOf(run)).toMatchObject({ success: true, value: '7' });
  expect(
    JSON.parse(readFileSync(join(home.path, '.config/waypost/settings.json'), 'utf8')),
  ).toMatchObject({ timeout: '7' });
});

test('`profiles bind` prints its result on standard output, and reports a failure after the write as a separate JSON document on standard error', async () => {
  mkdirSync(join(home.path, 'project'));
  const run = await home.run(
    ['profiles', 'bind', join(home.path, 'project'), 'acme', '--json'],
    failingAfter('profiles.json'),
  );
  expect(documentOf(run)).toMatchObject({ success: true, profile: 'acme' });
  expect(run.status).toBe(5);
  expect(JSON.parse(run.stderr)).toMatchObject({
    error: { code: 'write_failed', message: expect.stringContaining('EIO') },
  });
});
