// Every command that a hint names is run in the state in which the hint is shown: it does what the hint says, or
// refuses for the next honest reason. The list of hints is read from the source, so that none is forgotten.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { locate } from '../../src/cli/line/mistakes/locate';
import { lines } from '../cli/mistyped-lines';
import { type Account, useAccount } from '../support/account';
import { sendJson, standIn } from '../support/service';
import type { Run } from '../support/tool';

const root = join(__dirname, '../../src');

/** A command that a text of the source names, with the text before it. */
interface Named {
  file: string;
  before: string;
  command: string;
}

/** What help, the reference or the doctor's list says is no hint. */
const noHints =
  /(?:\/spec|shared-specs|environment|explained|skill|seed|help|help-text|profile)\.ts$/;

const named: Named[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !noHints.test(file))
  .flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(?:\/\/|\*|\/\*)/.test(line))
      .flatMap((line) =>
        [...line.matchAll(/([^'"`{}]{0,30})\\?`waypost ([a-z][^`\\$]*)/g)].map(
          ([, before = '', command = '']) => ({
            file,
            before: before.replace(/\\$/, '').trimStart(),
            command: command.trim(),
          }),
        ),
      ),
  );

/** The words of a line as a shell reads them. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'),
  );
}

/** Commands that wait for a person or for Ctrl-C, with an option that ends them. */
const ending: [RegExp, string[]][] = [
  [/^signup\b(?!.*--(?:no-wait|unattended|deadline|help))/, ['--no-wait']],
  [/^(?:lookups|sandbox logs|sandbox requests) .*--follow/, ['--help']],
  [/^(?:sandbox|proxy) start\b/, ['--help']],
  [/^sandbox (?:env|stop|reset)\b/, ['--help']],
  [/^proxy (?!log)/, ['--help']],
];

const seen: string[] = [];

/** Runs every command that an output names. */
async function follow(
  account: Account,
  output: string,
  fill: Readonly<Record<string, string>>,
  env: Record<string, string | undefined>,
  refusals: readonly number[],
): Promise<string[]> {
  // A message may name what was run.
  const said = output.replace(/^Error: `waypost [^`]*`/, '').replace(/\s+/g, ' ');
  seen.push(said);
  const commands = [...said.matchAll(/`waypost ([^`]*)`/g)].map(([, command = '']) => command);
  for (const command of new Set(commands)) {
    const filled = wordsOf(command).map((word) => fill[word] ?? usual[word] ?? word);
    const more = ending.find(([pattern]) => pattern.test(command))?.[1] ?? [];
    const words = [...filled, ...more.filter((option) => !filled.includes(option))];
    const keys = `${account.keys.key}\n${account.keys.user_token}\n`;
    const run = await account.call(words, {
      env,
      reveals: [account.keys.key, account.keys.user_token],
      ...(words.includes('-') ? { input: keys } : {}),
    });
    const told = `waypost ${words.join(' ')}\n${run.stdout}${run.stderr}`;
    expect(told).not.toMatch(/Unknown (?:command|option)|There is no (?:setting|operation)|bug in/);
    if (run.status === 0) continue;
    expect([2, ...refusals], told).toContain(run.status);
    // The next refusal says something else to do.
    const [, ...hint] = run.stderr.split('\n');
    expect(hint.join(' '), told).not.toContain(`\`waypost ${command}\``);
  }
  return commands;
}

/** Values for the placeholders of hints. */
const usual: Readonly<Record<string, string>> = {
  '<n>': '1000',
  '<name>': 'checkout',
  '<query>': 'berlin',
  '<value>': '30',
  '<command>': 'true',
};

/** Values of placeholders. */
type Fill = Readonly<Record<string, string>>;

/** How a state is made, and what shows a hint in it. */
interface Row {
  /** Words of the command that shows it. */
  run: string[] | ((account: Account) => string[]);
  /** Makes the state; returns values of placeholders. */
  given?: (account: Account) => Fill | undefined | Promise<Fill | undefined>;
  /** The environment, in place of that of the account's owner. */
  env?: (account: Account) => Record<string, string | undefined>;
  /** Exit statuses with which what the hint names may refuse. */
  refusals?: number[];
  input?: string;
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

const rows: Record<string, Row> = {
  // Before any other row signs up.
  'no sign-up is pending': { run: (of) => ['sandbox', 'signup', '--wait', '0', ...portOf(of)] },
  'no key': { run: ['keys', 'show'], env: nobody },
  'no key, whoami': { run: ['auth', 'whoami'], env: nobody },
  'no key, list': { run: ['keys', 'list'], env: nobody },
  'no login, list': { run: ['auth', 'list'], env: nobody },
  'no login, logout': { run: ['auth', 'logout', '--yes'], env: nobody },
  'no management key': { run: ['keys', 'details'], env: () => ({ WAYPOST_USER_TOKEN: undefined }) },
  'an unknown key': { run: ['places', 'search', 'berlin'], env: unknownKey, refusals: [4] },
  'an unknown key, details': { run: ['keys', 'details'], env: unknownKey, refusals: [4] },
  'an unknown key that is named': { run: ['keys', 'show', 'ak_unknown_0123456789'] },
  'an unknown management key': {
    run: ['keys', 'details'],
    env: () => ({ WAYPOST_USER_TOKEN: 'uk_unknown_0123456789' }),
    refusals: [4],
  },
  'a file of credentials that is damaged': {
    run: ['auth', 'whoami'],
    env: nobody,
    given: (account) => put(account.home.configFile, '{'),
  },
  'a setting that is no text': {
    run: ['auth', 'list'],
    given: (account) => put(config(account, 'settings.json'), '{"output": []}'),
  },
  'a setting that is invalid': {
    run: ['auth', 'list'],
    given: (account) => put(config(account, 'settings.json'), '{"timeout": "x"}'),
  },
  'a setting of no tags': { run: ['settings', 'set', 'tags', ','] },
  'the setting read-only': {
    run: ['keys', 'update', '--name', 'x'],
    given: (account) => put(config(account, 'settings.json'), '{"read_only": "on"}'),
  },
  WAYPOST_READ_ONLY: {
    run: ['keys', 'update', '--name', 'x'],
    env: () => ({ WAYPOST_READ_ONLY: '1' }),
  },
  'exec, read-only': { run: ['exec', 'true'], env: () => ({ WAYPOST_READ_ONLY: '1' }) },
  'no lookups left': {
    run: ['emails', 'validate', 'ada@gmail.com'],
    given: limited({ lookups_remaining: 0 }),
    refusals: [3],
  },
  'no lookups left, show': { run: ['keys', 'show'], given: limited({ lookups_remaining: 0 }) },
  'a daily limit that is reached': {
    run: ['emails', 'validate', 'ada@gmail.com'],
    given: limited({ daily_limit: { limit: 0 } }),
  },
  'a daily limit, details': {
    run: ['keys', 'details'],
    given: limited({ daily_limit: { limit: 0 } }),
  },
  'no sublicensing': { run: ['licensees', 'list'], refusals: [3] },
  'no sublicensing, api': { run: ['api', 'get', 'keys/{key}/licensees'], refusals: [4] },
  'sublicensing, a lookup': {
    run: ['places', 'search', 'berlin'],
    given: limited({ sublicensing: true }),
  },
  'no licensees': { run: ['licensees', 'list'], given: limited({ sublicensing: true }) },
  'no licensee of that name': {
    run: ['licensees', 'list', '--query', 'x'],
    given: limited({ sublicensing: true }),
  },
  'an unknown licensee': {
    run: ['licensees', 'get', '999'],
    given: limited({ sublicensing: true }),
  },
  'an unknown licensee, usage': {
    run: ['keys', 'usage', '--licensee', '999'],
    given: limited({ sublicensing: true }),
  },
  'a licensee without a name': { run: ['licensees', 'create'], refusals: [4] },
  'a licensee, no change': { run: ['licensees', 'update', '1'] },
  'no configs': { run: ['configs', 'list'] },
  'an unknown config': { run: ['configs', 'get', 'checkout'], given: payload },
  'an unknown config to delete': { run: ['configs', 'delete', 'checkout', '--yes'] },
  'a config that is there': {
    run: ['configs', 'create', 'checkout', '--payload', '{}'],
    given: async (account) => {
      await account.call(['configs', 'create', 'checkout', '--payload', 'old']);
      return undefined;
    },
  },
  'a key, no change': { run: ['keys', 'update'] },
  'no places found': { run: ['places', 'search', 'xqzxqzxqz'] },
  'no text to search': { run: ['places', 'search'] },
  'no addresses found': { run: ['addresses', 'autocomplete', 'xqzxqzxqz'] },
  'no addresses near': { run: ['addresses', 'near', '--lon', '0', '--lat', '0'] },
  'an id that is unknown': { run: ['places', 'resolve', 'geonames_0'] },
  'an id of an address that is unknown': { run: ['addresses', 'resolve', 'x'] },
  'api without a path': { run: ['api', 'get'] },
  'api without a method': { run: ['api', 'places', 'x'] },
  'no login without a profile': {
    run: ['auth', 'list'],
    env: nobody,
    given: (account) => {
      const login = { api_key: account.keys.key, base_url: account.bench.sandbox.url };
      put(config(account, 'profiles/work/credentials.json'), JSON.stringify(login));
      return { '<profile>': 'work' };
    },
  },
  'no profile': { run: ['profiles', 'list'] },
  'no profile to switch to': { run: ['auth', 'switch', 'x'] },
  'no profile to remove': { run: ['auth', 'remove', 'x', '--yes'] },
  'a directory that is not bound': { run: ['profiles', 'unbind', '/'] },
  'nothing was asked for': { run: ['proxy', 'log'] },
  'proxy with --json': { run: ['proxy', 'run', '--json', 'true'] },
  'no sign-up to resume': { run: ['signup', '--resume'], env: nobody },
  'a sign-up that is not completed': {
    run: ['signup'],
    env: nobody,
    given: async (account) => {
      await account.call(['signup', '--no-wait'], { env: nobody() });
      return undefined;
    },
  },
  'a sign-up whose time is over': { run: ['signup', '--deadline', '0'], env: nobody },
  'a sign-up that was started': { run: ['signup', '--no-wait'], env: nobody },
  'a sign-up that is completed': { run: ['signup', '--unattended'], env: nobody },
  'a sign-up file that is damaged': {
    run: ['signup'],
    env: nobody,
    given: (account) => put(account.home.pendingFile, '{'),
  },
  'a key of the service as a command': { run: ['ak_0123456789'] },
  'no sandbox: status': { run: ['sandbox', 'status'], env: apart },
  'no sandbox: url': { run: ['sandbox', 'url'], env: apart },
  'no sandbox: list': { run: ['sandbox', 'list'], env: apart },
  'no sandbox: logs': { run: ['sandbox', 'logs'], env: apart },
  'no sandbox: requests': { run: ['sandbox', 'requests', '--port', '9'] },
  'another sandbox': { run: ['sandbox', 'status'], refusals: [3] },
  'configs that were edited': {
    run: ({ home }) => ['configs', 'pull', join(home.path, 'configs')],
    given: async (account) => {
      const file = join(account.home.path, 'configs/checkout');
      await account.call(['configs', 'create', 'checkout', '--payload', 'old']);
      await account.call(['configs', 'pull', dirname(file)]);
      writeFileSync(file, 'edited');
      return undefined;
    },
  },
  'a sandbox with faults and another time': {
    run: ['doctor'],
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
      await account.call(['signup', '--no-wait'], { env: nobody() });
      return undefined;
    },
  },
  'a setting of the sandbox is missing': { run: ['sandbox', 'set', 'ak_x'] },
  'no fault is named': { run: ['sandbox', 'fault', 'add'] },
  'no snapshot': { run: ['sandbox', 'snapshot', 'list'], env: apart },
  'a snapshot without a name': { run: ['sandbox', 'snapshot', 'save'] },
  'a snapshot of no kind': { run: ['sandbox', 'snapshot', 'x'] },
};

const portOf = ({ bench }: Account) => ['--port', new URL(bench.sandbox.url).port];

/** The account's sandbox is not at the base URL in use. */
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

describe('hints, each in its state', () => {
  test.each(Object.entries(rows))('%s', async (_, { run, given, env, refusals = [] }) => {
    const words = typeof run === 'function' ? run(account) : run;
    const fill = (await given?.(account)) ?? {};
    const extra = env?.(account) ?? {};
    const shown: Run = await account.call(words, {
      env: extra,
      reveals: [account.keys.key, account.keys.user_token],
    });
    const commands = await follow(account, shown.stdout + shown.stderr, fill, extra, refusals);
    expect(commands, shown.stdout + shown.stderr).not.toEqual([]);
  });
});

/** A code for every answer of a service, which the sandbox gives in states of its own; undefined: the answer is lost. */
const answers: [code: number | undefined, status: number, line: string][] = [
  [4011, 401, 'keys show'],
  [4011, 401, 'emails validate ada@gmail.com'],
  [4012, 401, 'keys details'],
  [4013, 401, 'places search berlin'],
  [4014, 401, 'places search berlin'],
  [4014, 401, 'licensees get 12'],
  [4014, 401, 'api get places'],
  [4015, 401, 'emails validate ada@gmail.com'],
  [4016, 401, 'addresses verify x'],
  [4016, 401, 'api get places'],
  [4021, 402, 'emails validate ada@gmail.com'],
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
  [undefined, 0, 'licensees create Acme'],
  [undefined, 0, 'licensees update 12 --name x'],
  [undefined, 0, 'licensees delete 12 --yes'],
  [undefined, 0, 'licensees regenerate-key 12 --yes'],
  [undefined, 0, 'configs update checkout --payload x'],
  [undefined, 0, 'emails validate ada@gmail.com'],
];

describe('hints at answers of the service, followed where the sandbox answers', () => {
  test.each(answers)('%s, %s: %s', async (code, status, line) => {
    await limited({ sublicensing: true })(account);
    const acme = (await account.result('POST', '/licensees', { name: 'Acme' })) as { id: unknown };
    await account.result('POST', '/configs', { name: 'checkout', payload: 'old' });
    const { bench, home } = account;
    const service = await standIn((_, response) => {
      if (code === undefined) response.socket?.destroy();
      else sendJson(response, status, { code, message: 'No' });
    });
    const shown = await account.call(wordsOf(line), { env: { WAYPOST_BASE_URL: service.url } });
    await service.close();
    // The stand-in is gone: what a hint says of its port is about a sandbox.
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
    const commands = await follow(account, hint, fill, {}, [1, 4]);
    expect(commands, hint).not.toEqual([]);
  });
});

const process = 'of the process of a sandbox, which this file neither starts nor stops';
const lost = 'of a sign-up whose answer was lost or could not be stored: signup-claim.test.ts';
const terminal = 'shown at a terminal, or behind what is asked there';
const rare = 'of an answer or a list that this file does not make';

/** Files with hints of states that no run of this file is in, and why; their commands are there, at least. */
const elsewhere: Readonly<Record<string, string>> = {
  'cli/commands/api/api.ts': rare,
  'cli/commands/auth/list.ts': rare,
  'cli/commands/auth/remove.ts': rare,
  'cli/commands/auth/switch.ts': terminal,
  'cli/commands/configs/pull.ts': rare,
  'cli/commands/licensees/list.ts': rare,
  'cli/commands/lookups/list.ts': rare,
  'cli/commands/sandbox/env.ts': process,
  'cli/commands/sandbox/fault.ts': process,
  'cli/commands/sandbox/reset.ts': process,
  'cli/commands/sandbox/shared/registry.ts': process,
  'cli/commands/sandbox/shared/suggestion.ts': process,
  'cli/commands/sandbox/shared/which.ts': process,
  'cli/commands/sandbox/snapshot.ts': process,
  'cli/commands/sandbox/start.ts': process,
  'cli/commands/sandbox/stop.ts': process,
  'cli/commands/signup/shared/earlier.ts': lost,
  'cli/commands/signup/shared/unattended.ts': lost,
  'cli/commands/signup/signup.ts': lost,
  'cli/hints/advice.ts': lost,
  'sandbox/instance/owner.ts': process,
  'sandbox/store/store.ts': process,
};

test('every command that a text of the source names was shown above, or is tested elsewhere', () => {
  const said = seen.join('\n');
  const text = (source: string) =>
    source.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  const unseen = named.filter(
    ({ before, command }) => !new RegExp(`${text(before)}\`waypost ${text(command)}`).test(said),
  );
  expect(unseen.filter(({ file }) => !(file in elsewhere))).toEqual([]);
  const files = unseen.map(({ file }) => file);
  expect(Object.keys(elsewhere).filter((file) => !files.includes(file))).toEqual([]);
  const unknown = unseen.filter(({ command }) => locate(wordsOf(command)).entry === undefined);
  expect(unknown).toEqual([]);
});

describe('what was meant by a mistyped line', () => {
  const meant = [
    ...new Set(
      lines.flatMap(({ next }) =>
        [...next.matchAll(/`waypost ([^`]*)`/g)].map(([, command = '']) => command),
      ),
    ),
  ];

  test.each(meant)('waypost %s', async (command) => {
    const more = ending.find(([pattern]) => pattern.test(command))?.[1] ?? [];
    const run = await account.call([...wordsOf(command), ...more], {
      reveals: [account.keys.key, account.keys.user_token],
    });
    const told = run.stdout + run.stderr;
    expect(told).not.toMatch(/Unknown (?:command|option) |bug in/);
    // Without the state that was meant, or the key that was to be piped in, it refuses.
    expect([0, 1, 2, 3, 4], told).toContain(run.status);
    const [, ...hint] = run.stderr.split('\n');
    expect(hint.join(' '), told).not.toContain(`\`waypost ${command}\``);
  });
});
