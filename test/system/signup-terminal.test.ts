// `waypost signup` at a terminal: the browser, the progress line, and the prompts.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { requirement } from '../support/requirement';
import {
  claimed,
  freshHome,
  gone,
  journalled,
  keys,
  page,
  pending,
  type Reply,
  read,
  refusal,
  type Script,
  type SignUpService,
  signUpService,
  started,
  token,
} from '../support/sign-up';
import { hasTerminal, Terminal } from '../support/terminal';
import { type Home, preloaded } from '../support/tool';

/** Makes waypost's clock run 40 times as fast. At this speed, the test can still type, and `patient` avoids timeouts. */
const faster = journalled({ speed: 40 });
const patient = ['--deadline', '86400', '--timeout', '86400'];

let terminal: Terminal | undefined;
let home: Home;
let service: SignUpService;

afterEach(() => {
  terminal?.kill();
  for (const secret of [token, keys.user_token, keys.test_api_key]) {
    expect(terminal?.raw).not.toContain(secret);
  }
});

interface Sitting {
  args?: string[];
  env?: NodeJS.ProcessEnv;
  /** The value of PATH for waypost. */
  path?: string;
  /** The file to which standard output is redirected. */
  into?: string;
}

/** Creates the home directory and the service for a test. */
async function sitDown(script: Script, arrange: (home: Home) => void = () => {}): Promise<void> {
  home = freshHome();
  service = await signUpService(script);
  arrange(home);
}

function signUp({ args = [], env = {}, path, into }: Sitting = {}): Terminal {
  const started = preloaded([...faster.preload, join(__dirname, '../support/not-a-container.cjs')]);
  const tool = [...started.command, 'signup', '--base-url', service.url, ...patient, ...args];
  const words = [
    ...(path === undefined ? [] : ['env', `PATH=${path}`]),
    ...(into === undefined ? tool : ['sh', '-c', `"$@" >'${into}'`, 'sh', ...tool]),
  ];
  terminal = new Terminal(words, home.environment({ ...started.env, ...faster.env, ...env }));
  return terminal;
}

const untouched = { restored: true, cursorShown: true };

describe.skipIf(!hasTerminal)('the progress line of a sign-up at a terminal', () => {
  test('shows the elapsed time', async () => {
    const ready = { poll: [pending] as Reply[] };
    await sitDown(ready);
    const screen = signUp();
    await screen.until(/ 0:[1-9]\d Waiting/);
    ready.poll = [claimed];
    expect(await screen.end()).toEqual({ status: 0, ...untouched });
  });

  test('is removed before an error is printed', async () => {
    await sitDown({ poll: [pending, gone] });
    const screen = signUp();
    expect(await screen.end()).toEqual({ status: 6, ...untouched });
    expect(screen.screen()).toMatch(/^Error: The sign-up has expired/m);
    expect(screen.screen()).not.toContain('Waiting for you');
  });

  test('is removed after Ctrl-C, and `signup` prints how to continue and ends with SIGINT', async () => {
    await sitDown({ poll: [pending] });
    const screen = signUp();
    await screen.until(/Waiting for you/);
    screen.type('\x03');
    expect(await screen.end()).toEqual({ status: 130, ...untouched });
    expect(screen.screen()).toMatch(
      /Interrupted\. Continue the sign-up with `waypost signup --resume`/,
    );
    expect(screen.screen()).not.toMatch(/Waiting for you|Error/);
    expect(read(home.pendingFile)).toMatchObject({ cli_token: token });
  });

  test('is printed without control sequences if the terminal cannot redraw lines', async () => {
    await sitDown({ poll: [pending, claimed] });
    const screen = signUp({ env: { TERM: 'dumb' } });
    expect(await screen.end()).toEqual({ status: 0, ...untouched });
    expect(screen.screen()).toContain('Waiting for you');
    expect(screen.raw.slice(0, screen.raw.indexOf('[ended'))).not.toContain('\x1b');
  });
});

const canOpen = requirement('browser’s start', () => {
  if (process.platform !== 'linux') return 'it is shown on Linux only';
  return /microsoft/i.test(readFileSync('/proc/version', 'utf8')) ? 'this is WSL' : undefined;
});

// test/cli/commands/signup-fields.test.ts and test/cli/prompts/browser.test.ts test which pages signup opens, and with which
// program.
describe.skipIf(!hasTerminal || !canOpen)('the browser during a sign-up', () => {
  const opened = () => join(home.path, 'opened');

  /** Responds that the sign-up is pending until the browser has opened the page, and then with the keys. */
  const onceOpened: Reply = (response, asked) =>
    (existsSync(opened()) ? claimed : pending)(response, asked);

  /** Creates an xdg-open script that records its arguments. Returns a value for PATH with which waypost finds the script. */
  function programs(): string {
    const directory = join(home.path, 'bin');
    mkdirSync(directory);
    const program = join(directory, 'xdg-open');
    // The script renames the complete file, because the service checks for the file at the same time.
    const text = '#!/bin/sh\nprintf "%s\\n" "$#" "$@" >"$0.part"\nmv "$0.part" "$HOME/opened"\n';
    writeFileSync(program, text);
    chmodSync(program, 0o755);
    return `${directory}:${process.env.PATH}`;
  }

  test('opens the printed page, and waypost continues to wait', async () => {
    await sitDown({ poll: [onceOpened] });
    const screen = signUp({ env: { DISPLAY: ':0' }, path: programs() });
    expect(await screen.end()).toEqual({ status: 0, ...untouched });
    expect(readFileSync(opened(), 'utf8')).toBe(`1\n${page}\n`);
    expect(screen.screen()).toContain(`Open this page to sign up:\n\n  ${page}\n`);
    expect(screen.screen()).not.toContain('did not open');
  });

  const display = { DISPLAY: ':0' };
  test.each<[string, Sitting, said: string]>([
    ['--no-browser is set', { args: ['--no-browser'], env: display }, page],
    ['--no-input is set', { args: ['--no-input'], env: display }, page],
    [
      'a coding agent runs `signup`',
      { args: ['--deadline', '60'], env: { ...display, CLAUDECODE: '1' } },
      page,
    ],
    ['there is no display', {}, 'waypost did not open the page, because there is no display.'],
  ])('is not opened if %s', async (_, sitting, said) => {
    await sitDown({ poll: [pending, claimed] });
    const screen = signUp({ ...sitting, path: programs() });
    expect((await screen.end()).status).toBe(0);
    expect(screen.screen()).toContain(said);
    expect(screen.screen()).toContain('/sign-up');
    expect(existsSync(opened())).toBe(false);
  });

  test('is not opened if `signup` does not run at a terminal', async () => {
    await sitDown({});
    const path = programs();
    const run = await home.run(['signup', '--base-url', service.url], {
      env: { DISPLAY: ':0', PATH: path },
      preload: [join(__dirname, '../support/not-a-container.cjs')],
    });
    expect(run.status).toBe(0);
    expect(existsSync(opened())).toBe(false);
  });

  test("is not opened again if --resume is set, but waypost prints the page's URL", async () => {
    await sitDown({ poll: [pending, claimed] });
    await home.run(['signup', '--base-url', service.url, '--deadline', '0']);
    const screen = signUp({ args: ['--resume'], env: display, path: programs() });
    expect((await screen.end()).status).toBe(0);
    expect(screen.screen()).toContain(page);
    expect(existsSync(opened())).toBe(false);
  });
});

describe.skipIf(!hasTerminal)('at a terminal, `waypost signup`', () => {
  const email = [{ path: 'request/body/email', message: 'is no address' }];
  const both = [...email, { path: '.body.org_name', message: 'is\u001b[2J missing' }];

  test('prompts for each invalid field until the service accepts all fields', async () => {
    await sitDown({ start: [refusal(400, 4000, both), refusal(400, 4000, email), started] });
    const screen = signUp({ args: ['--email', 'x', '--name', 'Ada'] });
    await screen.until(/Email address \(is no address\):/);
    screen.type('y\r');
    await screen.until(/Organization name \(is missing\):/);
    screen.type('Analytical\r');
    await screen.until(/Organization .*Analytical[\s\S]*Email address/);
    screen.type('ada@example.org\r');
    expect(await screen.end()).toEqual({ status: 0, ...untouched });
    const bodies = service.asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(bodies.map((body) => JSON.parse(body))).toEqual([
      { email: 'x', name: 'Ada' },
      { email: 'y', name: 'Ada', org_name: 'Analytical' },
      { email: 'ada@example.org', name: 'Ada', org_name: 'Analytical' },
    ]);
  });

  test('does not send a field that you leave empty', async () => {
    await sitDown({ start: [refusal(400, 4000, email), started] });
    const screen = signUp();
    await screen.until(/Email address/);
    screen.type('\r');
    expect((await screen.end()).status).toBe(0);
    expect(service.asked[1]?.body).toBe('{}');
  });

  test.each([
    ['names an unknown field', 4000, [{ path: 'captcha', message: 'x' }]],
    ['has an API code other than 4000', 4001, email],
  ])('does not prompt after an error that %s', async (_, code, errors) => {
    await sitDown({ start: [refusal(400, code, errors)] });
    const screen = signUp();
    expect((await screen.end()).status).toBe(1);
    expect(screen.screen()).toContain(`code ${code}`);
  });

  test('ends with SIGINT after Ctrl-C at a prompt, and leaves no file', async () => {
    await sitDown({ start: [refusal(400, 4000, email)] });
    const screen = signUp();
    await screen.until(/Email address/);
    screen.type('\x03');
    expect(await screen.end()).toEqual({ status: 130, ...untouched });
    expect(existsSync(home.pendingFile)).toBe(false);
  });

  test('ends with SIGINT and shows the cursor again after a second Ctrl-C, even if a response is pending', async () => {
    let asked = () => {};
    const polled = new Promise<void>((resolve) => {
      asked = resolve;
    });
    await sitDown({ poll: [() => asked()] });
    const screen = signUp();
    await polled;
    await screen.until(/Waiting for you/);
    screen.type('\x03\x03');
    expect(await screen.end()).toEqual({ status: 130, ...untouched });
  });
});

describe.skipIf(!hasTerminal)(
  'at a terminal, after an earlier login or sign-up, `waypost signup`',
  () => {
    const other = { api_key: 'ak_other_login', base_url: 'https://other.example/v1' };

    function put(path: string, content: unknown): void {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, JSON.stringify(content), { mode: 0o600 });
    }

    test.each<[string, string, number, object, string[]]>([
      [
        'yes',
        'y\r',
        0,
        { api_key: keys.test_api_key },
        ['start', 'poll', 'availability', 'details'],
      ],
      ['no', 'n\r', 130, other, []],
      ['Enter', '\r', 130, other, []],
      ['Ctrl-C', '\x03', 130, other, []],
    ])(
      'prompts before it replaces a stored login (answer: %s)',
      async (_, typed, exit, stored, steps) => {
        await sitDown({}, ({ configFile }) => put(configFile, other));
        const screen = signUp();
        await screen.until(/A login is already stored[\s\S]*Replace\s+it\?/);
        screen.type(typed);
        expect(await screen.end()).toEqual({ status: exit, ...untouched });
        expect(read(home.configFile)).toMatchObject(stored);
        expect(service.steps).toEqual(steps);
        const isDeclined = typed === 'n\r' || typed === '\r';
        const kept = 'Nothing was changed. Add --profile';
        expect(screen.screen().includes(kept)).toBe(isDeclined);
        expect(screen.screen()).not.toContain('Error:');
      },
    );

    const left = (at: SignUpService, cli_token: string) => ({
      cli_token,
      base_url: at.url,
      signup_url: page,
      started_at: '2026-01-31T12:00:00.000Z',
    });

    test('resumes a pending sign-up if you answer yes', async () => {
      await sitDown({});
      put(home.pendingFile, left(service, token));
      const screen = signUp();
      await screen.until(/started at 2026-01-31 12:00 UTC is not complete\. Resume it\?/);
      screen.type('y\r');
      expect((await screen.end()).status).toBe(0);
      expect(service.steps).toEqual(['poll', 'availability', 'details']);
    });

    test('keeps a pending sign-up and starts a new one if you answer no', async () => {
      await sitDown({});
      put(home.pendingFile, left(service, 'an-earlier-token'));
      const screen = signUp();
      await screen.until(/Resume it\?/);
      screen.type('n\r');
      expect((await screen.end()).status).toBe(0);
      expect(screen.screen().replaceAll('\n', '')).toMatch(
        /waypost kept the earlier sign-up in .*\.old/,
      );
      const [aside = ''] = readdirSync(dirname(home.pendingFile));
      expect(read(join(dirname(home.pendingFile), aside))).toEqual(
        left(service, 'an-earlier-token'),
      );
    });
  },
);
