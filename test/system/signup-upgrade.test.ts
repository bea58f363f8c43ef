// An upgrade removes or replaces waypost's files while a command waits for a response. `signup` still reports its outcome
// and keeps the keys that it claimed.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import {
  available,
  claimed,
  cut,
  details,
  failure,
  faster,
  freshHome,
  gone,
  having,
  keys,
  login,
  pending,
  type Reply,
  read,
  refusal,
  resume,
  type Script,
  type SignUpService,
  signUpService,
  started,
  success,
} from '../support/sign-up';
import { hasTerminal, Terminal } from '../support/terminal';
import { documentOf, expectError, type Home, preloaded, nodeTest as test } from '../support/tool';

const root = join(__dirname, '../..');

/** A separate installation of the built package, which each test restores before it starts. */
class Installation {
  readonly path = mkdtempSync(join(tmpdir(), 'waypost-installed-'));
  readonly entry = join(this.path, 'bin/waypost.js');
  readonly #dist = join(this.path, 'dist');
  readonly #old = join(this.path, 'old');
  readonly #other = join(this.path, 'other');

  constructor() {
    for (const part of ['bin', 'dist', 'package.json']) {
      const filter = (source: string) => !source.endsWith('places.json.br');
      cpSync(join(root, part), join(this.path, part), { recursive: true, filter });
    }
    mkdirSync(this.#other);
    for (const name of readdirSync(this.#dist).filter((name) => name.endsWith('.js'))) {
      writeFileSync(join(this.#other, name), 'throw new Error("code of another version");');
    }
  }

  /** Restores the original files. */
  whole(): this {
    if (existsSync(this.#old)) {
      if (existsSync(this.#dist)) renameSync(this.#dist, this.#other);
      renameSync(this.#old, this.#dist);
    }
    return this;
  }

  /** Removes the files, as in the first half of an upgrade. */
  remove(): void {
    renameSync(this.#dist, this.#old);
  }

  /** Replaces the files with different code under the same names. */
  replace(): void {
    this.remove();
    renameSync(this.#other, this.#dist);
  }
}

let installation: Installation;
beforeAll(() => {
  installation = new Installation();
});
afterAll(() => rmSync(installation.path, { recursive: true, force: true }));

const upgrades = [
  ['removed', 'remove'],
  ['replaced', 'replace'],
] as const;

type Upgrade = (typeof upgrades)[number][1];

/** Prepares a sign-up during which an upgrade happens: before the service responds to the first request. */
async function upgraded(how: Upgrade, script: Script) {
  const home = freshHome();
  const installed = installation.whole();
  const service = await signUpService({
    start: [having(() => installed[how](), started)],
    ...script,
  });
  const run = (args: string[]) =>
    home.run(['signup', '--base-url', service.url, '--timeout', '600', ...args], {
      ...faster,
      entry: installed.entry,
    });
  return { home, service, run };
}

describe.each(upgrades)(
  "if waypost's files are %s by an upgrade during a sign-up, `signup`",
  (_, how) => {
    const succeeds: Script = { poll: [pending, pending, claimed] };

    test('claims, verifies, stores and reports the keys', async () => {
      const { home, service, run } = await upgraded(how, succeeds);
      const { status, stdout } = await run([]);
      expect([status, stdout]).toEqual([0, expect.stringContaining('Signed up.')]);
      expect(read(home.configFile)).toEqual(login(service));
    });

    test('reports the keys as JSON if --json is set', async () => {
      const { home, run } = await upgraded(how, succeeds);
      expect(documentOf(await run(['--json']))).toEqual(success(home));
    });

    const endings: [name: string, script: Script, code: string, exit: number, text: RegExp][] = [
      ['the sign-up expired', { poll: [pending, gone] }, 'signup_expired', 6, /has expired/],
      [
        'nobody completes the sign-up',
        { poll: [pending] },
        'signup_timeout',
        6,
        /did not complete the sign-up within 20 seconds/,
      ],
      [
        'the claim is cut off',
        { poll: [cut('{"result":')] },
        'signup_lost',
        6,
        /could not read the response/,
      ],
      [
        'the key is rejected',
        { availability: [refusal(404, 4042)] },
        'auth_failed',
        4,
        /code 4042[\s\S]*--resume/,
      ],
      [
        'the service fails',
        { details: [refusal(500, 5001)] },
        'service_unavailable',
        3,
        /code 5001/,
      ],
      ['the POST is rejected', { start: [] }, 'api_error', 1, /code 4000/],
    ];
    test.each(endings)('reports an error if %s', async (name, script, code, exit, text) => {
      const installs = async () => {
        const home = freshHome();
        const installed = installation.whole();
        const start: Reply = name === 'the POST is rejected' ? refusal(400, 4000, []) : started;
        const service = await signUpService({
          ...script,
          start: [having(() => installed[how](), start)],
        });
        const args = ['signup', '--base-url', service.url, '--deadline', '20', '--timeout', '600'];
        return { home, args, options: { ...faster, entry: installed.entry } };
      };
      const machine = await installs();
      const json = await machine.home.run([...machine.args, '--json'], machine.options);
      expect(failure(json)).toMatchObject({ code, exit });
      const person = await installs();
      const told = await person.home.run(person.args, person.options);
      expect(told).toMatchObject({ status: exit, stdout: '' });
      expect(told.stderr).toMatch(text);
      expect(told.stderr).not.toMatch(/Cannot find module|another version|\n {4}at /);
    });

    test('reports the file that contains the keys if the login cannot be stored, and `signup --resume` reads the keys from this file', async () => {
      const { home, run } = await upgraded(how, {
        details: [having(() => block(home), details), details],
      });
      expectError(await run(['--json']), 'write_failed', {
        details: { rescue_path: home.pendingFile },
      });
      rmSync(dirname(home.configFile));
      expect(documentOf(await resume(home))).toEqual(success(home));
    });
  },
);

/** Replaces the credentials directory with a file, so that waypost cannot store the login. */
function block(home: Home): void {
  rmSync(dirname(home.configFile), { recursive: true, force: true });
  mkdirSync(dirname(dirname(home.configFile)), { recursive: true });
  writeFileSync(dirname(home.configFile), '');
}

describe.skipIf(!hasTerminal)('at a terminal,', () => {
  let terminal: Terminal | undefined;
  afterEach(() => terminal?.kill());

  test.each(upgrades)(
    "`signup` succeeds even if waypost's files are %s by an upgrade during the sign-up",
    async (_, how) => {
      const home = freshHome();
      const installed = installation.whole();
      const service: SignUpService = await signUpService({
        start: [
          having(() => installed[how](), refusal(400, 4000, [{ path: 'email', message: 'x' }])),
          started,
        ],
        poll: [pending, claimed],
        availability: [available],
      });
      terminal = new Terminal(
        [
          ...preloaded(faster.preload, installed.entry).command,
          'signup',
          '--base-url',
          service.url,
        ],
        home.environment(faster.env),
      );
      await terminal.until(/Email address/);
      terminal.type('ada@example.org\r');
      expect((await terminal.end()).status).toBe(0);
      expect(terminal.screen()).toContain('Signed up.');
      expect(terminal.raw).not.toContain(keys.test_api_key);
      expect(read(home.configFile)).toEqual(login(service));
    },
  );
});

describe.each(upgrades)(
  "if waypost's files are %s by an upgrade during a login that the service rejects, `auth login`",
  (_, how) => {
    const refused = async (args: string[]) => {
      const home = freshHome();
      const installed = installation.whole();
      const service = await signUpService({
        availability: [having(() => installed[how](), refusal(401, 4010))],
      });
      return home.run(['auth', 'login', '--api-key', '-', '--base-url', service.url, ...args], {
        entry: installed.entry,
        input: keys.test_api_key,
      });
    };

    test('prints the error as one JSON document and ends with exit code 4', async () => {
      expectError(await refused(['--json']), 'auth_failed');
    });

    test('prints the error as text and ends with exit code 4', async () => {
      const { status, signal, stdout, stderr } = await refused([]);
      expect({ status, signal, stdout }).toEqual({ status: 4, signal: null, stdout: '' });
      expect(stderr).toMatch(/^Error: .*HTTP 401/);
    });
  },
);
