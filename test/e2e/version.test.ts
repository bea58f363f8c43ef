// `waypost version`, the built command as a process.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { version } from '../../package.json';
import { freshHome } from '../support/keys';
import { sendJson, standIn } from '../support/service';
import { documentOf, errorOf, isNodeBuild, runtime } from '../support/tool';

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

describe('version --check', () => {
  /** A registry that answers so, and the environment that names it. */
  async function registryWith(status: number, document: unknown) {
    const registry = await standIn((_, response) => sendJson(response, status, document));
    onTestFinished(() => registry.close());
    return { registry, env: { npm_config_registry: registry.url } };
  }

  test('reports a newer version, and sends the name of the package and nothing else', async () => {
    const { registry } = await registryWith(200, { version: '99.1.0', dist: {} });
    const env = { npm_config_registry: registry.url.replace('//', '//ada:pass-word@') };
    const { stdout, status } = await freshHome().run('version --check', { env });
    const way = isNodeBuild ? 'Run `git pull && npm ci` in the clone.' : 'Install the executable';
    expect(stdout).toContain(`\nVersion 99.1.0 is available. ${way}`);
    expect(status).toBe(0);
    expect(registry.asked).toEqual([
      {
        method: 'GET',
        path: '/v1/waypost/latest',
        headers: {
          accept: 'application/json',
          'user-agent': 'waypost',
          host: new URL(registry.url).host,
          connection: 'keep-alive',
        },
        body: '',
      },
    ]);
  });

  test('adds latest and outdated to the JSON', async () => {
    const { env } = await registryWith(200, { version });
    const run = await freshHome().call('version --check --json', { env });
    expect(documentOf(run)).toMatchObject({ version, latest: version, outdated: false });
  });

  test.each([
    ['an error', 500, { version: '99.1.0' }],
    ['a preview', 200, { version: '99.1.0-beta.1' }],
    ['an escape sequence', 200, { version: '\u001b[2J99.1.0' }],
    ['no version', 200, { versions: {} }],
    ['a text', 200, 'none'],
  ])('rejects %s in place of a version', async (_, status, document) => {
    const { env } = await registryWith(status, document);
    const run = await freshHome().call('version --check --json', { env });
    expect(errorOf(run)).toMatchObject({ exit: 3, code: 'invalid_response' });
  });

  test('ends with network_error if the registry cannot be reached', async () => {
    const env = { npm_config_registry: 'http://127.0.0.1:9/' };
    const run = await freshHome().call('version --check --json', { env });
    expect(errorOf(run)).toMatchObject({ exit: 3, code: 'network_error' });
  });
});

test('asks no registry without --check', async () => {
  const registry = await standIn((_, response) => sendJson(response, 200, { version: '99.1.0' }));
  onTestFinished(() => registry.close());
  await freshHome().call('version', { env: { npm_config_registry: registry.url } });
  expect(registry.asked).toEqual([]);
});
