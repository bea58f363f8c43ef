// Other processes and other users: many runs on one profile, signals, closed and full outputs, an open
// umask, and files planted where the tool is about to write.
import { spawn } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pickFrom } from '../chance.mjs';
import { faultsOf, makeHome, runCommand } from './command.mjs';
import { startSandbox } from './sandbox.mjs';

const directory = '.config/waypost';
const credentials = `${directory}/credentials.json`;

/** Prepares the part. */
export function companyFaults({ sandbox, keys, folder }) {
  const { url } = sandbox;
  const secrets = [keys.user_token];
  const loginArgs = ['auth', 'login', '--api-key', keys.key, '--base-url', url, '--json'];
  const put = (home, name, text) => {
    mkdirSync(dirname(join(home, name)), { recursive: true, mode: 0o700 });
    writeFileSync(join(home, name), text, { mode: 0o600 });
  };
  const storedIn = (home) => {
    try {
      return JSON.parse(readFileSync(join(home, credentials), 'utf8'));
    } catch {
      return undefined;
    }
  };
  const old = JSON.stringify({ api_key: 'ak_before_0123456789', base_url: url });

  const trials = {
    async 'many processes bind directories'(home) {
      const count = 24;
      const names = Array.from({ length: count }, (_, at) => join(home, `project-${at}`));
      for (const name of names) mkdirSync(name);
      const runs = await Promise.all(
        names.map((name) => runCommand(['profiles', 'bind', name, 'acme', '--json'], { home })),
      );
      const faults = runs.flatMap((run) => faultsOf(run, { secrets }));
      const { bindings = {} } = JSON.parse(
        readFileSync(join(home, directory, 'profiles.json'), 'utf8'),
      );
      const gone = names.filter((name, at) => runs[at].status === 0 && bindings[name] !== 'acme');
      if (gone.length > 0) faults.push(['lost', `${gone.length} of ${count} bindings`]);
      return { faults, count };
    },
    async 'many processes log in and out'(home, chance) {
      const count = 10;
      const runs = await Promise.all(
        Array.from({ length: count }, () =>
          runCommand(chance() < 0.7 ? loginArgs : ['auth', 'logout', '--json'], { home }),
        ),
      );
      const faults = runs.flatMap((run) => faultsOf(run, { secrets }));
      if (existsSync(join(home, credentials)) && storedIn(home)?.api_key !== keys.key)
        faults.push(['lost', 'the login is damaged']);
      return { faults, count };
    },
    async 'a planted file'(home, chance) {
      const victim = join(home, 'victim');
      writeFileSync(victim, 'of somebody', { mode: 0o644 });
      const at = pickFrom(
        [
          credentials,
          `${credentials}.lock`,
          'log.csv',
          'configs/web',
          '.log.csv.waypost-partial',
          '.log.csv.waypost-partial.json',
          '.log.csv.waypost-partial.lock',
        ],
        chance,
      );
      mkdirSync(dirname(join(home, at)), { recursive: true, mode: 0o700 });
      const how = pickFrom(['link', 'hard link', 'pipe', 'directory'], chance);
      const path = join(home, at);
      if (how === 'link') symlinkSync(victim, path);
      else if (how === 'hard link') linkSync(victim, path);
      else if (how === 'directory') mkdirSync(path);
      else await new Promise((resolve) => spawn('mkfifo', [path]).once('close', resolve));
      const args = at.startsWith('.config')
        ? loginArgs
        : at.startsWith('configs')
          ? ['configs', 'pull', 'configs', '--force', '--json']
          : [
              'lookups',
              'export',
              '--start',
              '2026-10-01',
              '--end',
              '2026-10-02',
              '-o',
              'log.csv',
              '--force',
              '--json',
            ];
      const env =
        args === loginArgs
          ? {}
          : {
              WAYPOST_API_KEY: keys.key,
              WAYPOST_USER_TOKEN: keys.user_token,
              WAYPOST_BASE_URL: url,
            };
      const run = await runCommand(args, { home, env });
      const faults = faultsOf(run, { secrets });
      const now = readFileSync(victim, 'utf8');
      // A link at the very path that was named is followed on purpose; a second name never is written through.
      const isOwnLink = how === 'link' && [credentials, 'log.csv', 'configs/web'].includes(at);
      if (now !== 'of somebody' && !isOwnLink)
        faults.push(['lost', `what ${at} shares bytes with holds ${now.slice(0, 60)}`]);
      return { what: `${how} at ${at}`, faults };
    },
    async 'an open umask'(home, chance) {
      const umask = pickFrom(['000', '002', '022'], chance);
      const wrapper = ['sh', '-c', `umask ${umask}; exec "$@"`, 'sh'];
      const args = pickFrom(
        [loginArgs, ['signup', '--unattended', '--base-url', url, '--json']],
        chance,
      );
      const run = await runCommand(args, { home, wrapper });
      const faults = faultsOf(run, { secrets });
      for (const name of readdirSync(home, { recursive: true })) {
        if (!/waypost|signup/.test(name)) continue;
        const { mode } = statSync(join(home, name));
        if ((mode & 0o077) !== 0)
          faults.push(['leaked', `${name} has mode ${(mode & 0o777).toString(8)}`]);
      }
      return { what: umask, faults };
    },
    async 'a signal'(home, chance) {
      put(home, credentials, old);
      const signal = pickFrom(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGKILL'], chance);
      const seconds = (chance() * 0.25).toFixed(3);
      const wrapper = ['timeout', '--foreground', '-s', signal.slice(3), seconds];
      const run = await runCommand(loginArgs, { home, wrapper });
      const stored = storedIn(home)?.api_key;
      const faults = faultsOf(run, { secrets, killed: true }).filter(
        ([kind]) => kind !== 'bad answer',
      );
      if (stored !== keys.key && stored !== 'ak_before_0123456789')
        faults.push(['lost', 'the earlier login']);
      if (run.status === 0 && stored !== keys.key)
        faults.push(['wrong success', 'nothing is stored']);
      return { what: signal, faults };
    },
    async 'closed and full outputs'(home, chance) {
      const line = pickFrom(
        [
          'exec "$@" >/dev/full',
          'exec "$@" >&-',
          'exec "$@" 2>&-',
          'exec "$@" <&-',
          'exec "$@" >&- 2>&- <&-',
        ],
        chance,
      );
      const args = pickFrom(
        [
          loginArgs,
          ['auth', 'logout', '--json'],
          ['auth', 'whoami', '--json'],
          ['keys', 'show', keys.key, '--base-url', url, '--json'],
        ],
        chance,
      );
      put(home, credentials, old);
      const run = await runCommand(args, { home, wrapper: ['sh', '-c', line, 'sh'] });
      const faults = faultsOf(run, { secrets }).filter(([kind]) => kind !== 'bad answer');
      if (run.signal !== null) faults.push(['bad answer', `it died of ${run.signal}`]);
      if (run.status === 0 && line.includes('full'))
        faults.push(['wrong success', 'the result was not written']);
      return { what: `${line}: ${args[1]}`, faults };
    },
    async 'a second sandbox on one directory'(home, chance) {
      const data = join(home, 'data');
      const first = await startSandbox(home, { data });
      const wrapper = chance() < 0.5 ? [] : ['unshare', '--pid', '--fork', '--mount-proc'];
      const second = await startSandbox(home, { data, wrapper }).catch(() => undefined);
      const faults = [];
      if (second?.url !== undefined) faults.push(['lost', 'two sandboxes write one directory']);
      await second?.end();
      if ((await first.ask('GET', '/keys/ak_test')).status !== 200)
        faults.push(['lost', 'the first one is gone']);
      await first.end();
      return { faults };
    },
  };

  async function next(number, chance) {
    const names = Object.keys(trials);
    const name = names[number % names.length];
    const home = makeHome(folder);
    try {
      const { what = '', faults, count } = await trials[name](home, chance);
      return { name: `${name} ${what}`, faults, ...(count === undefined ? {} : { count }) };
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  }
  return { name: 'company', next, close() {} };
}
