// Prompts in a real terminal: masked, skippable, interruptible.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type StandIn, sendJson, standIn } from '../support/service';
import { hasTerminal, Terminal } from '../support/terminal';
import { entry, Home } from '../support/tool';

const apiKey = 'ak_secretsecret';
const userToken = 'uk_hiddenhidden';

let service: StandIn;
let home: Home;
let terminal: Terminal | undefined;

beforeAll(async () => {
  service = await standIn(({ path }, response) => {
    const result = path.endsWith('/details') ? { name: 'Test' } : { available: true };
    sendJson(response, 200, { result, code: 2000, message: 'Success' });
  });
});

afterAll(() => service.close());

afterEach(() => {
  terminal?.kill();
  home.remove();
});

function open(...args: string[]): Terminal {
  home = new Home();
  terminal = new Terminal(
    [process.execPath, entry, '--base-url', service.url, ...args],
    home.environment(),
  );
  return terminal;
}

function stored(): unknown {
  return JSON.parse(readFileSync(home.configFile, 'utf8'));
}

describe.skipIf(!hasTerminal)('auth login in a terminal', () => {
  test('asks for both keys, shows neither, and stores them', async () => {
    const screen = open('auth', 'login');
    await screen.until(/API key .*:/);
    screen.type(`${apiKey}\r`);
    await screen.until(/Management key .*:/);
    screen.type(`${userToken}\r`);
    const end = await screen.end();
    expect(end).toEqual({ status: 0, restored: true, cursorShown: true });
    expect(screen.screen()).toContain('Logged in.');
    expect(screen.raw).not.toContain(apiKey);
    expect(screen.raw).not.toContain(userToken);
    expect(stored()).toEqual({ api_key: apiKey, user_token: userToken, base_url: service.url });
  });

  test('Enter alone leaves the management key out', async () => {
    const screen = open('auth', 'login');
    await screen.until(/API key .*:/);
    screen.type(`${apiKey}\r`);
    await screen.until(/Management key .*:/);
    screen.type('\r');
    expect((await screen.end()).status).toBe(0);
    expect(stored()).toEqual({ api_key: apiKey, base_url: service.url });
  });

  test('a flag for the key means that nothing is asked', async () => {
    const screen = open('auth', 'login', '--api-key', apiKey);
    expect((await screen.end()).status).toBe(0);
    expect(stored()).toEqual({ api_key: apiKey, base_url: service.url });
  });

  test('a management key where the API key belongs is refused at once', async () => {
    const screen = open('auth', 'login');
    await screen.until(/API key .*:/);
    screen.type(`${userToken}\r`);
    expect((await screen.end()).status).toBe(2);
    expect(screen.screen()).toContain('begins uk_: that is a management key');
    expect(existsSync(home.configFile)).toBe(false);
  });

  test.each([
    ['at the first prompt', ''],
    ['at the second prompt', `${apiKey}\r`],
  ])(
    'Ctrl-C %s ends by the signal, with the terminal restored and nothing stored',
    async (_, before) => {
      const screen = open('auth', 'login');
      await screen.until(/API key .*:/);
      if (before !== '') {
        screen.type(before);
        await screen.until(/Management key .*:/);
      }
      screen.type('\x03');
      expect(await screen.end()).toEqual({ status: 130, restored: true, cursorShown: true });
      expect(existsSync(home.configFile)).toBe(false);
      expect(screen.screen()).not.toMatch(/Error|at .*\.js/);
    },
  );

  test.each(['SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)(
    '%s from outside ends by the signal, with the terminal restored',
    async (signal) => {
      const screen = open('auth', 'login');
      await screen.until(/API key .*:/);
      const own = execFileSync('pgrep', ['-f', `${entry} --base-url ${service.url} auth login`]);
      for (const pid of own.toString().trim().split('\n')) {
        if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'node')
          process.kill(Number(pid), signal);
      }
      const { status, restored, cursorShown } = await screen.end();
      expect({ restored, cursorShown }).toEqual({ restored: true, cursorShown: true });
      expect(status).toBe(128 + constants.signals[signal]);
    },
  );

  test.each(['--no-input', '--json'])('%s: never asks', async (flag) => {
    const screen = open('auth', 'login', flag);
    expect((await screen.end()).status).toBe(2);
    expect(screen.screen()).toContain('No API key was given.');
  });
});
