// The commands that change the user's files or the service's data. Each scenario prepares the data, and checks after
// the command that the data is either unchanged or completely changed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { credentials, exportTo, pending, put, read, readJson } from './home.mjs';
import { ask } from './sandbox.mjs';

const config = (home, name) => join(home, '.config/waypost', name);
const lost = (text) => [['lost', text]];
const wrong = (text) => [['wrong success', text]];

/**
 * Creates a scenario for a command that changes one JSON file. After the command, the file must have its old or its new
 * content. If the command succeeded, the file must have its new content.
 */
function fileChange({ name, file, before, args, isNew, ...rest }) {
  return {
    ...rest,
    name,
    secrets: ({ keys }) => [keys.user_token, oldKey],
    prepare: ({ home, ...bench }) => {
      put(config(home, file), before(bench, home));
      put(config(home, 'profiles/acme/credentials.json'), login(bench));
    },
    args,
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

/**
 * The scenarios. `own` is true if the scenario changes the service's data and therefore requires a separate account.
 */
export const scenarios = [
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
    name: 'auth remove',
    file: 'profiles/acme/credentials.json',
    before: login,
    args: () => ['auth', 'remove', 'acme', '--yes'],
    isNew: (now) => now === undefined,
    // The next run fails if the first run has already removed the profile.
    afterwards: ({ home }, { status, stdout }) =>
      status === 0 || !existsSync(config(home, 'profiles/acme/credentials.json'))
        ? []
        : lost(`the next run fails: ${stdout}`),
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
      put(join(home, 'configs/mine'), 'of my own');
      put(join(home, 'configs/config-1'), 'old');
    },
    args: () => ['configs', 'pull', 'configs', '--force'],
    check({ home }, run) {
      const at = (name) => read(join(home, 'configs', name));
      if (at('mine') !== 'of my own') return lost("the user's own file is changed");
      for (const [name, payload] of Object.entries(payloads)) {
        const now = at(name);
        const before = name === 'config-1' ? 'old' : undefined;
        if (run.status === 0 && now !== payload)
          return wrong(`${name} does not have its new content`);
        if (now !== payload && now !== before) return lost(`${name} is ${now?.slice(0, 40)}`);
      }
      return [];
    },
  },
  {
    name: 'configs push',
    own: true,
    prepare: ({ home }) => {
      for (const [name, payload] of Object.entries(payloads))
        put(join(home, 'configs', name), payload);
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
          return wrong(`the service does not have ${name}`);
        if (there[name] !== undefined && there[name] !== payload) return lost(`${name} is changed`);
      }
      return [];
    },
  },
  ...['csv', 'parquet'].map((format) => ({
    name: `lookups export to ${format}`,
    prepare: ({ home }) => put(join(home, `log.${format}`), 'old'),
    args: () => exportTo(`log.${format}`),
    async check({ home, reference }, run) {
      const path = join(home, `log.${format}`);
      const now = read(path);
      const whole = await reference();
      if (run.status === 0 && now !== whole) return wrong('the target is not the complete log');
      if (now !== 'old' && now !== whole)
        return lost(`the target contains ${now?.length} of ${whole.length} bytes`);
      return [];
    },
    again: ['--resume'],
    isBegun: (home) => existsSync(join(home, `.log.${format}.waypost-partial`)),
    product: `log.${format}`,
  })),
  {
    name: 'a batch',
    own: true,
    prepare: ({ home }) => put(join(home, 'in.csv'), `email\n${rows.join('\n')}\n`),
    args: () => ['emails', 'validate', '--file', 'in.csv', '-o', 'out.csv'],
    async check({ home, reference }, run) {
      const now = read(join(home, 'out.csv'));
      const whole = await reference();
      if (run.status === 0 && now !== whole) return wrong(`the output is not complete: ${now}`);
      if (now !== undefined && now !== whole) return lost(`only a part of the output: ${now}`);
      return [];
    },
    again: ['--resume'],
    isBegun: (home) => existsSync(join(home, '.out.csv.waypost-partial')),
    product: 'out.csv',
    async afterwards({ url, keys }, run) {
      const { json } = await ask(url, 'GET', `/keys/${keys.key}/details`, {
        token: keys.user_token,
      });
      const billed = 1_000_000 - json.result.lookups_remaining;
      // The service might bill a row twice if its response was not saved. waypost reports the number of these rows.
      const inDoubt = Number(/"in_doubt":(\d+)/.exec(run.stdout)?.[1] ?? 0);
      return billed > rows.length + inDoubt
        ? [['wrong success', `${billed} lookups billed, ${inDoubt} in doubt`]]
        : [];
    },
  },
  {
    name: 'signup',
    prepare: () => {},
    secrets: ({ home }) => {
      const { api_key, user_token } = readJson(join(home, credentials)) ?? {};
      return [api_key, user_token].filter((secret) => secret !== undefined);
    },
    args: ({ url }) => ['signup', '--unattended', '--base-url', url],
    check({ home }, run) {
      const now = readJson(join(home, credentials));
      if (run.status === 0 && now?.user_token === undefined)
        return wrong('no credentials are stored');
      if (now !== undefined || !existsSync(join(home, credentials))) return [];
      return lost('the credentials file is damaged');
    },
    again: ['--resume'],
    isBegun: (home) => existsSync(join(home, pending)),
    /** `claiming` is true if the command was killed between the request for the keys and their first byte on disk. */
    afterwards({ home }, run, first, claiming) {
      if (readJson(join(home, credentials))?.user_token !== undefined) return [];
      const [shown, error] = [first, run].map(({ stdout }) => JSON.parse(stdout || '{}').error);
      if (shown?.details?.credentials !== undefined) return [];
      // The error contains the path of a file with the keys.
      if (existsSync(shown?.details?.rescue_path ?? error?.details?.rescue_path ?? '')) return [];
      const isSaid = ['signup_lost', 'signup_expired'].includes(error?.code);
      return claiming && isSaid ? [] : lost(`${run.stdout}${run.stderr}`);
    },
  },
];
