// `waypost signup`, as a script meets it: what is asked of the service, in which order, and what is said.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Clock } from '../../src/lib/runtime';
import { sendJson, standIn } from '../support/service';
import {
  available,
  callResume,
  callSignUp,
  claimed,
  cut,
  details,
  envelope,
  eventsOf,
  failure,
  faster,
  freshHome,
  gone,
  having,
  journalled,
  keys,
  lateness,
  limited,
  login,
  modeOf,
  page,
  pending,
  type Reply,
  read,
  refusal,
  reset,
  resume,
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
import { documentOf, type Home, isCalledInside } from '../support/tool';

/** Puts a file there, as an earlier run left it. */
function put(path: string, content: unknown): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(path, text, { mode: 0o600 });
  return text;
}

/** Every file below the home, and what is in it. */
function filesOf(home: Home): Record<string, string> {
  const names = readdirSync(home.path, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  );
}

const otherLogin = { api_key: 'ak_other_login', base_url: 'https://other.example/v1' };

describe('from nothing to a login', () => {
  test('the document, the file, and nothing left over', async () => {
    const home = freshHome();
    const service = await signUpService({ poll: [pending, claimed] });
    const run = await signUp(home, service, [], faster);
    expect(documentOf(run)).toEqual(success(home));
    expect(run.status).toBe(0);
    expect(service.steps).toEqual(['start', 'poll', 'poll', 'availability', 'details']);
    expect(Object.keys(filesOf(home))).toEqual([home.configFile]);
    expect(read(home.configFile)).toEqual(login(service));
    expect([modeOf(home.configFile), modeOf(dirname(home.configFile))]).toEqual(['600', '700']);
    expect(eventsOf(run)).toEqual([{ event: 'signup_url_issued', signup_url: page }]);
  });

  test('in words: where to go, then where the keys are; no browser without a terminal', async () => {
    const home = freshHome();
    const service = await signUpService();
    const run = await home.run(['signup', '--base-url', service.url]);
    expect(run.stdout).toBe(
      `Signed up. The keys are in ${home.configFile}\nSee them with \`waypost auth whoami\`; use one with "$(waypost auth token)".\n`,
    );
    expect(run.stderr).toBe(
      `Open this page to sign up:\n\n  ${page}\n\nWaiting for you to finish in the browser (Ctrl-C and --resume are fine)\n`,
    );
  });

  test('a key that cannot be used yet is stored all the same, and said so', async () => {
    const home = freshHome();
    const service = await signUpService({
      availability: [
        (response) =>
          response.end('{"result":{"available":false},"code":2000,"message":"Success"}'),
      ],
    });
    expect(documentOf(await signUp(home, service))).toMatchObject({ available: false });
    expect(existsSync(home.configFile)).toBe(true);
  });

  test('the management key is sent to the details only, the API key only in the path', async () => {
    const home = freshHome();
    const service = await signUpService();
    await signUp(home, service);
    const bearers = service.asked.map(({ headers }) => headers.authorization);
    expect(bearers).toEqual([undefined, undefined, undefined, `Bearer ${keys.user_token}`]);
  });

  test('a profile has a sign-up and a login of its own', async () => {
    const home = freshHome();
    const file = home.pendingFile.replace('default', 'work');
    let seen: unknown;
    const look = () => {
      seen = read(file);
    };
    const service = await signUpService({ poll: [having(look, claimed)] });
    const run = await signUp(home, service, ['--profile', 'work']);
    expect(documentOf(run)).toMatchObject({
      config_path: join(dirname(home.configFile), 'profiles/work/credentials.json'),
    });
    expect(seen).toMatchObject({ cli_token: token });
    expect(existsSync(home.configFile)).toBe(false);
  });
});

describe('what prefills the page', () => {
  test.each<[string, string[], unknown]>([
    ['nothing given', [], {}],
    ['an empty value is none', ['--email', '', '--name', '  '], {}],
    ['one', ['--email', ' ada@example.org '], { email: 'ada@example.org' }],
    [
      'all',
      [
        ['--email', 'e', '--name', 'n', '--org-name', 'o', '--org-address-line-one', '1'],
        ['--org-address-line-two', '2', '--org-address-line-three', '3', '--org-post-town', 't'],
        ['--org-postcode', 'p', '--org-country-code', 'GBR'],
      ].flat(),
      {
        email: 'e',
        name: 'n',
        org_name: 'o',
        org_address_line_one: '1',
        org_address_line_two: '2',
        org_address_line_three: '3',
        org_post_town: 't',
        org_postcode: 'p',
        org_country_code: 'GBR',
      },
    ],
  ])('%s', async (_, args, body) => {
    const service = await signUpService();
    await callSignUp(freshHome(), service, args);
    expect(JSON.parse(service.asked[0]?.body ?? '')).toEqual(body);
    expect(service.asked[0]?.headers['content-type']).toBe('application/json');
  });

  test('what the service finds wrong with it is told to a script, which is asked nothing', async () => {
    const errors = [{ path: '.body.email', message: 'is no address' }];
    const service = await signUpService({ start: [refusal(400, 4000, errors)] });
    const run = await signUp(freshHome(), service, ['--email', 'x']);
    expect(failure(run)).toMatchObject({
      exit: 1,
      code: 'api_error',
      status: 400,
      api_code: 4000,
      details: errors,
    });
    expect(service.steps).toEqual(['start']);
  });
});

describe('nothing is asked of the service', () => {
  test.each<[string, (home: Home) => void, string[], object]>([
    [
      'where the credentials cannot be written: a file in the place of a directory',
      (home) => put(join(home.path, '.config'), ''),
      [],
      { exit: 5, code: 'write_failed' },
    ],
    [
      'where the credentials cannot be written: a directory in the place of the file',
      (home) => mkdirSync(home.configFile, { recursive: true }),
      ['--force'],
      { exit: 5, code: 'write_failed' },
    ],
    [
      'where the sign-up cannot be kept: a file in the place of a directory',
      (home) => put(dirname(home.pendingFile), ''),
      [],
      { exit: 5, code: 'write_failed' },
    ],
    [
      'where the sign-up cannot be kept: a directory in the place of the file',
      (home) => mkdirSync(home.pendingFile, { recursive: true }),
      [],
      { exit: 5, code: 'write_failed' },
    ],
    [
      'over a stored login',
      (home) => put(home.configFile, otherLogin),
      [],
      { exit: 2, code: 'invalid_input', hint: expect.stringContaining('--force') },
    ],
    [
      'over a stored command for a key',
      (home) => put(home.configFile, { api_key_command: ['op'] }),
      [],
      { exit: 2, code: 'invalid_input', hint: expect.stringContaining('--force') },
    ],
    [
      'over a corrupt credentials file, --force or not',
      (home) => put(home.configFile, '{'),
      ['--force'],
      { exit: 2, code: 'invalid_credentials_file' },
    ],
    [
      'beside a sign-up that was left',
      (home) =>
        put(home.pendingFile, { cli_token: 'x-token-left', base_url: 'http://localhost/v1' }),
      [],
      { exit: 2, code: 'invalid_input', hint: expect.stringContaining('--resume') },
    ],
    [
      'beside a sign-up that was completed and not stored, --force or not',
      (home) =>
        put(home.pendingFile, { cli_token: token, base_url: 'http://x/v1', credentials: keys }),
      ['--force'],
      {
        exit: 2,
        code: 'invalid_input',
        hint: expect.stringMatching(
          /^Store its keys with `waypost signup --resume`\. To give them up instead, move .* away\./,
        ),
        details: { rescue_path: expect.any(String) },
      },
    ],
    [
      'beside a file that is no sign-up',
      (home) => put(home.pendingFile, 'garbage'),
      ['--force'],
      { exit: 2, code: 'invalid_input', hint: expect.stringContaining('not changed') },
    ],
    [
      '--resume with nothing to resume',
      () => {},
      ['--resume'],
      {
        exit: 2,
        code: 'invalid_input',
        message: 'There is no sign-up to resume.',
        hint: expect.stringContaining('Begin one with `waypost signup`.'),
      },
    ],
    [
      '--resume of one at plain http elsewhere',
      (home) => put(home.pendingFile, { cli_token: token, base_url: 'http://service.example/v1' }),
      ['--resume'],
      { exit: 2, code: 'invalid_input', message: expect.stringContaining('is plain http') },
    ],
    [
      '--resume over a stored login',
      (home) => {
        put(home.configFile, otherLogin);
        put(home.pendingFile, { cli_token: token, base_url: 'http://127.0.0.1:1/v1' });
      },
      ['--resume'],
      { exit: 2, code: 'invalid_input', hint: expect.stringContaining('--force') },
    ],
    [
      '--interval under 1',
      () => {},
      ['--interval', '0.9'],
      {
        exit: 2,
        code: 'invalid_input',
        message: '--interval is not a number of seconds from 1 to 3600.',
        hint: expect.stringContaining('Give --interval such a number, or omit it.'),
      },
    ],
    ['--interval over an hour', () => {}, ['--interval', '3600.1'], { exit: 2 }],
    ['--interval no number', () => {}, ['--interval', 'x'], { exit: 2, code: 'invalid_input' }],
    ['--interval empty', () => {}, ['--interval', ''], { exit: 2, code: 'invalid_input' }],
    [
      '--deadline negative',
      () => {},
      ['--deadline=-1'],
      {
        exit: 2,
        code: 'invalid_input',
        message: '--deadline is not a number of seconds from 0 to 86400.',
      },
    ],
    ['--deadline blank', () => {}, ['--deadline', ' '], { exit: 2, code: 'invalid_input' }],
    ['--deadline over a day', () => {}, ['--deadline', '86401'], { exit: 2 }],
    ['--deadline endless', () => {}, ['--deadline', 'Infinity'], { exit: 2 }],
    ['a positional', () => {}, ['now'], { exit: 2, code: 'invalid_input' }],
    ['an unknown option', () => {}, ['--mail', 'x'], { exit: 2, code: 'invalid_input' }],
    ['a bad profile', () => {}, ['--profile', '../x'], { exit: 2, code: 'invalid_input' }],
  ])('%s', async (_, arrange, args, error) => {
    const home = freshHome();
    const service = await signUpService();
    arrange(home);
    const before = filesOf(home);
    expect(failure(await callSignUp(home, service, args))).toMatchObject(error);
    expect(service.steps).toEqual([]);
    expect(filesOf(home)).toEqual(before);
  });
});

test('--resume of one at plain http elsewhere goes on with --insecure-http', async () => {
  const home = freshHome();
  put(home.pendingFile, { cli_token: token, base_url: 'http://service.example/v1' });
  const run = await home.call(
    ['signup', '--resume', '--insecure-http', '--deadline', '0', '--json'],
    {
      clock: skippingClock,
      env: { HTTP_PROXY: 'http://127.0.0.1:9' },
    },
  );
  expect(failure(run)).toMatchObject({ exit: 6, code: 'signup_timeout' });
});

test.each([
  ['1', '0'],
  ['3600', '86400'],
])('--interval %s with --deadline %s is taken', async (interval, deadline) => {
  const home = freshHome();
  const service = await signUpService();
  const run = await callSignUp(home, service, ['--interval', interval, '--deadline', deadline]);
  expect(documentOf(run)).toEqual(success(home));
});

describe('the page to go to', () => {
  const naming =
    (signup_url: unknown, cli_token: unknown = token): Reply =>
    (response) =>
      response.end(
        JSON.stringify({ result: { signup_url, cli_token }, code: 2000, message: 'Success' }),
      );

  test.each([
    ['https', 'https://service.example/a?b=c'],
    ['http on this machine', 'http://127.0.0.1:9/a'],
    ['http on another machine is printed too', 'http://service.example/a'],
  ])('%s', async (_, url) => {
    const service = await signUpService({ start: [naming(url)] });
    const run = await callSignUp(freshHome(), service);
    expect(eventsOf(run)[0]).toEqual({ event: 'signup_url_issued', signup_url: url });
    expect(run.status).toBe(0);
  });

  const noPage = 'The sign-up page of the service is not a web page.';
  const nothing = 'The answer names no sign-up page and token.';
  test.each<[string, Reply, message: string]>([
    ['javascript:', naming('javascript:alert(1)'), noPage],
    ['file:', naming('file:///etc/passwd'), noPage],
    ['data:', naming('data:text/html,x'), noPage],
    ['no URL', naming('sign up here'), noPage],
    ['no text', naming(7), nothing],
    ['missing', naming(undefined), nothing],
    ['no token', naming(page, ''), nothing],
    ['a token that leads out of its path', naming(page, '..'), nothing],
    ['no envelope', status(200), 'is a web page, not an answer'],
  ])('%s is invalid_response, and nothing is kept', async (_, start, message) => {
    const home = freshHome();
    const service = await signUpService({ start: [start] });
    const run = await callSignUp(home, service);
    expect(failure(run)).toMatchObject({
      exit: 3,
      code: 'invalid_response',
      message: expect.stringContaining(message),
      hint: expect.stringContaining('Check that --base-url names'),
    });
    expect(filesOf(home)).toEqual({});
    expect(run.stderr).toBe('');
  });

  test('escape sequences in it do not reach the terminal', async () => {
    const service = await signUpService({ start: [naming('https://x.example/\u001b[2J\u009b1m')] });
    const run = await freshHome().run(['signup', '--base-url', service.url]);
    expect(run.stderr).toContain('https://x.example/');
    expect(run.stderr).not.toMatch(/[\u001b\u009b]/);
  });
});

describe('POST /sign_up is sent again only where it provably never arrived', () => {
  test.each<[string, Reply, object]>([
    ['503', status(503), { code: 'rate_limited', status: 503 }],
    ['502', status(502), { code: 'service_unavailable', status: 502 }],
    ['429', status(429), { code: 'rate_limited', status: 429 }],
    ['reset', reset, { code: 'network_error' }],
    ['silence', lateness, { code: 'timeout' }],
    ['cut off', cut('{"result":'), { exit: 3 }],
  ])('%s: not again', async (_, start, error) => {
    const home = freshHome();
    const service = await signUpService({ start: [start] });
    const run = await callSignUp(home, service, limited());
    expect(failure(run)).toMatchObject({ exit: 3, ...error });
    expect(service.steps).toEqual(['start']);
    expect(filesOf(home)).toEqual({});
  });

  test('nobody there: again, and in the end network_error', async () => {
    const home = freshHome();
    const run = await signUp(home, { url: 'http://127.0.0.1:1/v1' }, ['--debug'], faster);
    expect(failure(run)).toMatchObject({ exit: 3, code: 'network_error' });
    expect(run.stderr.match(/> POST/g)).toHaveLength(4);
  });
});

describe('the wait', () => {
  /** A clock that takes down the waits between polls; how long one poll may take is longer. */
  function notingClock(waits: number[]): Clock {
    return {
      ...skippingClock,
      sleep(ms, signal) {
        if (ms < 30_000) waits.push(ms);
        return skippingClock.sleep(ms, signal);
      },
    };
  }

  test.skipIf(!isCalledInside).each<[string, Reply[], string[], number[]]>([
    ['1.5 seconds unless told', [pending, pending, claimed], [], [1500, 1500]],
    ['--interval', [pending, claimed], ['--interval', '1'], [1000]],
    [
      'trouble slows it down, to 10 seconds at most',
      [status(503), status(500), status(502), status(504), status(500), status(503), claimed],
      ['--interval', '1'],
      [1000, 2000, 4000, 8000, 10_000, 10_000],
    ],
    [
      'trouble never makes it faster than --interval',
      [status(503), claimed],
      ['--interval', '12'],
      [12_000],
    ],
    [
      'an answer ends the slowing down',
      [status(500), status(500), pending, status(500), claimed],
      ['--interval', '1'],
      [1000, 2000, 1000, 1000],
    ],
    ['Retry-After', [status(429, { 'retry-after': '7' }), claimed], [], [7000]],
    ['Retry-After of 503', [status(503, { 'retry-after': '11' }), claimed], [], [11_000]],
    ['Retry-After: 0 does not hurry', [status(503, { 'retry-after': '0' }), claimed], [], [1500]],
  ])('%s', async (_, poll, args, waits) => {
    const home = freshHome();
    const noted: number[] = [];
    const service = await signUpService({ poll });
    const run = await callSignUp(home, service, args, { clock: notingClock(noted) });
    expect(documentOf(run)).toEqual(success(home));
    expect(noted).toEqual(waits);
  });

  test.each<[string, Reply]>([
    ['429', status(429)],
    ['503', status(503)],
    ['500', refusal(500, 5001)],
    ['504 from a proxy', status(504)],
    ['408', status(408)],
    ['reset', reset],
    ['cut off in a 202', cut('{"result":', 202)],
    ['cut off in a 503', cut('', 503)],
    ['not HTTP', (response) => void response.socket?.end('hello\r\n\r\n')],
    ['202 that is no JSON', status(202)],
  ])('goes on after %s', async (_, trouble) => {
    const home = freshHome();
    const service = await signUpService({ poll: [trouble, pending, claimed] });
    expect(documentOf(await callSignUp(home, service))).toEqual(success(home));
  });

  test('goes on after a poll that was not answered in time', async () => {
    const home = freshHome();
    const service = await signUpService({ poll: [silence, claimed] });
    expect(documentOf(await signUp(home, service, [], faster))).toEqual(success(home));
  });

  test.each<[string, Reply, RegExp]>([
    ['nobody signed up', pending, /within 20 seconds\.$/],
    ['the service failed', status(503), /within 20 seconds\. .*status 503/],
    ['the service could not be reached', reset, /within 20 seconds\. .*(closed|reset|ECONN)/i],
  ])('--deadline: %s, and the sign-up stays', async (_, reply, message) => {
    const home = freshHome();
    const service = await signUpService({ poll: [reply] });
    const run = await callSignUp(home, service, ['--deadline', '20']);
    expect(failure(run)).toMatchObject({
      exit: 6,
      code: 'signup_timeout',
      message: expect.stringMatching(message),
      hint: expect.stringContaining('--resume'),
    });
    expect(read(home.pendingFile)).toMatchObject({ cli_token: token });
  });

  test('--deadline does not wait for an answer that does not come', async () => {
    const home = freshHome();
    const service = await signUpService({ poll: [silence] });
    const args = ['--deadline', '2', '--timeout', '86400'];
    const run = await signUp(home, service, args, faster);
    expect(failure(run)).toMatchObject({
      exit: 6,
      code: 'signup_timeout',
      message: expect.stringContaining('no answer before the deadline'),
    });
    expect(read(home.pendingFile)).toMatchObject({ in_doubt: true });
  });

  test('--deadline lets an answer that has begun come to its end', async () => {
    const home = freshHome();
    const slow: Reply = (response) => {
      response.write(envelopeText.slice(0, 20));
      setTimeout(() => response.end(envelopeText.slice(20)), 400);
    };
    const envelopeText = JSON.stringify({ result: keys, code: 2000, message: 'Success' });
    const service = await signUpService({ poll: [slow] });
    const run = await signUp(home, service, ['--deadline', '0'], journalled({ speed: 10 }));
    expect(documentOf(run)).toEqual(success(home));
  });

  test('--deadline 0 asks once', async () => {
    const home = freshHome();
    const service = await signUpService({ poll: [pending] });
    expect(failure(await signUp(home, service, ['--deadline', '0']))).toMatchObject({ exit: 6 });
    expect(service.steps).toEqual(['start', 'poll']);
  });

  test.each<[string, Reply, object]>([
    ['404', refusal(404, 404), { exit: 1, code: 'api_error', api_code: 404 }],
    ['401', refusal(401, 4010), { exit: 4, code: 'auth_failed' }],
    ['a redirect', status(302, { location: 'https://x.example/' }), { code: 'invalid_response' }],
    ['a web page with 403', status(403), { exit: 3, code: 'invalid_response' }],
  ])('%s ends it, and the sign-up stays', async (_, reply, error) => {
    const home = freshHome();
    const service = await signUpService({ poll: [reply] });
    expect(failure(await callSignUp(home, service))).toMatchObject(error);
    expect(service.steps).toEqual(['start', 'poll']);
    expect(read(home.pendingFile)).toMatchObject({ cli_token: token });
  });

  test('--json tells every 30 seconds that it waits', async () => {
    const home = freshHome();
    const service = await signUpService({ poll: [pending] });
    const run = await signUp(home, service, ['--deadline', '100'], faster);
    const told = eventsOf(run).slice(1) as { event: string; elapsed_sec: number }[];
    expect(told.map(({ event, elapsed_sec }) => [event, Math.floor(elapsed_sec / 30)])).toEqual([
      ['waiting', 1],
      ['waiting', 2],
      ['waiting', 3],
    ]);
  });

  test('in words too', async () => {
    const home = freshHome();
    const service = await signUpService({ poll: [pending] });
    const args = ['signup', '--base-url', service.url, '--deadline', '50'];
    const run = await home.run(args, faster);
    expect(run.stderr.match(/Still waiting after \d+ seconds\./g)).toHaveLength(1);
    expect(run).toMatchObject({ status: 6, stdout: '' });
  });
});

describe('the end of a token', () => {
  test('410 is signup_expired, and the sign-up is forgotten', async () => {
    const home = freshHome();
    const service = await signUpService({ poll: [pending, gone] });
    const run = await signUp(home, service, [], faster);
    expect(failure(run)).toMatchObject({
      exit: 6,
      code: 'signup_expired',
      status: 410,
      api_code: 4100,
      hint: expect.any(String),
    });
    expect(filesOf(home)).toEqual({});
  });

  test.each<[string, Reply]>([
    ['reset', reset],
    ['not answered in time', lateness],
    ['cut off in the status line', (response) => void response.socket?.end('HTTP/1.1 20')],
  ])('410 after a poll that was %s is signup_lost', async (_, trouble) => {
    const home = freshHome();
    const service = await signUpService({ poll: [trouble, gone] });
    const run = await callSignUp(home, service, limited());
    expect(failure(run)).toMatchObject({
      exit: 6,
      code: 'signup_lost',
      status: 410,
      message: expect.stringContaining('cut off'),
    });
    expect(failure(run)).not.toHaveProperty('details');
    expect(filesOf(home)).toEqual({});
  });

  test.each<[string, Reply]>([
    ['503', status(503)],
    ['cut off in a 202', cut('{', 202)],
  ])('410 after %s, which claimed nothing, is signup_expired', async (_, trouble) => {
    const service = await signUpService({ poll: [trouble, gone] });
    const run = await callSignUp(freshHome(), service);
    expect(failure(run)).toMatchObject({ code: 'signup_expired' });
  });

  test('the doubt outlives the run', async () => {
    const home = freshHome();
    const service = await signUpService({ poll: [reset, pending, pending, gone] });
    await signUp(home, service, ['--deadline', '1'], faster);
    expect(read(home.pendingFile)).toMatchObject({ cli_token: token, in_doubt: true });
    const run = await resume(home, [], faster);
    expect(failure(run)).toMatchObject({ exit: 6, code: 'signup_lost' });
  });

  test('a deadline that passes is no doubt', async () => {
    const home = freshHome();
    const service = await signUpService({ poll: [pending, gone] });
    expect(failure(await callSignUp(home, service, ['--deadline', '0']))).toMatchObject({
      code: 'signup_timeout',
    });
    expect(read(home.pendingFile)).not.toHaveProperty('in_doubt');
    expect(failure(await callResume(home))).toMatchObject({ code: 'signup_expired' });
  });

  test('410 in a broken answer counts', async () => {
    const service = await signUpService({ poll: [cut('{"code":', 410)] });
    const run = await signUp(freshHome(), service);
    expect(failure(run)).toMatchObject({ code: 'signup_expired' });
  });
});

describe('an answer with 200 is the only one', () => {
  const whole = JSON.stringify({ result: keys, code: 2000, message: 'Success' });

  test.each<[string, string]>([
    ['whole', whole],
    ['behind the second key', whole.slice(0, whole.indexOf(',"user_id"'))],
    ['in the user id', whole.slice(0, whole.indexOf('user_42') + 3)],
  ])('cut off, but %s: the keys are taken from it', async (_, text) => {
    const home = freshHome();
    const service = await signUpService({ poll: [cut(text)] });
    const run = await callSignUp(home, service);
    expect(documentOf(run)).toMatchObject({ success: true, available: true });
    expect(read(home.configFile)).toEqual(login(service));
    expect(service.steps.filter((step) => step === 'poll')).toHaveLength(1);
  });

  test.each<[string, Reply]>([
    ['cut off within the keys', cut(whole.slice(0, whole.indexOf('ak_new') + 9))],
    ['cut off before the body', cut('')],
    ['a web page', status(200)],
    ['empty', (response) => response.end()],
    [
      'keys that are none',
      (response) => response.end('{"result":{"user_token":null},"code":2000}'),
    ],
    ['stalled within the keys', stalled(whole.slice(0, 40))],
  ])('%s: signup_lost, and never another poll', async (_, reply) => {
    const home = freshHome();
    const service = await signUpService({ poll: [reply, claimed] });
    const run = await callSignUp(home, service, limited());
    expect(failure(run)).toMatchObject({ exit: 6, code: 'signup_lost', status: 200 });
    expect(service.steps).toEqual(['start', 'poll']);
    expect(existsSync(home.configFile)).toBe(false);
  });

  test('what arrived of an answer that cannot be read is kept, and named', async () => {
    const home = freshHome();
    const part = whole.slice(0, whole.indexOf('ak_new') + 9);
    const service = await signUpService({ poll: [cut(part), gone] });
    const { details: named } = failure(await signUp(home, service)) as {
      details: { rescue_path: string };
    };
    expect(readFileSync(named.rescue_path, 'utf8')).toBe(part);
    expect(modeOf(named.rescue_path)).toBe('600');
    expect(failure(await resume(home))).toMatchObject({ code: 'signup_lost', status: 410 });
    expect(existsSync(named.rescue_path)).toBe(true);
  });
});

describe('secrets', () => {
  const leaky = (code: number): Reply => refusal(code, 4010, [{ path: token, message: token }]);

  // That no run prints one is looked after in test/support/tool.ts.
  test.each<[string, Script]>([
    ['all goes well', {}],
    ['trouble', { poll: [reset, status(503), pending, claimed] }],
    ['the poll is refused', { poll: [leaky(400)] }],
    ['the key is refused', { availability: [leaky(400)] }],
    ['the management key is refused', { details: [leaky(401)] }],
  ])('stay unsaid also with --debug: %s', async (_, script) => {
    const home = freshHome();
    const service = await signUpService(script);
    const args = ['signup', '--base-url', service.url, '--debug'];
    const run = await home.call(args, { clock: skippingClock });
    expect(run.stderr).toContain('> GET ');
    expect(run.stderr).not.toMatch(/\bat .*\.js:\d/);
  });
});

test('token and keys of any shape are masked in what the service says', async () => {
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

test('nothing is stored before both checks have passed', async () => {
  const home = freshHome();
  const stored: boolean[] = [];
  const look = () => stored.push(existsSync(home.configFile));
  const service = await signUpService({
    availability: [having(look, available)],
    details: [having(look, details)],
    start: [having(look, started)],
  });
  await signUp(home, service);
  expect(stored).toEqual([false, false, false]);
});
