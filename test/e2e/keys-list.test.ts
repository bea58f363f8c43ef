// `keys list` prints the keys that waypost can use on this machine, and `open` opens the dashboard.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keyService } from '../support/keys';
import { hasTerminal, Terminal } from '../support/terminal';
import { command, documentOf, Home } from '../support/tool';

let home: Home;
beforeEach(() => {
  home = new Home();
});
afterEach(() => home.remove());

/** Writes a credentials file for a profile, or for the default profile. */
function store(profile: string | undefined, content: object | string): void {
  const directory = profile === undefined ? '.' : join('profiles', profile);
  const file = join(dirname(home.configFile), directory, 'credentials.json');
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), {
    mode: 0o600,
  });
}

describe('`keys list`', () => {
  const plain = { api_key: 'ak_plain1234567', base_url: 'https://api.example.com/v1' };
  const work = {
    api_key: 'ak_work12345678',
    user_token: 'uk_work12345678',
    base_url: 'https://work.example.com/v1',
  };
  beforeEach(() => home.keep(plain.api_key, work.api_key, work.user_token, 'ak_envir1234567'));

  test('prints every stored key with its profile and service', async () => {
    store(undefined, plain);
    store('work', work);
    const run = await home.run('keys list --json');
    const directory = dirname(home.configFile);
    const ofWork = {
      profile: 'work',
      base_url: work.base_url,
      source: 'config',
      path: join(directory, 'profiles/work/credentials.json'),
      in_use: false,
    };
    expect(documentOf(run)).toEqual([
      {
        preview: 'ak_pla…',
        type: 'api_key',
        profile: null,
        base_url: plain.base_url,
        source: 'config',
        path: home.configFile,
        in_use: true,
      },
      { preview: 'ak_wor…', type: 'api_key', ...ofWork },
      { preview: 'uk_wor…', type: 'user_token', ...ofWork },
    ]);
  });

  test('marks the keys in use, whether they come from the profile or from environment variables', async () => {
    store(undefined, plain);
    store('work', work);
    const inUse = async (args: string[], env: Record<string, string> = {}) => {
      const run = await home.call(
        ['keys', 'list', '--json', '--fields', 'preview,in_use', ...args],
        { env },
      );
      const keys = documentOf(run) as { preview: string; in_use: boolean }[];
      return keys.filter(({ in_use }) => in_use).map(({ preview }) => preview);
    };
    expect(await inUse(['--profile', 'work'])).toEqual(['ak_wor…', 'uk_wor…']);
    const env = { WAYPOST_API_KEY: 'ak_envir1234567' };
    expect(await inUse(['--profile', 'work'], env)).toEqual(['ak_env…', 'uk_wor…']);
    // waypost uses stored keys only for the service in the same login.
    expect(await inUse(['--base-url', 'https://other.example.com/v1'])).toEqual([]);
  });

  test("suggests `auth login` if there are no keys, and warns about another profile's damaged file", async () => {
    const none = await home.call('keys list');
    expect([none.status, none.stdout]).toEqual([0, expect.stringContaining('waypost auth login')]);
    store(undefined, plain);
    store('broken', '{');
    const run = await home.call('keys list');
    expect([run.status, run.stdout]).toEqual([
      0,
      expect.stringMatching(/^KEY +TYPE.*\nak_pla… +API key /),
    ]);
    expect(run.stderr).toMatch(
      /Warning: waypost cannot parse .*profiles\/broken\/credentials\.json/,
    );
  });
});

describe('`waypost open`', () => {
  const env = { WAYPOST_BASE_URL: 'http://127.0.0.1:8931/v1', WAYPOST_API_KEY: 'ak_open1234567' };
  beforeEach(() => home.keep(env.WAYPOST_API_KEY));

  test("prints a sandbox's dashboard URL, which does not contain a key", async () => {
    const { url } = await keyService();
    const { origin } = new URL(url);
    const json = await home.call('open --json', { env: { ...env, WAYPOST_BASE_URL: url } });
    expect(documentOf(json)).toEqual({ url: `${origin}/dashboard`, dashboard: true });
    const text = await home.call('open --print', { env });
    expect([text.stdout, text.stderr]).toEqual(['http://127.0.0.1:8931/dashboard\n', '']);
  });

  test("fails with network_error if no program listens on the base URL's port, unless --print is set", async () => {
    const env = { WAYPOST_BASE_URL: 'http://127.0.0.1:9/v1' };
    await home.fails('open', 'network_error', { hint: /waypost sandbox start --port 9/ }, { env });
    const print = await home.call('open --print', { env });
    expect([print.status, print.stdout]).toEqual([0, 'http://127.0.0.1:9/dashboard\n']);
  });

  test("prints a service's origin and a note if the dashboard's URL is unknown", async () => {
    const run = await home.call('open', {
      env: { ...env, WAYPOST_BASE_URL: 'https://api.example.com/v1' },
    });
    expect([run.status, run.stdout]).toEqual([0, 'https://api.example.com/\n']);
    expect(run.stderr).toContain(
      "waypost cannot determine the URL of the service's dashboard. The printed URL is the service's home page.",
    );
  });

  describe.skipIf(!hasTerminal)('at a terminal', () => {
    let terminal: Terminal | undefined;
    afterEach(() => terminal?.kill());

    test.each([
      [[], true],
      [['--print'], false],
      [['--json'], false],
      [['--no-input'], false],
    ])(
      'starts a browser unless --print, --json or --no-input is set (options: %j)',
      async (options, opens) => {
        const { url } = await keyService();
        const program = join(home.path, 'browser');
        const opened = join(home.path, 'opened');
        writeFileSync(program, `#!/bin/sh\necho "$1" "\${WAYPOST_API_KEY:-no key}" >'${opened}'\n`);
        chmodSync(program, 0o755);
        const words = [...command, 'open', ...options];
        terminal = new Terminal(
          words,
          home.environment({ ...env, WAYPOST_BASE_URL: url, BROWSER: program }),
        );
        await terminal.until(/\[ended 0\]/);
        const seen = existsSync(opened) ? readFileSync(opened, 'utf8') : undefined;
        expect(seen).toBe(opens ? `${new URL(url).origin}/dashboard no key\n` : undefined);
      },
    );
  });
});
