// A credentials file or a pending sign-up that belongs to another user is not believed: its base URL could
// draw the key of the environment to a service of theirs. Files of other users need root to make.
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { apiKey, freshHome, keyService, otherKey, store } from '../support/keys';
import { requirement } from '../support/requirement';
import type { StandIn } from '../support/service';
import { documentOf, errorOf, type Home } from '../support/tool';

const isRoot = requirement('other users', () =>
  process.getuid?.() === 0 ? undefined : 'only root can make files of other users',
);

/** The user who runs the command, and another one. */
const victim = 54_321;
const attacker = 54_322;

let home: Home;
let foreign: StandIn;

/** Gives a path with everything in it to a user. */
function give(path: string, user: number): void {
  chownSync(path, user, user);
}

describe.skipIf(!isRoot)('files of another user', () => {
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
    home.run([...args, '--json'], { user: victim, env, reveals: [apiKey, otherKey] });

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

  test.each(theirs)(
    '%s: no key is sent to the service it names',
    async (_name, arrange, reason) => {
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
    },
  );

  test.each([
    ['one of their own', victim],
    ["one of root's", 0],
  ])('but %s is taken', async (_name, owner) => {
    give(home.configFile, owner);
    chmodSync(home.configFile, 0o644);
    expect(documentOf(await run(['auth', 'token']))).toEqual({ token: otherKey, source: 'config' });
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
    expect(errorOf(await run(['signup', '--resume']))).toMatchObject({
      exit: 2,
      code: 'invalid_input',
      message: expect.stringContaining('it belongs to another user'),
      details: { rescue_path: home.pendingFile },
    });
    expect(readFileSync(home.pendingFile, 'utf8')).toBe(text);
    expect(foreign.asked).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('a sign-up that others may write', () => {
  test.each<[string, (home: Home) => void, string]>([
    ['the file', ({ pendingFile }) => chmodSync(pendingFile, 0o666), 'other users may write it'],
    [
      'its directory',
      ({ pendingFile }) => chmodSync(dirname(pendingFile), 0o777),
      'other users may write its directory',
    ],
  ])('%s: named and kept', async (_name, arrange, reason) => {
    const own = freshHome();
    store(own.pendingFile, { cli_token: 'a-token', base_url: 'http://127.0.0.1:1/v1' });
    arrange(own);
    const error = errorOf(await own.run(['signup', '--resume', '--json']));
    expect(error).toMatchObject({
      code: 'invalid_input',
      details: { rescue_path: own.pendingFile },
    });
    expect(error.message).toContain(reason);
    expect(existsSync(own.pendingFile)).toBe(true);
  });
});
