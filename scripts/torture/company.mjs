// Other processes, users and hosts: many runs on one profile, an open umask, files planted where the tool is
// about to write, by its own user and by another one, also while it runs, locks of processes that are gone
// or at work, and two sandboxes on one directory.
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pickFrom } from '../random.mjs';
import { faultsOf, isRoot, root, runCommand } from './command.mjs';
import {
  credentials,
  exportTo,
  keysIn,
  leaksIn,
  makeHome,
  profiles,
  put,
  read,
  readJson,
  removeHome,
} from './home.mjs';
import { startSandbox } from './sandbox.mjs';

const dieAtRename = fileURLToPath(new URL('../../test/support/die-at-rename.cjs', import.meta.url));
const racer = join(root, 'scripts/torture/racer.mjs');
/** Users of nobody's, where this one may become them: the tool's and another one. */
const [toolUser, otherUser] = [23_456, 12_345];
const asToolUser = isRoot
  ? ['setpriv', `--reuid=${toolUser}`, `--regid=${toolUser}`, '--clear-groups']
  : [];

/** Prepares the part; `processes` is how many run at once on one profile. */
export function companyFaults({ sandbox, keys, folder, processes }) {
  const { url } = sandbox;
  const secrets = [keys.user_token];
  const login = ['auth', 'login', '--api-key', keys.key, '--base-url', url, '--json'];
  const kept = { api_key: keys.key, user_token: keys.user_token, base_url: url };
  const env = keysIn(keys, url);
  let turns = 0;

  /** Where something is planted, and the command that comes across it. */
  const targets = [
    ...[credentials, `${credentials}.lock`].map((at) => ({ at, args: login })),
    { at: 'configs/web', args: ['configs', 'pull', 'configs', '--force', '--json'], env },
    ...[
      'log.csv',
      '.log.csv.waypost-partial',
      '.log.csv.waypost-partial.json',
      '.log.csv.waypost-partial.lock',
    ].map((at) => ({ at, args: [...exportTo('log.csv'), '--json'], env })),
  ];
  const plants = {
    link: (path, victim) => symlinkSync(victim, path),
    'hard link': (path, victim) => linkSync(victim, path),
    pipe: (path) => execFileSync('mkfifo', [path]),
    directory: (path) => mkdirSync(path),
    file: (path) => writeFileSync(path, '{}', { mode: 0o666 }),
  };

  /** A file that nobody but its owner is to change, in a directory that everybody writes into. */
  function victimIn(home, at) {
    const victim = join(home, 'victim');
    writeFileSync(victim, 'of somebody', { mode: 0o644 });
    mkdirSync(dirname(join(home, at)), { recursive: true, mode: 0o700 });
    return victim;
  }

  const trials = {
    async 'many processes on one profile'(home) {
      // A hundred take their time.
      const count = turns % 8 === 0 ? processes : Math.min(processes, 8);
      turns += 1;
      const names = Array.from({ length: count }, (_, at) => join(home, `project-${at}`));
      for (const name of names) mkdirSync(name);
      put(join(home, '.config/waypost/profiles/acme/credentials.json'), kept);
      const commands = [
        (at) => ['profiles', 'bind', names[at], 'acme', '--json'],
        () => [...login, '--profile', 'acme'],
        () => ['auth', 'switch', 'acme', '--json'],
        () => ['auth', 'whoami', '--profile', 'acme', '--json'],
      ];
      const runs = await Promise.all(
        names.map((_, at) =>
          runCommand(commands[at % commands.length](at), { home, patience: 240_000 }),
        ),
      );
      const faults = runs.flatMap((run) => faultsOf(run, { secrets: [keys.user_token] }));
      const { bindings = {}, current } = readJson(join(home, profiles)) ?? {};
      const done = (at) => runs[at]?.status === 0;
      const gone = names.filter(
        (name, at) => at % 4 === 0 && done(at) && bindings[name] !== 'acme',
      );
      if (gone.length > 0) faults.push(['lost', `${gone.length} bindings`]);
      if (runs.some((_, at) => at % 4 === 2 && done(at)) && current !== 'acme')
        faults.push(['lost', 'the chosen profile']);
      const stored = readJson(join(home, '.config/waypost/profiles/acme/credentials.json'));
      if (stored?.api_key !== keys.key) faults.push(['lost', 'the login of the profile']);
      if (!runs.some(({ status }) => status === 0)) faults.push(['bad answer', 'none succeeds']);
      return { what: `${count}`, faults };
    },
    async 'processes that log in and out'(home, chance) {
      const runs = await Promise.all(
        Array.from({ length: 6 }, () =>
          runCommand(chance() < 0.7 ? login : ['auth', 'logout', '--json'], { home }),
        ),
      );
      const faults = runs.flatMap((run) => faultsOf(run, { secrets }));
      if (
        existsSync(join(home, credentials)) &&
        readJson(join(home, credentials))?.api_key !== keys.key
      )
        faults.push(['lost', 'the login is damaged']);
      return { faults };
    },
    async 'a planted file'(home, chance) {
      const { at, ...command } = pickFrom(targets, chance);
      const victim = victimIn(home, at);
      const how = pickFrom(Object.keys(plants), chance);
      const path = join(home, at);
      plants[how](path, victim);
      const run = await runCommand(command.args, { home, ...command });
      const faults = [...faultsOf(run, { secrets }), ...leaksIn(home, [keys.user_token])];
      // A link at the very path that was named is followed on purpose; a second name never is written through.
      const isOwnLink = how === 'link' && [credentials, 'log.csv', 'configs/web'].includes(at);
      if (read(victim) !== 'of somebody' && !isOwnLink)
        faults.push(['lost', `what ${at} shares bytes with holds ${read(victim).slice(0, 60)}`]);
      return { what: `${how} at ${at}`, faults };
    },
    async "another user's file"(home, chance) {
      if (!isRoot) return { what: 'not possible', faults: [], count: 0 };
      const { at, ...command } = pickFrom(targets, chance);
      const victim = victimIn(home, at);
      const how = pickFrom(Object.keys(plants), chance);
      execFileSync('chown', ['-R', `${toolUser}:${toolUser}`, home]);
      chownSync(victim, ...(how === 'hard link' ? [otherUser, otherUser] : [toolUser, toolUser]));
      const path = join(home, at);
      plants[how](path, victim);
      lchownSync(path, otherUser, otherUser);
      if (how !== 'link') chmodSync(path, 0o777);
      const isOpen = chance() < 0.5;
      if (isOpen) chmodSync(dirname(path), 0o777);
      const run = await runCommand(command.args, { home, ...command, wrapper: asToolUser });
      const faults = faultsOf(run, { secrets });
      if (read(victim) !== 'of somebody')
        faults.push(['lost', `what ${at} leads to holds ${read(victim).slice(0, 60)}`]);
      faults.push(...foreignSecrets(home));
      return { what: `${how} at ${at}${isOpen ? ', open directory' : ''}`, faults };
    },
    async 'a user who swaps files'(home, chance) {
      const { at, ...command } = pickFrom(targets, chance);
      const victim = victimIn(home, at);
      const open = dirname(join(home, at));
      if (isRoot) execFileSync('chown', ['-R', `${toolUser}:${toolUser}`, home]);
      chmodSync(open, 0o777);
      const words = [racer, join(home, at), victim, String(Math.floor(chance() * 1e9))];
      const child = spawn(process.execPath, words, {
        stdio: ['ignore', 'pipe', 'inherit'],
        ...(isRoot ? { uid: otherUser, gid: otherUser } : {}),
      });
      const ended = new Promise((resolve) => child.once('close', resolve));
      await new Promise((resolve) => child.stdout.once('data', resolve));
      const run = await runCommand(command.args, { home, ...command, wrapper: asToolUser });
      child.kill('SIGKILL');
      await ended;
      const faults = faultsOf(run, { secrets });
      // Its own user may lead the tool to a file of his own by a link.
      if (isRoot && read(victim) !== 'of somebody')
        faults.push(['lost', `what ${at} leads to holds ${read(victim).slice(0, 60)}`]);
      if (isRoot) faults.push(...foreignSecrets(home));
      return { what: at, faults };
    },
    async 'an open umask'(home, chance) {
      const umask = pickFrom(['000', '002', '022'], chance);
      const wrapper = ['sh', '-c', `umask ${umask}; exec "$@"`, 'sh'];
      const args = pickFrom(
        [
          login,
          ['signup', '--unattended', '--base-url', url, '--json'],
          ['settings', 'set', 'timeout', '7', '--json'],
          ['profiles', 'bind', home, 'acme', '--json'],
        ],
        chance,
      );
      put(join(home, '.config/waypost/profiles/acme/credentials.json'), kept);
      const run = await runCommand(args, { home, wrapper });
      const faults = faultsOf(run, { secrets });
      for (const name of readdirSync(home, { recursive: true })) {
        if (!/waypost|signup/.test(name)) continue;
        const { mode } = statSync(join(home, name));
        if ((mode & 0o077) !== 0)
          faults.push(['leaked', `${name} has mode ${(mode & 0o777).toString(8)}`]);
      }
      return { what: `${umask}: ${args[0]} ${args[1]}`, faults };
    },
    async 'a lock that was left'(home, chance) {
      const kind = pickFrom(Object.keys(holders), chance);
      put(join(home, credentials), { api_key: 'ak_before_0123456789', base_url: url });
      // A run that is killed leaves its lock.
      await runCommand(login, { home, preloads: [dieAtRename] });
      const lock = join(home, `${credentials}.lock`);
      const [pid, space, start, nonce] = readFileSync(lock, 'utf8').split(' ');
      const { holder, ageMs = 0, held } = holders[kind]({ pid, space, start });
      writeFileSync(lock, [...holder, nonce].join(' '));
      const then = new Date(Date.now() - ageMs);
      utimesSync(lock, then, then);
      const run = await runCommand(login, { home });
      const faults = faultsOf(run, { secrets });
      const now = readJson(join(home, credentials))?.api_key;
      const [expected, status] = held ? ['ak_before_0123456789', 5] : [keys.key, 0];
      if (now !== expected)
        faults.push([
          run.status === 0 ? 'wrong success' : 'lost',
          `the login is ${now?.slice(0, 9)}`,
        ]);
      if (run.status !== status) faults.push(['bad answer', `${run.status}: ${run.stdout}`]);
      return { what: kind, faults };
    },
    async 'a second sandbox on one directory'(home, chance) {
      const data = join(home, 'data');
      const first = await startSandbox(home, { data });
      const space = pickFrom(Object.keys(spaces).filter(isPossible), chance);
      const second = await startSandbox(home, { data, wrapper: spaces[space] });
      const faults = [];
      if (second.url !== undefined) faults.push(['lost', 'two sandboxes write one directory']);
      else if (second.document.error === undefined) faults.push(['bad answer', second.errors()]);
      faults.push(...(await second.end()));
      if ((await first.ask('GET', '/keys/ak_test')).status !== 200)
        faults.push(['lost', 'the first one is gone']);
      faults.push(...(await first.end()));
      return { what: space, faults };
    },
  };

  /** Files that hold a secret and are not the tool's user's. */
  function foreignSecrets(home) {
    const faults = leaksIn(home, [keys.user_token], ['log.csv']);
    for (const name of [credentials, `${credentials}.lock`]) {
      const path = join(home, name);
      if (!existsSync(path) || !statSync(path).isFile() || statSync(path).uid === toolUser)
        continue;
      if (read(path).includes(keys.key)) faults.push(['leaked', `${name} is another user's`]);
    }
    return faults;
  }

  async function next(number, chance) {
    const names = Object.keys(trials);
    const name = names[number % names.length];
    const home = makeHome(folder);
    chmodSync(home, 0o755);
    try {
      const { what = '', ...outcome } = await trials[name](home, chance);
      return { name: `${name} ${what}`, ...outcome };
    } finally {
      // What was killed while it swapped files may have one left to make.
      removeHome(home);
    }
  }
  return { name: 'company', next, close() {} };
}

/** Who a lock names, and whether that is somebody at work. `start` is of a process that is gone. */
const holders = {
  'of a process that is gone': ({ pid, space, start }) => ({ holder: [pid, space, start] }),
  'of a process number that is used again': ({ space, start }) => ({
    holder: [process.pid, space, start],
  }),
  'of a process at work': ({ space, start }) => ({
    holder: [process.pid, space, startOf(process.pid, start)],
    held: true,
  }),
  'of another host at work': ({ start }) => ({
    holder: [1, 'elsewhere/pid:[1]', start],
    held: true,
  }),
  'of another host that is gone': ({ start }) => ({
    holder: [1, 'elsewhere/pid:[1]', start],
    ageMs: 600_000,
  }),
  'of nobody': () => ({ holder: ['', '', ''] }),
};

/** The start of a process as a lock names it, after the example of another one of the same boot. */
function startOf(pid, example) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const tick = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return example.replace(/\d+$/, tick);
}

/** Namespaces of a second sandbox, as words before its command. */
const spaces = {
  'the same namespace': [],
  'other process numbers': ['unshare', '--pid', '--fork', '--mount-proc'],
  'another network': ['unshare', '--net', 'sh', '-c', 'ip link set lo up; exec "$@"', 'sh'],
  'another host': [
    'unshare',
    '--pid',
    '--fork',
    '--mount-proc',
    '--net',
    '--uts',
    '--ipc',
    'sh',
    '-c',
    'ip link set lo up; hostname elsewhere; exec "$@"',
    'sh',
  ],
};

/** Whether this user may make the namespaces. */
function isPossible(space) {
  if (spaces[space].length === 0) return true;
  try {
    execFileSync(spaces[space][0], [...spaces[space].slice(1), 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
