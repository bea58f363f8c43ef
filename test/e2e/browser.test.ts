// The program that opens the sign-up page gets the URL, but no keys. test/cli/prompts/browser.test.ts tests which program
// waypost chooses.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { freshHome } from '../support/keys';
import { sample, systemTest } from '../support/runs';
import {
  claimed,
  faster,
  page,
  pending,
  type Reply,
  signUpService,
  started,
} from '../support/sign-up';
import { hasTerminal, Terminal } from '../support/terminal';
import { type Home, preloaded } from '../support/tool';

const ownKeys = {
  WAYPOST_API_KEY: 'ak_frombrowsertests',
  WAYPOST_USER_TOKEN: 'uk_frombrowsertests',
};

let terminal: Terminal | undefined;

afterEach(() => terminal?.kill());

/** Creates programs that record their arguments and the keys in their environment. Returns the directory of the programs. */
function programs(home: Home, names: string[], status = 0): string {
  const directory = join(home.path, 'bin');
  mkdirSync(directory);
  for (const name of names) {
    const text = `#!/bin/sh
{ printf '%s\\n' "$(basename "$0")" "$@"; env | grep -E '^WAYPOST_(API_KEY|USER_TOKEN)'; } >"$HOME/opened.part"
mv "$HOME/opened.part" "$HOME/opened"
exit ${status}
`;
    writeFileSync(join(directory, name), text);
    chmodSync(join(directory, name), 0o755);
  }
  return directory;
}

interface Sitting {
  env: Record<string, string>;
  args?: string[];
  programs?: string[];
  status?: number;
  /** The value of PATH. By default, PATH contains the programs' directory, which is also the working directory, first. */
  path?: string;
}

/** Signs up in a terminal. Returns the record of the program that waypost started, if any, and the screen. */
async function signUp({ env, args = [], programs: names = [], status = 0, path }: Sitting) {
  const home = freshHome();
  const opened = join(home.path, 'opened');
  const onceOpened: Reply = (response, asked) =>
    (existsSync(opened) ? claimed : pending)(response, asked);
  const service = await signUpService({
    start: [started],
    poll: status === 0 && names.length > 0 && args.length === 0 ? [onceOpened] : [pending, claimed],
  });
  const bin = programs(home, names, status);
  // Without a faster clock, waypost has time to see that the program failed.
  const speed = status === 0 ? faster : { preload: [], env: {} };
  const tool = preloaded([...speed.preload, join(__dirname, '../support/not-a-container.cjs')]);
  terminal = new Terminal(
    [
      'sh',
      '-c',
      'cd "$BIN"; PATH="$GIVEN"; exec "$@"',
      'sh',
      ...tool.command,
      'signup',
      '--base-url',
      service.url,
      ...args,
    ],
    home.environment({
      ...tool.env,
      ...speed.env,
      ...ownKeys,
      ...env,
      BIN: bin,
      GIVEN: path ?? `${bin}:/usr/bin:/bin`,
    }),
  );
  const end = await terminal.end();
  expect(end).toMatchObject({ status: 0, restored: true });
  return {
    screen: terminal.screen(),
    opened: existsSync(opened) ? readFileSync(opened, 'utf8') : undefined,
  };
}

describe.skipIf(!hasTerminal)('`signup`', () => {
  test.each<[where: string, sitting: Sitting, called: string[]]>(
    sample([
      [
        'the program in BROWSER, even over SSH',
        {
          env: { BROWSER: 'my-browser --new %s', SSH_TTY: '/dev/pts/9' },
          programs: ['my-browser'],
        },
        ['my-browser', '--new', page],
      ],
      [
        'the next program in BROWSER if the first program does not exist',
        { env: { BROWSER: 'not-there:my-browser' }, programs: ['my-browser'] },
        ['my-browser', page],
      ],
      [
        'VS Code in a codespace',
        { env: { CODESPACES: 'true', VSCODE_IPC_HOOK_CLI: '/tmp/x.sock' }, programs: ['code'] },
        ['code', '--openExternal', page],
      ],
    ]),
  )('passes the URL of the sign-up page, but no key, to %s', async (_where, sitting, called) => {
    const { opened, screen } = await signUp(sitting);
    expect(opened).toBe(`${called.join('\n')}\n`);
    expect(screen).toContain(page);
    expect(screen).not.toMatch(/did not open|No browser/);
  });

  test('passes the URL of the sign-up page, but no key, to the Windows browser in WSL', async () => {
    const env = { WSL_DISTRO_NAME: 'Debian' };
    const { opened } = await signUp({ env, programs: ['rundll32.exe'] });
    expect(opened).toBe(`rundll32.exe\nurl.dll,FileProtocolHandler\n${page}\n`);
  });
});

describe.skipIf(!hasTerminal)('the sign-up page', () => {
  test.each<[string, Sitting, RegExp]>(
    sample([
      [
        'the program in BROWSER is only in the working directory',
        { env: { BROWSER: 'my-browser' }, path: ':/usr/bin:/bin' },
        /not\s+installed/,
      ],
      [
        'the program in BROWSER has a relative path',
        { env: { BROWSER: './my-browser' } },
        /path\s+is\s+not\s+absolute/,
      ],
      [
        '--no-browser is set',
        { env: { BROWSER: 'my-browser' }, args: ['--no-browser'] },
        /sign-up/,
      ],
      ['--no-input is set', { env: { BROWSER: 'my-browser' }, args: ['--no-input'] }, /sign-up/],
      ['--json is set', { env: { BROWSER: 'my-browser' }, args: ['--json'] }, /sign-up/],
    ]),
  )('is not opened if %s', async (_name, sitting, said) => {
    const { opened, screen } = await signUp({ ...sitting, programs: ['my-browser'], status: 1 });
    expect(opened).toBeUndefined();
    expect(screen).toMatch(said);
  });

  systemTest(
    'is not opened if every program in BROWSER fails, and waypost prints why each program failed',
    async () => {
      const env = { BROWSER: 'not-there:my-browser', SSH_TTY: '/dev/pts/9' };
      const { screen } = await signUp({ env, programs: ['my-browser'], status: 3 });
      expect(screen.replace(/\s/g, '')).toContain(
        'waypost could not start a browser (not-there (BROWSER): it is not installed; my-browser (BROWSER): it ended with exit code 3). Open the page yourself.'.replaceAll(
          ' ',
          '',
        ),
      );
    },
  );
});
