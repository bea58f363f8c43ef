// `waypost version`, the built command as a process.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { version } from '../../package.json';
import { freshHome } from '../support/keys';
import { documentOf, isNodeBuild, runtime } from '../support/tool';

test('tells version, commit, runtime, platform and how it was installed', async () => {
  const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: join(__dirname, '../..') });
  const run = await freshHome().run(['version', '--json']);
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(documentOf(run)).toEqual({
    version,
    commit: head.toString().trim(),
    runtime,
    platform: `${process.platform}-${process.arch}`,
    installed: isNodeBuild ? 'git-clone' : 'standalone',
  });
});

test('--version prints the number alone', async () => {
  for (const option of ['--version', '-V']) {
    const run = await freshHome().run([option]);
    expect(run).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
  }
  expect(await freshHome().json('--version')).toHaveProperty('version', version);
});
