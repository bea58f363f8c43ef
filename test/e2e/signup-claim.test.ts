// The service returns the keys only once. Even if something fails or waypost is killed, the keys are in the credentials file,
// the pending file or a rescue file, or waypost prints the keys.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type SteadyClock, systemClock } from '../../src/lib/runtime';
import { sample, systemTest } from '../support/runs';
import {
  available,
  callResume,
  callSignUp,
  claimed,
  details,
  envelope,
  eventsOf,
  failure,
  faster,
  freshHome,
  freshSignUp,
  gone,
  having,
  journalled,
  keys,
  login,
  modeOf,
  page,
  pending,
  type Reply,
  read,
  refusal,
  resume,
  type Script,
  signUp,
  signUpService,
  silence,
  started,
  success,
  token,
} from '../support/sign-up';
import { documentOf, expectError, type Home, isCalledInside, type Run } from '../support/tool';

const secrets = [token, ...Object.values(keys)];
const otherLogin = { api_key: 'ak_other_login', base_url: 'https://other.example/v1' };

/** Writes a file, as if another run had written the file. */
function put(path: string, content: unknown): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
}

/** Replaces a directory with a file, so that waypost cannot write files to the directory. */
function block(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
  put(directory, '');
}

/** Returns the fields of the pending file without the checksum, which earlier versions did not write. */
function unsealed(home: Home): Record<string, unknown> {
  const { checksum: _, ...members } = Object(read(home.pendingFile)) as Record<string, unknown>;
  return members;
}

/** Returns the names of all files in the directory of the pending file. */
function beside(home: Home): string[] {
  return readdirSync(dirname(home.pendingFile)).sort();
}

describe('the pending file of a sign-up', () => {
  test('contains the sign-up token before the first poll, and contains the keys before the first request after the claim', async () => {
    const home = freshHome();
    const seen: unknown[] = [];
    const look = () => seen.push([read(home.pendingFile), read(home.configFile)]);
    const service = await signUpService({
      start: [having(look, started)],
      poll: [having(look, pending), having(look, claimed)],
      availability: [having(look, available)],
      details: [having(look, details)],
    });
    const left = {
      cli_token: token,
      base_url: service.url,
      signup_url: page,
      started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      checksum: expect.stringMatching(/^[0-9a-f]{16}$/),
    };
    await callSignUp(home, service);
    expect(seen).toEqual([
      [undefined, undefined],
      [left, undefined],
      [left, undefined],
      [{ ...left, credentials: keys }, undefined],
      [{ ...left, credentials: keys }, undefined],
    ]);
  });

  test('is accessible only to its owner, as are its directory and the files next to it', async () => {
    const home = freshHome();
    const modes: unknown[] = [];
    const look = () => {
      const directory = dirname(home.pendingFile);
      modes.push(modeOf(directory), ...beside(home).map((name) => modeOf(join(directory, name))));
    };
    const service = await signUpService({
      poll: [having(look, claimed)],
      details: [having(look, details)],
    });
    await callSignUp(home, service);
    expect(modes).toEqual(['700', '600', '600', '600', '700', '600', '600', '600']);
  });

  test('is synced to disk before the first poll, and again before the keys are used', async () => {
    const home = freshHome();
    const file = join(home.path, 'journal');
    await signUp(home, await signUpService(), [], journalled({ file }));
    const steps = readFileSync(file, 'utf8').split('\n');
    const written = (name: string) => [
      `open .${name}.tmp`,
      `write .${name}.tmp`,
      `fsync .${name}.tmp`,
      `close .${name}.tmp`,
      `rename ${name}`,
      'fsync signup',
      'close signup',
    ];
    const answer = 'default.json.token.answer';
    const between = (from: string, to: string) =>
      steps
        .slice(steps.indexOf(from) + 1, steps.indexOf(to))
        .filter((step) => /^(open|write|fsync|close|rename) (\.?default|signup$)/.test(step))
        .map((step) => step.replace(/[0-9a-f]{16}/, 'token'));
    const poll = `GET /v1/sign_up/${token}`;
    const check = `GET /v1/keys/${keys.test_api_key}`;
    expect(between('POST /v1/sign_up', poll)).toEqual([
      ...written('default.json'),
      `open ${answer}`,
    ]);
    expect(between(poll, check)).toEqual([
      `write ${answer}`,
      `fsync ${answer}`,
      ...written('default.json'),
      `close ${answer}`,
    ]);
  });
});

test('`signup` fails with write_failed before the first poll if the sign-up token cannot be stored', async () => {
  const home = freshHome();
  const meanwhile = having(() => block(dirname(home.pendingFile)), started);
  const service = await signUpService({ start: [meanwhile] });
  expectError(await callSignUp(home, service), 'write_failed', {
    message: `waypost cannot write to ${home.pendingFile}: EEXIST: file already exists.`,
  });
  expect(service.steps).toEqual(['start']);
});

describe('after the claim, `signup`', () => {
  const kept = { rescue_path: expect.stringContaining('signup/default.json') };

  test('keeps the keys if the service does not know the API key, and --resume continues without polling again', async () => {
    const home = freshHome();
    const service = await signUpService({ availability: [refusal(404, 4042), available] });
    const run = await callSignUp(home, service);
    expectError(run, 'auth_failed', { details: kept, hint: /--resume/ });
    expect(read(home.configFile)).toBeUndefined();
    expect(read(home.pendingFile)).toMatchObject({ credentials: keys });

    expect(documentOf(await callResume(home))).toEqual(success(home));
    expect(service.steps.slice(2)).toEqual(['availability', 'availability', 'details']);
    expect(read(home.configFile)).toEqual(login(service));
    expect(beside(home)).toEqual([]);
  });

  test('keeps the keys if the credentials file cannot be written, and --resume continues without polling again', async () => {
    const home = freshHome();
    const directory = dirname(home.configFile);
    const service = await signUpService({
      details: [having(() => block(directory), details), details],
    });
    expectError(await callSignUp(home, service), 'write_failed', {
      details: { rescue_path: home.pendingFile },
    });
    rmSync(directory);
    expect(documentOf(await callResume(home))).toEqual(success(home));
    expect(service.steps.filter((step) => step === 'poll')).toHaveLength(1);
  });

  test.each<[string, content: unknown, string[], code: string, facts: object]>(
    sample([
      ['another process stores a login', otherLogin, [], 'invalid_input', { hint: /--force/ }],
      ['the stored login is damaged', '{', ['--force'], 'invalid_credentials_file', {}],
    ]),
  )(
    'keeps the keys and does not overwrite the login if %s during the sign-up',
    async (_, other, args, code, facts) => {
      const home = freshHome();
      const service = await signUpService({
        details: [having(() => put(home.configFile, other), details), details],
      });
      const run = await callSignUp(home, service, args);
      expectError(run, code, { ...facts, details: { rescue_path: home.pendingFile } });
      const content = readFileSync(home.configFile, 'utf8');
      expect(content).toBe(typeof other === 'string' ? other : JSON.stringify(other));
      expect(read(home.pendingFile)).toMatchObject({ credentials: keys });
      expect(failure(await callResume(home))).toMatchObject({ exit: 2 });
      rmSync(home.configFile);
      expect(documentOf(await callResume(home))).toEqual(success(home));
    },
  );

  systemTest(
    'keeps the keys if another process stored a login, and --resume --force replaces the login',
    async () => {
      const home = freshHome();
      const meanwhile = () => put(home.configFile, otherLogin);
      const service = await signUpService({ details: [having(meanwhile, details), details] });
      await callSignUp(home, service);
      expect(documentOf(await callResume(home, ['--force']))).toEqual(success(home));
      expect(read(home.configFile)).toEqual(login(service));
    },
  );
});

describe('if the pending file cannot be written after the claim,', () => {
  const blocked = (home: Home): Reply => having(() => block(dirname(home.pendingFile)), claimed);

  test('waypost saves the keys in a rescue file, and --resume reads the keys from this file', async () => {
    const home = freshHome();
    const service = await signUpService({ poll: [blocked(home)] });
    const error = failure(await signUp(home, service));
    expect(error).toMatchObject({ exit: 5, code: 'write_failed' });
    const { rescue_path: rescue } = error.details as { rescue_path: string };
    expect(dirname(rescue)).toBe(home.path);
    expect(modeOf(rescue)).toBe('600');
    expect(read(rescue)).toMatchObject({ cli_token: token, credentials: keys });
    expect(error.hint).toContain(home.pendingFile);
    expect(service.steps).toEqual(['start', 'poll']);

    rmSync(dirname(home.pendingFile));
    expect(documentOf(await resume(home))).toEqual(success(home));
    expect(service.steps).toEqual(['start', 'poll', 'availability', 'details']);
    expect(existsSync(rescue)).toBe(false);
  });

  systemTest('waypost prints the path of the rescue file if --json is not set', async () => {
    const home = freshHome();
    const service = await signUpService({ poll: [blocked(home)] });
    const run = await home.run(['signup', '--base-url', service.url]);
    expect(run).toMatchObject({ status: 5, stdout: '' });
    expect(run.stderr).toMatch(/Saved in .*waypost-signup-/);
  });

  const nowhere = { TMPDIR: '/dev/null/nowhere' };

  systemTest('the JSON output contains the keys if no rescue file can be written', async () => {
    const home = freshHome();
    const service = await signUpService({ poll: [blocked(home)] });
    const run = await signUp(home, service, [], { env: nowhere, reveals: secrets });
    expectError(run, 'write_failed', { details: { credentials: keys } });
    expect(run.stdout).not.toContain(token);
  });

  systemTest(
    'waypost prints the keys as text if no rescue file can be written and --json is not set',
    async () => {
      const home = freshHome();
      const service = await signUpService({ poll: [blocked(home)] });
      const args = ['signup', '--base-url', service.url];
      const run = await home.run(args, { env: nowhere, reveals: secrets });
      expect(run).toMatchObject({ status: 5, stdout: '' });
      expect(run.stderr).toContain(`  test_api_key: ${keys.test_api_key}\n`);
      expect(run.stderr).toContain(`  user_token: ${keys.user_token}\n`);
    },
  );
});

describe('`signup --resume`', () => {
  test("uses the service and the sign-up token in the profile's pending file, and prints the URL of the sign-up page again", async () => {
    const { home, service } = await freshSignUp({ poll: [pending, pending, claimed] });
    await callSignUp(home, service, ['--deadline', '1', '--profile', 'work']);
    const run = await callResume(home, ['--profile', 'work']);
    expect(documentOf(run)).toMatchObject({ success: true });
    expect(eventsOf(run)).toEqual([{ event: 'signup_url_issued', signup_url: page }]);
    expect(service.steps.filter((step) => step === 'start')).toHaveLength(1);
    const file = home.configFile.replace('credentials.json', 'profiles/work/credentials.json');
    expect(read(file)).toEqual(login(service));
  });

  test('ignores --base-url and WAYPOST_BASE_URL', async () => {
    const { home, service } = await freshSignUp({ poll: [pending, claimed] });
    await callSignUp(home, service, ['--deadline', '0']);
    const elsewhere = { url: 'http://127.0.0.1:1/v1' };
    const words = ['signup', '--resume', '--json', '--base-url', elsewhere.url];
    const run = await home.call(words, { env: { WAYPOST_BASE_URL: elsewhere.url } });
    expect(documentOf(run)).toEqual(success(home));
  });

  test('does not print the URL of the sign-up page if the pending file contains the keys', async () => {
    const { home, service } = await freshSignUp();
    put(home.pendingFile, { cli_token: token, base_url: service.url, credentials: keys });
    const run = await callResume(home);
    expect(documentOf(run)).toEqual(success(home));
    expect(run.stderr).toBe('');
  });

  test('does not print a URL if the pending file does not contain the URL of the sign-up page', async () => {
    const { home, service } = await freshSignUp();
    put(home.pendingFile, { cli_token: token, base_url: service.url });
    const run = await callResume(home);
    expect(documentOf(run)).toEqual(success(home));
    expect(run.stderr).toBe('');
  });

  test('succeeds if the keys in the pending file are already stored, and keeps unknown fields in the login', async () => {
    const { home, service } = await freshSignUp();
    put(home.pendingFile, { cli_token: token, base_url: service.url, credentials: keys });
    put(home.configFile, { ...Object(login(service)), mine: 1 });
    expect(documentOf(await callResume(home))).toEqual(success(home));
    expect(read(home.configFile)).toEqual({ ...Object(login(service)), mine: 1 });
    expect(beside(home)).toEqual([]);
  });
});

describe('`signup --force`', () => {
  const earlier = {
    cli_token: 'an-earlier-token',
    base_url: 'http://127.0.0.1:1/v1',
    signup_url: page,
    started_at: '2026-01-31T12:00:00.000Z',
  };

  test('replaces the stored keys and keeps unknown fields in the login', async () => {
    const { home, service } = await freshSignUp();
    put(home.configFile, { ...otherLogin, user_token: 'uk_old', mine: [1] });
    expect((await callSignUp(home, service, ['--force'])).status).toBe(0);
    expect(read(home.configFile)).toEqual({ ...Object(login(service)), mine: [1] });
  });

  test('keeps the old login until the new login is verified', async () => {
    const { home, service } = await freshSignUp({ details: [refusal(401, 4010)] });
    put(home.configFile, otherLogin);
    await callSignUp(home, service, ['--force']);
    expect(read(home.configFile)).toEqual(otherLogin);
  });

  test('renames the old pending file when a new sign-up starts', async () => {
    const { home, service } = await freshSignUp({ start: [refusal(400, 4000), started] });
    put(home.pendingFile, earlier);
    await callSignUp(home, service, ['--force']);
    expect(beside(home)).toEqual(['default.json']);
    expect((await callSignUp(home, service, ['--force'])).status).toBe(0);
    const [aside = ''] = beside(home);
    expect(aside).toMatch(/^default\.json\.[\d.]+\.old$/);
    expect(read(join(dirname(home.pendingFile), aside))).toEqual(earlier);
  });
});

describe('while another process is signing up,', () => {
  /** Runs two sign-ups. The service responds to the first run's poll when the second run waits for the first run. */
  async function twoAtOnce(home: Home, words: string[], reply: Reply, laterReply = claimed) {
    let second: Promise<Run> | undefined;
    const service = await signUpService({
      poll: [
        (response, asked) => {
          let isAnswered = false;
          const clock: SteadyClock = {
            ...systemClock,
            sleep(ms, signal) {
              if (!isAnswered) reply(response, asked);
              isAnswered = true;
              return systemClock.sleep(ms, signal);
            },
          };
          second = home.call(words, { clock });
        },
        laterReply,
      ],
    });
    const first = await callSignUp(home, service);
    return { service, first, second: (await second) as Run };
  }

  test.skipIf(!isCalledInside).each([
    ['signup --resume', ['--resume']],
    ['signup', []],
    ['signup --force', ['--force']],
  ])(
    'the command `%s` waits for the other process and reports the login that the other process stored',
    async (_, options) => {
      const home = freshHome();
      const words = ['signup', '--json', ...options];
      const { service, first, second } = await twoAtOnce(home, words, claimed);
      expect(documentOf(first)).toEqual(success(home));
      expect(second.status).toBe(0);
      expect(documentOf(second)).toEqual({ ...Object(success(home)), user_id: null });
      expect(service.steps).toEqual(['start', 'poll', 'availability', 'details', 'availability']);
      expect(read(home.configFile)).toEqual(login(service));
      expect(beside(home)).toEqual([]);
    },
  );

  test.skipIf(!isCalledInside)(
    '`signup --resume` reports signup_expired if the sign-up expires for both processes',
    async () => {
      const home = freshHome();
      const words = ['signup', '--resume', '--json'];
      const { first, second } = await twoAtOnce(home, words, gone, gone);
      expectError(first, 'signup_expired');
      expectError(second, 'signup_expired');
    },
  );

  test('`signup --resume` claims the keys if the other process is killed', async () => {
    const home = freshHome();
    let kill = () => {};
    let second: Promise<Run> | undefined;
    const service = await signUpService({
      poll: [
        () => {
          second = resume(home, [], {
            whileRunning: (child) =>
              child.stderr?.on('data', (text) => {
                if (String(text).includes('signup_url_issued')) kill();
              }),
          });
        },
        claimed,
      ],
    });
    const first = await signUp(home, service, [], {
      whileRunning: (child) => {
        kill = () => child.kill('SIGKILL');
      },
    });
    expect(first.signal).toBe('SIGKILL');
    expect(documentOf((await second) as Run)).toEqual(success(home));
    expect(service.steps).toEqual(['start', 'poll', 'poll', 'availability', 'details']);
    expect(beside(home)).toEqual([]);
  });

  test.each([
    ['signup --resume --no-wait', ['--resume', '--no-wait'], { pending: true, signup_url: page }],
    ['signup --no-wait', ['--no-wait'], { error: { code: 'invalid_input' } }],
    ['signup --deadline 1', ['--deadline', '1'], { error: { code: 'signup_timeout' } }],
  ])('the command `%s` ends without a poll', async (_, options, document) => {
    const home = freshHome();
    let seen: unknown;
    const service = await signUpService({
      poll: [
        (response, asked) => {
          void callSignUp(home, service, options).then((run) => {
            seen = documentOf(run);
            claimed(response, asked);
          });
        },
      ],
    });
    expect(documentOf(await callSignUp(home, service))).toEqual(success(home));
    expect(seen).toMatchObject(document);
    expect(service.steps).toEqual(['start', 'poll', 'availability', 'details']);
  });
});

describe('`signup --resume`, if there is no pending file,', () => {
  test('reports the stored login if the sign-up was completed', async () => {
    const { home, service } = await freshSignUp();
    await callSignUp(home, service);
    const run = await callResume(home);
    expect(documentOf(run)).toEqual({ ...Object(success(home)), user_id: null });
    expect(service.steps.slice(-1)).toEqual(['availability']);
    const words = await home.call('signup --resume');
    expect(words.stdout).toContain(
      `The login is already stored. The keys are in ${home.configFile}`,
    );
  });

  test('fails if the stored login does not contain both keys of a sign-up', async () => {
    const { home, service } = await freshSignUp();
    put(home.configFile, { api_key: keys.test_api_key, base_url: service.url });
    expectError(await callResume(home), 'invalid_input', {
      message: /There is no sign-up to resume/,
    });
  });
});

describe('a pending file that another process changes during the poll', () => {
  test("keeps the other process's keys if the service responds with HTTP status 410", async () => {
    const home = freshHome();
    const claimedElsewhere = () => put(home.pendingFile, { ...unsealed(home), credentials: keys });
    const service = await signUpService({ poll: [having(claimedElsewhere, gone)] });
    expectError(await callSignUp(home, service), 'signup_expired');
    expect(documentOf(await callResume(home))).toEqual(success(home));
  });
});

// test/system/signup-steps.test.ts kills waypost at each step after the keys arrive.
describe('a killed sign-up', () => {
  /** Runs a sign-up that is killed when the service uses the reply `kill` in the script. */
  async function killedAt(home: Home, script: (kill: Reply) => Script) {
    let kill = () => {};
    const service = await signUpService(script(() => kill()));
    const run = await signUp(home, service, [], {
      ...faster,
      whileRunning: (child) => {
        kill = () => child.kill('SIGKILL');
      },
    });
    expect(run).toMatchObject({ signal: 'SIGKILL', stdout: '' });
    return service;
  }

  test('can be continued with --resume if SIGKILL ends waypost between two polls', async () => {
    const home = freshHome();
    const service = await killedAt(home, (kill) => ({ poll: [pending, kill, claimed] }));
    const before = service.steps.length;
    expect(documentOf(await callResume(home))).toEqual(success(home));
    expect(service.steps.slice(before)).toEqual(['poll', 'availability', 'details']);
    expect(beside(home)).toEqual([]);
  });

  test('keeps the received bytes if SIGKILL ends waypost while the keys arrive, and --resume reports signup_lost', async () => {
    const home = freshHome();
    const text = envelope(keys);
    const part = text.slice(0, text.indexOf('ak_new') + 9);
    const service = await killedAt(home, (kill) => ({
      poll: [
        (response, asked) => {
          response.writeHead(200, { 'content-length': text.length });
          response.write(part);
          untilWritten(home, part).then(() => kill(response, asked));
        },
        gone,
      ],
    }));
    const error = failure(await callResume(home));
    expect(error).toMatchObject({ exit: 6, code: 'signup_lost' });
    const { rescue_path: rescue } = error.details as { rescue_path: string };
    expect(readFileSync(rescue, 'utf8')).toBe(part);
    expect(service.steps).toEqual(['start', 'poll', 'poll']);
  });

  /** Resolves when waypost has written this part of the response to the file. */
  async function untilWritten(home: Home, part: string): Promise<void> {
    const directory = dirname(home.pendingFile);
    for (;;) {
      const name = beside(home).find((candidate) => candidate.endsWith('.answer'));
      if (name !== undefined && readFileSync(join(directory, name), 'utf8') === part) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
});

describe('if a signal interrupts `signup`', () => {
  /** Runs a sign-up that receives a signal during a request. `thenKeys` sends the keys after waypost received the signal. */
  async function interruptedAt(
    home: Home,
    script: (interrupt: () => void, thenKeys: Reply) => Script,
    { signal = 'SIGINT', json = true }: { signal?: NodeJS.Signals; json?: boolean } = {},
  ) {
    const file = join(home.path, 'journal');
    const thenKeys: Reply = (response, asked) => {
      if (readFileSync(file, 'utf8').includes(signal)) response.end(envelope(keys));
      else setTimeout(thenKeys, 10, response, asked);
    };
    let interrupt = () => {};
    const service = await signUpService(script(() => interrupt(), thenKeys));
    const args = ['signup', '--base-url', service.url, ...(json ? ['--json'] : [])];
    const run = await home.run(args, {
      ...journalled({ file, skip: true }),
      whileRunning: (child) => {
        interrupt = () => child.kill(signal);
      },
    });
    return { run, service };
  }

  test.each<[NodeJS.Signals]>(sample([['SIGINT'], ['SIGTERM'], ['SIGHUP']]))(
    'between two polls, waypost ends with the signal %s and prints how to continue',
    async (signal) => {
      const home = freshHome();
      let poll = pending;
      const { run } = await interruptedAt(
        home,
        (interrupt) => ({
          poll: [pending, having(interrupt, pending), (...asked) => poll(...asked)],
        }),
        { signal, json: false },
      );
      poll = claimed;
      expect(run).toMatchObject({ signal, status: null, stdout: '' });
      expect(run.stderr).toContain('Continue the sign-up with `waypost signup --resume`');
      expect(run.stderr).not.toMatch(/Error|\.js:\d/);
      expect(documentOf(await callResume(home))).toEqual(success(home));
    },
  );

  systemTest(
    'before the service responds to POST /sign_up, waypost does not store a sign-up and does not print a hint',
    async () => {
      const home = freshHome();
      const { run } = await interruptedAt(
        home,
        (interrupt) => ({ start: [having(interrupt, silence)] }),
        { json: false },
      );
      expect(run).toMatchObject({ signal: 'SIGINT', stdout: '', stderr: '' });
      expectError(await callResume(home), 'invalid_input');
    },
  );

  test('while the keys arrive, waypost stores the keys in the pending file, and does not print a hint if --json is set', async () => {
    const home = freshHome();
    const { run, service } = await interruptedAt(home, (interrupt, thenKeys) => ({
      poll: [having(interrupt, thenKeys)],
    }));
    expect(run).toMatchObject({ signal: 'SIGINT', stdout: '' });
    expect(eventsOf(run)).toEqual([{ event: 'signup_url_issued', signup_url: page }]);
    expect(read(home.pendingFile)).toMatchObject({ credentials: keys });
    expect(service.steps.filter((step) => step === 'poll')).toHaveLength(1);
    expect(documentOf(await callResume(home))).toEqual(success(home));
  });

  systemTest(
    'while the keys arrive, waypost saves the keys in a rescue file if the pending file cannot be written',
    async () => {
      const home = freshHome();
      const blocked = () => block(dirname(home.pendingFile));
      const { run } = await interruptedAt(home, (interrupt, thenKeys) => ({
        poll: [having(interrupt, having(blocked, thenKeys))],
      }));
      expect(run.signal).toBe('SIGINT');
      const { details: named } = failure(run) as { details: { rescue_path: string } };
      expect(read(named.rescue_path)).toMatchObject({ credentials: keys });
    },
  );

  systemTest(
    'while waypost verifies the keys, waypost ends and prints how to continue',
    async () => {
      const home = freshHome();
      const { run, service } = await interruptedAt(
        home,
        (interrupt) => ({ details: [having(interrupt, silence), details] }),
        { json: false },
      );
      expect(run).toMatchObject({ signal: 'SIGINT', stdout: '' });
      expect(run.stderr).toContain('Continue the sign-up with `waypost signup --resume`');
      expect(documentOf(await callResume(home))).toEqual(success(home));
      expect(service.steps.filter((step) => step === 'poll')).toHaveLength(1);
    },
  );
});

test('`signup` warns if the pending file cannot be removed after the login is stored', async () => {
  const home = freshHome();
  const meanwhile = () => {
    rmSync(home.pendingFile);
    put(join(home.pendingFile, 'x'), '');
  };
  const service = await signUpService({ details: [having(meanwhile, details)] });
  const run = await callSignUp(home, service);
  expect(documentOf(run)).toEqual(success(home));
  expect(run.stderr).toContain("could not remove the sign-up's copy of the keys");
});
