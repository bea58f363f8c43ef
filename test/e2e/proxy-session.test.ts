// `waypost proxy` with a sandbox. A program that accepts a base URL and a key can use the service without the real key.
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { apiKey, freshHome, store } from '../support/keys';
import { callProxy, startProxy } from '../support/proxy-start';
import { isThorough, systemTest } from '../support/runs';
import { type RunningSandbox, startSandbox } from '../support/sandbox';
import { sendJson, standIn } from '../support/service';
import { hasTerminal, shown, Terminal } from '../support/terminal';
import {
  command,
  commandLine,
  documentOf,
  expectError,
  type Home,
  isNodeBuild,
} from '../support/tool';

const client = join(__dirname, '../support/ky-client.mjs');
const own = ['--env', 'ADDRESS_KEY=api-key', '--env', 'ADDRESS_URL=base-url'];
const bearer = 'Bearer TOKEN';
/** A GET request. The test replaces TOKEN with the session token. */
const ask = (path: string, authorization?: string) => ({ path, authorization });
type Ask = ReturnType<typeof ask>;

let sandbox: RunningSandbox;
let keys: { key: string; user_token: string };
beforeAll(async () => {
  sandbox = await startSandbox({ data: null, rateLimit: false });
  const made = await fetch(`${sandbox.origin}/_sandbox/keys`, { method: 'POST' });
  keys = (await made.json()) as typeof keys;
});
afterAll(() => sandbox.close());

/** Creates a home directory with a stored login. The tests fail if a command prints one of its keys. */
function homeOf(): Home {
  const home = freshHome();
  home.keep(keys.key, keys.user_token);
  const { key: api_key, user_token } = keys;
  store(home.configFile, { api_key, user_token, base_url: sandbox.url });
  return home;
}

interface Entry {
  method: string | null;
  path: string | null;
  operation: string | null;
  status: number;
  code: number | null;
  refused: string | null;
  lookups: number;
}

async function logOf(home: Home, ...options: string[]): Promise<Entry[]> {
  return documentOf(await home.call(['proxy', 'log', '--json', ...options])) as Entry[];
}

/** Starts a proxy, sends these requests, and returns the responses. */
async function asked(home: Home, options: string[], requests: Ask[]) {
  const { url, token, stop } = await callProxy(home, options);
  const { origin, pathname } = new URL(url);
  const answers: { status: number | undefined; code: number; message: string }[] = [];
  for (const { path, authorization } of requests) {
    const withToken = (text: string) => text.replaceAll('TOKEN', token);
    const headers = authorization === undefined ? {} : { authorization: withToken(authorization) };
    const sent = request(origin, { path: withToken(pathname + path), headers, agent: false });
    const [answer] = (await once(sent.end(), 'response')) as [IncomingMessage];
    const { code, message } = (await json(answer)) as { code: number; message: string };
    answers.push({ status: answer.statusCode, code, message });
  }
  await stop();
  return answers;
}

/** Returns the paths and contents of all files below a directory. */
function filesBelow(directory: string): [name: string, bytes: Buffer][] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((name) => statSync(name).isFile())
    .map((name) => [name, readFileSync(name)]);
}

systemTest(
  "an npm client can use the service with a proxy session's token, and never receives the key",
  async () => {
    const home = homeOf();
    const run = await home.run(['proxy', ...own, '--', process.execPath, client], {
      // waypost must not pass these keys on to the program.
      env: {
        OLD_KEY: `x${keys.key}x`,
        WAYPOST_API_KEY: keys.key,
        WAYPOST_USER_TOKEN: keys.user_token,
      },
    });
    expect(run.status).toBe(0);
    const { answers, env, argv } = JSON.parse(run.stdout);
    expect(answers).toMatchObject({
      search: { status: 200, body: { code: 2000 } },
      query: { status: 200, body: { code: 2000 } },
      key: { status: 200, body: { code: 2000, result: { available: true } } },
      details: { status: 401, body: { code: 4012 } },
      configs: { status: 401, body: { code: 4012 } },
      email: { status: 200, body: { code: 2000 } },
    });
    // The environment, the arguments and the output must not contain a key. `home.keep` also checks the output.
    const seen = JSON.stringify({ answers, env, argv }) + run.stderr;
    for (const secret of [keys.key, keys.user_token]) expect(seen).not.toContain(secret);
    expect(env.WAYPOST_USER_TOKEN).toBeUndefined();
    expect(env.ADDRESS_KEY).toMatch(/^ak_proxy_[0-9a-f]{36}$/);
    expect(env.WAYPOST_API_KEY).toBe(env.ADDRESS_KEY);
    expect(run.stderr).toContain(
      'The command does not get OLD_KEY, because the variable contains one of your keys.',
    );
    // The credentials file is the only file that contains the keys.
    const holding = filesBelow(home.path).filter(([, bytes]) =>
      [keys.key, keys.user_token].some((secret) => bytes.includes(secret)),
    );
    expect(holding.map(([name]) => name)).toEqual([home.configFile]);
  },
);

systemTest(
  "the proxy's log lists the session's requests, contains no keys, and can be read only by its owner",
  async () => {
    const home = homeOf();
    await home.run(['proxy', ...own, '--', process.execPath, client]);
    const entries = await logOf(home);
    expect(
      entries.map(({ method, path, operation, status }) => [method, path, operation, status]),
    ).toEqual([
      ['GET', '/places?query=berlin', 'places search', 200],
      ['GET', '/places?query=paris', 'places search', 200],
      ['GET', '/keys/{key}', 'keys show', 200],
      ['GET', '/keys/{key}/details', 'keys details', 401],
      ['POST', '/keys/{key}/configs', 'configs create', 401],
      ['GET', '/emails?query=ada%40example.org', 'emails validate', 200],
    ]);
    expect(entries[3]).toMatchObject({
      code: 4012,
      refused: expect.stringContaining('keys details'),
    });
    expect(entries[5]).toMatchObject({ code: null, refused: null, lookups: 1 });
    const directory = join(home.path, '.local/share/waypost/proxy');
    const [file = ''] = readdirSync(directory);
    expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
    const text = await home.call('proxy log');
    expect(text.stdout).toMatch(/^TIME \(UTC\).*\n.*GET +200 .*\/places\?query=berlin\n/);
    const csv = await home.call('proxy log --format csv --fields method,status,path');
    expect(csv.stdout).toMatch(/^method,status,path\nGET,200,\/places\?query=berlin\n/);
    await home.run('proxy -- true');
    expect(await logOf(home)).toEqual([]);
    expect(await logOf(home, '--all')).toHaveLength(6);
  },
);

test('the proxy keeps only the logs of the newest 20 sessions and of running sessions', async () => {
  const home = homeOf();
  const directory = join(home.path, '.local/share/waypost/proxy');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // The system does not use process IDs above 2 ** 22.
  const ended = 2 ** 22 + 1;
  const [running, ...others] = Array.from({ length: 23 }, (_, index) => {
    const second = String(index).padStart(2, '0');
    return `20000101T0000${second}Z-${index === 0 ? process.pid : ended}.ndjson`;
  });
  for (const name of [running, ...others]) writeFileSync(join(directory, name ?? ''), '');
  await home.run('proxy -- true');
  expect(readdirSync(directory).sort()).toEqual([
    running,
    ...others.slice(-19),
    expect.stringMatching(/^2\d{3}\d{4}T/),
  ]);
});

test('`proxy log` prints a long path without changing the other lines of the table', async () => {
  const home = homeOf();
  const lines = [ask('/places?query=a', bearer), ask(`/places?query=${'b'.repeat(500)}`, bearer)];
  await asked(home, [], lines);
  const piped = (await home.call('proxy log')).stdout.split('\n');
  expect(piped.map((line) => line.length < 100)).toEqual([true, true, false, true]);
  if (!hasTerminal) return;
  const words = [...command, 'proxy', 'log'];
  const terminal = new Terminal(words, home.environment());
  onTestFinished(() => terminal.kill());
  await terminal.end();
  const rows = shown(terminal).split('\n');
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatch(/^TIME \(UTC\) .* PATH$/);
  expect(rows[2]).toMatch(/query=b+…$/);
});

test("`proxy` runs a waypost command that uses the service, and ends with that command's exit code or signal", async () => {
  const home = homeOf();
  const line = `${commandLine} places search berlin --json >/dev/null && ${commandLine} auth whoami --check --json; exit 7`;
  const run = await home.run(['proxy', 'run', '--', 'sh', '-c', line]);
  expect(run.status).toBe(7);
  expect(documentOf(run)).toMatchObject({ api_key: { source: 'env' }, live: true });
  const killed = await home.run(['proxy', '--', 'sh', '-c', 'kill -TERM $$']);
  expect(killed).toMatchObject({ status: null, signal: 'SIGTERM' });
});

test('`proxy` treats a word after -- as a program, even if the word is the name of a proxy subcommand', async () => {
  const run = await homeOf().run(['proxy', '--', 'log', '--json']);
  expect(run.stderr).toContain('Command not found: log.');
});

describe('the proxy', () => {
  test('accepts the session token in every supported form', async () => {
    const forms = [
      ask('/places?query=berlin', bearer),
      ask('/places?query=berlin&api_key=TOKEN'),
      ask('/places?query=berlin', 'api_key="TOKEN"'),
      ask('/keys/TOKEN'),
    ];
    const answers = await asked(homeOf(), [], forms);
    expect(answers.map(({ status, code }) => [status, code])).toEqual(forms.map(() => [200, 2000]));
  });

  test('rejects a request with API code 4010 if the credential is missing or is not the session token', async () => {
    const forms = [
      ask('/places?query=berlin'),
      ask('/places?query=berlin', 'Bearer ak_other_key'),
      ask('/places?query=berlin', `Bearer ${keys.key}`),
      ask('/places?query=berlin', 'Basic YWRhOng='),
    ];
    const answers = await asked(homeOf(), [], forms);
    expect(answers.map(({ status, code }) => [status, code])).toEqual(forms.map(() => [401, 4010]));
    expect(answers[0]?.message).toBe(
      'Invalid Key (waypost proxy: the credential is not a token of this session)',
    );
  });
});

test('the proxy prints a line without keys on standard error for each request, unless --quiet is set', async () => {
  const home = homeOf();
  for (const options of [[], ['--quiet']]) {
    const { url, token, said, stop } = await startProxy(home, options);
    const get = (path: string, bearer = token) =>
      fetch(`${url}${path}`, { headers: { authorization: `Bearer ${bearer}` } });
    await get('/emails?query=ada@gmail.com');
    await get('/places/geonames_0');
    await get('/keys/ak_other/details');
    await stop();
    const line = (text: string) => new RegExp(`^\\d\\d:\\d\\d:\\d\\dZ GET ${text}  \\d+ ms$`, 'm');
    if (options.length > 0) expect(said()).toBe('');
    else {
      expect(said()).toMatch(line('/emails\\?query=ada@gmail.com  200  1 lookup'));
      expect(said()).toMatch(line('/places/geonames_0  404 4040'));
      expect(said()).toMatch(line('/keys/\\{key\\}/details  401 4010  .*token of this session'));
      expect(said()).not.toContain(keys.key);
      expect(said()).not.toContain(token);
    }
  }
});

describe('a proxy session', () => {
  const statuses = async (options: string[], requests: Ask[]) =>
    (await asked(homeOf(), options, requests)).map(({ status, code }) => [status, code]);
  const search = ask('/places?query=berlin', bearer);
  const email = ask('/emails?query=ada@example.org', bearer);
  const usage = ask('/keys/TOKEN/usage', bearer);
  const show = ask('/keys/TOKEN');

  test.each<[options: string[], codes: string]>([
    [[], '2000 2000 4012 2000'],
    [['--allow', 'places search'], '2000 4012 4012 4012'],
    [['--allow', 'places', '--allow', 'keys usage'], '2000 4012 2000 4012'],
    [['--allow', 'GET /emails'], '4012 2000 4012 4012'],
    [['--allow', 'GET /keys/{key}/usage'], '4012 4012 2000 4012'],
  ])(
    'responds with the expected API codes to `places search`, `emails validate`, `keys usage` and `keys show` (options: %j, codes: %s)',
    async (options, codes) => {
      const answers = await statuses(options, [search, email, usage, show]);
      expect(answers.map(([, code]) => code).join(' ')).toBe(codes);
    },
  );

  test('rejects lookups over the --max-lookups limit with API code 4021, but allows searches', async () => {
    const lines = [email, search, email, email, search];
    expect(await statuses(['--max-lookups', '2'], lines)).toEqual([
      [200, 2000],
      [200, 2000],
      [200, 2000],
      [402, 4021],
      [200, 2000],
    ]);
  });

  systemTest('does not act as an HTTP proxy for other origins', async () => {
    const line =
      'curl -s -o /dev/null -w "%{http_code}\\n" -x "$WAYPOST_BASE_URL" http://example.org/; curl -s -x "$WAYPOST_BASE_URL" https://example.org/ || echo refused';
    const run = await homeOf().run(['proxy', '--', 'sh', '-c', line]);
    expect(run.stdout).toBe('404\nrefused\n');
  });
});

describe('a waypost command in a proxy session', () => {
  const onlyStarter =
    /Ask the person who started `waypost proxy` to change the session's limits\.$/;
  const email = ['emails', 'validate', 'ada@example.org'];
  const usage = ['api', 'get', 'keys/{key}/usage', '--as', 'api-key'];

  test.each<[limit: string, apiCode: number, options: string[], words: string[]]>([
    ['max_lookups', 4021, ['--max-lookups', '0'], email],
    ['allow', 4012, [], usage],
    ['read_only', 4012, ['--read-only'], email],
    ['path', 404, [], ['api', 'get', 'nosuch']],
  ])(
    'reports which session limit applies, and who can change this limit (limit: %s)',
    async (limit, apiCode, options, words) => {
      const home = homeOf();
      const { url, token } = await callProxy(home, options);
      const env = { WAYPOST_BASE_URL: url, WAYPOST_API_KEY: token };
      expectError(await home.call([...words, '--json'], { env }), 'session_refused', {
        api_code: apiCode,
        details: { session_limit: limit },
        hint: expect.stringMatching(onlyStarter),
      });
    },
  );

  test('reports that the session requires its token if the command uses another key', async () => {
    const home = homeOf();
    const { url, token } = await callProxy(home, []);
    const env = { WAYPOST_BASE_URL: url, WAYPOST_API_KEY: token };
    const words = [...email, '--api-key', 'ak_other12345', '--json'];
    expectError(await home.call(words, { env }), 'session_refused', {
      details: { session_limit: 'token' },
      hint: expect.stringContaining('Remove options such as --api-key'),
    });
  });

  test('reports that the session does not allow management operations, even if a login is stored', async () => {
    const home = homeOf();
    const { url, token } = await callProxy(home, []);
    const env = { WAYPOST_BASE_URL: url, WAYPOST_API_KEY: token };
    expectError(await home.call(['keys', 'usage', '--json'], { env }), 'missing_user_token', {
      message: 'This `waypost proxy` session does not allow management operations.',
      hint: expect.stringMatching(/--allow list.*'keys usage'/),
    });
  });

  const starterChecks = /Ask the person who started `waypost proxy` to check the key\.$/;

  test.each<
    [
      reason: string,
      status: number,
      apiCode: number,
      words: string[],
      code: string,
      suggestion: RegExp,
    ]
  >([
    ['the key has reached a limit', 402, 4021, email, 'api_error', starterChecks],
    ['the service requires a sublicensing key', 401, 4013, email, 'auth_failed', starterChecks],
    [
      'the session does not allow management operations',
      200,
      2000,
      ['keys', 'details'],
      'missing_user_token',
      onlyStarter,
    ],
  ])(
    'suggests that you ask the person who started the session (reason: %s)',
    async (_reason, status, apiCode, words, code, suggestion) => {
      const service = await standIn((_, response) =>
        sendJson(response, status, { code: apiCode, message: 'No' }),
      );
      onTestFinished(() => service.close());
      const home = freshHome();
      const { url, token } = await callProxy(home, [], {
        WAYPOST_API_KEY: apiKey,
        WAYPOST_BASE_URL: service.url,
      });
      const env = { WAYPOST_BASE_URL: url, WAYPOST_API_KEY: token };
      expectError(await home.call([...words, '--json'], { env }), code, {
        hint: expect.stringMatching(suggestion),
      });
    },
  );
});

describe('a proxy session', () => {
  systemTest('serves programs until `proxy start` receives a signal', async () => {
    const home = homeOf();
    const { ready, url, token, text, stop } = await startProxy(home, [
      '--allow',
      'keys',
      '--allow',
      'places',
    ]);
    expect(ready).toMatchObject({ expires_at: null, log: expect.stringContaining('.ndjson') });
    for (const secret of [keys.key, keys.user_token]) expect(text).not.toContain(secret);
    const details = await fetch(`${url}/keys/${token}/details`, {
      headers: { authorization: `Bearer ${ready.WAYPOST_USER_TOKEN}` },
    });
    expect(details.status).toBe(200);
    // The response must not contain the key, which the proxy replaces with the session token.
    expect(await details.text()).not.toContain(keys.key);
    expect(await stop()).toBe('SIGTERM');
  });

  test.runIf(isThorough && isNodeBuild)(
    'expires on time even if the clock is set back',
    async () => {
      const home = homeOf();
      const clock = join(home.path, 'clock');
      // The program sends requests until the proxy rejects a request.
      const line = `echo -3600000 > "$CLOCK_OF_FILE"; until curl -s -o answer -H "Authorization: Bearer $WAYPOST_API_KEY" "$WAYPOST_BASE_URL/places?query=x"; cat answer; echo; grep -q expired answer; do :; done`;
      const run = await home.run(['proxy', '--expires', '2s', 'sh', '-c', `cd "$HOME"; ${line}`], {
        preload: [join(__dirname, '../support/clock-of-file.cjs')],
        env: { CLOCK_OF_FILE: clock },
      });
      expect(run).toMatchObject({ status: 0, stderr: '' });
      expect(run.stdout).toMatch(/the session has expired\)"\}\n$/);
    },
  );

  test('can have an --expires duration that exceeds the maximum duration of a timer', async () => {
    const { url, token, stop } = await callProxy(homeOf(), ['--expires', '60d']);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${url}/places?query=berlin`, { headers })).status).toBe(200);
    await stop();
  });

  systemTest('ends after the --expires duration', async () => {
    const { ready, ended } = await startProxy(homeOf(), ['--expires', '1s']);
    expect(ready.expires_at).toMatch(/^\d{4}-.*Z$/);
    expect(await ended).toBe(0);
  });
});

describe('the proxy', () => {
  test('passes on the query and the body unchanged', async () => {
    const service = await standIn((_, response) => sendJson(response, 200, { code: 2000 }));
    onTestFinished(() => service.close());
    const env = { WAYPOST_API_KEY: apiKey, WAYPOST_BASE_URL: service.url };
    const { url, token, stop } = await callProxy(freshHome(), [], env);
    const body = '{"query": "10 Downing Street"}';
    await fetch(`${url}/verify/addresses?tags=a%20b&api_key=${token}&context=1+2`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(service.asked.map(({ path, body }) => [path, body])).toEqual([
      ['/v1/verify/addresses?tags=a%20b&context=1+2', body],
    ]);
    await stop();
  });

  test('passes on a response while the service is still sending it', async () => {
    let finish = () => {};
    const service = await standIn((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"code": 2000, ');
      finish = () => response.end('"result": 1}');
    });
    onTestFinished(() => service.close());
    const env = { WAYPOST_API_KEY: apiKey, WAYPOST_BASE_URL: service.url };
    const { url, token, stop } = await callProxy(freshHome(), [], env);
    const answer = await fetch(`${url}/places?query=x&api_key=${token}`);
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe('{"code": 2000, ');
    finish();
    const last = await reader?.read();
    expect(Buffer.from(last?.value ?? []).toString()).toBe('"result": 1}');
    await stop();
  });

  test('returns API code 5001 and does not count a lookup if the service cannot be reached', async () => {
    const env = { WAYPOST_API_KEY: apiKey, WAYPOST_BASE_URL: 'http://127.0.0.1:9/v1' };
    const { url, token, stop } = await callProxy(freshHome(), ['--max-lookups', '1'], env);
    for (let time = 0; time < 2; time += 1) {
      const answer = await fetch(`${url}/emails?query=x&api_key=${token}`);
      expect(await answer.json()).toMatchObject({ code: 5001 });
    }
    await stop();
  });

  test("passes on the service's errors unchanged", async () => {
    const service = await standIn((_, response) =>
      sendJson(response, 402, { code: 4020, message: 'Key balance depleted' }),
    );
    onTestFinished(() => service.close());
    const env = { WAYPOST_API_KEY: apiKey, WAYPOST_BASE_URL: service.url };
    const { url, token, stop } = await callProxy(freshHome(), [], env);
    const answer = await fetch(`${url}/emails?query=x&api_key=${token}`);
    expect(answer.status).toBe(402);
    expect(await answer.json()).toEqual({ code: 4020, message: 'Key balance depleted' });
    await stop();
  });
});

describe('`proxy`', () => {
  test.each<[options: string, text: RegExp]>([
    ['--allow nosuch', /Unknown operation: 'nosuch'/],
    ['--expires soon', /--expires must be a whole number with a unit/],
    ['--max-lookups many', /--max-lookups must be a whole number/],
    ['--port 70000', /--port must be a whole number/],
    ['--env A=management-key', /--env must have the form NAME=api-key or NAME=base-url/],
  ])('rejects the options `%s`', async (options, text) => {
    const run = await homeOf().call(`proxy ${options} -- true`);
    expect(run).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(text) });
  });

  test('rejects an empty command', async () => {
    const run = await homeOf().call(['proxy', '--', '']);
    expect(run).toMatchObject({
      status: 2,
      stderr: expect.stringMatching('The command to run is missing'),
    });
  });

  test("rejects a key in the command's arguments", async () => {
    const run = await homeOf().call(['proxy', '--', 'echo', `key=${keys.key}`]);
    expect(run).toMatchObject({ status: 2, stdout: '' });
    expect(run.stderr).toContain("The command's arguments contain one of your keys.");
  });

  test('fails if --json precedes the command, if the API key is missing, or if --allow requires a management key that is missing', async () => {
    const json = await homeOf().call(['proxy', '--json', '--', 'true']);
    expectError(json, 'invalid_input');
    const home = freshHome();
    const env = { WAYPOST_API_KEY: apiKey, WAYPOST_BASE_URL: sandbox.url };
    expect(
      await home.call(['proxy', '--allow', 'keys usage', '--', 'true'], { env }),
    ).toMatchObject({ status: 4 });
    expect(await home.call('proxy -- true')).toMatchObject({ status: 4 });
  });

  test('requires the management key for an --allow path only if the operation at this path requires the management key', async () => {
    const home = freshHome();
    const env = { WAYPOST_API_KEY: apiKey, WAYPOST_BASE_URL: sandbox.url };
    const allowing = (path: string) => home.call(['proxy', '--allow', path, '--', 'true'], { env });
    expect(await allowing('GET /keys/{key}/configs/{config}')).toMatchObject({ status: 0 });
    expect(await allowing('GET /keys/{key}/usage')).toMatchObject({ status: 4 });
  });

  test('rejects a --port that is already in use', async () => {
    const home = homeOf();
    const { ready, stop } = await callProxy(home, []);
    const run = await home.call(['proxy', '--port', String(ready.port), '--', 'true']);
    expect(run).toMatchObject({ status: 2, stderr: expect.stringContaining('--port') });
    await stop();
  });
});
