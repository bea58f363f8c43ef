// If HOME is a relative path or not a directory, or if HOME is not set and the user has no entry in the system's user database,
// waypost must not read files from the working directory. test/lib/home-directory.test.ts tests which home directory it uses.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asUser, hasOtherUsers } from '../support/other-users';
import { documentOf, Home } from '../support/tool';

const asUnnamed = asUser(54_323);

let home: Home;
let directory: string;

beforeAll(() => {
  home = new Home();
  directory = mkdtempSync(join(tmpdir(), 'waypost-no-home-'));
  for (const settingsDirectory of ['.config/waypost', 'here/.config/waypost']) {
    mkdirSync(join(directory, settingsDirectory), { recursive: true });
    writeFileSync(join(directory, settingsDirectory, 'settings.json'), '{"timeout":"77"}\n');
  }
});

afterAll(() => {
  home.remove();
  rmSync(directory, { recursive: true, force: true });
});

describe.skipIf(process.platform === 'win32')('without a usable HOME directory,', () => {
  test('waypost ignores settings in the working directory if HOME is a relative path', async () => {
    const HOME = 'here';
    const run = await home.run('settings get timeout --json', {
      env: { HOME, XDG_CONFIG_HOME: undefined },
      cwd: directory,
    });
    expect(documentOf(run)).not.toMatchObject({ value: '77' });
    expect(run.status).toBe(0);
  });

  test.skipIf(!hasOtherUsers)(
    "`auth whoami` prints null for both keys if the system's user database does not contain the user",
    async () => {
      const run = await home.run('auth whoami --json', {
        env: { HOME: undefined, XDG_CONFIG_HOME: undefined },
        ...asUnnamed,
        cwd: '/',
      });
      expect(documentOf(run)).toEqual({ api_key: null, user_token: null, live: false });
      expect(run.stderr).toBe('');
    },
  );

  test('`doctor` reports that HOME is not a directory', async () => {
    const run = await home.run('doctor --json', {
      env: { HOME: '/dev/null', XDG_CONFIG_HOME: undefined },
    });
    expect(run.status).toBe(1);
    expect(documentOf(run)).toMatchObject({
      ok: false,
      checks: expect.arrayContaining([
        expect.objectContaining({
          name: 'configuration_directory',
          ok: false,
          message: expect.stringMatching(/^waypost cannot read .*: ENOTDIR/),
        }),
      ]),
    });
  });

  test('`sandbox list` prints an empty list if HOME is not a directory', async () => {
    const run = await home.run('sandbox list --json', {
      env: { HOME: '/dev/null', XDG_DATA_HOME: undefined },
    });
    expect(documentOf(run)).toEqual([]);
  });
});
