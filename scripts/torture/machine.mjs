// The faulty machine: what writes the user's files and the service's state is killed, or gets an error, at
// each of its system calls. Whatever was there stays, or what was asked for is there, whole.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pickFrom } from '../chance.mjs';
import { faultsOf, makeHome, runCommand } from './command.mjs';
import { ask, startSandbox } from './sandbox.mjs';
import { canTrace, faultsAt, injecting, tracing } from './system-calls.mjs';

const config = (home, name) => join(home, '.config/waypost', name);
const write = (path, text) => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode: 0o600 });
};
const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
const readJson = (path) => {
  try {
    return JSON.parse(read(path));
  } catch {
    return undefined;
  }
};
const lost = (text) => [['lost', text]];
const wrong = (text) => [['wrong success', text]];

/** A change of one JSON file of the user's: the old one, or the new one and a success. */
function fileChange({ name, file, before, args, isNew, env = () => ({}) }) {
  return {
    name,
    secrets: ({ keys }) => [keys.user_token, oldKey],
    prepare: ({ home, ...bench }) => {
      write(config(home, file), JSON.stringify(before(bench, home)));
      write(config(home, 'profiles/acme/credentials.json'), JSON.stringify(login(bench)));
    },
    args,
    env,
    check(bench, run) {
      const path = config(bench.home, file);
      const now = readJson(path);
      const old = JSON.stringify(now) === JSON.stringify(before(bench, bench.home));
      const done = isNew(now, bench);
      if (run.status === 0 && !done) return wrong(`${file}: ${read(path)}`);
      return old || done ? [] : lost(`${file}: ${read(path)}`);
    },
  };
}

const oldKey = 'ak_old_0123456789abcdef';
const login = ({ url, keys }) => ({
  api_key: keys.key,
  user_token: keys.user_token,
  base_url: url,
});
const oldLogin = ({ url }) => ({
  api_key: oldKey,
  user_token: 'uk_old_0123456789',
  base_url: url,
  other: [1, 2],
});

const payloads = Object.fromEntries(
  Array.from({ length: 4 }, (_, at) => [`config-${at}`, `payload ${at}\n`.repeat(50)]),
);
const rows = Array.from({ length: 12 }, (_, at) => `person${at}@example.org`);

/** Each command and what may be there after it. `keys` of its own where it changes the service. */
const scenarios = [
  fileChange({
    name: 'auth login',
    file: 'credentials.json',
    before: oldLogin,
    args: ({ keys, url }) => ['auth', 'login', '--api-key', keys.key, '--base-url', url],
    isNew: (now, { keys }) => now?.api_key === keys.key && now.other?.length === 2,
  }),
  fileChange({
    name: 'auth logout',
    file: 'credentials.json',
    before: oldLogin,
    args: () => ['auth', 'logout'],
    isNew: (now) => now === undefined,
  }),
  fileChange({
    name: 'settings set',
    file: 'settings.json',
    before: () => ({ output: 'json', other: 1 }),
    args: () => ['settings', 'set', 'timeout', '7'],
    isNew: (now) => now?.other === 1 && now.output === 'json' && Number(now.timeout) === 7,
  }),
  fileChange({
    name: 'profiles bind',
    file: 'profiles.json',
    before: (_, home) => ({ bindings: { [join(home, 'tmp')]: 'acme' } }),
    args: ({ home }) => ['profiles', 'bind', home, 'acme'],
    isNew: (now) => Object.keys(now?.bindings ?? {}).length === 2,
  }),
  fileChange({
    name: 'auth switch',
    file: 'profiles.json',
    before: (_, home) => ({ bindings: { [join(home, 'tmp')]: 'acme' } }),
    args: () => ['auth', 'switch', 'acme'],
    isNew: (now) => now?.current === 'acme' && Object.keys(now.bindings).length === 1,
  }),
  {
    name: 'configs pull',
    own: true,
    prepare: async ({ home, url, keys }) => {
      for (const [name, payload] of Object.entries(payloads)) {
        await ask(url, 'POST', `/keys/${keys.key}/configs`, {
          token: keys.user_token,
          body: { name, payload },
        });
      }
      write(join(home, 'configs/mine'), 'of my own');
      write(join(home, 'configs/config-1'), 'old');
    },
    args: () => ['configs', 'pull', 'configs', '--force'],
    check({ home }, run) {
      const at = (name) => read(join(home, 'configs', name));
      if (at('mine') !== 'of my own') return lost('a file of the user');
      for (const [name, payload] of Object.entries(payloads)) {
        const now = at(name);
        const before = name === 'config-1' ? 'old' : undefined;
        if (run.status === 0 && now !== payload) return wrong(`${name} is not there`);
        if (now !== payload && now !== before) return lost(`${name} is ${now?.slice(0, 40)}`);
      }
      return [];
    },
  },
  {
    name: 'configs push',
    own: true,
    fresh: true,
    prepare: ({ home }) => {
      for (const [name, payload] of Object.entries(payloads))
        write(join(home, 'configs', name), payload);
    },
    args: () => ['configs', 'push', 'configs', '--create', '--yes'],
    async check({ home, url, keys }, run) {
      const { json } = await ask(url, 'GET', `/keys/${keys.key}/configs`, {
        token: keys.user_token,
      });
      const there = Object.fromEntries(
        json.result.configs.map(({ name, payload }) => [name, payload]),
      );
      for (const [name, payload] of Object.entries(payloads)) {
        if (read(join(home, 'configs', name)) !== payload) return lost(`the file ${name}`);
        if (run.status === 0 && there[name] !== payload)
          return wrong(`${name} is not at the service`);
        if (there[name] !== undefined && there[name] !== payload) return lost(`${name} is changed`);
      }
      return [];
    },
  },
  ...['csv', 'parquet', 'ndjson'].map((format) => ({
    name: `lookups export to ${format}`,
    prepare: ({ home }) => write(join(home, `log.${format}`), 'old'),
    args: () => [
      'lookups',
      'export',
      '--start',
      '2026-10-01',
      '--end',
      '2026-10-02',
      '-o',
      `log.${format}`,
      '--force',
    ],
    async check({ home, reference }, run) {
      const path = join(home, `log.${format}`);
      const now = read(path);
      const whole = await reference();
      if (run.status === 0 && now !== whole) return wrong('another log');
      if (now !== 'old' && now !== whole)
        return lost(`the target holds ${now?.length} bytes of ${whole.length}`);
      return [];
    },
    again: ['--resume'],
    product: `log.${format}`,
  })),
  {
    name: 'a batch',
    own: true,
    fresh: true,
    prepare: ({ home }) => write(join(home, 'in.csv'), `email\n${rows.join('\n')}\n`),
    args: () => ['emails', 'validate', '--file', 'in.csv', '-o', 'out.csv'],
    async check({ home, reference }, run) {
      const now = read(join(home, 'out.csv'));
      const whole = await reference();
      if (run.status === 0 && now !== whole) return wrong(`another output: ${now}`);
      if (now !== undefined && now !== whole) return lost(`a part of the output: ${now}`);
      return [];
    },
    again: ['--resume'],
    product: 'out.csv',
    async afterwards({ url, keys }, run) {
      const { json } = await ask(url, 'GET', `/keys/${keys.key}/details`, {
        token: keys.user_token,
      });
      const billed = 1_000_000 - json.result.lookups_remaining;
      // Rows whose answer never reached the disk may be billed twice; the tool says how many.
      const inDoubt = Number(/"in_doubt":(\d+)/.exec(run.stdout)?.[1] ?? 0);
      return billed > rows.length + inDoubt
        ? [['wrong success', `${billed} lookups billed, ${inDoubt} in doubt`]]
        : [];
    },
  },
  {
    name: 'signup',
    withoutKeys: true,
    prepare: () => {},
    args: ({ url }) => ['signup', '--unattended', '--base-url', url],
    check({ home }, run) {
      const now = readJson(config(home, 'credentials.json'));
      if (run.status === 0 && now?.user_token === undefined)
        return wrong('no credentials are stored');
      if (now !== undefined || !existsSync(config(home, 'credentials.json'))) return [];
      return lost('the credentials file is damaged');
    },
    again: ['--resume'],
    afterwards({ home }, run, first) {
      if (readJson(config(home, 'credentials.json'))?.user_token !== undefined) return [];
      const { error } = JSON.parse(run.stdout || '{}');
      if (
        JSON.stringify(error ?? {}).includes('credentials') ||
        first.stdout.includes('"credentials"')
      )
        return [];
      // Nothing was begun, or the sign-up is said to be lost or over: whether keys were handed out is
      // what the sign-up part counts.
      return ['invalid_input', 'signup_lost', 'signup_expired'].includes(error?.code)
        ? []
        : lost(`${run.stdout}${run.stderr}`);
    },
  },
];

/** Prepares the part. Undefined where there is no strace, or the machine does not allow it. */
export async function machineFaults({ sandbox, keys, folder }) {
  if (!canTrace()) return undefined;
  const { url } = sandbox;
  const plans = new Map();
  const wholes = new Map();

  async function begin(scenario) {
    const home = makeHome(folder);
    const own = scenario.own ? await sandbox.account() : keys;
    const bench = { home, url, keys: own, reference: () => wholes.get(scenario.name) };
    await scenario.prepare(bench);
    return bench;
  }
  const runIt = (scenario, bench, wrapper, extra = []) =>
    runCommand([...scenario.args(bench), ...extra, '--json'], {
      home: bench.home,
      wrapper,
      env: {
        ...(/^(?:auth|settings|profiles|signup)/.test(scenario.name)
          ? {}
          : {
              WAYPOST_API_KEY: bench.keys.key,
              WAYPOST_USER_TOKEN: bench.keys.user_token,
              WAYPOST_BASE_URL: url,
            }),
      },
    });

  /** The points of a command, found once. */
  function planOf(scenario) {
    const known = plans.get(scenario.name);
    if (known !== undefined) return known;
    const finding = (async () => {
      const bench = await begin(scenario);
      const trace = tracing(makeHome(folder));
      const run = await runIt(scenario, bench, trace.wrapper);
      if (run.status !== 0)
        throw new Error(`${scenario.name} fails without a fault: ${run.stdout}${run.stderr}`);
      if (scenario.product) wholes.set(scenario.name, read(join(bench.home, scenario.product)));
      return trace.points(bench.home).flatMap(faultsAt);
    })();
    plans.set(scenario.name, finding);
    return finding;
  }

  async function next(number, chance) {
    const scenario = scenarios[number % scenarios.length];
    const plan = await planOf(scenario);
    const fault = pickFrom(plan, chance);
    const lasting = chance() < 0.25;
    const bench = await begin(scenario);
    try {
      const run = await runIt(scenario, bench, injecting(fault, lasting));
      const secrets = scenario.secrets?.(bench) ?? [bench.keys.key, bench.keys.user_token];
      const killed = fault.fault === 'kill';
      const faults = [...faultsOf(run, { secrets, killed }), ...(await scenario.check(bench, run))];
      // What a killed or failed run left is in nobody's way.
      if (faults.length === 0 && run.status !== 0) {
        const resumes = scenario.again && (await isBegun(scenario, bench));
        const again = await runIt(scenario, bench, [], resumes ? scenario.again : []);
        faults.push(...faultsOf(again, { secrets }), ...(await scenario.check(bench, again)));
        if (again.status !== 0 && !scenario.afterwards)
          faults.push(['lost', `the next run fails: ${again.stdout}${again.stderr}`]);
        faults.push(...((await scenario.afterwards?.(bench, again, run)) ?? []));
      }
      const at = `${fault.fault} at ${fault.call} ${fault.number}${lasting ? '+' : ''}`;
      return { name: `${scenario.name}: ${at}`, faults };
    } finally {
      rmSync(bench.home, { recursive: true, force: true });
    }
  }
  return { name: 'machine', next, close() {} };
}

/** Whether there is something to resume. */
async function isBegun({ name, product }, { home }) {
  if (name === 'signup') return existsSync(join(home, '.local/share/waypost/signup/default.json'));
  return readdirSync(home).some((file) => file === `.${product}.waypost-partial`);
}

/** A sandbox that is killed, or fails, at its system calls while it acknowledges writes. */
export async function sandboxFaults({ folder }) {
  if (!canTrace()) return undefined;
  let plan;

  async function write(sandbox, keys, done) {
    for (let number = 0; number < 4; number += 1) {
      const name = `n${number}`;
      const options = { token: keys.user_token, body: { name, payload: name.repeat(500) } };
      const { status } = await sandbox.ask('POST', `/keys/${keys.key}/configs`, options);
      if (status === 200) done.add(name);
      if (status === 0) return;
    }
  }

  async function filled() {
    const home = makeHome(folder);
    const data = join(home, 'data');
    const sandbox = await startSandbox(home, { data });
    const keys = await sandbox.account();
    await sandbox.end('SIGTERM');
    return { home, data, keys };
  }

  async function find() {
    const { home, data, keys } = await filled();
    const trace = tracing(makeHome(folder));
    const sandbox = await startSandbox(home, { data, wrapper: trace.wrapper });
    await write(sandbox, keys, new Set());
    await sandbox.end('SIGTERM');
    return trace.points(data).flatMap(faultsAt);
  }

  async function next(_, chance) {
    plan ??= find();
    const fault = pickFrom(await plan, chance);
    const lasting = chance() < 0.5;
    const { home, data, keys } = await filled();
    const done = new Set();
    const faults = [];
    const sandbox = await startSandbox(home, { data, wrapper: injecting(fault, lasting) });
    if (sandbox.url !== undefined) {
      await write(sandbox, keys, done);
      await sandbox.end('SIGKILL');
    }
    // What its disk refuses while it runs stands in its log, with a stack.
    const told = JSON.stringify(sandbox.document);
    if (told.includes('internal_error')) faults.push(['bad answer', told]);
    const again = await startSandbox(home, { data });
    if (again.url === undefined)
      faults.push(['lost', `it starts no more: ${JSON.stringify(again.document)}`]);
    else {
      const { json } = await again.ask('GET', `/keys/${keys.key}/configs`, {
        token: keys.user_token,
      });
      const there = new Set(json?.result?.configs.map(({ name }) => name));
      const missing = [...done].filter((name) => !there.has(name));
      if (missing.length > 0) faults.push(['lost', `acknowledged and gone: ${missing}`]);
      await again.end('SIGKILL');
    }
    rmSync(home, { recursive: true, force: true });
    return {
      name: `sandbox: ${fault.fault} at ${fault.call} ${fault.number}${lasting ? '+' : ''}`,
      faults,
    };
  }
  return { name: 'sandbox', next, close() {} };
}
