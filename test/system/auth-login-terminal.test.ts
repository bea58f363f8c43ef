// `auth login` in a real terminal: it asks, what is typed shows as stars, the management key is skipped
// with Enter, and whatever ends it leaves the terminal as it was.
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

const keyQuestion = /API key \(begins ak_\):/;
const tokenQuestion = /Management key \(begins uk_; Enter for none\):/;
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

/** Starts `auth login` at the service. */
function login(args: string[] = [], env: Record<string, string> = {}): Terminal {
  terminal = new Terminal(
    [...command, '--base-url', service.url, 'auth', 'login', ...args],
    home.environment(env),
  );
  return terminal;
}

/** What became of a login in which each question gets its answer. */
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

describe.skipIf(!hasTerminal)('auth login in a terminal', () => {
  test('Enter alone omits the management key', async () => {
    const { status } = await answered([
      [keyQuestion, apiKey + enter],
      [tokenQuestion, enter],
    ]);
    expect(status).toBe(0);
    expect(stored(home.configFile)).toEqual({ api_key: apiKey, base_url: service.url });
    expect(service.asked).toHaveLength(1);
  });

  test('with --api-key nothing is asked', async () => {
    const { status, screen } = await answered([], ['--api-key', apiKey]);
    expect(status).toBe(0);
    expect(screen).not.toMatch(tokenQuestion);
    expect(stored(home.configFile)).toEqual({ api_key: apiKey, base_url: service.url });
  });

  test('with --user-token only the API key is asked', async () => {
    const dialog: [RegExp, string][] = [[keyQuestion, apiKey + enter]];
    const { status, screen } = await answered(dialog, ['--user-token', userToken]);
    expect(status).toBe(0);
    expect(screen).not.toMatch(tokenQuestion);
    expect(stored(home.configFile)).toMatchObject({ user_token: userToken });
  });

  test('a key of the environment is no answer: it asks all the same', async () => {
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

  test.each([
    ['Enter alone', enter, 'No API key was given.'],
    ['a management key', userToken + enter, 'begins uk_: that is a management key'],
  ])('%s in place of an API key is refused at once', async (_name, typed, message) => {
    const { status, screen } = await answered([[keyQuestion, typed]]);
    expect(status).toBe(2);
    expect(screen).toContain(message);
    expect(service.asked).toEqual([]);
    expect(existsSync(home.configFile)).toBe(false);
  });

  test('a rejected key is auth_failed, and nothing is stored', async () => {
    const key = 'other-shape-9f8e7d6c5b4a';
    const replies: Replies = { availability: refuse(401, 4010, `Invalid Key ${key}`) };
    service = await keyService(replies);
    const { status, screen } = await answered([
      [keyQuestion, key + enter],
      [tokenQuestion, enter],
    ]);
    expect(status).toBe(4);
    expect(screen).toContain('Invalid Key other-… (HTTP 401, code 4010)');
    expect(existsSync(home.configFile)).toBe(false);
  });

  test('an unwritable path is found before the first question', async () => {
    mkdirSync(home.configFile, { recursive: true });
    const { status, screen } = await answered([]);
    expect(status).toBe(5);
    expect(screen).not.toMatch(keyQuestion);
  });

  test.each<[string, [RegExp, string][]]>([
    ['at the first question', [[keyQuestion, interrupt]]],
    [
      'at the second',
      [
        [keyQuestion, apiKey + enter],
        [tokenQuestion, interrupt],
      ],
    ],
  ])('Ctrl-C %s dies of the signal, with nothing stored', async (_name, dialog) => {
    const { screen, ...end } = await answered(dialog);
    expect(end).toEqual({ ...whole, status: 130 });
    expect(screen).not.toMatch(/Error|fault|at .*\.js/);
    expect(existsSync(home.configFile)).toBe(false);
  });

  test.each(['SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)('%s from outside', async (signal) => {
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
  });

  test.each<[string, string[], Record<string, string>]>([
    ['--no-input', ['--no-input'], {}],
    ['WAYPOST_NO_INPUT', [], { WAYPOST_NO_INPUT: '1' }],
    ['--json', ['--json'], {}],
  ])('%s: nothing is asked, what is missing is named', async (_name, args, env) => {
    const { status, screen } = await answered([], args, env);
    expect(status).toBe(2);
    expect(screen).toContain('No API key was given.');
  });

  test.each<[string[], Record<string, string>, colored: boolean]>([
    [[], {}, true],
    [['--no-color'], {}, false],
    [['--color', 'never'], { FORCE_COLOR: '1' }, false],
    [[], { NO_COLOR: '1' }, false],
    [['--color', 'always'], { NO_COLOR: '1' }, true],
  ])('colors of a prompt: %j with %j', async (args, env, colored) => {
    const screen = login(args, env);
    await screen.until(keyQuestion);
    expect(/\x1b\[[\d;]*[1-9]m/.test(screen.raw)).toBe(colored);
    screen.type(interrupt);
    await screen.end();
  });

  test('--api-key - is invalid_input: what is typed would show', async () => {
    const { status, screen } = await answered([], ['--api-key', '-']);
    expect(status).toBe(2);
    expect(screen).toContain('Standard input is a terminal');
  });

  test.each([
    ['double quotes', `"${apiKey}"`],
    ['single quotes and blanks', ` '${apiKey}' `],
    ['typographic quotes', `\u201c${apiKey}\u201d`],
    ['a byte order mark and a no-break space', `\ufeff${apiKey}\u00a0`],
  ])('%s around a pasted key are taken off', async (_name, pasted) => {
    const { status } = await answered([
      [keyQuestion, pasted + enter],
      [tokenQuestion, `"${userToken}"${enter}`],
    ]);
    expect(status).toBe(0);
    expect(stored(home.configFile)).toMatchObject({ api_key: apiKey, user_token: userToken });
  });

  test('a key that is far too short is questioned before the next question', async () => {
    const { status, screen } = await answered([
      [keyQuestion, `ak_9f${enter}`],
      [/That has only 5 characters, far too short for an API key\. Use it\s+anyway\?/, `n${enter}`],
      [/anyway\?[\s\S]*API key \(begins ak_\):/, apiKey + enter],
      [tokenQuestion, `uk_0${enter}`],
      [/only 4 characters, far too short for a management key/, `n${enter}`],
      [/for a management key[\s\S]*Enter for none\):/, enter],
    ]);
    expect(status).toBe(0);
    expect(screen.match(tokenQuestion)).not.toBeNull();
    expect(stored(home.configFile)).toEqual({ api_key: apiKey, base_url: service.url });
  });

  test('and is taken all the same after a yes', async () => {
    await answered([
      [keyQuestion, `iddqd${enter}`],
      [/Use it\s+anyway\?/, `y${enter}`],
      [tokenQuestion, enter],
    ]);
    expect(stored(home.configFile)).toMatchObject({ api_key: 'iddqd' });
  });

  describe('over a stored login', () => {
    const replaceQuestion = /A login is already stored in [\s\S]*Replace\s+it\?/;
    const before = { api_key: otherKey, user_token: otherToken };
    beforeEach(() => void store(home.configFile, before));

    test('a yes goes on', async () => {
      const { status } = await answered([
        [replaceQuestion, `y${enter}`],
        [keyQuestion, apiKey + enter],
        [tokenQuestion, enter],
      ]);
      expect(status).toBe(0);
      expect(stored(home.configFile)).toEqual({ api_key: apiKey, base_url: service.url });
    });

    test.each([
      ['no', 'n\r'],
      ['Enter alone', '\r'],
    ])('%s leaves it as it is, with a plain sentence', async (_name, typed) => {
      const { status, screen } = await answered([[replaceQuestion, typed]]);
      expect(status).toBe(130);
      expect(screen).toContain('Nothing was changed.');
      expect(screen).not.toMatch(/Error:|API key \(begins/);
      expect(stored(home.configFile)).toEqual(before);
      expect(service.asked).toEqual([]);
    });

    test.each<[name: string, args: string[], asked: boolean]>([
      ['another key', ['--api-key', apiKey], true],
      ['the same key without its management key', ['--api-key', otherKey], true],
      ['the same keys', ['--api-key', otherKey, '--user-token', otherToken], false],
      ['a script', ['--api-key', apiKey, '--no-input'], false],
    ])('%s by flag', async (_name, args, asked) => {
      const { screen } = await answered(asked ? [[replaceQuestion, `y${enter}`]] : [], args);
      expect(replaceQuestion.test(screen)).toBe(asked);
      expect(stored(home.configFile)).toMatchObject({ api_key: args[1], base_url: service.url });
    });
  });
});
