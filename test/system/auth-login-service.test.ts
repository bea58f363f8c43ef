// `auth login` at a terminal if no option or variable sets the base URL, and secret managers that prompt at the terminal.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { apiKey, freshHome, keyService, store, stored } from '../support/keys';
import { startSandbox } from '../support/sandbox';
import { hasTerminal, shown, Terminal } from '../support/terminal';
import { command, type Home } from '../support/tool';

const question = /Which service is the key for\?/;
const keyQuestion = /API key \(begins with ak_\):/;
const tokenQuestion = /Management key/;
const [enter, down] = ['\r', '\x1b[B'];

let home: Home;
let terminal: Terminal | undefined;
beforeEach(() => {
  home = freshHome();
});
afterEach(() => terminal?.kill());

function start(args: string[], env: Record<string, string> = {}): Terminal {
  terminal = new Terminal([...command, ...args], home.environment(env));
  return terminal;
}

/** Stores a login for this service in the profile acme. */
function otherLogin(url: string): void {
  const path = join(home.path, '.config/waypost/profiles/acme/credentials.json');
  store(path, { api_key: apiKey, base_url: url });
}

describe.skipIf(!hasTerminal)('if no base URL is given, `auth login` at a terminal', () => {
  test('prompts you to choose a known service, and stores the login for the chosen service', async () => {
    const service = await keyService();
    otherLogin(service.url);
    store(join(home.path, '.config/waypost/settings.json'), { base_url: 'https://set.example/v1' });
    const screen = start(['auth', 'login']);
    await screen.until(question);
    await screen.until(/https:\/\/set\.example\/v1 \(settings\)/);
    await screen.until(/\(profile acme\)/);
    await screen.until(/http:\/\/127\.0\.0\.1:8787\/v1 \(default\)/);
    screen.type(down + enter);
    await screen.until(keyQuestion);
    screen.type(apiKey + enter);
    await screen.until(tokenQuestion);
    screen.type(enter);
    expect(await screen.end()).toMatchObject({ status: 0, restored: true });
    expect(stored(home.configFile)).toEqual({ api_key: apiKey, base_url: service.url });
  });

  test('includes a running sandbox in the list of services', async () => {
    const registry = join(home.path, '.local/share/waypost');
    const sandbox = await startSandbox({
      port: 0,
      data: join(registry, 'sandbox'),
    });
    try {
      const screen = start(['auth', 'login']);
      await screen.until(question);
      expect(shown(screen)).toContain(`${sandbox.url} (sandbox, running)`);
      screen.type('\x03');
      expect((await screen.end()).status).toBe(130);
    } finally {
      await sandbox.close();
    }
  });

  test('uses the base URL from the settings, and does not prompt, if --api-key is set', async () => {
    const service = await keyService();
    otherLogin('https://a.example/v1');
    store(join(home.path, '.config/waypost/settings.json'), { base_url: service.url });
    const screen = start(['auth', 'login', '--api-key', apiKey]);
    expect((await screen.end()).status).toBe(0);
    expect(screen.screen()).not.toMatch(question);
    expect(stored(home.configFile)).toEqual({ api_key: apiKey, base_url: service.url });
  });
});

describe.skipIf(!hasTerminal)('at a terminal, if the `output` setting is json,', () => {
  beforeEach(() => store(join(home.path, '.config/waypost/settings.json'), { output: 'json' }));

  test('`auth login` prompts for the keys, and prints its result as JSON', async () => {
    const service = await keyService();
    const screen = start(['auth', 'login', '--base-url', service.url]);
    await screen.until(keyQuestion);
    screen.type(apiKey + enter);
    await screen.until(tokenQuestion);
    screen.type(enter);
    expect((await screen.end()).status).toBe(0);
    expect(shown(screen)).toContain('{"success":true,"config_path":');
  });

  test('`auth login` does not prompt if --json is set', async () => {
    const service = await keyService();
    const strict = start(['auth', 'login', '--base-url', service.url, '--json']);
    expect((await strict.end()).status).toBe(2);
  });

  test('`places search` does not open the place picker', async () => {
    const service = await keyService();
    const picker = start(['places', 'search', '--base-url', service.url]);
    expect((await picker.end()).status).toBe(2);
  });
});

describe.skipIf(!hasTerminal)('a secret manager at a terminal', () => {
  test('can prompt for input, and its messages stay on the screen', async () => {
    const service = await keyService();
    const manager = join(home.path, 'vault');
    writeFileSync(
      manager,
      `#!/bin/sh\nprintf 'Vault PIN: ' >&2\nread pin </dev/tty\n[ "$pin" = 42 ] || { echo 'wrong PIN' >&2; exit 1; }\necho ${apiKey}\n`,
    );
    chmodSync(manager, 0o755);
    store(home.configFile, { api_key_command: [manager], base_url: service.url });
    const screen = start(['auth', 'whoami']);
    await screen.until(/Vault PIN:/);
    screen.type(`42${enter}`);
    expect((await screen.end()).status).toBe(0);
    expect(screen.screen()).toContain('live and available');
    const wrong = start(['auth', 'whoami']);
    await wrong.until(/Vault PIN:/);
    wrong.type(`7${enter}`);
    expect((await wrong.end()).status).toBe(4);
    expect(wrong.screen()).toContain('wrong PIN');
    expect(wrong.screen()).toContain('vault ended with exit code 1.');
    // With --no-input, waypost does not let the secret manager use the terminal.
    const silent = start(['auth', 'whoami', '--no-input']);
    expect((await silent.end()).status).toBe(4);
  });
});
