// Commands in a real terminal: one test for each type of prompt or display. test/system contains the other tests.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { emails, useBatches } from '../support/batch';
import { apiKey, freshHome, keyService, store, stored, userToken } from '../support/keys';
import * as newAccount from '../support/sign-up';
import { hasTerminal, shown, Terminal } from '../support/terminal';
import { command, documentOf, type Home } from '../support/tool';

const batches = useBatches();
const { account } = batches;
const enter = '\r';
const done = { status: 0, restored: true, cursorShown: true };

let terminal: Terminal | undefined;
afterEach(() => {
  terminal?.kill();
  for (const secret of [apiKey, userToken, account.keys.key, ...Object.values(newAccount.keys)]) {
    expect(terminal?.raw ?? '').not.toContain(secret);
  }
});

function open(words: readonly string[], home: Home, env: Record<string, string> = {}): Terminal {
  terminal = new Terminal([...command, ...words], home.environment(env));
  return terminal;
}

describe.skipIf(!hasTerminal)('at a terminal,', () => {
  test('`auth login` prompts for both keys, shows stars instead of the typed keys, and stores the keys', async () => {
    const home = freshHome();
    const { url } = await keyService();
    const screen = open(['--base-url', url, 'auth', 'login'], home);
    await screen.until(/API key \(begins with ak_\):/);
    screen.type(apiKey + enter);
    await screen.until(/Management key \(begins with uk_; Enter for none\):/);
    screen.type(userToken + enter);
    expect(await screen.end()).toEqual(done);
    expect(screen.screen()).toContain('*'.repeat(apiKey.length));
    expect(screen.screen()).toContain('Logged in.');
    expect(stored(home.configFile)).toEqual({
      api_key: apiKey,
      user_token: userToken,
      base_url: url,
    });
  });

  test('`auth logout` shows the login and whether other logins contain its keys, and removes the login if you answer y', async () => {
    const home = freshHome();
    const base_url = 'https://service.example/v1';
    store(home.configFile, { api_key: apiKey, user_token: userToken, base_url });
    const screen = open(['auth', 'logout'], home);
    await screen.until(/Remove this login from this machine\?/);
    expect(shown(screen)).toContain(
      [
        'Profile         (default)',
        `Service         ${base_url}`,
        'API key         ak_liv…',
        'Management key  uk_liv…',
        'The API key is not stored in any other login.',
        'The management key is not stored in any other login.',
      ].join('\n'),
    );
    expect(existsSync(home.configFile)).toBe(true);
    screen.type(`y${enter}`);
    expect(await screen.end()).toEqual(done);
    expect(shown(screen)).toContain('Logged out.');
    expect(existsSync(home.configFile)).toBe(false);
  });

  test('`auth switch` offers the named profiles and the default profile', async () => {
    const home = freshHome();
    const directory = dirname(home.configFile);
    const current = () => stored(join(directory, 'profiles.json'));
    for (const name of ['acme', 'shop']) {
      const base_url = 'https://service.example/v1';
      store(join(directory, 'profiles', name, 'credentials.json'), { api_key: apiKey, base_url });
    }
    const screen = open(['auth', 'switch'], home);
    await screen.until(/Which profile\?[\s\S]*\(default\) {2}no login[\s\S]*acme[\s\S]*shop/);
    expect(screen.screen()).toMatch(/^Which profile\?$/m);
    expect(screen.screen()).toMatch(/^❯ \(default\)/m);
    await screen.until(/^↑↓ choose · Enter selects · Ctrl-C ends$/m);
    screen.type(`\x1b[B\x1b[B${enter}`);
    expect(await screen.end()).toEqual(done);
    expect(shown(screen)).toContain('Switched to the profile shop.');
    expect(current()).toEqual({ current: 'shop', bindings: {} });
    const back = open(['auth', 'switch'], home);
    await back.until(/shop +https:\/\/service\.example\/v1 +active here/);
    back.type(enter);
    expect(await back.end()).toEqual(done);
    expect(current()).toEqual({ bindings: {} });
  });

  test('`signup` animates a line on standard error, and removes the line when the keys arrive', async () => {
    const { claimed, keys, login, pending, read, signUpService } = newAccount;
    const home = newAccount.freshHome();
    const service = await signUpService({ poll: [pending, claimed] });
    const into = join(home.path, 'out');
    const words = [...command, 'signup', '--no-browser', '--interval', '1'];
    terminal = new Terminal(
      ['sh', '-c', `"$@" >'${into}'`, 'sh', ...words, '--base-url', service.url],
      home.environment(),
    );
    expect(await terminal.end()).toEqual(done);
    expect(terminal.raw).toContain('\x1b[?25l');
    expect(terminal.raw).toMatch(/⠋ 0:00 Waiting for you/);
    expect(terminal.screen()).not.toContain('Waiting for you');
    expect(readFileSync(into, 'utf8')).toBe(
      `Signed up. The keys are in ${home.configFile}\nCheck the keys with \`waypost auth whoami\`. Pass the API key to a program with "$(waypost auth token)".\n`,
    );
    expect(read(home.configFile)).toEqual(login(service));
    expect(terminal.raw).not.toContain(keys.user_id);
  });

  test('`places search` searches while you type, and Enter resolves the first place and costs one lookup', async () => {
    const before = await batches.billed();
    const screen = open(['places', 'search'], account.home, account.environment);
    await screen.until(/Place: \nType the name of a place; searching costs nothing/);
    screen.type('berlin');
    await screen.until(
      /Place: berlin\n❯ Berlin, Berlin, Germany {2}DEU\n {2}Berlin \(region\), Germany {2}DEU/,
    );
    await screen.until(/Enter to resolve the place/);
    expect(await batches.billed()).toBe(before);
    screen.type(enter);
    expect(await screen.end()).toEqual(done);
    expect(await batches.billed()).toBe(before + 1);
    const picked = shown(screen);
    expect(picked).toMatch(/^Place: Berlin, Berlin, Germany\n/);
    expect(picked).toContain('Cost: 1 lookup. ');
    expect(picked).not.toContain('❯');
  });

  test('a batch shows rows, cost, speed and remaining time, and Ctrl-C waits for pending responses', async () => {
    const rows = emails(300);
    batches.write('in.csv', ['email', ...rows]);
    const words = [
      'emails',
      'validate',
      '--file',
      batches.at('in.csv'),
      '-o',
      batches.at('out.csv'),
    ];
    const screen = open(words, account.home, account.environment);
    await screen.until(/\d+ rows · \d+ lookups · [\d.]+\/s · \d+% · 0:\d\d left/);
    screen.type('\x03');
    expect(await screen.end()).toEqual({ ...done, status: 130 });
    const [, told = ''] =
      /Interrupted: (\d+) rows processed \(\d+ \w+\)\. Cost: \d+ lookups/.exec(screen.screen()) ??
      [];
    expect(screen.screen()).not.toMatch(/rows · /);
    expect(Number(told)).toBe(await batches.billed());
    const resumed = await account.call([...words, '--rate', 'none', '--resume', '--json']);
    expect(documentOf(resumed)).toMatchObject({ rows: 300, lookups: 300, in_doubt: 0 });
    expect((await batches.terms()).sort()).toEqual([...rows].sort());
  });

  test('`exec` gives the program a terminal of the same size, and masks its output', async () => {
    const ends = 'for fd in 0 1 2; do [ -t $fd ] && echo "$fd is a terminal"; done';
    const line = `${ends}; stty size; echo "$WAYPOST_API_KEY"; exit 5`;
    const screen = open(['exec', '--', 'sh', '-c', line], freshHome(), {
      WAYPOST_API_KEY: apiKey,
      WAYPOST_USER_TOKEN: userToken,
    });
    expect(await screen.end()).toEqual({ ...done, status: 5 });
    expect(
      shown(screen)
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual([...[0, 1, 2].map((fd) => `${fd} is a terminal`), '30 100', 'ak_liv…']);
  });
});
