// `signup` in a script: the requests that it sends, their order, and the output.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SteadyClock } from '../../src/lib/runtime';
import { wordsOf } from '../support/hints';
import { systemTest } from '../support/runs';
import { sendJson, standIn } from '../support/service';
import {
  callResume,
  callSignUp,
  claimed,
  cut,
  envelope,
  eventsOf,
  failure,
  faster,
  freshHome,
  freshSignUp,
  gone,
  having,
  keys,
  limited,
  login,
  modeOf,
  page,
  pending,
  type Reply,
  read,
  refusal,
  reset,
  type Script,
  signUp,
  signUpService,
  silence,
  stalled,
  started,
  status,
  success,
  token,
} from '../support/sign-up';
import { skippingClock } from '../support/skipping-clock';
import { table } from '../support/table';
import { documentOf, expectError, type Home, isCalledInside } from '../support/tool';

/** Writes a file, as if an earlier run had written the file. Returns its content. */
function put(path: string, content: unknown): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(path, text, { mode: 0o600 });
  return text;
}

/** Returns the contents of all files in the home directory by path, except the cache of compiled code. */
function filesOf(home: Home): Record<string, string> {
  const names = readdirSync(home.path, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !path.includes('/.cache/waypost/code/'))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  );
}

const otherLogin = { api_key: 'ak_other_login', base_url: 'https://other.example/v1' };

describe('`signup`', () => {
  test('prints the result, stores the login, and leaves no other files', async () => {
    const { home, service } = await freshSignUp({ poll: [pending, claimed] });
    const run = await signUp(home, service, [], faster);
    expect(documentOf(run)).toEqual(success(home));
    expect(run.status).toBe(0);
    expect(service.steps).toEqual(['start', 'poll', 'poll', 'availability', 'details']);
    expect(Object.keys(filesOf(home))).toEqual([home.configFile]);
    expect(read(home.configFile)).toEqual(login(service));
    expect([modeOf(home.configFile), modeOf(dirname(home.configFile))]).toEqual(['600', '700']);
    expect(eventsOf(run)).toEqual([{ event: 'signup_url_issued', signup_url: page }]);
  });

  test('prints the URL of the sign-up page and the path of the stored keys if --json is not set', async () => {
    const { home, service } = await freshSignUp();
    const run = await home.call(['signup', '--base-url', service.url]);
    expect(run.stdout).toBe(
      `Signed up. The keys are in ${home.configFile}\nCheck the keys with \`waypost auth whoami\`. Pass the API key to a program with "$(waypost auth token)".\n`,
    );
    expect(run.stderr).toBe(
      `Open this page to sign up:\n\n  ${page}\n\nWaiting for you to finish in the browser (you can use --resume later)\n`,
    );
  });

  test('sends the management key only to the details endpoint, and does not send the API key in a header', async () => {
    const { home, service } = await freshSignUp();
    await callSignUp(home, service);
    const bearers = service.asked.map(({ headers }) => headers.authorization);
    expect(bearers).toEqual([undefined, undefined, undefined, `Bearer ${keys.user_token}`]);
  });

  test("stores a profile's pending sign-up and login in the profile's own files", async () => {
    const home = freshHome();
    const file = home.pendingFile.replace('default', 'work');
    let seen: unknown;
    const look = () => {
      seen = read(file);
    };
    const service = await signUpService({ poll: [having(look, claimed)] });
    const run = await callSignUp(home, service, ['--profile', 'work']);
    expect(documentOf(run)).toMatchObject({
      config_path: join(dirname(home.configFile), 'profiles/work/credentials.json'),
    });
    expect(seen).toMatchObject({ cli_token: token });
    expect(existsSync(home.configFile)).toBe(false);
  });
});

describe('the body of POST /sign_up', () => {
  const all = {
    email: 'e',
    name: 'n',
    org_name: 'o',
    org_address_line_one: '1',
    org_address_line_two: '2',
    org_address_line_three: '3',
    org_post_town: 't',
    org_postcode: 'p',
    org_country_code: 'GBR',
  };
  const given = Object.entries(all).flatMap(([name, value]) => [
    `--${name.replaceAll('_', '-')}`,
    value,
  ]);
  test.each<[string, string[], unknown]>([
    ['no options', [], {}],
    ['blank values', ['--email', '', '--name', '  '], {}],
    ['one value with spaces', ['--email', ' ada@example.org '], { email: 'ada@example.org' }],
    ['all options', given, all],
  ])(
    'contains the trimmed option values, and omits blank values (given: %s)',
    async (_, args, body) => {
      const service = await signUpService();
      await callSignUp(freshHome(), service, args);
      expect(JSON.parse(service.asked[0]?.body ?? '')).toEqual(body);
      expect(service.asked[0]?.headers['content-type']).toBe('application/json');
    },
  );

  test("causes an error with the service's details, and is not sent again, if the service rejects it", async () => {
    const errors = [{ path: '.body.email', message: 'is no address' }];
    const service = await signUpService({ start: [refusal(400, 4000, errors)] });
    const run = await callSignUp(freshHome(), service, ['--email', 'x']);
    expectError(run, 'api_error', { status: 400, api_code: 4000, details: errors });
    expect(service.steps).toEqual(['start']);
  });
});

describe('`signup` fails without sending a request', () => {
  const left = { cli_token: token, base_url: 'http://127.0.0.1:1/v1' };
  const login = (content: unknown) => (home: Home) => put(home.configFile, content);
  const signUpLeft = (content: unknown) => (home: Home) => put(home.pendingFile, content);
  const states: Record<string, (home: Home) => unknown> = {
    nothing: () => {},
    'a file instead of a directory': (home) => put(join(home.path, '.config'), ''),
    'a directory instead of the login': (home) => mkdirSync(home.configFile, { recursive: true }),
    'a file instead of the sign-ups': (home) => put(dirname(home.pendingFile), ''),
    'a directory instead of the sign-up': (home) =>
      mkdirSync(home.pendingFile, { recursive: true }),
    'a login': login(otherLogin),
    'a key command': login({ api_key_command: ['op'] }),
    'a damaged login': login('{'),
    'a sign-up': signUpLeft(left),
    'a claimed sign-up': signUpLeft({ ...left, credentials: keys }),
    'a damaged sign-up': signUpLeft('garbage'),
    'a plain-HTTP sign-up': signUpLeft({ ...left, base_url: 'http://service.example/v1' }),
    'a login and a sign-up': (home) => [login(otherLogin)(home), signUpLeft(left)(home)],
  };
  const seconds = 'must be a number of seconds from';
  // Files in the home directory | options | error code | part of the message | part of the hint
  const rows = table(`
    a file instead of a directory      |                     | write_failed
    a directory instead of the login   | --force             | write_failed
    a file instead of the sign-ups     |                     | write_failed
    a directory instead of the sign-up |                     | invalid_input
    a login                            |                     | invalid_input | | --force
    a key command                      |                     | invalid_input | | --force
    a damaged login                    | --force             | invalid_credentials_file
    a sign-up                          |                     | invalid_input | | --resume
    a claimed sign-up                  | --force             | invalid_input | | Store the keys with \`waypost signup --resume\`. To discard the keys instead, move
    a damaged sign-up                  | --force             | invalid_input | | did not change the file
    nothing                            | --resume            | invalid_input | There is no sign-up to resume. | Start a sign-up with \`waypost signup\`.
    a plain-HTTP sign-up               | --resume            | invalid_input | uses plain HTTP
    a login and a sign-up              | --resume            | invalid_input | | --force
    nothing                            | --interval 0.9      | invalid_input | --interval ${seconds} 1 to 3600, not "0.9". | Use a number in this range, or remove --interval.
    nothing                            | --deadline=-1       | invalid_input | --deadline ${seconds} 0 to 86400, not "-1".
    nothing                            | --interval=3600.1   | invalid_input
    nothing                            | --interval x        | invalid_input
    nothing                            | --interval ''       | invalid_input
    nothing                            | --deadline '\t'     | invalid_input
    nothing                            | --deadline=86401    | invalid_input
    nothing                            | --deadline=Infinity | invalid_input
    nothing                            | now                 | invalid_input
    nothing                            | --mail x            | invalid_input
    nothing                            | --profile ../x      | invalid_input
  `);

  test.each(rows)(
    'if the home directory contains %s and the options are "%s" (error: %s)',
    async (state, options = '', code = '', message = '', hint = '') => {
      const { home, service } = await freshSignUp();
      (states[state] ?? expect.unreachable())(home);
      const before = filesOf(home);
      const run = await callSignUp(home, service, wordsOf(options));
      expectError(run, code, { message: expect.stringContaining(message) });
      if (hint !== '') expectError(run, code, { hint: expect.stringContaining(hint) });
      if (state === 'a claimed sign-up') {
        expectError(run, code, { details: { rescue_path: home.pendingFile } });
      }
      expect(service.steps).toEqual([]);
      expect(filesOf(home)).toEqual(before);
    },
  );
});

test('`signup --resume` continues a sign-up at a plain-HTTP host if --insecure-http is set', async () => {
  const home = freshHome();
  put(home.pendingFile, { cli_token: token, base_url: 'http://service.example/v1' });
  const run = await home.call('signup --resume --insecure-http --deadline 0 --json', {
    clock: skippingClock,
    env: { HTTP_PROXY: 'http://127.0.0.1:9' },
  });
  expectError(run, 'signup_timeout');
});

test.each([
  ['1', '0'],
  ['3600', '86400'],
])('`signup` accepts --interval %s with --deadline %s', async (interval, deadline) => {
  const { home, service } = await freshSignUp();
  const run = await callSignUp(home, service, ['--interval', interval, '--deadline', deadline]);
  expect(documentOf(run)).toEqual(success(home));
});

describe('the URL of the sign-up page', () => {
  const naming =
    (signup_url: string): Reply =>
    (response) =>
      response.end(envelope({ signup_url, cli_token: token }));

  test('causes invalid_response if it is not an HTTP URL, and `signup` does not store any file', async () => {
    const { home, service } = await freshSignUp({ start: [naming('javascript:alert(1)')] });
    const run = await callSignUp(home, service);
    expectError(run, 'invalid_response', {
      hint: /Check that --base-url is the service's URL/,
    });
    expect(filesOf(home)).toEqual({});
    expect(run.stderr).toBe('');
  });

  test('is printed without its escape sequences', async () => {
    const service = await signUpService({ start: [naming('https://x.example/\u001b[2J\u009b1m')] });
    const run = await freshHome().call(['signup', '--base-url', service.url]);
    expect(run.stderr).toContain('https://x.example/');
    expect(run.stderr).not.toMatch(/[\u001b\u009b]/);
  });
});

describe('the request POST /sign_up', () => {
  test('is not retried if the connection is reset', async () => {
    const { home, service } = await freshSignUp({ start: [reset] });
    const run = await callSignUp(home, service);
    expectError(run, 'network_error');
    expect(service.steps).toEqual(['start']);
    expect(filesOf(home)).toEqual({});
  });

  test("is retried if no program listens on the base URL's port, and then fails with network_error", async () => {
    const home = freshHome();
    const run = await callSignUp(home, { url: 'http://127.0.0.1:1/v1' }, ['--debug']);
    expectError(run, 'network_error');
    expect(run.stderr.match(/> POST/g)).toHaveLength(4);
  });
});

describe('while it polls, `signup`', () => {
  /** Returns a clock that records the waits between polls. Waits of 30 seconds or more are timeouts, and are not recorded. */
  function notingClock(waits: number[]): SteadyClock {
    return {
      ...skippingClock,
      sleep(ms, signal) {
        if (ms < 30_000) waits.push(ms);
        return skippingClock.sleep(ms, signal);
      },
    };
  }

  test.skipIf(!isCalledInside)('waits for the --interval duration between polls', async () => {
    const home = freshHome();
    const noted: number[] = [];
    const service = await signUpService({ poll: [pending, claimed] });
    const args = ['--interval', '1'];
    const run = await callSignUp(home, service, args, { clock: notingClock(noted) });
    expect(documentOf(run)).toEqual(success(home));
    expect(noted).toEqual([1000]);
  });

  systemTest('continues after a timeout', async () => {
    const { home, service } = await freshSignUp({ poll: [silence, claimed] });
    expect(documentOf(await callSignUp(home, service))).toEqual(success(home));
  });

  test('ends with signup_timeout at the --deadline and keeps the pending sign-up', async () => {
    const { home, service } = await freshSignUp({ poll: [pending] });
    const run = await callSignUp(home, service, ['--deadline', '20']);
    expectError(run, 'signup_timeout', { message: /within 20 seconds\.$/, hint: /--resume/ });
    expect(read(home.pendingFile)).toMatchObject({ cli_token: token });
  });

  test('ends and keeps the pending sign-up if the service rejects the poll', async () => {
    const { home, service } = await freshSignUp({ poll: [refusal(401, 4010)] });
    const run = await callSignUp(home, service);
    expectError(run, 'auth_failed');
    expect(service.steps).toEqual(['start', 'poll']);
    expect(read(home.pendingFile)).toMatchObject({ cli_token: token });
  });

  test('emits a waiting event every 30 seconds if --json is set', async () => {
    const { home, service } = await freshSignUp({ poll: [pending] });
    const run = await signUp(home, service, ['--deadline', '100'], faster);
    const told = eventsOf(run).slice(1) as { event: string; elapsed_sec: number }[];
    expect(told.map(({ event, elapsed_sec }) => [event, Math.floor(elapsed_sec / 30)])).toEqual([
      ['waiting', 1],
      ['waiting', 2],
      ['waiting', 3],
    ]);
  });

  systemTest('prints every 30 seconds that it is still waiting if --json is not set', async () => {
    const { home, service } = await freshSignUp({ poll: [pending] });
    const args = ['signup', '--base-url', service.url, '--deadline', '50'];
    const run = await home.run(args, faster);
    expect(run.stderr.match(/Still waiting after \d+ seconds\./g)).toHaveLength(1);
    expect(run).toMatchObject({ status: 6, stdout: '' });
  });
});

describe('`signup` with an expired sign-up token', () => {
  test('fails with signup_expired and removes the pending sign-up', async () => {
    const { home, service } = await freshSignUp({ poll: [pending, gone] });
    const run = await callSignUp(home, service);
    expectError(run, 'signup_expired', { status: 410, api_code: 4100, hint: expect.any(String) });
    expect(filesOf(home)).toEqual({});
  });

  test('fails with signup_lost if the response to an earlier poll was lost', async () => {
    const { home, service } = await freshSignUp({ poll: [reset, pending, pending, gone] });
    await callSignUp(home, service, ['--deadline', '1']);
    expect(read(home.pendingFile)).toMatchObject({ cli_token: token, in_doubt: true });
    const run = await callResume(home);
    expectError(run, 'signup_lost', { status: 410, message: /lost/ });
    expect(failure(run)).not.toHaveProperty('details');
    expect(filesOf(home)).toEqual({});
  });
});

describe('the response with the keys, which the service sends only once', () => {
  const whole = JSON.stringify({ result: keys, code: 2000, message: 'Success' });

  test('is used even if the response is cut off after the second key', async () => {
    const home = freshHome();
    const text = whole.slice(0, whole.indexOf(',"user_id"'));
    const service = await signUpService({ poll: [cut(text)] });
    const run = await callSignUp(home, service);
    expect(documentOf(run)).toMatchObject({ success: true, available: true });
    expect(read(home.configFile)).toEqual(login(service));
    expect(service.steps.filter((step) => step === 'poll')).toHaveLength(1);
  });

  test('causes signup_lost, and no further poll, if the response stalls in the middle of the keys', async () => {
    const { home, service } = await freshSignUp({ poll: [stalled(whole.slice(0, 40)), claimed] });
    const run = await callSignUp(home, service, limited());
    expectError(run, 'signup_lost', { status: 200 });
    expect(service.steps).toEqual(['start', 'poll']);
    expect(existsSync(home.configFile)).toBe(false);
  });

  test("is saved in a file if it cannot be parsed, and the error contains the file's path", async () => {
    const home = freshHome();
    const part = whole.slice(0, whole.indexOf('ak_new') + 9);
    const service = await signUpService({ poll: [cut(part), gone] });
    const { details: named } = failure(await callSignUp(home, service)) as {
      details: { rescue_path: string };
    };
    expect(readFileSync(named.rescue_path, 'utf8')).toBe(part);
    expect(modeOf(named.rescue_path)).toBe('600');
    // The next run reads the file again, and reports the same path.
    const { rescue_path } = named;
    expectError(await callResume(home), 'signup_lost', { status: 410, details: { rescue_path } });
    expect(existsSync(rescue_path)).toBe(true);
  });
});

describe('`signup --debug`', () => {
  const leaky = (code: number): Reply => refusal(code, 4010, [{ path: token, message: token }]);

  // test/support/tool.ts fails if a run prints a secret.
  test.each<[string, Script]>([
    ['the sign-up succeeds', {}],
    ['polls fail temporarily', { poll: [reset, status(503), pending, claimed] }],
    ['the service rejects the poll', { poll: [leaky(400)] }],
    ['the service rejects the API key', { availability: [leaky(400)] }],
    ['the service rejects the management key', { details: [leaky(401)] }],
  ])('does not print tokens or keys if %s', async (_, script) => {
    const { home, service } = await freshSignUp(script);
    const args = ['signup', '--base-url', service.url, '--debug'];
    const run = await home.call(args, { clock: skippingClock });
    expect(run.stderr).toContain('> GET ');
    expect(run.stderr).not.toMatch(/\bat .*\.js:\d/);
  });
});

test("`signup` masks tokens and keys of any format in the service's messages", async () => {
  const home = freshHome();
  const odd = { ...keys, test_api_key: 'other-shape-9f8e7d6c', user_token: 'another-shape-0a1b' };
  const said = [token, odd.test_api_key, odd.user_token];
  home.keep(...said);
  const service = await standIn(({ method, path, headers, body }, response) => {
    if (method === 'POST') started(response, { method, path, headers, body });
    else if (path.includes('/sign_up/')) response.end(envelope(odd));
    else sendJson(response, 500, { code: 5000, message: said.join(' ') });
  });
  onTestFinished(() => service.close());
  const run = await callSignUp(home, service);
  expect(failure(run)).toMatchObject({ message: 'signup… other-… anothe…' });
});
