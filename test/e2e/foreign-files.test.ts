// A credentials file or a pending sign-up that belongs to another user is not believed: its base URL could
// draw the key of the environment to a service of theirs. Files of other users need root to make.
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { apiKey, freshHome, keyService, modeOf, otherKey, store } from '../support/keys';
import { logService } from '../support/log-service';
import { asUser, hasOtherUsers } from '../support/other-users';
import { sample, systemTest } from '../support/runs';
import type { StandIn } from '../support/service';
import { documentOf, errorOf, expectError, type Home } from '../support/tool';

/** The user who runs the command, and another one. */
const victim = 54_321;
const attacker = 54_322;
const asVictim = asUser(victim);

let home: Home;
let foreign: StandIn;

/** Gives a path with everything in it to a user. */
function give(path: string, user: number): void {
  chownSync(path, user, user);
}

describe.skipIf(!hasOtherUsers)('files of another user', () => {
  beforeEach(async () => {
    home = freshHome();
    foreign = await keyService();
    give(home.path, victim);
    chmodSync(home.path, 0o755);
    store(home.configFile, { api_key: otherKey, base_url: foreign.url });
    give(join(home.path, '.config'), victim);
    give(dirname(home.configFile), victim);
    give(home.configFile, victim);
  });

  const run = (args: string[], env: Record<string, string> = {}) =>
    home.run([...args, '--json'], { ...asVictim, env, reveals: [apiKey, otherKey] });

  const theirs: [name: string, arrange: () => void, reason: RegExp][] = [
    ['the file', () => give(home.configFile, attacker), /it belongs to another user/],
    [
      'its directory',
      () => give(dirname(home.configFile), attacker),
      /its directory belongs to another user/,
    ],
    [
      'the directory a link leads to',
      () => {
        const elsewhere = join(home.path, 'shared');
        mkdirSync(elsewhere);
        renameSync(home.configFile, join(elsewhere, 'credentials.json'));
        symlinkSync(join(elsewhere, 'credentials.json'), home.configFile);
        give(elsewhere, attacker);
        chmodSync(elsewhere, 0o755);
      },
      /its directory belongs to another user/,
    ],
  ];

  test.each(sample(theirs))('%s: no key is sent to its service', async (_name, arrange, reason) => {
    arrange();
    chmodSync(dirname(home.configFile), 0o755);
    chmodSync(home.configFile, 0o644);
    const before = readFileSync(home.configFile);
    for (const args of [
      ['auth', 'whoami'],
      ['auth', 'token'],
      ['places', 'search', 'Berlin'],
    ]) {
      const refused = errorOf(await run(args, { WAYPOST_API_KEY: apiKey }));
      expect(refused, args.join(' ')).toMatchObject({
        exit: 2,
        code: 'invalid_credentials_file',
        message: expect.stringMatching(reason),
        hint: expect.any(String),
      });
    }
    expect(foreign.asked).toEqual([]);
    expect(readFileSync(home.configFile)).toEqual(before);
  });

  test.each<[name: string, arrange: (file: string) => void, reason: string]>(
    sample([
      ['of another user', (file) => give(file, attacker), 'it belongs to another user'],
      [
        'in a directory of another user',
        (file) => give(dirname(file), attacker),
        'its directory belongs to another user',
      ],
    ]),
  )('settings and profiles %s choose nothing', async (_name, arrange, reason) => {
    for (const [name, content] of [
      ['settings.json', { browser: 'theirs', base_url: foreign.url }],
      ['profiles.json', { current: 'theirs' }],
    ] as const) {
      rmSync(home.configFile, { force: true });
      give(dirname(home.configFile), victim);
      const file = join(dirname(home.configFile), name);
      store(file, content);
      give(file, victim);
      arrange(file);
      chmodSync(dirname(file), 0o755);
      chmodSync(file, 0o644);
      expect(errorOf(await run(['auth', 'whoami'], { WAYPOST_API_KEY: apiKey }))).toMatchObject({
        exit: 2,
        message: `${file} cannot be used: ${reason}.`,
      });
      rmSync(file);
    }
    expect(foreign.asked).toEqual([]);
  });

  test.each([
    ['one of their own', victim],
    ["one of root's", 0],
  ])('but %s is taken', async (_name, owner) => {
    give(home.configFile, owner);
    chmodSync(home.configFile, 0o644);
    expect(documentOf(await run(['auth', 'token']))).toEqual({ token: otherKey, source: 'config' });
  });

  const mine = JSON.stringify({ api_key: otherKey, other: 1 });

  /** A file of the user's own, and a link to it that somebody has put at a path. */
  function planted(path: string, owner: number): string {
    const own = join(home.path, 'mine');
    writeFileSync(own, mine);
    give(own, victim);
    rmSync(path, { force: true });
    symlinkSync(own, path);
    lchownSync(path, owner, owner);
    chmodSync(dirname(path), 0o777);
    return own;
  }

  test.each([
    ['another user', attacker, 5],
    ['its own user', victim, 0],
  ])('a link of %s in the place of a target', async (_name, owner, status) => {
    const log = await logService(3_600_000);
    const target = join(home.path, 'log.csv');
    const own = planted(target, owner);
    const words = ['lookups', 'export', '--start', '2026-10-01', '--end', '2026-10-02', '--force'];
    const done = await run([...words, '-o', target], {
      WAYPOST_API_KEY: apiKey,
      WAYPOST_USER_TOKEN: 'uk_of_the_user',
      WAYPOST_BASE_URL: log.url,
    });
    await log.close();
    expect(done.status).toBe(status);
    if (status !== 0) {
      expectError(done, 'write_failed', { message: /is a link of another user/ });
    }
    expect(readFileSync(own, 'utf8') === mine).toBe(status !== 0);
  });

  systemTest('a login is not written through a link of another user', async () => {
    const own = planted(home.configFile, attacker);
    const args = ['auth', 'login', '--api-key', '-', '--base-url', foreign.url];
    const login = await home.run([...args, '--json'], {
      ...asVictim,
      input: `${apiKey}\n`,
      reveals: [apiKey],
    });
    expectError(login, 'write_failed');
    expect(readFileSync(own, 'utf8')).toBe(mine);
  });

  describe('the startup file of a shell', () => {
    const line = '# waypost completion';
    const install = (rc: string) => run(['completion', 'install', 'bash', '--rc', rc]);
    let rc: string;
    beforeEach(() => {
      rc = join(home.path, 'shell', 'bashrc');
      mkdirSync(dirname(rc));
      give(dirname(rc), victim);
    });

    test.each<[name: string, arrange: (rc: string) => void, reason: string]>(
      sample([
        [
          'that another user made',
          (file) => {
            writeFileSync(file, '');
            give(file, attacker);
            chmodSync(file, 0o666);
          },
          'it belongs to another user',
        ],
        [
          'in a directory of another user',
          (file) => {
            give(dirname(file), attacker);
            chmodSync(dirname(file), 0o777);
          },
          'other users can write to its directory',
        ],
        [
          'in a directory that everybody may write',
          (file) => chmodSync(dirname(file), 0o777),
          'other users can write to its directory',
        ],
        [
          'that is a link of another user',
          (file) => {
            planted(file, attacker);
            chmodSync(dirname(file), 0o755);
          },
          'is a link of another user',
        ],
        [
          'that a link of another user leads to, in their directory',
          (file) => {
            const theirs = join(home.path, 'theirs');
            mkdirSync(theirs);
            planted(join(theirs, 'link'), attacker);
            give(theirs, attacker);
            symlinkSync(join(theirs, 'link'), file);
            lchownSync(file, victim, victim);
          },
          'is a link of another user',
        ],
      ]),
    )('%s gets no line', async (_name, arrange, reason) => {
      arrange(rc);
      expectError(await install(rc), 'write_failed', { message: expect.stringContaining(reason) });
      if (existsSync(rc)) expect(readFileSync(rc, 'utf8')).not.toContain(line);
    });

    test('and its script are written by their user alone', async () => {
      writeFileSync(rc, 'alias ll="ls -l"\n');
      give(rc, victim);
      chmodSync(rc, 0o666);
      const { script } = documentOf(await install(rc)) as { script: string };
      expect([modeOf(rc), modeOf(script)]).toEqual(['644', '600']);
      chmodSync(script, 0o666);
      const { rc: other } = documentOf(await install(`${rc}2`)) as { rc: string };
      expect([modeOf(other), modeOf(script)]).toEqual(['644', '600']);
      expect(readFileSync(rc, 'utf8')).toContain(line);
    });
  });

  test('a sign-up that another user left is named and kept', async () => {
    mkdirSync(dirname(home.pendingFile), { recursive: true });
    const text = JSON.stringify({ cli_token: 'a-token-of-theirs', base_url: foreign.url });
    writeFileSync(home.pendingFile, text, { mode: 0o644 });
    for (const part of [
      '.local',
      '.local/share',
      '.local/share/waypost',
      '.local/share/waypost/signup',
    ]) {
      give(join(home.path, part), victim);
    }
    give(home.pendingFile, attacker);
    expectError(await run(['signup', '--resume']), 'invalid_input', {
      message: /it belongs to another user/,
      details: { rescue_path: home.pendingFile },
    });
    expect(readFileSync(home.pendingFile, 'utf8')).toBe(text);
    expect(foreign.asked).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('a sign-up that others may write', () => {
  test.each<[string, (home: Home) => void, string]>([
    ['the file', ({ pendingFile }) => chmodSync(pendingFile, 0o666), 'other users can write to it'],
    [
      'its directory',
      ({ pendingFile }) => chmodSync(dirname(pendingFile), 0o777),
      'other users can write to its directory',
    ],
  ])('%s: named and kept', async (_name, arrange, reason) => {
    const own = freshHome();
    store(own.pendingFile, { cli_token: 'a-token', base_url: 'http://127.0.0.1:1/v1' });
    arrange(own);
    await own.fails('signup --resume', 'invalid_input', {
      details: { rescue_path: own.pendingFile },
      message: expect.stringContaining(reason),
    });
    expect(existsSync(own.pendingFile)).toBe(true);
  });
});

describe.skipIf(process.platform === 'win32')('configuration that others may change', () => {
  test.each<[name: string, content: object, words: string[]]>([
    ['settings.json', { timeout: '60' }, ['settings', 'set', 'timeout', '5']],
    ['profiles.json', { current: 'acme' }, ['auth', 'switch', '--default']],
  ])('%s is warned of, and repaired by the next change', async (name, content, words) => {
    const own = freshHome();
    const file = join(dirname(own.configFile), name);
    store(own.configFile, { api_key: apiKey, base_url: 'http://127.0.0.1:9/v1' });
    store(file, content);
    chmodSync(file, 0o666);
    const token = () => own.call('auth token --profile none --json');
    const warning = `Warning: ${file} can be changed by other users (mode 0666). The next change repairs it, or run: chmod 600 ${file}\n`;
    expect((await token()).stderr).toBe(warning);
    expect((await own.call('version --json')).stderr).toBe(warning);
    expect((await own.call([...words, '--json'])).stderr).toBe(warning);
    expect(modeOf(file)).toBe('600');
    expect((await token()).stderr).toBe('');
  });

  test('a directory is warned of once, whatever is in it, and repaired by the next change', async () => {
    const own = freshHome();
    const directory = dirname(own.configFile);
    store(own.configFile, { api_key: apiKey });
    for (const name of ['settings.json', 'profiles.json']) store(join(directory, name), {});
    const token = async () => (await own.call('auth token', { reveals: [apiKey] })).stderr;
    chmodSync(directory, 0o1777);
    expect(await token()).toBe('');
    chmodSync(directory, 0o777);
    expect(await token()).toBe(
      `Warning: ${directory} can be changed by other users (mode 0777). Check its contents, then run: chmod go-w ${directory}\n`,
    );
    await own.call('settings set timeout 5');
    expect(modeOf(directory)).toBe('700');
    expect(await token()).toBe('');
  });

  systemTest('and so is the directory that a link of the credentials leads to', async () => {
    const own = freshHome();
    const elsewhere = join(own.path, 'dotfiles', 'keys.json');
    store(elsewhere, { api_key: apiKey });
    mkdirSync(dirname(own.configFile), { recursive: true, mode: 0o700 });
    symlinkSync(elsewhere, own.configFile);
    chmodSync(dirname(elsewhere), 0o777);
    const { stderr } = await own.call('auth token', { reveals: [apiKey] });
    expect(stderr).toContain(`${dirname(elsewhere)} can be changed by other users (mode 0777).`);
  });
});
