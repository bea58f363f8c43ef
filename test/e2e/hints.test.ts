// Runs every command from a hint after waypost has printed the hint. The command must succeed, or fail with a hint for the
// next problem. The tests read the list of hints from the source code, so that the list is complete.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Chalk } from 'chalk';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { addressHitsView, nearView } from '../../src/cli/commands/addresses/addresses';
import { processStart } from '../../src/lib/processes';
import { lines } from '../cli/mistyped-lines';
import { type Account, useAccount } from '../support/account';
import { completed, type Ending, follow, ofProcesses, unseenIn, wordsOf } from '../support/hints';
import { sample, systemTest } from '../support/runs';
import { startSandbox } from '../support/sandbox';
import { sendJson, standIn } from '../support/service';
import {
  claimed,
  details,
  freshHome,
  gone,
  having,
  keys,
  pending,
  refusal,
  reset,
  type Script,
  signUpService,
  started,
  token,
} from '../support/sign-up';
import { skippingClock } from '../support/skipping-clock';
import type { Home, Line, Run } from '../support/tool';

/** The commands that wait for the user or for Ctrl-C, and the options with which they end. */
const ending: Ending = [
  [/^signup\b(?!.*--(?:no-wait|unattended|deadline|help))/, ['--no-wait']],
  [/^(?:lookups|sandbox logs|sandbox requests) .*--follow/, ['--help']],
  [/^(?:sandbox|proxy) start\b/, ['--help']],
  [/^sandbox (?:env|stop|reset)\b/, ['--help']],
  [/^proxy (?!log)/, ['--help']],
];

const seen: string[] = [];

/** Runs every command in a hint as the owner of the account. */
async function followed(
  output: string,
  fill: Fill = {},
  env: Record<string, string | undefined> = {},
  refusals: readonly number[] = [],
): Promise<void> {
  const { key, user_token } = account.keys;
  const call = (words: string[]) =>
    account.call(words, {
      env,
      reveals: [key, user_token],
      ...(words.includes('-') ? { input: `${key}\n${user_token}\n` } : {}),
    });
  seen.push((await follow(output, { call, ending, fill, refusals })).said);
}

/** The values with which the test replaces placeholders, such as `<licensee>`, in a command. */
type Fill = Readonly<Record<string, string>>;

/** A command that prints a hint, and how the test prepares and checks the hint. */
interface Row {
  /** The command that prints the hint. */
  run: Line | ((account: Account) => string[]);
  /** Prepares the account or the files, and returns values for placeholders. */
  given?: (account: Account) => Fill | undefined | Promise<Fill | undefined>;
  /** The environment variables that replace those of the account's owner. */
  env?: (account: Account) => Record<string, string | undefined>;
  /** The exit codes with which the commands in the hint can fail. */
  refusals?: number[];
}

const nobody = () => ({ WAYPOST_API_KEY: undefined, WAYPOST_USER_TOKEN: undefined });
const unknownKey = () => ({ WAYPOST_API_KEY: 'ak_unknown_0123456789' });

const put = (path: string, text: string): undefined => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode: 0o600 });
};

const config = ({ home }: Account, name: string) => join(home.path, '.config/waypost', name);

const limited = (limits: object) => async (account: Account) => {
  await account.bench.control('PATCH', `/keys/${account.keys.key}`, limits);
  return undefined;
};

const sublicensing = limited({ sublicensing: true });

/** Enables sublicensing, and creates a licensee. Returns the value of the placeholder `<licensee>`. */
const licensee = async (account: Account) => {
  await sublicensing(account);
  const { id } = (await account.result('POST', '/licensees', { name: 'Acme' })) as { id: unknown };
  return { '<licensee>': String(id) };
};

const noLookups = limited({ lookups_remaining: 0 });
const dailyLimit = limited({ daily_limit: { limit: 0 } });

const settings = (text: string) => (account: Account) =>
  put(config(account, 'settings.json'), text);

const rows: Record<string, Row> = {
  // This case must run before the cases that start a sign-up.
  'no sign-up is pending': { run: (of) => ['sandbox', 'signup', '--wait', '0', ...portOf(of)] },
  'no key': { run: 'keys show', env: nobody },
  'no key: auth whoami': { run: 'auth whoami', env: nobody },
  'no key: keys list': { run: 'keys list', env: nobody },
  'no login: auth list': { run: 'auth list', env: nobody },
  'no login: auth logout': { run: 'auth logout --yes', env: nobody },
  'no management key': { run: 'keys details', env: () => ({ WAYPOST_USER_TOKEN: undefined }) },
  'an unknown key': { run: 'places search berlin', env: unknownKey, refusals: [4] },
  'an unknown key: keys details': { run: 'keys details', env: unknownKey, refusals: [4] },
  'an unknown key as an argument': { run: 'keys show ak_unknown_0123456789' },
  'an unknown management key': {
    run: 'keys details',
    env: () => ({ WAYPOST_USER_TOKEN: 'uk_unknown_0123456789' }),
    refusals: [4],
  },
  'a damaged credentials file': {
    run: 'auth whoami',
    env: nobody,
    given: (account) => put(account.home.configFile, '{'),
  },
  'a setting that is not a string': { run: 'auth list', given: settings('{"output": []}') },
  'an invalid setting': { run: 'auth list', given: settings('{"timeout": "x"}') },
  'a tags setting without tags': { run: 'settings set tags ,' },
  'the read-only setting': { run: 'keys update --name x', given: settings('{"read_only": "on"}') },
  WAYPOST_READ_ONLY: { run: 'keys update --name x', env: () => ({ WAYPOST_READ_ONLY: '1' }) },
  'exec in read-only mode': { run: 'exec true', env: () => ({ WAYPOST_READ_ONLY: '1' }) },
  'no lookups remaining': { run: 'emails validate ada@gmail.com', given: noLookups, refusals: [3] },
  'no lookups remaining: keys show': { run: 'keys show', given: noLookups },
  'a reached daily limit': { run: 'emails validate ada@gmail.com', given: dailyLimit },
  'a reached daily limit: keys details': { run: 'keys details', given: dailyLimit },
  'no sublicensing': { run: 'licensees list', refusals: [3] },
  'no sublicensing: api': { run: 'api get keys/{key}/licensees', refusals: [4] },
  'a lookup with a sublicensing key': { run: 'places search berlin', given: licensee },
  'a lookup with --licensee': { run: 'places search berlin --licensee 12', given: licensee },
  'no licensees': { run: 'licensees list', given: sublicensing },
  'no licensees after the last one': {
    run: 'licensees list --starting-after 1',
    given: sublicensing,
  },
  'no licensee with this name': { run: 'licensees list --query x', given: sublicensing },
  'an unknown licensee': { run: 'licensees get 999', given: sublicensing },
  'an unknown licensee: keys usage': { run: 'keys usage --licensee 999', given: sublicensing },
  'a licensee without a name': { run: 'licensees create', refusals: [4] },
  'licensees update without changes': { run: 'licensees update 1' },
  'no configs': { run: 'configs list' },
  'an unknown config': { run: 'configs get checkout', given: payload },
  'an unknown config to delete': { run: 'configs delete checkout --yes' },
  'more lookups than the limit': {
    run: 'lookups list --limit 2 --start 2026-11-01 --end 2026-11-02',
    given: async ({ lookups }) => {
      await lookups(3, '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z');
      return undefined;
    },
  },
  'an existing config': {
    run: 'configs create checkout --payload {}',
    given: async (account) => {
      await account.call('configs create checkout --payload old');
      return undefined;
    },
  },
  'keys update without changes': { run: 'keys update' },
  'no places found': { run: 'places search xqzxqzxqz' },
  'no text to search': { run: 'places search' },
  'no addresses found': { run: 'addresses autocomplete xqzxqzxqz' },
  'no addresses near': { run: 'addresses near --lon 0 --lat 0' },
  'an unknown place ID': { run: 'places resolve geonames_0' },
  'a name instead of a place ID': { run: 'places resolve berlin' },
  'no matching address': {
    run: () => ['addresses', 'verify', '4 Rue de Rivoli, 75001 Paris, France'],
  },
  'an unknown address ID': { run: 'addresses resolve x' },
  'api without a path': { run: 'api get' },
  'api without a method': { run: 'api places x' },
  'no login in the default profile': {
    run: 'auth list',
    env: nobody,
    given: (account) => {
      const login = { api_key: account.keys.key, base_url: account.bench.sandbox.url };
      put(config(account, 'profiles/work/credentials.json'), JSON.stringify(login));
      return { '<profile>': 'work' };
    },
  },
  'no login in the profile in use': {
    run: 'auth list',
    env: () => ({ ...nobody(), WAYPOST_PROFILE: 'work' }),
    given: ({ home }) => put(home.configFile, '{"api_key": "ak_stored_0123456789"}'),
  },
  'no profile': { run: 'profiles list' },
  'a bound profile without a login': { run: 'profiles bind work /' },
  'the bound default profile without a login': { run: 'profiles bind default /' },
  'no profile to switch to': { run: 'auth switch x' },
  'auth switch without a profile': { run: 'auth switch' },
  'no login to remove': { run: 'auth remove default --yes' },
  'no profile to remove': { run: 'auth remove x --yes' },
  'a directory without a bound profile': { run: 'profiles unbind /' },
  'a proxy log without requests': { run: 'proxy log' },
  'a proxy session without a management token': {
    run: 'keys details',
    env: () => ({ WAYPOST_API_KEY: 'ak_proxy_0123456789', WAYPOST_USER_TOKEN: undefined }),
  },
  'proxy with --json': { run: 'proxy run --json true' },
  'a coding agent that requests the key': { run: 'auth token', env: () => ({ AI_AGENT: '1' }) },
  'no sign-up to resume': { run: 'signup --resume', env: nobody },
  'an incomplete sign-up': {
    run: 'signup',
    env: nobody,
    given: async (account) => {
      await account.call('signup --no-wait', { env: nobody() });
      return undefined;
    },
  },
  'a sign-up after its deadline': { run: 'signup --deadline 0', env: nobody },
  'a started sign-up': { run: 'signup --no-wait', env: nobody },
  'a completed sign-up': { run: 'signup --unattended', env: nobody },
  'a damaged sign-up file': {
    run: 'signup',
    env: nobody,
    given: (account) => put(account.home.pendingFile, '{'),
  },
  'a key of the service as a command': { run: 'ak_0123456789' },
  'an unknown command': { run: 'xqzxqz' },
  'no sandbox: status': { run: 'sandbox status', env: apart },
  'no sandbox: url': { run: 'sandbox url', env: apart },
  'no sandbox: stop': { run: 'sandbox stop --all', env: apart },
  'no sandbox at the base URL': { run: 'keys show', env: apart },
  'no sandbox: list': { run: 'sandbox list', env: apart },
  'no sandbox: logs': { run: 'sandbox logs', env: apart },
  'no sandbox: requests': { run: 'sandbox requests --port 9' },
  'another sandbox': { run: 'sandbox status', refusals: [3] },
  'edited config files': {
    run: ({ home }) => ['configs', 'pull', join(home.path, 'configs')],
    given: async (account) => {
      const file = join(account.home.path, 'configs/checkout');
      await account.call('configs create checkout --payload old');
      await account.call(['configs', 'pull', dirname(file)]);
      writeFileSync(file, 'edited');
      return undefined;
    },
  },
  'a sandbox with faults and another time': {
    run: 'doctor',
    given: async (account) => {
      await account.call(['sandbox', 'clock', '+1h', ...portOf(account)]);
      await account.call([
        'sandbox',
        'fault',
        'add',
        '503',
        '--path',
        '/v1/emails',
        ...portOf(account),
      ]);
      return undefined;
    },
  },
  'a sign-up that the sandbox completed': {
    run: (of) => ['sandbox', 'signup', ...portOf(of)],
    env: nobody,
    given: async (account) => {
      await account.call('signup --no-wait', { env: nobody() });
      return undefined;
    },
  },
  'sandbox set without a setting': { run: 'sandbox set ak_x' },
  'sandbox fault add without a fault': { run: 'sandbox fault add' },
  'an unknown sandbox fault command': { run: 'sandbox fault x' },
  'a reset sandbox': { run: (of) => ['sandbox', 'reset', '--yes', ...portOf(of)] },
  'a sandbox that does not respond': {
    run: 'sandbox url',
    given: ({ home }) => {
      const running = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)']);
      onTestFinished(() => void running.kill());
      const { pid = 0 } = running;
      const directory = join(home.path, '.local/share/waypost/sandbox');
      const owner = { instance: 'i_1', machine: '', pid, process_start: processStart(pid) ?? null };
      const left = { ...owner, started_at: '', version: '0', origin: null, data: null, log: null };
      return put(join(directory, 'sandbox.json'), JSON.stringify(left));
    },
  },
  'no saved snapshot': { run: (of) => ['sandbox', 'snapshot', 'list', ...portOf(of)] },
  'a saved snapshot': {
    run: (of) => ['sandbox', 'snapshot', 'save', 'full-cart', ...portOf(of)],
  },
  'a sandbox without an account key': {
    run: (of) => ['sandbox', 'set', 'lookups=1', ...portOf(of)],
    env: nobody,
    given: async ({ bench }) => {
      await bench.control('POST', '/reset');
      return undefined;
    },
  },
  'a key that the sandbox does not know': {
    run: (of) => ['sandbox', 'set', 'ak_x', 'lookups=1', ...portOf(of)],
  },
  'a list of snapshots with a name': { run: 'sandbox snapshot list x' },
  'no snapshot': { run: 'sandbox snapshot list', env: apart },
  'a snapshot without a name': { run: 'sandbox snapshot save' },
  'an unknown snapshot command': { run: 'sandbox snapshot x' },
};

const portOf = ({ bench }: Account) => ['--port', new URL(bench.sandbox.url).port];

/** Returns a variable with a base URL at which no sandbox runs. */
function apart(): Record<string, string> {
  return { WAYPOST_BASE_URL: 'http://127.0.0.1:9/v1' };
}

function payload({ home }: Account): Record<string, string> {
  const file = join(home.path, 'payload.json');
  writeFileSync(file, '{}');
  return { '<file>': file };
}

const account = useAccount();

afterEach(async () => {
  await account.bench.control('DELETE', '/faults');
  await account.bench.control('POST', '/clock', {});
});

describe('every command that waypost suggests works', () => {
  test.each(sample(Object.entries(rows)))(
    'in this situation: %s',
    async (_, { run, given, env, refusals = [] }) => {
      const words = typeof run === 'function' ? run(account) : run;
      const fill = (await given?.(account)) ?? {};
      const extra = env?.(account) ?? {};
      const shown: Run = await account.call(words, {
        env: extra,
        reveals: [account.keys.key, account.keys.user_token],
      });
      await followed(shown.stdout + shown.stderr, fill, extra, refusals);
    },
  );
});

/** A response without an API code: no response, a truncated response, or a response that exceeds the size limit. */
type Other = 'lost' | 'cut' | 'large';

/** API codes or other responses, each with its HTTP status and the command that receives the response. */
const answers: [answer: number | Other, status: number, line: string][] = [
  [4011, 401, 'keys show'],
  [4011, 401, 'emails validate ada@gmail.com'],
  [4012, 401, 'keys details'],
  [4013, 401, 'places search berlin'],
  [4014, 401, 'places search berlin'],
  [4014, 401, 'licensees get 12'],
  [4013, 401, 'api get places'],
  [4014, 401, 'api get places'],
  [4015, 401, 'emails validate ada@gmail.com'],
  [4016, 401, 'addresses verify x'],
  [4016, 401, 'api get places'],
  [4021, 402, 'emails validate ada@gmail.com'],
  [4021, 402, 'api get places'],
  [4021, 402, 'emails validate ada@gmail.com --api-key sl_0123456789'],
  [4001, 400, 'keys update --name x'],
  [40011, 400, 'emails validate ada@gmail.com'],
  [40011, 400, 'phones validate +14155552671'],
  [40016, 400, 'addresses autocomplete x'],
  [40018, 400, 'addresses verify x'],
  [40018, 400, 'addresses cleanse x'],
  [4045, 404, 'keys usage --licensee 12'],
  [4045, 404, 'licensees get 12'],
  [4045, 404, 'api get places'],
  [4047, 404, 'configs get checkout'],
  [4047, 404, 'api get places'],
  [4048, 404, 'places resolve geonames_1'],
  [4090, 409, 'licensees create Acme'],
  [4090, 409, 'configs create checkout --payload x'],
  [4100, 410, 'api get places'],
  [5000, 500, 'keys show'],
  [5000, 404, 'signup --unattended'],
  ['cut', 200, 'api get sign_up/x'],
  ['large', 200, 'api get places'],
  ['lost', 0, 'licensees create Acme'],
  ['lost', 0, 'licensees update 12 --name x'],
  ['lost', 0, 'licensees delete 12 --yes'],
  ['lost', 0, 'licensees regenerate-key 12 --yes'],
  ['lost', 0, 'configs update checkout --payload x'],
  ['lost', 0, 'emails validate ada@gmail.com'],
];

/** Returns the cause of the failure for a test title. */
function causeOf(answer: number | Other, status: number): string {
  const causes = {
    lost: 'a lost response',
    cut: 'a response that is cut off',
    large: 'a response that is too large',
  };
  return typeof answer === 'string' ? causes[answer] : `API code ${answer}, HTTP status ${status}`;
}

const responses = answers.map(
  ([answer, status, line]) => [line, causeOf(answer, status), answer, status] as const,
);

describe('every command that waypost suggests works', () => {
  test.each(sample(responses))(
    'if `waypost %s` fails because of %s',
    async (line, _cause, answer, status) => {
      await sublicensing(account);
      const acme = (await account.result('POST', '/licensees', { name: 'Acme' })) as {
        id: unknown;
      };
      await account.result('POST', '/configs', { name: 'checkout', payload: 'old' });
      const { bench, home } = account;
      const service = await standIn((_, response) => {
        if (answer === 'lost') response.socket?.destroy();
        else if (answer === 'cut') response.setHeader('content-type', 'application/json').end('{');
        else if (answer === 'large') response.end(Buffer.alloc(11 << 20, 'x'));
        else sendJson(response, status, { code: answer, message: 'No' });
      });
      const shown = await account.call(wordsOf(line), { env: { WAYPOST_BASE_URL: service.url } });
      await service.close();
      // The server that sent the response is closed, so the commands in the hint must use the sandbox.
      const hint = shown.stderr.replaceAll(
        new URL(service.url).port,
        new URL(bench.sandbox.url).port,
      );
      const id = String(acme.id);
      writeFileSync(join(home.path, 'payload.json'), '{}');
      const fill = {
        '<id>': id,
        '<licensee>': id,
        '<file>': join(home.path, 'payload.json'),
        '<name>': 'Acme',
        '<query>': 'berlin',
      };
      await followed(hint, fill, {}, [1, 4]);
    },
  );
});

test('every command that waypost suggests works if `configs pull` receives a payload with half a surrogate pair', async () => {
  const configs = [{ name: 'checkout', payload: '\ud800' }];
  const service = await standIn((_, response) =>
    sendJson(response, 200, { code: 2000, message: 'OK', result: { configs } }),
  );
  onTestFinished(() => service.close());
  const env = { WAYPOST_BASE_URL: service.url };
  const shown = await account.call(['configs', 'pull', account.home.path], { env });
  await followed(shown.stderr, {}, env);
});

describe('every command that waypost suggests works', () => {
  test.each([
    ['addresses autocomplete', addressHitsView],
    ['addresses near', nearView],
  ])('if `%s` does not find a result at a service on another host', async (_, view) => {
    await followed(view({ hits: [] }, new Chalk({ level: 0 }), 80, false).join('\n'));
  });
});

/** Returns a lookup log in the service's CSV format, with a tag in each row. */
function rowsOfLog(count: number, tagOf: (row: number) => string): string {
  const rows = Array.from({ length: count }, (_, row) => {
    const cells = [
      '2026-01-01T00:00:00.000Z',
      '::1',
      'x',
      'u',
      'Email Validation',
      tagOf(row),
      '1',
    ];
    return `${cells.join()},,\n`;
  });
  return rows.join('');
}

describe('every command that waypost suggests works', () => {
  test.each([
    // The log has more bytes than `--follow` accepts in one response.
    ['lookups list --follow', 33, () => 't'.repeat(1 << 20)],
    // The log has more tags than waypost counts.
    ['keys usage --by tag --last 7d', 100_001, (row: number) => `t${row}`],
  ])('if the lookup log is too large for the command `%s`', async (line, count, tagOf) => {
    const service = await standIn((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      response.end(rowsOfLog(count, tagOf));
    });
    onTestFinished(() => service.close());
    const shown = await account.call(line, { env: { WAYPOST_BASE_URL: service.url } });
    await followed(shown.stderr);
  });
});

test('every command that waypost suggests works if startSandbox fails', async () => {
  const { bench, home } = account;
  const data = join(home.path, 'data');
  const { port } = new URL(bench.sandbox.url);
  const first = await startSandbox({ data });
  onTestFinished(() => first.close());
  for (const options of [{ data }, { data: null, port: Number(port) }] as const) {
    const error = await startSandbox(options).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    await followed(String(Object(error).hint));
  }
});

describe('every command that `signup` suggests works', () => {
  const secrets = [token, ...Object.values(keys)];
  const directory = (home: Home) => dirname(home.pendingFile);
  const unchecked: Script = { details: [refusal(404, 4041), details] };
  const blocked = (home: Home): Script => ({
    poll: [
      having(() => {
        rmSync(directory(home), { recursive: true });
        put(directory(home), '');
      }, claimed),
    ],
  });
  const nowhere = { TMPDIR: '/dev/null/nowhere' };

  test.each<
    [
      state: string,
      script: (home: Home) => Script,
      /** Changes the files after the first run, or runs a second command that prints the hint. */
      then?: ((home: Home) => Promise<Run> | undefined) | undefined,
      env?: Record<string, string>,
    ]
  >([
    ['keys that could not be checked', () => unchecked],
    ['keys that are not stored yet', () => unchecked, (home) => home.call('signup')],
    ['keys that might be lost', () => ({ poll: [reset, gone] })],
    ['keys in a rescue file', blocked, (home) => void rmSync(directory(home))],
    ['keys that were shown', blocked, undefined, nowhere],
  ])('if the hint is about %s', async (_, script, then, env) => {
    const home = freshHome();
    const service = await signUpService(script(home));
    const at = { WAYPOST_BASE_URL: service.url };
    // Only a separate process can run without a directory for temporary files.
    const call = (words: string[]) =>
      env === undefined
        ? home.call(words, { env: at, clock: skippingClock })
        : home.run(words, { env: { ...at, ...env }, reveals: secrets });
    const first = await call(['signup']);
    const { stderr } = (await then?.(home)) ?? first;
    seen.push((await follow(stderr, { call, ending })).said);
  });

  test('if another process is signing up, or has stored the login', async () => {
    const home = freshHome();
    let at = {};
    let second: Promise<Run> | undefined;
    const call = (words: string[]) => home.call(words, { env: at, clock: skippingClock });
    const service = await signUpService({
      poll: [
        (response, asked) => {
          second = call(['signup', '--no-wait']);
          void second.then(() => claimed(response, asked));
        },
      ],
    });
    at = { WAYPOST_BASE_URL: service.url };
    await call(['signup']);
    seen.push((await follow(String((await second)?.stderr), { call, ending })).said);
    seen.push((await follow((await call(['signup', '--resume'])).stdout, { call, ending })).said);
  });

  test('if the sandbox cannot complete the sign-up', async () => {
    const home = freshHome();
    const service = await standIn((asked, response) => {
      if (asked.path === '/_sandbox/health')
        sendJson(response, 200, { ok: true, version: '1.0.0' });
      else if (asked.path.startsWith('/_sandbox/')) sendJson(response, 404, { error: 'No' });
      else if (asked.method === 'POST') started(response, asked);
      else pending(response, asked);
    });
    onTestFinished(() => service.close());
    const call = (words: string[]) => home.call(words);
    const { stderr } = await call(['signup', '--unattended', '--base-url', service.url]);
    seen.push((await follow(stderr, { call, ending })).said);
  });
});

/** The hints whose commands these tests cannot run, and the reasons. */
const elsewhere: Readonly<Record<string, string>> = {
  'Create a profile with auth login': 'requires a terminal, and a login in the default profile',
  'Choose a port above 1023: sandbox start --port 8787':
    'requires a user who cannot listen on lower ports',
};

systemTest(
  'the tests in this file and in system/hints.test.ts run every command that a hint contains',
  () => {
    expect(unseenIn(seen).sort()).toEqual([...ofProcesses, ...Object.keys(elsewhere)].sort());
  },
);

describe('after a mistyped command line,', () => {
  const meant = [
    ...new Set(
      lines.flatMap(({ next }) =>
        [...next.matchAll(/`waypost ([^`]*)`/g)].map(([, command = '']) => command),
      ),
    ),
  ];
  const directoryOfTests = process.cwd();

  // Some of these commands write files to the working directory.
  beforeEach(() => process.chdir(account.home.path));
  afterEach(() => process.chdir(directoryOfTests));

  test.each(meant)('waypost suggests the valid command `waypost %s`', async (command) => {
    const run = await account.call(completed(command, ending), {
      reveals: [account.keys.key, account.keys.user_token],
    });
    const output = run.stdout + run.stderr;
    expect(output).not.toMatch(/Unknown (?:command|option) |This is a bug in/);
    // The command can fail, because the test does not prepare the account or the files, and does not pipe in a key.
    expect([0, 1, 2, 3, 4], output).toContain(run.status);
    const [, ...hint] = run.stderr.split('\n');
    expect(hint.join(' '), output).not.toContain(`\`waypost ${command}\``);
  });
});
