// `auth login` in a real terminal: its prompts, its exit code, and the restored terminal. test/cli/commands/auth/shared.test.ts
// tests which keys and answers `auth login` accepts.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readlinkSync, realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  apiKey,
  freshHome,
  keyService,
  otherKey,
  otherToken,
  type Replies,
  refuse,
  store,
  stored,
  userToken,
} from '../support/keys';
import type { StandIn } from '../support/service';
import { hasTerminal, Terminal } from '../support/terminal';
import { command, type Home } from '../support/tool';

const keyQuestion = /API key \(begins with ak_\):/;
const tokenQuestion = /Management key \(begins with uk_; Enter for none\):/;
const enter = '\r';
const interrupt = '\x03';

let home: Home;
let service: StandIn;
let terminal: Terminal | undefined;

beforeEach(async () => {
  home = freshHome();
  service = await keyService();
});
afterEach(() => terminal?.kill());

/** Starts `auth login` with the service's base URL. */
function login(args: string[] = [], env: Record<string, string> = {}): Terminal {
  terminal = new Terminal(
    [...command, '--base-url', service.url, 'auth', 'login', ...args],
    home.environment(env),
  );
  return terminal;
}

/** Starts `auth login`, answers each prompt, and returns the outcome and the screen. */
async function answered(
  dialog: [question: RegExp, answer: string][],
  args: string[] = [],
  env: Record<string, string> = {},
) {
  const screen = login(args, env);
  for (const [question, answer] of dialog) {
    await screen.until(question);
    screen.type(answer);
  }
  const end = await screen.end();
  for (const secret of [apiKey, userToken]) expect(screen.raw).not.toContain(secret.slice(0, 8));
  return { ...end, screen: screen.screen() };
}

const whole = { status: 0, restored: true, cursorShown: true };

describe.skipIf(!hasTerminal)('`auth login` at a terminal', () => {
  test('does not store a management key if you press Enter at the prompt for the management key', async () => {
    const { status } = await answered([
      [keyQuestion, apiKey + enter],
      [tokenQuestion, enter],
    ]);
    expect(status).toBe(0);
    expect(stored(home.configFile)).toEqual({ api_key: apiKey, base_url: service.url });
    expect(service.asked).toHaveLength(1);
  });

  test('does not prompt if --api-key is set', async () => {
    const { status, screen } = await answered([], ['--api-key', apiKey]);
    expect(status).toBe(0);
    expect(screen).not.toMatch(tokenQuestion);
    expect(stored(home.configFile)).toEqual({ api_key: apiKey, base_url: service.url });
  });

  test('prompts even if the environment contains an API key', async () => {
    const { status } = await answered(
      [
        [keyQuestion, apiKey + enter],
        [tokenQuestion, enter],
      ],
      [],
      { WAYPOST_API_KEY: apiKey },
    );
    expect(status).toBe(0);
    expect(stored(home.configFile)).toMatchObject({ api_key: apiKey });
  });

  test('rejects a management key at the prompt for the API key, and does not send a request', async () => {
    const { status, screen } = await answered([[keyQuestion, userToken + enter]]);
    expect(status).toBe(2);
    expect(screen).toContain('starts with uk_, so it is a management key');
    expect(service.asked).toEqual([]);
    expect(existsSync(home.configFile)).toBe(false);
  });

  test('fails with auth_failed and does not store a login if the service rejects the key', async () => {
    const key = 'other-shape-9f8e7d6c5b4a';
    const replies: Replies = { availability: refuse(401, 4010, `Invalid Key ${key}`) };
    service = await keyService(replies);
    const { status, screen } = await answered([
      [keyQuestion, key + enter],
      [tokenQuestion, enter],
    ]);
    expect(status).toBe(4);
    expect(screen).toContain('Invalid Key other-… (HTTP 401, API code 4010)');
    expect(existsSync(home.configFile)).toBe(false);
  });

  test('reports that the credentials file cannot be written, and does not prompt', async () => {
    mkdirSync(home.configFile, { recursive: true });
    const { status, screen } = await answered([]);
    expect(status).toBe(5);
    expect(screen).not.toMatch(keyQuestion);
  });

  test.each<[string, [RegExp, string][]]>([
    ['at the first prompt', [[keyQuestion, interrupt]]],
    [
      'at the second prompt',
      [
        [keyQuestion, apiKey + enter],
        [tokenQuestion, interrupt],
      ],
    ],
  ])(
    'ends with SIGINT and does not store a login if you press Ctrl-C %s',
    async (_name, dialog) => {
      const { screen, ...end } = await answered(dialog);
      expect(end).toEqual({ ...whole, status: 130 });
      expect(screen).not.toMatch(/Error|fault|at .*\.js/);
      expect(existsSync(home.configFile)).toBe(false);
    },
  );

  test.each(['SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)(
    'restores the terminal after the signal %s',
    async (signal) => {
      const screen = login();
      await screen.until(keyQuestion);
      const own = execFileSync('pgrep', [
        '-f',
        `${command.join(' ')} --base-url ${service.url} auth login`,
      ]);
      for (const pid of own.toString().trim().split('\n')) {
        if (readlinkSync(`/proc/${pid}/exe`) === realpathSync(command[0]))
          process.kill(Number(pid), signal);
      }
      expect(await screen.end()).toEqual({ ...whole, status: 128 + constants.signals[signal] });
    },
  );

  test.each<[string, string[], Record<string, string>]>([
    ['--no-input', ['--no-input'], {}],
    ['WAYPOST_NO_INPUT', [], { WAYPOST_NO_INPUT: '1' }],
    ['--json', ['--json'], {}],
  ])(
    'reports that the API key is missing, and does not prompt, if %s is set',
    async (_name, args, env) => {
      const { status, screen } = await answered([], args, env);
      expect(status).toBe(2);
      expect(screen).toContain('No API key to store.');
    },
  );

  test.each<[args: string[], colored: boolean]>([
    [[], true],
    [['--no-color'], false],
  ])('colors the prompt unless --no-color is set (options: %j)', async (args, colored) => {
    const screen = login(args);
    await screen.until(keyQuestion);
    expect(/\x1b\[[\d;]*[1-9]m/.test(screen.raw)).toBe(colored);
    screen.type(interrupt);
    await screen.end();
  });

  test('rejects `--api-key -`, because the terminal would show the key as you type it', async () => {
    const { status, screen } = await answered([], ['--api-key', '-']);
    expect(status).toBe(2);
    expect(screen).toContain('Standard input is a terminal');
  });

  test('asks whether to use a key that is too short, and prompts again if you answer no', async () => {
    const { status, screen } = await answered([
      [keyQuestion, `ak_9f${enter}`],
      [
        /The key has only 5 characters, which is too short for an API\s+key\. Use the key anyway\?/,
        `n${enter}`,
      ],
      [/anyway\?[\s\S]*API key \(begins with ak_\):/, apiKey + enter],
      [tokenQuestion, `uk_0${enter}`],
      [/only 4 characters, which is too short for a management\s+key/, `n${enter}`],
      [/for a management key[\s\S]*Enter for none\):/, enter],
    ]);
    expect(status).toBe(0);
    expect(screen.match(tokenQuestion)).not.toBeNull();
    expect(stored(home.configFile)).toEqual({ api_key: apiKey, base_url: service.url });
  });

  describe('after an earlier login', () => {
    const replaceQuestion = /A login is already stored in [\s\S]*Replace\s+it\?/;
    const before = { api_key: otherKey, user_token: otherToken };
    beforeEach(() => void store(home.configFile, before));

    test('replaces the stored login if you answer yes', async () => {
      const { status } = await answered([
        [replaceQuestion, `y${enter}`],
        [keyQuestion, apiKey + enter],
        [tokenQuestion, enter],
      ]);
      expect(status).toBe(0);
      expect(stored(home.configFile)).toEqual({ api_key: apiKey, base_url: service.url });
    });

    test.each([
      ['answer no', 'n\r'],
      ['press Enter', '\r'],
    ])(
      'keeps the stored login and prints that nothing was changed if you %s',
      async (_name, typed) => {
        const { status, screen } = await answered([[replaceQuestion, typed]]);
        expect(status).toBe(130);
        expect(screen).toContain('Nothing was changed.');
        expect(screen).not.toMatch(/Error:|API key \(begins/);
        expect(stored(home.configFile)).toEqual(before);
        expect(service.asked).toEqual([]);
      },
    );

    test('replaces the login without a prompt if --no-input is set', async () => {
      const { screen } = await answered([], ['--api-key', apiKey, '--no-input']);
      expect(screen).not.toMatch(replaceQuestion);
      expect(stored(home.configFile)).toMatchObject({ api_key: apiKey, base_url: service.url });
    });
  });
});
