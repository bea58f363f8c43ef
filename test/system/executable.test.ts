// Tests the features in which the standalone executable could differ from the Node build: the executable does not require
// other programs, does not read files from the working directory, and handles TLS, proxies, signals and memory like Node.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { executableOf, thisPlatform } from '../../scripts/standalone/platforms.mjs';
import { makeCertificate } from '../support/certificate';
import { canChroot, emptySystem } from '../support/empty-system';
import { apiKey, freshHome, keyService, userToken } from '../support/keys';
import { proxyTo } from '../support/proxy';
import { requirement } from '../support/requirement';
import { standIn } from '../support/service';
import { runShell, startShell } from '../support/shell';
import {
  claimed,
  having,
  pending,
  freshHome as signUpHome,
  signUpService,
  started,
  success,
} from '../support/sign-up';
import { hasTerminal, Terminal } from '../support/terminal';
import { documentOf, Home } from '../support/tool';

const root = join(__dirname, '../..');
/** The path of the executable to test. If WAYPOST_TEST_COMMAND is not set, the tests build the executable. */
const named = process.env.WAYPOST_TEST_COMMAND;
const executable = named ?? executableOf(root, thisPlatform());

/** True if the executable exists or can be built: Bun is in the cache, or the required test can download Bun. */
const isThere = requirement('standalone executable', () => {
  if (process.platform !== 'linux') return 'it is tested on Linux';
  if (named !== undefined) return undefined;
  const required = (process.env.WAYPOST_TEST_REQUIRE ?? '').split(',');
  if (required.includes('standalone executable')) return undefined;
  return existsSync(join(root, 'node_modules/.cache/bun'))
    ? undefined
    : 'Bun was not fetched; node scripts/standalone.mjs does that';
});

const home = new Home();
const certificate = makeCertificate(home.path, 'service.invalid');
const keys = { WAYPOST_API_KEY: apiKey, WAYPOST_USER_TOKEN: userToken };
afterAll(() => home.remove());

/** Runs the executable in the home directory. PATH does not contain any programs. */
function run(words: string[], env: Record<string, string> = {}, cwd = home.path) {
  return runShell([executable, ...words], { HOME: home.path, PATH: '/nowhere', ...env }, cwd);
}

describe.skipIf(!isThere)('the standalone executable', () => {
  beforeAll(() => {
    if (named !== undefined) return;
    execFileSync(process.execPath, ['scripts/standalone.mjs', '--built'], { cwd: root });
  }, 300_000);

  test("does not contain the build directory's path", () => {
    expect(readFileSync(executable).includes(join(root, 'dist'))).toBe(false);
  });

  test('is at most 50 MB when compressed', () => {
    // A release also compresses the executable with gzip.
    const packed = execFileSync('gzip', ['-9', '-c', executable], { maxBuffer: 1 << 28 });
    expect(packed.length).toBeLessThanOrEqual(50e6);
    expect(statSync(executable).mode & 0o111).toBe(0o111);
  });

  test("sends requests with undici itself, not with Bun's replacement for undici", async () => {
    const server = createTcpServer(
      (socket) => void socket.once('data', () => socket.end('SSH-2.0\r\n')),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const words = ['auth', 'whoami', '--json', '--base-url', `http://127.0.0.1:${port}/v1`];
    const { status, stdout } = await run(words, keys);
    expect(status).toBe(3);
    // Only the parser of undici prints this message.
    expect(stdout).toContain('Response does not match the HTTP/1.1 protocol');
  });

  test('signs up at its own sandbox, runs lookups and exports the log without Node or other programs', async () => {
    const sandbox = startShell(
      [executable, 'sandbox', 'start', '--memory', '--port', '0', '--json'],
      {
        HOME: home.path,
        PATH: '/nowhere',
      },
    );
    onTestFinished(() => void sandbox.child.kill());
    const url = await new Promise<string>((resolve) => {
      sandbox.child.stdout.once('data', (line: Buffer) => resolve(JSON.parse(`${line}`).url));
    });
    const env = { WAYPOST_BASE_URL: url };
    const started = run(['signup', '--no-browser'], env);
    const { origin } = new URL(url);
    for (let signed = false; !signed; ) {
      const answer = await fetch(`${origin}/_sandbox/sign_ups`);
      const { sign_ups: open = [] } = (await answer.json()) as { sign_ups?: unknown[] };
      if (open.length === 0) continue;
      signed = (await run(['sandbox', 'signup'], env)).status === 0;
    }
    expect((await started).status).toBe(0);
    expect(await run(['auth', 'whoami', '--check'], env)).toMatchObject({ status: 0, stderr: '' });
    expect((await run(['places', 'search', 'chicago', '--json'], env)).stdout).toContain('Chicago');
    expect((await run(['lookups', 'export', '-o', 'log.csv'], env)).status).toBe(0);
    expect(existsSync(join(home.path, 'log.csv'))).toBe(true);
  });

  test.skipIf(!canChroot)('requires only the C library', async () => {
    const waypost = emptySystem(join(home.path, 'system'), executable);
    const started = await waypost(['sandbox', 'start', '--detach', '--port=0', '--json']);
    onTestFinished(async () => {
      expect(await waypost(['sandbox', 'stop', '--all'])).toMatchObject({ status: 0 });
    });
    const { url } = JSON.parse(started.stdout);
    const ask = (words: string[], input?: string) => waypost(words, url, input);
    const signup = ask(['signup', '--no-browser', '--json']);
    while ((await ask(['sandbox', 'signup'])).status !== 0);
    expect(JSON.parse((await signup).stdout.split('\n').at(-2) ?? '')).toMatchObject({
      success: true,
    });
    const tokens = [await ask(['auth', 'token']), await ask(['auth', 'token', '--management'])];
    await ask(['auth', 'logout']);
    expect(await ask(['keys', 'usage', '--json'])).toMatchObject({ status: 4 });
    const login = ['auth', 'login', '--api-key', '-', '--management-key', '-', '--json'];
    const secrets = tokens.map(({ stdout }) => stdout).join('');
    expect(JSON.parse((await ask(login, secrets)).stdout)).toMatchObject({ success: true });
    const found = JSON.parse((await ask(['places', 'search', 'chicago', '--json'])).stdout);
    expect(found.hits[0]).toMatchObject({ name: 'Chicago' });
    await ask(['places', 'resolve', found.hits[0].id]);
    const usage = JSON.parse((await ask(['keys', 'usage', '--json'])).stdout);
    expect(usage).toMatchObject({ total: 1 });
    expect((await ask(['exec', '--', 'node'])).stderr).toContain('Command not found: node.');
  });

  test('does not require a separate file to print the help page for agents', async () => {
    const page = readFileSync(join(root, 'SKILL.md'), 'utf8');
    expect(await run(['help', 'agents'])).toMatchObject({ status: 0, stdout: page, stderr: '' });
  });

  test('does not read files from the working directory', async () => {
    const { url } = await keyService();
    const planted = {
      '.env': `WAYPOST_API_KEY=ak_planted\nWAYPOST_BASE_URL=${url}\n`,
      'bunfig.toml': 'preload = ["./planted.js"]\n',
      'package.json':
        '{"name":"planted","version":"9.9.9","waypost":{"baseUrl":"http://planted/v1"}}',
      'tsconfig.json': '{"compilerOptions":{"paths":{"*":["./planted.js"]}}}',
      'planted.js': 'console.log("planted"); process.exit(9);',
    };
    for (const [name, text] of Object.entries(planted)) writeFileSync(join(home.path, name), text);
    onTestFinished(() => {
      for (const name of Object.keys(planted)) rmSync(join(home.path, name));
    });
    const empty = { XDG_CONFIG_HOME: join(home.path, 'none') };
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect((await run(['--version'])).stdout).toBe(`${version}\n`);
    const { status, stdout } = await run(['auth', 'whoami', '--json'], empty);
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { api_key: null }]);
  });

  test('ends with the same exit codes and prints the same error codes as the Node build', async () => {
    const service = await standIn((_, response) => void response.writeHead(401).end('{}'));
    onTestFinished(service.close);
    const cases: [words: string[], env: Record<string, string>][] = [
      [['nosuch', '--json'], {}],
      [
        ['auth', 'whoami', '--json', '--check'],
        { ...keys, WAYPOST_BASE_URL: 'http://127.0.0.1:1/v1' },
      ],
      [['keys', 'details', '--json'], { ...keys, WAYPOST_BASE_URL: service.url }],
      [['keys', 'details', '--json'], { XDG_CONFIG_HOME: join(home.path, 'none') }],
    ];
    const found = await Promise.all(cases.map(([words, env]) => run(words, env)));
    const node = await Promise.all(cases.map(([words, env]) => runNode(words, env)));
    const outcome = ({ status, stdout }: { status: number | null; stdout: string }) => [
      status,
      JSON.parse(stdout).error?.code,
    ];
    expect(found.map(outcome)).toEqual(node.map(outcome));
    expect(found.map(({ status }) => status)).not.toContain(0);
  });

  describe.skipIf(!certificate.isThere)('over TLS', () => {
    let target: string;
    const server = certificate.isThere
      ? createServer(certificate.options(), (_, response) =>
          response
            .writeHead(200, { 'content-type': 'text/csv' })
            .end('2026-11-01T00:00:00.000Z,192.0.2.1,a,b,Place Resolution,,1,,\n'),
        )
      : undefined;
    beforeAll(async () => {
      await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
      target = `http://127.0.0.1:${portOf(server)}`;
    });
    afterAll(() => server?.close());

    const exported = async (host: string, env: Record<string, string>) => {
      const proxy = await proxyTo(target);
      onTestFinished(() => proxy.close());
      const done = await run(
        ['lookups', 'export', '--format', 'csv', '--json', '-o', 'tls.csv', '--force'],
        {
          ...keys,
          WAYPOST_BASE_URL: `https://${host}/v1`,
          HTTPS_PROXY: proxy.url,
          ...env,
        },
      );
      return { ...done, asked: proxy.asked };
    };

    test("exports the log through a proxy if NODE_EXTRA_CA_CERTS names the certificate's file", async () => {
      const done = await exported('service.invalid', { NODE_EXTRA_CA_CERTS: certificate.path });
      expect(done).toMatchObject({ status: 0, stderr: '', asked: ['service.invalid:443'] });
    });

    test.each([
      ['for another host name', 'other.invalid', true],
      ['that is not trusted', 'service.invalid', false],
    ])('rejects a certificate %s', async (_, host, trusted) => {
      const done = await exported(host, trusted ? { NODE_EXTRA_CA_CERTS: certificate.path } : {});
      expect(done.status).toBe(3);
      expect(JSON.parse(done.stdout).error).toMatchObject({ code: 'network_error' });
    });
  });

  test.skipIf(!hasTerminal)(
    'ends with SIGINT after Ctrl-C at a prompt, and restores the terminal',
    async () => {
      const { url } = await keyService();
      const env = { ...freshHome().environment(), WAYPOST_BASE_URL: url };
      const screen = new Terminal([executable, 'auth', 'login'], env);
      onTestFinished(() => screen.kill());
      await screen.until(/API key/);
      screen.type('\x03');
      expect(await screen.end()).toEqual({ status: 130, restored: true, cursorShown: true });
    },
  );

  test('completes a sign-up even if an upgrade removes the executable during the sign-up', async () => {
    const user = signUpHome();
    const copy = join(user.path, 'waypost');
    copyFileSync(executable, copy);
    const service = await signUpService({
      start: [having(() => rmSync(copy), started)],
      poll: [pending, claimed],
    });
    const words = ['signup', '--base-url', service.url, '--interval', '1', '--json'];
    const done = await runShell([copy, ...words], user.environment());
    expect(documentOf({ stdout: done.stdout })).toEqual(success(user));
    expect(existsSync(copy)).toBe(false);
  });

  test('exports a long log with less than 160 MB of memory', async () => {
    const line =
      '2026-11-01T00:00:00.000Z,192.0.2.1,geonames_1,https://shop.example,Place Resolution,web,1,,\n';
    const megabyte = line.repeat(Math.ceil(1e6 / line.length));
    const service = await standIn(({ path }, response) => {
      if (!path.includes('/lookups')) return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'text/csv' });
      let left = 150;
      const send = () => {
        while (left > 0) {
          left -= 1;
          if (!response.write(megabyte)) return void response.once('drain', send);
        }
        response.end();
      };
      send();
    });
    onTestFinished(service.close);
    const peak = join(home.path, 'peak');
    const done = await run(['lookups', 'export', '--format', 'parquet', '-o', 'long.parquet'], {
      ...keys,
      WAYPOST_BASE_URL: service.url,
      WAYPOST_TEST_PEAK: peak,
      BUN_OPTIONS: `--preload ${join(__dirname, '../support/note-peak.cjs')}`,
    });
    expect(done.status).toBe(0);
    expect(Number(readFileSync(peak, 'utf8'))).toBeLessThan(160_000);
  });
});

function portOf(server: Server | undefined): number {
  const address = server?.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Runs the Node build in the home directory. PATH does not contain any programs. */
function runNode(words: string[], env: Record<string, string> = {}) {
  const entry = join(root, 'bin/waypost.js');
  return runShell(
    [process.execPath, entry, ...words],
    { HOME: home.path, PATH: '/nowhere', ...env },
    home.path,
  );
}
