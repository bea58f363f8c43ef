// The output of `waypost __complete`, and the files that `waypost completion` installs. completion-shells.test.ts tests
// completion in interactive shells.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useAccount } from '../support/account';
import { store } from '../support/keys';
import { sample, systemTest } from '../support/runs';
import { documentOf, errorOf, expectError, Home } from '../support/tool';

let home: Home;
beforeEach(() => {
  home = new Home();
});
afterEach(() => home.remove());

/** Completes `current` after these words. Returns the type of the completion, and the values. */
async function completed(
  words: string,
  current = '',
): Promise<[kind: string, ...values: string[]]> {
  const before = words.split(' ').filter((word) => word !== '');
  const run = await home.run(['__complete', 'zsh', `--current=${current}`, '--', ...before]);
  expect(run).toMatchObject({ status: 0, stderr: '' });
  const [kind = '', ...values] = run.stdout.trimEnd().split('\n');
  return [kind, ...values.map((line) => line.split('\t')[0] ?? '')];
}

describe('tab completion', () => {
  test.each<[words: string, current: string, ...answer: string[]]>(
    sample([
      ['', 'lo', 'values', 'lookups'],
      ['keys', '', 'values', 'list', 'show', 'details', 'update', 'usage'],
      ['--json keys', 'us', 'values', 'usage'],
      ['sandbox set', 'look', 'open', 'lookups=', 'lookups_remaining='],
      ['sandbox set ak_x lookups=5', 'pl', 'open', 'plan='],
      ['sandbox fault', '', 'values', 'add', 'list', 'clear'],
      ['sandbox fault add', 're', 'values', 'reset'],
      ['sandbox clock', '+8', 'values', '+8d'],
      ['--profile keys', 'ke', 'values', 'keys'],
      ['nosuch', '', 'values'],
      ['keys usage', '--en', 'values', '--end'],
      ['keys usage --end 2026-10-01', '--en', 'values'],
      ['keys usage --tag a', '--ta', 'values', '--tag', '--tags'],
      ['sandbox start --memory', '--da', 'values'],
      ['sandbox start', '--lo', 'values'],
      ['lookups export --format', 'p', 'values', 'parquet'],
      ['lookups export', '--format=p', 'values', '--format=parquet'],
      ['lookups export -o', '', 'files'],
      ['lookups export', '--output=', 'files\t--output='],
      ['sandbox start --data', '', 'directories'],
      ['--color', 'a', 'values', 'auto', 'always'],
      ['places search --country-iso', 'DEU,fr', 'open', 'DEU,FRO', 'DEU,FRA'],
      ['places search --country-iso', 'DEU,FRA,FR', 'open', 'DEU,FRA,FRO'],
      ['phones validate +1 --country', 'zw', 'values', 'ZW'],
      ['help exit', '', 'values'],
      ['help', 'balance', 'values', 'balance_empty'],
      ['help', '404', 'values', '404', '4040', '4041', '4042', '4045', '4047', '4048'],
      ['help', 'en', 'values', 'environment'],
      ['help lookups', '', 'values', 'list', 'export'],
      ['keys usage --last', '3', 'values', '3mo'],
      ['lookups list --start', 'y', 'values', 'yesterday'],
      ['lookups list --format', 'n', 'values', 'ndjson'],
      ['lookups export --fields', 'tags,ti', 'open', 'tags,timestamp'],
      ['auth whoami', '--fi', 'values', '--fields'],
      ['schema keys', 'us', 'values', 'usage'],
      ['completion install', 'z', 'values', 'zsh'],
      ['configs get -- x', '', 'values'],
      ['', '--vers', 'values', '--version'],
      ['sandbox start --fault', 'st', 'values', 'stall'],
      ['exec --', 'x/', 'files'],
      ['exec -- ls', '', 'files'],
    ]),
  )(
    'suggests only valid words after `waypost %s` (prefix: "%s")',
    async (words, current, ...answer) => {
      expect(await completed(words, current)).toEqual(answer);
    },
  );

  test.each<[line: string, ...values: string[]]>([
    ['waypost lookups export --format=p', 'parquet'],
    ['waypost "lookups" exp', 'export'],
    ["waypost keys 'us", 'usage'],
    ['waypost places search --country-iso=DEU,ZW', 'DEU,ZWE'],
  ])('completes the last word of the line `%s` in bash', async (line, ...values) => {
    const { stdout } = await home.run(['__complete', 'bash', `--line=${line}`]);
    expect(stdout.trimEnd().split('\n').slice(1)).toEqual(values);
  });
});

test.each(['exec --', 'proxy --'])(
  'tab completion after `%s` lists the programs in PATH',
  async (words) => {
    const bin = join(home.path, 'bin');
    mkdirSync(bin);
    for (const name of ['wp-one', 'wp-two']) writeFileSync(join(bin, name), '', { mode: 0o755 });
    writeFileSync(join(bin, 'wp-data'), '');
    const run = await home.run(['__complete', 'zsh', '--current=wp', '--', ...words.split(' ')], {
      env: { PATH: `${bin}:nosuch:${process.env.PATH}` },
    });
    expect(run.stdout).toBe('values\nwp-one\nwp-two\n');
  },
);

systemTest('`completion bash` prints the same script as `completion print bash`', async () => {
  const print = (...words: string[]) => home.run(['completion', ...words]);
  expect((await print('bash')).stdout).toBe((await print('print', 'bash')).stdout);
  expect((await print('bash', '--help')).stdout).toMatch(/^Usage: waypost completion print/);
});

describe('tab completion', () => {
  const account = useAccount();
  beforeEach(() =>
    account.bench.control('PATCH', `/keys/${account.keys.key}`, { sublicensing: true }),
  );

  /** Repeats the completion until it returns values, because waypost requests the values in the background. */
  async function values(...words: string[]): Promise<string[]> {
    for (;;) {
      const { stdout, stderr } = await account.run([
        '__complete',
        'zsh',
        '--current=',
        '--',
        ...words,
      ]);
      expect(stderr).toBe('');
      const [, ...found] = stdout.trimEnd().split('\n');
      if (found.length > 0) return found;
    }
  }

  systemTest(
    'completes the names of configs, licensees, tags, datasets, contexts and profiles',
    async () => {
      await account.run('configs create checkout --payload x');
      const made = await account.run('licensees create --name Acme --json');
      const { id } = Object(documentOf(made));
      const day = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString();
      await account.lookups(1, day, day, ['spring', 'autumn']);
      store(join(account.home.path, '.config/waypost/profiles/shop/credentials.json'), {});
      expect(await values('configs', 'get')).toEqual(['checkout']);
      expect(await values('licensees', 'get')).toEqual([`${id}\tAcme`]);
      expect(await values('keys', 'usage', '--tag')).toEqual(['autumn', 'spring']);
      expect(await values('keys', 'update', '--enable-dataset')).toContain('usps\tenabled');
      expect(await values('addresses', 'verify', 'x', '--context')).toContain('usa\tUnited States');
      expect(await values('--profile')).toEqual(['shop', 'default']);
    },
  );

  systemTest(
    'caches account data in a file that only its owner can read, and ignores a cache file that other users can write to',
    async () => {
      await account.run('configs create checkout --payload x');
      await values('configs', 'get');
      const directory = join(account.home.path, '.cache/waypost/completion');
      const [name = ''] = readdirSync(directory).filter((file) => file.endsWith('.json'));
      expect(name).toMatch(/^config-[0-9a-f]{64}\.json$/);
      const file = join(directory, name);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(directory).mode & 0o777).toBe(0o700);
      expect(readFileSync(file, 'utf8')).toBe('[{"value":"checkout"}]');
      chmodSync(file, 0o666);
      const again = await account.run('__complete zsh --current= -- configs get');
      expect(again.stdout).toBe('values\n');
    },
  );

  test('does not request account data from a service that --base-url selects on the line being completed', async () => {
    const words = ['--base-url', account.bench.sandbox.url, 'configs', 'get'];
    const run = await account.run(['__complete', 'zsh', '--current=', '--', ...words]);
    expect(run.stdout).toBe('values\n');
    expect(existsSync(join(account.home.path, '.cache/waypost/completion'))).toBe(false);
  });
});

test.each([
  ['no shell is given', []],
  ['the line is incomplete', ['bash', "--line=waypost 'keys \\"]],
  [
    'the profile name is invalid',
    ['zsh', '--current=', '--', '--profile', '../x', 'configs', 'get'],
  ],
  ['the --refresh value is unknown', ['--refresh', 'nosuch']],
])('`__complete` does not print an error if %s', async (_what, words) => {
  const run = await home.run(['__complete', ...words]);
  expect(run).toMatchObject({ status: 0, stderr: '' });
});

describe('`completion install`', () => {
  const install = (shell: string, ...more: string[]) =>
    home.run(['completion', 'install', shell, '--json', ...more]);

  test('adds its line to the target if .bashrc is a symbolic link, and only in the first run', async () => {
    const real = join(home.path, 'dotfiles-bashrc');
    writeFileSync(real, 'alias ll="ls -l"');
    symlinkSync(real, join(home.path, '.bashrc'));
    const script = join(home.path, '.local/share/waypost/completion/waypost.bash');
    expect(documentOf(await install('bash'))).toEqual({
      success: true,
      shell: 'bash',
      script,
      rc: join(home.path, '.bashrc'),
      rc_changed: true,
    });
    expect(documentOf(await install('bash'))).toMatchObject({ rc_changed: false });
    const line = `[ -r ${script} ] && . ${script} # waypost completion`;
    expect(readFileSync(real, 'utf8')).toBe(`alias ll="ls -l"\n${line}\n`);
    const printed = await home.run('completion print bash');
    expect(readFileSync(script, 'utf8')).toBe(printed.stdout);
  });

  // The path of the home directory can contain any characters.
  systemTest.each(['bash', 'zsh', 'powershell'])(
    'adds its line for %s to the startup file only once, even if HOME contains special characters',
    async (shell) => {
      const HOME = join(home.path, "it's\na home");
      const rc = join(home.path, 'rc');
      const words = ['completion', 'install', shell, '--rc', rc, '--json'];
      const env = { HOME, XDG_DATA_HOME: undefined };
      expect(documentOf(await home.run(words, { env }))).toMatchObject({ rc_changed: true });
      expect(documentOf(await home.run(words, { env }))).toMatchObject({ rc_changed: false });
      expect(readFileSync(rc, 'utf8')).toMatch(/^.* # waypost completion\n$/);
      if (shell === 'bash') {
        const line = `. '${rc}'; complete -p waypost`;
        expect(execFileSync('bash', ['-c', line], { encoding: 'utf8' })).toContain(' waypost');
      }
    },
  );

  test("installs the script for the shell in $SHELL, and prints the script's path", async () => {
    const run = await home.run('completion install', { env: { SHELL: '/usr/bin/fish' } });
    const script = join(home.path, '.config/fish/completions/waypost.fish');
    expect(run.stdout).toContain(`Wrote ${script}.`);
    expect(readFileSync(script, 'utf8')).toContain('complete -c waypost');
  });

  systemTest(
    'adds the line for zsh to .zshrc in ZDOTDIR, or to the file that --rc selects',
    async () => {
      const directory = join(home.path, 'zsh');
      const run = await home.run('completion install zsh', { env: { ZDOTDIR: directory } });
      expect(run.stdout).toContain(`${directory}/.zshrc now loads the script.`);
      const rc = join(home.path, 'other rc');
      expect(documentOf(await install('zsh', '--rc', rc))).toMatchObject({ rc, rc_changed: true });
      expect(readFileSync(rc, 'utf8')).toMatch(/^\[ -r \S+ \] && \. \S+ # waypost completion\n$/);
    },
  );

  test('fails with write_failed if the script cannot be written', async () => {
    writeFileSync(join(home.path, '.config'), '');
    expectError(await install('fish'), 'write_failed');
  });

  test('rejects a missing or unknown shell, and lists the known shells if the shell is unknown', async () => {
    expect(errorOf(await install('tcsh'))).toMatchObject({
      exit: 2,
      message: 'waypost has no completion for the shell tcsh.',
      hint: 'Use one of bash, zsh, fish, powershell. Run `waypost completion install --help` to see all arguments and options.',
    });
    const unnamed = await home.run('completion install --json');
    expectError(unnamed, 'invalid_input');
  });
});

test('the PowerShell completion script registers a completer that calls waypost', async () => {
  const { stdout } = await home.run('completion print pwsh');
  expect(stdout).toContain('Register-ArgumentCompleter -Native -CommandName waypost');
  // The script encodes the line in base64, because a batch file such as waypost.cmd would interpret special characters.
  expect(stdout).toContain('& waypost __complete powershell $line 2>$null');
  const typed = Buffer.from(['us', '--profile', 'a"&calc', 'keys'].join('\0')).toString('base64');
  const answer = await home.run(['__complete', 'powershell', typed]);
  expect(answer.stdout).toMatch(/^values\nusage\t.*\n$/);
  expect(stdout).toContain('-split "`t", 2');
  // The script quotes values that contain special characters, including typographic quotes, which PowerShell also treats as
  // quotes.
  const [, pattern = ''] = /-match '(.*)'/.exec(stdout) ?? [];
  for (const sign of '$(`;&|<>@#,{}\'"’‚“”–— !*?~%^') {
    expect(sign).toMatch(new RegExp(pattern, 'u'));
  }
  expect('checkout.v2-eu:/x=Å_+9').not.toMatch(new RegExp(pattern, 'u'));
  expect(stdout).toContain('CodeGeneration]::EscapeSingleQuotedStringContent($value)');
});
