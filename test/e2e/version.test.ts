// `waypost version`, and the check for a newer version.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { version } from '../../package.json';
import { freshHome } from '../support/keys';
import { sendJson, standIn } from '../support/service';
import { documentOf, errorOf, isNodeBuild, runtime } from '../support/tool';

test('`version` prints the version, commit, runtime, platform and type of installation', async () => {
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

test('--version prints only the version number', async () => {
  for (const line of ['--version', '-V', '--version --no-color']) {
    const run = await freshHome().run(line);
    expect(run).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
  }
  expect(await freshHome().json('--version')).toHaveProperty('version', version);
});

describe('`version --check`', () => {
  /** Starts a registry that sends this response. Returns the registry, and the environment variable that selects it. */
  async function registryWith(status: number, document: unknown) {
    const registry = await standIn((_, response) => sendJson(response, status, document));
    onTestFinished(() => registry.close());
    return { registry, env: { npm_config_registry: registry.url } };
  }

  test('reports a newer version, and sends only the package name to the registry', async () => {
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

  test('adds the `latest` and `outdated` fields to the JSON output', async () => {
    const { env } = await registryWith(200, { version });
    const run = await freshHome().call('version --check --json', { env });
    expect(documentOf(run)).toMatchObject({ version, latest: version, outdated: false });
  });

  test.each([
    ['with an error status', 500, { version: '99.1.0' }],
    ['with a preview version', 200, { version: '99.1.0-beta.1' }],
    ['with an escape sequence', 200, { version: '\u001b[2J99.1.0' }],
    ['without a version', 200, { versions: {} }],
    ['that is not an object', 200, 'none'],
  ])('rejects a registry response %s', async (_, status, document) => {
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

test('`version` does not send a request to the registry if --check is not set', async () => {
  const registry = await standIn((_, response) => sendJson(response, 200, { version: '99.1.0' }));
  onTestFinished(() => registry.close());
  await freshHome().call('version', { env: { npm_config_registry: registry.url } });
  expect(registry.asked).toEqual([]);
});
