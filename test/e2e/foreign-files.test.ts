// Files that another user owns or can change. A base URL in such a file could send a key from the environment to the other
// user's server. Only root can create these files. test/lib/small-file.test.ts tests which files waypost rejects.
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

/** The ID of the user who runs the command. */
const victim = 54_321;
const attacker = 54_322;
const asVictim = asUser(victim);

let home: Home;
let foreign: StandIn;

/** Changes the owner of a file or a directory. */
function give(path: string, user: number): void {
  chownSync(path, user, user);
}

describe.skipIf(!hasOtherUsers)('if a machine has several users,', () => {
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
    [
      'belongs to another user',
      () => give(home.configFile, attacker),
      /it belongs to another user/,
    ],
    [
      "is in another user's directory",
      () => give(dirname(home.configFile), attacker),
      /its directory belongs to another user/,
    ],
    [
      "is a symbolic link into another user's directory",
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

  test.each(sample(theirs))(
    'waypost rejects the credentials file, and does not send a key, if the file %s',
    async (_name, arrange, reason) => {
      arrange();
      chmodSync(dirname(home.configFile), 0o755);
      chmodSync(home.configFile, 0o644);
      const before = readFileSync(home.configFile);
      const search = ['places', 'search', 'Berlin'];
      expectError(await run(search, { WAYPOST_API_KEY: apiKey }), 'invalid_credentials_file', {
        message: reason,
        hint: expect.any(String),
      });
      expect(foreign.asked).toEqual([]);
      expect(readFileSync(home.configFile)).toEqual(before);
    },
  );

  test.each<[name: string, arrange: (file: string) => void, reason: string]>(
    sample([
      [
        'these files belong to another user',
        (file) => give(file, attacker),
        'it belongs to another user',
      ],
      [
        "the files' directory belongs to another user",
        (file) => give(dirname(file), attacker),
        'its directory belongs to another user',
      ],
    ]),
  )('waypost rejects settings.json and profiles.json if %s', async (_name, arrange, reason) => {
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
        message: `waypost cannot use ${file}: ${reason}.`,
      });
      rmSync(file);
    }
    expect(foreign.asked).toEqual([]);
  });

  const mine = JSON.stringify({ api_key: otherKey, other: 1 });

  /** Creates a file that belongs to the victim, and a symbolic link to the file that belongs to `owner`. Returns the file. */
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

  test("`lookups export` rejects another user's symbolic link at the path of the output file", async () => {
    const log = await logService(3_600_000);
    const target = join(home.path, 'log.csv');
    const own = planted(target, attacker);
    const words = ['lookups', 'export', '--start', '2026-10-01', '--end', '2026-10-02', '--force'];
    const done = await run([...words, '-o', target], {
      WAYPOST_API_KEY: apiKey,
      WAYPOST_USER_TOKEN: 'uk_of_the_user',
      WAYPOST_BASE_URL: log.url,
    });
    await log.close();
    expectError(done, 'write_failed', {
      message: /is a symbolic link that belongs to another user/,
    });
    expect(readFileSync(own, 'utf8')).toBe(mine);
  });

  systemTest("`auth login` does not write through another user's symbolic link", async () => {
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

  describe('`completion install`', () => {
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
          'that another user created',
          (file) => {
            writeFileSync(file, '');
            give(file, attacker);
            chmodSync(file, 0o666);
          },
          'it belongs to another user',
        ],
        [
          "in another user's directory",
          (file) => {
            give(dirname(file), attacker);
            chmodSync(dirname(file), 0o777);
          },
          'other users can write to its directory',
        ],
        [
          'in a directory that all users can write to',
          (file) => chmodSync(dirname(file), 0o777),
          'other users can write to its directory',
        ],
        [
          "that is another user's symbolic link",
          (file) => {
            planted(file, attacker);
            chmodSync(dirname(file), 0o755);
          },
          'is a symbolic link that belongs to another user',
        ],
        [
          "that is a symbolic link into another user's directory",
          (file) => {
            const theirs = join(home.path, 'theirs');
            mkdirSync(theirs);
            planted(join(theirs, 'link'), attacker);
            give(theirs, attacker);
            symlinkSync(join(theirs, 'link'), file);
            lchownSync(file, victim, victim);
          },
          'is a symbolic link that belongs to another user',
        ],
      ]),
    )('rejects a startup file %s', async (_name, arrange, reason) => {
      arrange(rc);
      expectError(await install(rc), 'write_failed', { message: expect.stringContaining(reason) });
      if (existsSync(rc)) expect(readFileSync(rc, 'utf8')).not.toContain(line);
    });

    test('makes the startup file and the script writable only by their owner', async () => {
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
});

describe.skipIf(process.platform === 'win32')('`signup --resume`', () => {
  test.each<[string, (home: Home) => void, string]>([
    ['the file', ({ pendingFile }) => chmodSync(pendingFile, 0o666), 'other users can write to it'],
    [
      'its directory',
      ({ pendingFile }) => chmodSync(dirname(pendingFile), 0o777),
      'other users can write to its directory',
    ],
  ])(
    'rejects the pending file, and does not remove it, if other users can write to %s',
    async (_name, arrange, reason) => {
      const own = freshHome();
      store(own.pendingFile, { cli_token: 'a-token', base_url: 'http://127.0.0.1:1/v1' });
      arrange(own);
      await own.fails('signup --resume', 'invalid_input', {
        details: { rescue_path: own.pendingFile },
        message: expect.stringContaining(reason),
      });
      expect(existsSync(own.pendingFile)).toBe(true);
    },
  );
});

describe.skipIf(process.platform === 'win32')(
  "if other users can change waypost's configuration,",
  () => {
    test.each<[name: string, content: object, words: string[]]>([
      ['settings.json', { timeout: '60' }, ['settings', 'set', 'timeout', '5']],
      ['profiles.json', { current: 'acme' }, ['auth', 'switch', '--default']],
    ])(
      'waypost warns about the file %s, and corrects its mode when a command next changes it',
      async (name, content, words) => {
        const own = freshHome();
        const file = join(dirname(own.configFile), name);
        store(own.configFile, { api_key: apiKey, base_url: 'http://127.0.0.1:9/v1' });
        store(file, content);
        chmodSync(file, 0o666);
        const token = () => own.call('auth token --profile none --json');
        const warning = `Warning: Other users can change ${file} (mode 0666). waypost corrects the permissions at the next change to the file. To correct them now, run: chmod 600 ${file}\n`;
        expect((await token()).stderr).toBe(warning);
        expect((await own.call('version --json')).stderr).toBe(warning);
        expect((await own.call([...words, '--json'])).stderr).toBe(warning);
        expect(modeOf(file)).toBe('600');
        expect((await token()).stderr).toBe('');
      },
    );

    test('waypost prints one warning for a directory with several files, and corrects its mode when a command next changes one of the files', async () => {
      const own = freshHome();
      const directory = dirname(own.configFile);
      store(own.configFile, { api_key: apiKey });
      for (const name of ['settings.json', 'profiles.json']) store(join(directory, name), {});
      const token = async () => (await own.call('auth token', { reveals: [apiKey] })).stderr;
      chmodSync(directory, 0o1777);
      expect(await token()).toBe('');
      chmodSync(directory, 0o777);
      expect(await token()).toBe(
        `Warning: Other users can change ${directory} (mode 0777). Check the contents of the directory, then run: chmod go-w ${directory}\n`,
      );
      await own.call('settings set timeout 5');
      expect(modeOf(directory)).toBe('700');
      expect(await token()).toBe('');
    });

    systemTest(
      "waypost warns about the target's directory if the credentials file is a symbolic link",
      async () => {
        const own = freshHome();
        const elsewhere = join(own.path, 'dotfiles', 'keys.json');
        store(elsewhere, { api_key: apiKey });
        mkdirSync(dirname(own.configFile), { recursive: true, mode: 0o700 });
        symlinkSync(elsewhere, own.configFile);
        chmodSync(dirname(elsewhere), 0o777);
        const { stderr } = await own.call('auth token', { reveals: [apiKey] });
        expect(stderr).toContain(`Other users can change ${dirname(elsewhere)} (mode 0777).`);
      },
    );
  },
);
