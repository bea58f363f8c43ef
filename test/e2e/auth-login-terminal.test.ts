// `auth login` at a terminal: it asks, what is typed shows as stars, and the management key is skipped
// with Enter (interface, "Command line credential tool"; contract, section 4).
import { existsSync, mkdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { apiKey, freshHome, keyService, refuse, stored, userToken } from '../support/keys';
import { runAtTerminal } from '../support/pseudo-terminal';
import { hasTerminal } from '../support/terminal';

const login = ['auth', 'login'];
const keyQuestion = 'API key (begins ak_):';
const tokenQuestion = 'Management key (begins uk_; Enter to leave it out):';
const enter = '\r';
const interrupt = '\x03';

describe.runIf(hasTerminal)('auth login at a terminal', () => {
  test('asks for both keys and shows neither', async () => {
    const home = freshHome();
    const { url } = await keyService();
    const { status, shown } = await runAtTerminal(
      home,
      [...login, '--base-url', url],
      [
        [keyQuestion, apiKey + enter],
        [tokenQuestion, userToken + enter],
      ],
    );
    expect([status, stored(home.configFile)]).toEqual([
      0,
      { api_key: apiKey, user_token: userToken, base_url: url },
    ]);
    expect(shown).toContain('*'.repeat(apiKey.length));
    expect(shown).toContain('Logged in.');
    expect(shown).not.toContain(apiKey.slice(0, 8));
    expect(shown).not.toContain(userToken.slice(0, 8));
  });

  test('Enter leaves the management key out', async () => {
    const home = freshHome();
    const { url, asked } = await keyService();
    const { status } = await runAtTerminal(
      home,
      [...login, '--base-url', url],
      [
        [keyQuestion, apiKey + enter],
        [tokenQuestion, enter],
      ],
    );
    expect([status, stored(home.configFile)]).toEqual([0, { api_key: apiKey, base_url: url }]);
    expect(asked).toHaveLength(1);
  });

  test('with --api-key nothing is asked', async () => {
    const home = freshHome();
    const { url } = await keyService();
    const run = await runAtTerminal(home, [...login, '--api-key', apiKey, '--base-url', url]);
    expect(run.status).toBe(0);
    expect(run.shown).not.toContain(tokenQuestion);
  });

  test('with --user-token only the API key is asked', async () => {
    const home = freshHome();
    const { url } = await keyService();
    const { status, shown } = await runAtTerminal(
      home,
      [...login, '--user-token', userToken, '--base-url', url],
      [[keyQuestion, apiKey + enter]],
    );
    expect([status, stored(home.configFile)]).toMatchObject([0, { user_token: userToken }]);
    expect(shown).not.toContain(tokenQuestion);
  });

  test('a key of the environment is no answer: it asks all the same', async () => {
    const home = freshHome();
    const { url } = await keyService();
    const { status } = await runAtTerminal(
      home,
      [...login, '--base-url', url],
      [
        [keyQuestion, apiKey + enter],
        [tokenQuestion, enter],
      ],
      { WAYPOST_API_KEY: apiKey },
    );
    expect([status, stored(home.configFile)]).toMatchObject([0, { api_key: apiKey }]);
  });

  test.each([
    ['Enter alone', enter, 'No API key was given.'],
    ['a management key', userToken + enter, 'begins uk_'],
  ])('%s in place of an API key is invalid_input', async (_name, typed, message) => {
    const home = freshHome();
    const { url, asked } = await keyService();
    const { status, shown } = await runAtTerminal(
      home,
      [...login, '--base-url', url],
      [[keyQuestion, typed]],
    );
    expect(status).toBe(2);
    expect(shown).toContain(message);
    expect(asked).toEqual([]);
  });

  test('a rejected key is auth_failed, and nothing is stored', async () => {
    const home = freshHome();
    const { url } = await keyService({ availability: refuse(401, 4010, 'Invalid Key') });
    const { status, shown } = await runAtTerminal(
      home,
      [...login, '--base-url', url],
      [
        [keyQuestion, apiKey + enter],
        [tokenQuestion, enter],
      ],
    );
    expect(status).toBe(4);
    expect(shown).toContain('Invalid Key (HTTP 401, code 4010)');
    expect(existsSync(home.configFile)).toBe(false);
  });

  test('an unwritable path is found before the first question', async () => {
    const home = freshHome();
    mkdirSync(home.configFile, { recursive: true });
    const { status, shown } = await runAtTerminal(home, login);
    expect(status).toBe(5);
    expect(shown).not.toContain(keyQuestion);
  });

  test.each([
    ['Ctrl-C at the first question', [[keyQuestion, interrupt]]],
    [
      'Ctrl-C at the second',
      [
        [keyQuestion, apiKey + enter],
        [tokenQuestion, interrupt],
      ],
    ],
  ] as [string, [string, string][]][])(
    '%s dies of the signal, with the cursor back',
    async (_name, dialogue) => {
      const home = freshHome();
      const { status, shown } = await runAtTerminal(home, login, dialogue);
      // `script` reports a death by a signal as a shell does.
      expect(status).toBe(130);
      expect(shown).not.toMatch(/Error|fault| {4}at /);
      expect(shown.lastIndexOf('\x1b[?25h')).toBeGreaterThanOrEqual(shown.lastIndexOf('\x1b[?25l'));
      expect(existsSync(home.configFile)).toBe(false);
    },
  );

  test.each([
    ['--no-input', [...login, '--no-input'], {}],
    ['WAYPOST_NO_INPUT', login, { WAYPOST_NO_INPUT: '1' }],
    ['--json', [...login, '--json'], {}],
  ])('%s: nothing is asked, what is missing is named', async (_name, args, env) => {
    const { status, shown } = await runAtTerminal(freshHome(), args, [], env);
    expect(status).toBe(2);
    expect(shown).toContain('No API key was given.');
  });

  test('--api-key - at a terminal is invalid_input: what is typed would show', async () => {
    const { status, shown } = await runAtTerminal(freshHome(), [...login, '--api-key', '-']);
    expect(status).toBe(2);
    expect(shown).toContain('Standard input is a terminal');
  });
});
