// The profile that waypost uses, selected by an option, an environment variable, a bound directory or `auth switch`. Files in
// a directory never select a profile.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { apiKey, freshHome, keyService, modeOf, otherKey, store, stored } from '../support/keys';
import { skippingClock } from '../support/skipping-clock';
import { documentOf, errorOf, expectError, type Home, isNodeBuild } from '../support/tool';

const nowhere = 'http://127.0.0.1:9/v1';

let home: Home;
let configuration: string;
beforeEach(() => {
  home = freshHome();
  configuration = join(home.path, '.config/waypost');
});

/** Stores a login in a profile, or in the default profile. Returns the path of the credentials file. */
function login(
  profile?: string,
  content: object | string = { api_key: apiKey, base_url: nowhere },
): string {
  const directory =
    profile === undefined ? configuration : join(configuration, 'profiles', profile);
  const path = join(directory, 'credentials.json');
  store(path, content);
  return path;
}

/** Creates a directory in the home directory, and returns its path. */
function directory(...names: string[]): string {
  const path = join(home.path, ...names);
  mkdirSync(path, { recursive: true });
  return path;
}

/** Returns the active profile in a directory, or null for the default profile. */
async function inUse(cwd: string, env: Record<string, string> = {}, args: string[] = []) {
  const logins = documentOf(await home.call(['auth', 'list', '--json', ...args], { cwd, env }));
  const current = (logins as { profile: string | null; current: boolean }[]).filter(
    (one) => one.current,
  );
  expect(current).toHaveLength(1);
  return current[0]?.profile;
}

describe('a bound directory', () => {
  beforeEach(() => {
    for (const profile of [undefined, 'flag', 'env', 'outer', 'inner', 'switched']) login(profile);
  });

  test('does not select its profile after a symbolic link replaces the directory, and can be unbound after the link is removed', async () => {
    const bound = directory('work', 'acme');
    const elsewhere = directory('elsewhere');
    await home.call(['profiles', 'bind', bound, 'inner']);
    rmSync(bound, { recursive: true });
    symlinkSync(elsewhere, bound);
    expect(await inUse(bound)).toBeNull();
    rmSync(bound);
    const run = await home.call(['profiles', 'unbind', bound, '--json']);
    expect(documentOf(run)).toMatchObject({ success: true, directory: bound, removed: true });
    const listed = await home.json('profiles list');
    expect(listed).toContainEqual(expect.objectContaining({ profile: 'inner', directories: [] }));
  });
});

describe('a directory', () => {
  test('cannot select a profile through symbolic links or through files that look like configuration files', async () => {
    login();
    login('mine');
    login('victim', { api_key: otherKey, base_url: nowhere });
    const bound = directory('work', 'victim');
    await home.call(['profiles', 'bind', bound, 'victim']);
    const checkout = directory('work', 'checkout');
    const rules = JSON.stringify({ current: 'victim', bindings: { [checkout]: 'victim' } });
    const settings = JSON.stringify({ base_url: 'https://evil.example/v1', output: 'json' });
    for (const directory of ['', '.waypost', 'waypost', '.config/waypost', 'profiles']) {
      mkdirSync(join(checkout, directory), { recursive: true });
      for (const name of ['profiles.json', 'config.json', '.waypost.json', 'waypost.json'])
        writeFileSync(join(checkout, directory, name), rules);
      writeFileSync(join(checkout, directory, 'settings.json'), settings);
    }
    writeFileSync(join(checkout, '.env'), 'WAYPOST_PROFILE=victim\n');
    writeFileSync(join(checkout, '.waypost-profile'), 'victim\n');
    expect(await inUse(checkout)).toBeNull();
    // waypost ignores PWD, the path that the shell reports, and symbolic links to the checkout.
    expect(await inUse(checkout, { PWD: bound })).toBeNull();
    symlinkSync(checkout, join(bound, 'link'));
    expect(await inUse(join(bound, 'link'))).toBeNull();
    expect(await inUse(join(bound, '..', 'checkout'))).toBeNull();
    // A relative XDG_CONFIG_HOME would be a directory in the checkout.
    expect(await inUse(checkout, { XDG_CONFIG_HOME: '.config' })).toBeNull();
    const setting = await home.call('settings get base-url', { cwd: checkout });
    expect(setting.stdout).not.toContain('evil');
  });

  test('is stored with its real path if the `profiles bind` argument contains symbolic links or dots', async () => {
    const real = directory('real', 'acme');
    directory('work');
    symlinkSync(join(home.path, 'real'), join(home.path, 'work/link'));
    const named = join(home.path, 'work/link/../link/acme');
    const run = await home.call(['profiles', 'bind', named, 'acme', '--json']);
    expect(documentOf(run)).toEqual({
      success: true,
      directory: real,
      profile: 'acme',
      config_path: join(configuration, 'profiles.json'),
    });
    expect(stored(join(configuration, 'profiles.json'))).toEqual({ bindings: { [real]: 'acme' } });
    expect(modeOf(join(configuration, 'profiles.json'))).toBe('600');
  });

  test('causes an error if it is the working directory and was removed, so that waypost does not use the wrong account', async () => {
    login();
    await home.call(['profiles', 'bind', directory('work'), 'acme']);
    const gone = directory('gone');
    const line = `cd "${gone}" && rmdir "${gone}" && exec "$@"`;
    const run = await home.shell(line, ['auth', 'token', '--json'], {});
    if (!isNodeBuild) {
      // If the working directory does not exist, Bun ends before waypost starts.
      expect(run).toMatchObject({ status: 1, stdout: '' });
      expect(run.stderr).toContain('working directory was deleted');
      return;
    }
    expectError(run, 'invalid_input', { message: /working directory/, hint: /--profile/ });
  });
});

describe('`auth whoami`', () => {
  test('prints how the profile was selected, unless --json is set', async () => {
    const { url } = await keyService();
    login('acme', { api_key: apiKey, base_url: url });
    const bound = directory('work');
    await home.call(['profiles', 'bind', bound, 'acme']);
    const { stdout } = await home.call('auth whoami', { cwd: bound });
    expect(stdout).toContain(`Profile         acme (${bound} is bound to this profile)`);
    const json = await home.call('auth whoami --json', { cwd: bound });
    expect(Object.keys(Object(documentOf(json)))).toEqual([
      'api_key',
      'user_token',
      'live',
      'available',
    ]);
    await home.call('auth switch acme');
    const elsewhere = await home.call('auth whoami', { cwd: home.path });
    expect(elsewhere.stdout).toContain('Profile         acme (chosen with `waypost auth switch`');
  });
});

describe('the name `default`', () => {
  test('selects the default profile in an option, an environment variable, a binding and `auth switch`', async () => {
    login();
    login('acme');
    // A directory named `default` is not a profile.
    login('default', { api_key: otherKey, base_url: nowhere });
    const [bound, inner] = [directory('work'), directory('work', 'own')];
    expect(await home.json('auth list')).toHaveLength(2);
    await home.call('auth switch acme');
    for (const name of ['default', '(default)']) {
      expect(await inUse(home.path, {}, ['--profile', name])).toBeNull();
      expect(await inUse(home.path, { WAYPOST_PROFILE: name })).toBeNull();
    }
    await home.call(['profiles', 'bind', bound, 'acme']);
    const bind = await home.call(['profiles', 'bind', inner, 'default', '--json']);
    expect(documentOf(bind)).toMatchObject({ directory: inner, profile: null });
    expect(stored(join(configuration, 'profiles.json'))).toEqual({
      current: 'acme',
      bindings: { [bound]: 'acme', [inner]: 'default' },
    });
    expect(await inUse(bound)).toBe('acme');
    expect(await inUse(inner)).toBeNull();
    const list = await home.call('auth list', { cwd: inner });
    expect(list.stdout).toContain(`Active profile: (default) (${inner} is bound to this profile).`);
    await home.call('auth switch default');
    expect(await inUse(home.path)).toBeNull();
  });

  test('appears in a suggested command that would otherwise use another profile', async () => {
    login('acme');
    await home.call('auth switch acme');
    const words = ['auth', 'token', '--profile', 'default', '--json'];
    const error = errorOf(await home.call(words));
    expect(error.message).toBe('waypost found no API key for the default profile.');
    expect(error.hint).toContain('`waypost auth login --profile default`');
  });
});

describe('`profiles bind`', () => {
  const bound = () => stored(join(configuration, 'profiles.json'));

  test('accepts the directory and the profile in either order', async () => {
    const work = directory('work');
    directory('other');
    const bind = async (...words: string[]) =>
      home.call(['profiles', 'bind', ...words, '--json'], { cwd: home.path });
    for (const words of [
      ['work', 'acme'],
      ['acme', 'work'],
      ['acme', work],
      ['acme', './work'],
    ]) {
      expect(documentOf(await bind(...words))).toMatchObject({ directory: work, profile: 'acme' });
    }
    expect(bound()).toEqual({ bindings: { [work]: 'acme' } });
    // If both arguments name directories, the first argument is the directory to bind.
    expect(documentOf(await bind('work', 'other'))).toMatchObject({
      directory: work,
      profile: 'other',
    });
    expect(errorOf(await bind('acme', './nosuch')).message).toContain(
      'waypost cannot use ./nosuch',
    );
    expect(errorOf(await bind('nosuch', 'acme')).message).toContain('waypost cannot use nosuch');
    expect(errorOf(await bind('work', 'No name')).message).toBe('Invalid profile name: "No name".');
  });
});

describe('`profiles list`', () => {
  test('prints every profile, and how each profile is selected', async () => {
    for (const profile of [undefined, 'acme', 'shop', 'unused']) login(profile);
    const [one, other] = [directory('a'), directory('b')];
    await home.call('auth switch shop');
    await home.call(['profiles', 'bind', other, 'acme']);
    await home.call(['profiles', 'bind', one, 'acme']);
    await home.call(['profiles', 'bind', directory('c'), 'nologin']);
    const none = { login: true, current: false, switched: false, directories: [] };
    expect(documentOf(await home.call('profiles list --json', { cwd: one }))).toEqual([
      { ...none, profile: null },
      { ...none, profile: 'acme', current: true, directories: [one, other] },
      { ...none, profile: 'nologin', login: false, directories: [directory('c')] },
      { ...none, profile: 'shop', switched: true },
      { ...none, profile: 'unused' },
    ]);
    const { stdout } = await home.call('profiles list', { cwd: one });
    expect(stdout.split('\n').map((line) => line.trimEnd())).toEqual([
      '   PROFILE             CHOSEN BY',
      '   (default)',
      `*  acme                ${one}`,
      `                       ${other}`,
      `   nologin (no login)  ${directory('c')}`,
      '   shop                auth switch',
      '   unused',
      '',
      `Active profile: acme (${one} is bound to this profile).`,
      '',
    ]);
  });
});

describe('`auth list`', () => {
  test("prints each login's profile, its service and the first characters of its key, and marks the active profile", async () => {
    login();
    login('acme', { api_key_command: ['/opt/op', 'read', 'x'], base_url: 'https://a.example/v1' });
    login('torn', '{');
    mkdirSync(join(configuration, 'profiles/empty'));
    const run = await home.call('auth list --json --profile acme');
    expect(documentOf(run)).toEqual([
      {
        profile: null,
        base_url: nowhere,
        api_key: { source: 'config', preview: 'ak_liv…' },
        user_token: null,
        current: false,
      },
      {
        profile: 'acme',
        base_url: 'https://a.example/v1',
        api_key: { source: 'config', preview: '…', command: 'op' },
        user_token: null,
        current: true,
      },
      expect.objectContaining({
        profile: 'torn',
        base_url: null,
        error: expect.objectContaining({ code: 'invalid_credentials_file' }),
      }),
    ]);
    const { stdout } = await home.call('auth list --profile acme');
    expect(stdout).toMatch(/^\* +acme +https:\/\/a\.example\/v1 +from op +none$/m);
    expect(stdout).toMatch(/^ +\(default\) +http:\/\/127\.0\.0\.1:9\/v1 +ak_liv… +none$/m);
    expect(stdout).toContain('Active profile: acme (selected by --profile).');
  });

  test('sends each service only the key that is stored for it if --check is set', async () => {
    const [one, other] = [await keyService(), await keyService()];
    login(undefined, { api_key: apiKey, base_url: one.url });
    login('acme', { api_key: otherKey, base_url: other.url });
    login('gone', { api_key: apiKey, base_url: nowhere });
    const logins = await home.json('auth list --check', { clock: skippingClock });
    expect(logins).toMatchObject([
      { profile: null, live: true, available: true },
      { profile: 'acme', live: true, available: true },
      { profile: 'gone', live: null, available: null, error: { code: 'network_error' } },
    ]);
    expect(one.asked.map(({ path }) => path)).toEqual([`/v1/keys/${apiKey}`]);
    expect(other.asked.map(({ path }) => path)).toEqual([`/v1/keys/${otherKey}`]);
  });
});

describe('`auth switch`', () => {
  test('prints the profile that it switched to', async () => {
    login('acme');
    const config_path = join(configuration, 'profiles.json');
    const said = (stdout: string) => ({ status: 0, signal: null, stdout, stderr: '' });
    const words = ['auth', 'switch'];
    expect(await home.call([...words, ' acme '])).toEqual(said('Switched to the profile acme.\n'));
    expect(stored(config_path)).toMatchObject({ current: 'acme' });
    const json = await home.call([...words, 'acme', '--json']);
    expect(json.stderr).toBe('');
    expect(documentOf(json)).toEqual({ success: true, profile: 'acme', config_path });
    const back = await home.call([...words, '--default']);
    expect(back).toEqual(said('Switched to the default profile.\n'));
    const again = await home.json([...words, '--default']);
    expect(again).toEqual({ success: true, profile: null, config_path });
  });

  test('suggests how to correct the command if the profile does not exist, the profile name is invalid, or --default is also set', async () => {
    const refused = async () => errorOf(await home.call('auth switch nosuch --json'));
    const make = 'the profile nosuch with `waypost auth login --profile nosuch`.';
    expect((await refused()).hint).toBe(`Create ${make}`);
    for (const profile of ['beta', 'acme']) login(profile);
    mkdirSync(join(configuration, 'profiles/empty'));
    expect((await refused()).hint).toBe(`Use one of acme, beta, or create ${make}`);
    const both = errorOf(await home.call('auth switch acme --default --json'));
    const odd = errorOf(await home.call('auth switch ../acme --json'));
    expect(odd.hint).toMatch(/^Use 1 to 64 lowercase letters, digits, - or _,/);
    expect(both.hint).toMatch(/^Remove the profile argument, or remove --default\./);
  });

  test('warns if another profile takes precedence', async () => {
    for (const profile of ['acme', 'beta']) login(profile);
    await home.call('auth switch beta');
    for (const env of [{}, { WAYPOST_PROFILE: 'acme' }]) {
      expect((await home.call('auth switch acme', { env })).stderr).toBe('');
    }
    const env = { WAYPOST_PROFILE: 'acme' };
    const { stderr } = await home.call('auth switch --default', { env });
    expect(stderr).toMatch(/^Warning: The active profile is still acme .*WAYPOST_PROFILE.*\.$/m);
  });

  test.each([
    [['nosuch'], 'There is no profile nosuch.'],
    [['../acme'], 'Invalid profile name: "../acme".'],
    [[], 'The profile argument is missing.'],
    [['acme', '--default'], 'A profile and --default cannot be combined.'],
  ])('rejects the arguments %j', async (words, message) => {
    login('acme');
    await home.fails(['auth', 'switch', ...words], 'invalid_input', { message });
    expect(existsSync(join(configuration, 'profiles.json'))).toBe(false);
  });
});

describe('`auth remove`', () => {
  const words = ['auth', 'remove', 'acme'];

  test('prints the path of the removed login, and keeps other files in the profile directory', async () => {
    const path = login('acme');
    login('beta');
    await home.call(['profiles', 'bind', directory('work'), 'beta']);
    await home.call('auth switch beta');
    const note = join(path, '../note');
    writeFileSync(note, 'mine');
    const consequence =
      'Nothing was changed. Removing the profile acme deletes its login from this machine. The keys remain valid.';
    expect(errorOf(await home.call([...words, '--json']))).toMatchObject({
      message: consequence,
      hint: expect.stringContaining('Confirm with --yes.'),
    });
    expect(await home.call([...words, '--yes'])).toMatchObject({
      status: 0,
      stdout: [
        'Removed the profile acme.',
        `Removed ${path}`,
        "The keys remain valid. To revoke a key, delete the key on the service's dashboard.\n",
      ].join('\n'),
      stderr: '',
    });
    expect(existsSync(note)).toBe(true);
    expect(stored(join(configuration, 'profiles.json'))).toMatchObject({ current: 'beta' });
    login('acme');
    const run = await home.call([...words, '--yes', '--json']);
    expect(documentOf(run)).toEqual({
      success: true,
      profile: 'acme',
      removed: true,
      was_current: false,
      unbound: [],
    });
  });

  test('does not remove the login if profiles.json is damaged', async () => {
    const path = login('acme');
    store(join(configuration, 'profiles.json'), '{');
    const run = await home.call([...words, '--yes', '--profile', 'acme', '--json']);
    expectError(run, 'invalid_input');
    expect(existsSync(path)).toBe(true);
  });

  test("requires --yes, removes the profile's bindings, and makes the default profile active", async () => {
    login();
    login('beta');
    const path = login('acme');
    const [bound, below, others] = [directory('work'), directory('work/a'), directory('beta')];
    await home.call('auth switch acme');
    for (const one of [bound, below]) await home.call(['profiles', 'bind', one, 'acme']);
    await home.call(['profiles', 'bind', others, 'beta']);
    await home.fails('auth remove acme', 'invalid_input', {
      message: expect.stringContaining(
        `The command also unbinds these directories from the profile: ${bound}, ${below}.`,
      ),
    });
    expect(existsSync(path)).toBe(true);
    const run = await home.call('auth remove acme --yes');
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.stdout).toContain('Switched back to the default profile');
    expect(run.stdout).toContain(`Unbound ${bound}\nUnbound ${below}\n`);
    expect(existsSync(join(path, '..'))).toBe(false);
    expect(stored(join(configuration, 'profiles.json'))).toEqual({
      bindings: { [others]: 'beta' },
    });
    expect(await inUse(home.path)).toBeNull();
    expect(await inUse(bound)).toBeNull();
    const again = errorOf(await home.call('auth remove acme --yes --json'));
    expect(again).toMatchObject({ exit: 2, message: 'There is no profile acme.' });
    const removed = await home.json('auth remove beta --yes');
    expect(removed).toMatchObject({ profile: 'beta', was_current: false, unbound: [others] });
  });

  test('removes the login of the default profile if you pass the name `default`', async () => {
    const path = login();
    login('acme');
    const run = await home.call('auth remove default --yes --json');
    expect(documentOf(run)).toMatchObject({ profile: null, removed: true, was_current: false });
    expect(existsSync(path)).toBe(false);
    const again = errorOf(await home.call('auth remove (default) --yes --json'));
    expect(again).toMatchObject({ exit: 2, message: 'The default profile has no login.' });
  });
});

test('waypost fails if profiles.json is damaged, and does not change it', async () => {
  login();
  const path = join(configuration, 'profiles.json');
  const bytes = store(path, '{');
  for (const words of [
    ['auth', 'token'],
    ['auth', 'switch', '--default'],
  ]) {
    await home.fails([...words], 'invalid_input', {
      message: `waypost cannot parse ${path}: it is not JSON.`,
    });
  }
  expect(readFileSync(path)).toEqual(bytes);
  // If --profile is set, waypost does not read the file.
  const named = await home.call('auth token --profile acme --json');
  expectError(named, 'missing_api_key');
});
