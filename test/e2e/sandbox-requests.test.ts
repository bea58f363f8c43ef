// `sandbox requests` prints the requests that reached a sandbox. A sandbox also writes a line for each request to the terminal
// and to its log.
import { existsSync, truncateSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { systemTest } from '../support/runs';
import { type Detached, useSandboxCommand } from '../support/sandbox-command';
import { hasTerminal, Terminal } from '../support/terminal';
import { command, documentOf, errorOf } from '../support/tool';

const tool = useSandboxCommand();
const { call, serve, start } = tool;

/** Creates a key in a sandbox. Returns the key, the environment variables, and a function that sends requests. */
async function ready({ port, url }: Detached) {
  const env = documentOf(await call('env', '--json', '--port', String(port))) as Record<
    string,
    string
  >;
  const key = env.WAYPOST_API_KEY ?? '';
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}${path.includes('?') ? '&' : '?'}api_key=${key}`, { headers });
  return { port: String(port), url, env, key, preview: `${key.slice(0, 6)}…`, ask };
}

describe('`sandbox requests`', () => {
  test('prints the recorded requests as a table, JSON or NDJSON, and can filter and clear them', async () => {
    const { ask, preview } = await ready(await serve());
    expect((await call('requests')).stdout).toBe('No matching requests.\n');
    await ask('/emails?query=ada@gmail.com');
    await ask('/places?query=lyon', { 'X-Sandbox-Fault': '503' });
    const records = [
      {
        id: 1,
        time: expect.any(String) as unknown,
        method: 'GET',
        status: 200,
        code: 2000,
        path: `/v1/emails?query=ada@gmail.com&api_key=${preview}`,
        charge: 1,
        fault: null,
        key: preview,
        ms: expect.any(Number) as unknown,
      },
      {
        id: 2,
        time: expect.any(String) as unknown,
        method: 'GET',
        status: 503,
        code: null,
        path: `/v1/places?query=lyon&api_key=${preview}`,
        charge: 0,
        fault: '503',
        key: preview,
        ms: expect.any(Number) as unknown,
      },
    ];
    expect(documentOf(await call('requests', '--json'))).toEqual(records);
    const lines = (await call('requests', '--format', 'ndjson')).stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(records);
    expect((await call('requests')).stdout).toMatch(
      /^TIME \(UTC\) +METHOD +STATUS +CODE +LOOKUPS +FAULT +MS +PATH\n\S+ +GET +200 +2000 +1 +\d+ +\/v1\/emails\S+\n\S+ +GET +503 +0 +503 +\d+ +\/v1\/places\S+\n$/,
    );
    const filtered = await call('requests', '--json', '--status', '503', '--path', '/v1/places*');
    expect(documentOf(filtered)).toEqual([records[1]]);
    expect(documentOf(await call('requests', '--json', '--since', '1'))).toEqual([records[1]]);
    expect(documentOf(await call('requests', '--json', '--clear'))).toMatchObject({ cleared: 2 });
    expect(documentOf(await call('requests', '--json'))).toEqual([]);
    await ask('/places?query=lyon');
    expect(documentOf(await call('requests', '--json'))).toMatchObject([{ id: 3, code: 2000 }]);
  });

  test('prints new requests until it is interrupted if --follow is set', async () => {
    const { ask, port } = await ready(await serve());
    await ask('/places?query=first');
    const words = ['sandbox', 'requests', '--follow', '--port', port];
    for (const format of [[], ['--format', 'ndjson']]) {
      let text = '';
      let asked = false;
      const run = await tool.home.run([...words, ...format], {
        whileRunning: (child) => {
          child.stdout?.on('data', (piece: string) => {
            text += piece;
            if (text.includes('query=later')) child.kill('SIGINT');
            else if (!asked) {
              asked = true;
              void ask('/places?query=later');
            }
          });
        },
      });
      expect([run.signal, run.stderr]).toEqual(['SIGINT', '']);
      expect(text).toMatch(/query=first[^\n]*\n(?:[^\n]*\n)*[^\n]*query=later[^\n]*\n$/);
    }
  });

  test.each([
    [['--follow', '--json'], 'invalid_input'],
    [['--clear', '--status', '200'], 'invalid_input'],
    [['--status', 'bad'], 'invalid_input'],
    [['--since', 'noon'], 'invalid_input'],
    [['--port', '1'], 'network_error'],
  ])('rejects the arguments %j', async (words, code) => {
    await ready(await serve());
    expect(errorOf(await call('requests', ...words, '--json'))).toMatchObject({ code });
  });
});

describe('the log line of a request', () => {
  const line = (path: string, rest: string) =>
    new RegExp(`GET /v1/${path}\\S*&api_key=ak_\\w{3}…  ${rest}  \\d+ ms\\n`);

  test('remains in the log of a detached sandbox after the sandbox has ended', async () => {
    const { ask, port, key } = await ready(await start('--memory'));
    await ask('/emails?query=ada@gmail.com');
    await ask('/places?query=lyon', { 'X-Sandbox-Fault': 'drop' }).catch(() => {});
    await ask('/places?query=');
    await call('stop', '--port', port);
    for (const words of [['logs'], ['logs', '--port', port]]) {
      const { stdout } = await call(...words);
      expect(stdout).toMatch(/^\S+ Listening at /);
      expect(stdout).toMatch(line('emails', '200 2000  1 lookup'));
      expect(stdout).toMatch(line('places', 'no response  fault drop'));
      expect(stdout).toMatch(/Stopped\.\n$/);
      expect(stdout).not.toContain(key);
    }
  });

  systemTest('is not written if --quiet is set', async () => {
    const { ask, port } = await ready(await start('--memory', '--quiet'));
    await ask('/places?query=lyon');
    await call('stop', '--port', port);
    expect((await call('logs')).stdout).not.toContain('/v1/places');
  });

  systemTest(
    'is printed by `sandbox logs --follow` even after the log file is truncated',
    async () => {
      const { ask, port } = await ready(await start('--memory'));
      await ask('/places?query=first');
      const { file } = documentOf(await call('logs', '--json', '--port', port)) as { file: string };
      expect(existsSync(file)).toBe(true);
      let text = '';
      let isCut = false;
      const run = await tool.home.run(['sandbox', 'logs', '--follow', '--port', port], {
        whileRunning: (child) => {
          child.stdout?.on('data', (piece: string) => {
            text += piece;
            if (text.includes('later')) child.kill('SIGINT');
            else if (!isCut) {
              isCut = true;
              truncateSync(file);
              void ask('/places?query=later');
            }
          });
        },
      });
      expect(run.signal).toBe('SIGINT');
    },
  );

  test.skipIf(!hasTerminal)('is printed at a terminal by a sandbox in the foreground', async () => {
    const words = ['sandbox', 'start', '--memory', '--port', '0'];
    const screen = new Terminal([...command, ...words], tool.home.environment());
    await screen.until(/Press Ctrl-C to stop the sandbox/);
    const [, url = ''] = /Sandbox ready at (\S+)/.exec(screen.screen()) ?? [];
    await fetch(`${url}/places?query=lyon&api_key=ak_test`);
    await screen.until(
      /\d\d:\d\d:\d\dZ GET \/v1\/places\?query=lyon&api_key=ak_tes… {2}200 2000 {2}\d+ ms/,
    );
    screen.type('\x03');
    await screen.end();
  });
});
