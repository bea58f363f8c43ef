// `auth logout` and `auth switch` in a real terminal: the text before the prompt, and the effect of each answer.
// test/e2e/terminals.test.ts tests one prompt of each command.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { apiKey, freshHome, store, stored } from '../support/keys';
import { hasTerminal, shown, Terminal } from '../support/terminal';
import { command, type Home } from '../support/tool';

const base_url = 'https://service.example/v1';
const question = /Remove this login from this machine\?/;
const interrupted = 130;

let home: Home;
let terminal: Terminal | undefined;
beforeEach(() => {
  home = freshHome();
});
afterEach(() => terminal?.kill());

function profileFile(name: string): string {
  return join(dirname(home.configFile), 'profiles', name, 'credentials.json');
}

function open(args: string[], env: Record<string, string> = {}): Terminal {
  terminal = new Terminal([...command, ...args], home.environment(env));
  return terminal;
}

describe.skipIf(!hasTerminal)('`auth logout`', () => {
  const logout = ['auth', 'logout'];

  test('lists the profile and the environment variable that also contain the API key', async () => {
    store(home.configFile, { api_key: apiKey, base_url });
    store(profileFile('shop'), { api_key: apiKey, base_url });
    const screen = open([...logout, '--profile', 'shop'], { WAYPOST_API_KEY: apiKey });
    await screen.until(question);
    expect(shown(screen)).toContain('Profile         shop');
    expect(shown(screen)).toContain(
      'The API key is also in the profile (default), WAYPOST_API_KEY.',
    );
    screen.type('\r');
    await screen.end();
    expect(existsSync(profileFile('shop'))).toBe(true);
  });

  test('shows the name of the program that prints the API key', async () => {
    store(home.configFile, { api_key_command: ['/opt/op', 'read'], base_url });
    const screen = open(logout);
    await screen.until(question);
    expect(shown(screen)).toContain('API key         from op');
    expect(shown(screen)).not.toContain('is not stored in any other login');
    screen.type('n\r');
    await screen.end();
  });

  test('reports that the credentials file cannot be parsed, and removes the file if you answer yes', async () => {
    store(home.configFile, '{');
    const screen = open(logout);
    await screen.until(question);
    expect(shown(screen).replaceAll('\n', '')).toContain('credentials.json: it is not JSON.');
    screen.type('y\r');
    expect((await screen.end()).status).toBe(0);
    expect(existsSync(home.configFile)).toBe(false);
  });

  test.each([
    ['Enter', '\r'],
    ['Ctrl-C', '\x03'],
  ])('does not remove the login if you press %s', async (_name, typed) => {
    const bytes = store(home.configFile, { api_key: apiKey, base_url });
    const screen = open(logout);
    await screen.until(question);
    screen.type(typed);
    expect(await screen.end()).toEqual({
      status: interrupted,
      restored: true,
      cursorShown: true,
    });
    expect(stored(home.configFile)).toEqual(JSON.parse(bytes.toString()));
  });

  test.each([['--yes'], ['--no-input'], ['--json']])(
    'does not prompt if %s is set, or if no login is stored',
    async (option) => {
      store(home.configFile, { api_key: apiKey, base_url });
      expect((await open([...logout, option]).end()).status).toBe(0);
      expect(existsSync(home.configFile)).toBe(false);
      expect((await open(logout).end()).status).toBe(0);
    },
  );
});

describe.skipIf(!hasTerminal)('`auth switch`', () => {
  test('fails if there is no profile to switch to', async () => {
    store(home.configFile, { api_key: apiKey, base_url });
    const screen = open(['auth', 'switch']);
    expect((await screen.end()).status).toBe(2);
    expect(shown(screen)).toContain('There is no profile to switch to.');
  });
});
