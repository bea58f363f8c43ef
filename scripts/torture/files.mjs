// Damages the files that waypost reads, at random positions, and runs the commands that read them.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pickFrom } from '../random.mjs';
import { faultsOf, runCommand } from './command.mjs';
import {
  credentials,
  makeHome,
  pending,
  profiles,
  put as putAt,
  removeHome,
  settings,
} from './home.mjs';
import { startWire } from './wire.mjs';

const validate = ['emails', 'validate', '--file', 'in.csv', '-o', 'out.csv', '--cache', '7d'];
const year = ['lookups', 'export', '--start', '2026-01-01', '--end', '2026-10-31'];
const exportYear = (name) => [...year, '-o', name];

const fresh = ['emails', 'validate', '--file', 'in.csv', '-o', 'fresh.csv', '--cache', '7d'];
const answers = '.cache/waypost/lookups/answers';
const data = (name) => `.local/share/waypost/sandbox/${name}`;

/** The commands that read each file. `product` is the file that the command writes. */
const readers = [
  { file: () => credentials, args: ['auth', 'whoami'] },
  { file: () => credentials, args: ['keys', 'details'] },
  { file: () => credentials, args: ['auth', 'list'] },
  { file: () => credentials, args: ['doctor'] },
  {
    file: () => `${credentials}.lock`,
    args: ['auth', 'login', '--api-key', 'KEY', '--base-url', 'URL'],
    keeps: false,
  },
  { file: () => settings, args: ['settings', 'list'] },
  { file: () => settings, args: ['keys', 'show'] },
  { file: () => settings, args: ['settings', 'set', 'timeout', '9'], keeps: false },
  { file: () => profiles, args: ['profiles', 'list'] },
  { file: () => profiles, args: ['auth', 'switch', 'acme'], keeps: false },
  { file: () => profiles, args: ['keys', 'show'] },
  { file: () => pending, args: ['signup', '--resume', '--deadline', '2'], keeps: false },
  { file: partOf('out.csv'), args: [...validate, '--resume'], product: 'out.csv', keeps: false },
  {
    file: partOf('log.csv'),
    args: [...exportYear('log.csv'), '--resume'],
    product: 'log.csv',
    keeps: false,
  },
  {
    file: partOf('log.parquet'),
    args: [...exportYear('log.parquet'), '--resume'],
    product: 'log.parquet',
    keeps: false,
  },
  { file: () => 'in.csv', args: ['emails', 'validate', '--file', 'in.csv', '-o', 'new.csv'] },
  { file: () => 'configs/web', args: ['configs', 'push', 'configs', '--create', '--yes'] },
  { file: () => 'configs/web', args: ['configs', 'diff', 'configs'] },
  {
    file: () => 'seed.json',
    args: ['sandbox', 'start', '--memory', '--port', '0', '--seed', 'seed.json'],
    serves: true,
  },
  { file: () => answers, args: [...validate, '--resume'], product: 'out.csv', keeps: false },
  { file: () => answers, args: fresh, product: 'fresh.csv', keeps: false },
  { file: () => data('sandbox.json'), args: ['sandbox', 'list'] },
  { file: () => data('sandbox.json'), args: ['sandbox', 'status'] },
  { file: () => data('sandbox.log'), args: ['sandbox', 'logs'] },
  { file: firstIn('.local/share/waypost/sandboxes'), args: ['sandbox', 'list'], keeps: false },
  {
    file: firstIn('.cache/waypost/completion'),
    args: ['__complete', 'zsh', '--current=', '--', 'configs', 'get'],
    isText: true,
    keeps: false,
  },
  {
    file: (home, chance) =>
      join(signUps, pickFrom(namesIn(join(home, signUps), /^fresh.*answer$/), chance)),
    args: ['signup', '--resume', '--profile', 'fresh', '--deadline', '2'],
    product: '.config/waypost/profiles/fresh/credentials.json',
    keeps: false,
  },
];

const signUps = dirname(pending);
const namesIn = (directory, pattern) => readdirSync(directory).filter((name) => pattern.test(name));

/** Returns a function that finds the first JSON file in a directory of a home directory. */
function firstIn(directory) {
  return (home) => join(directory, namesIn(join(home, directory), /json$/)[0]);
}

/** Returns a function that selects one of an unfinished run's temporary files, which are next to the output file. */
function partOf(product) {
  return (home, chance) =>
    pickFrom(
      readdirSync(home).filter((name) => name.startsWith(`.${product}.waypost-partial`)),
      chance,
    );
}

/** The ways to damage the bytes of a file. */
const damages = {
  'changed bytes': (bytes, chance) => {
    for (let count = 1 + Math.floor(chance() * 3); count > 0 && bytes.length > 0; count -= 1) {
      bytes[Math.floor(chance() * bytes.length)] ^= 1 + Math.floor(chance() * 255);
    }
    return bytes;
  },
  'another digit': (bytes, chance) =>
    Buffer.from(
      bytes
        .toString('latin1')
        .replace(/\d/g, (digit) => (chance() < 0.1 ? Math.floor(chance() * 10) : digit)),
      'latin1',
    ),
  'cut off': (bytes, chance) => bytes.subarray(0, Math.floor(chance() * bytes.length)),
  'a missing part': (bytes, chance) => {
    const at = Math.floor(chance() * bytes.length);
    return Buffer.concat([
      bytes.subarray(0, at),
      bytes.subarray(at + 1 + Math.floor(chance() * 40)),
    ]);
  },
  'a duplicate part': (bytes, chance) => {
    const at = Math.floor(chance() * bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.floor(at / 2))]);
  },
  empty: () => Buffer.alloc(0),
  zeros: (bytes) => Buffer.alloc(bytes.length),
  noise: (_, chance) => Buffer.from(Array.from({ length: 200 }, () => Math.floor(chance() * 256))),
  'other JSON': (_, chance) =>
    Buffer.from(
      pickFrom(
        [
          'null',
          '[]',
          '{}',
          '1',
          '"x"',
          '{"api_key":7}',
          '{"api_key":null,"base_url":[]}',
          '{"bindings":[]}',
          '{"bindings":{"/":7}}',
          '{"current":"../../x","bindings":{}}',
          '{"timeout":{}}',
          '{"output":"x"}',
          '{"__proto__":{"api_key":"ak_x"}}',
          '{"checksum":"0"}',
          '{"cli_token":"../../keys","base_url":"http://127.0.0.1:1"}',
          `${'['.repeat(200_000)}`,
        ],
        chance,
      ),
    ),
  large: (bytes) => Buffer.concat([bytes, Buffer.alloc(3 * 1024 * 1024, 0x20)]),
  'a byte order mark': (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
  'no UTF-8': (bytes, chance) => {
    const at = Math.floor(chance() * bytes.length);
    return Buffer.concat([
      bytes.subarray(0, at),
      Buffer.from([0xff, 0xc0, 0xed, 0xa0, 0x80]),
      bytes.subarray(at),
    ]);
  },
};

/** Prepares the faults in files. Creates a home directory with every file that waypost reads. */
export async function fileFaults({ sandbox, keys, directory }) {
  const { url } = sandbox;
  const own = await sandbox.account();
  const base = makeHome(directory);
  const put = (name, content) => putAt(join(base, name), content);
  const login = { api_key: own.key, user_token: own.user_token, base_url: url };
  const lookups = { count: 300, start: Date.UTC(2026, 0, 1), end: Date.UTC(2026, 9, 31) };
  await sandbox.ask('POST', `/_sandbox/keys/${own.key}/lookups`, { body: lookups });
  put(credentials, login);
  put('.config/waypost/profiles/acme/credentials.json', login);
  put(settings, { timeout: '8', output: 'text' });
  put(profiles, { current: 'acme', bindings: { [join(base, 'tmp')]: 'acme' } });
  put(
    'in.csv',
    `email\n${Array.from({ length: 20 }, (_, at) => `someone${at}@example.org`).join('\n')}\n`,
  );
  put('configs/web', 'a payload\n'.repeat(20));
  put('seed.json', { version: 1, accounts: [{ name: 'A', keys: [{ key: 'ak_seeded' }] }] });
  const begun = await sandbox.ask('POST', '/sign_up', { body: {} });
  put(pending, {
    cli_token: begun.json.result.cli_token,
    base_url: url,
    signup_url: begun.json.result.signup_url,
  });

  const run = (home, args, { at = url, ...options } = {}) =>
    runCommand(
      [
        ...args.map((word) => word.replace('KEY', own.key).replace('URL', url)),
        ...(args[0] === '__complete' ? [] : ['--json']),
      ],
      {
        home,
        ...options,
        env: {
          WAYPOST_BASE_URL: at,
          // The stored login is for the sandbox's own URL, not for the URL of the server between the command and the
          // sandbox.
          ...(at === url ? {} : { WAYPOST_API_KEY: own.key, WAYPOST_USER_TOKEN: own.user_token }),
        },
      },
    );
  const claimed = await leaveClaim(sandbox, put);
  await sandbox.ask('POST', `/keys/${own.key}/configs`, {
    token: own.user_token,
    body: { name: 'web', payload: 'x' },
  });
  await run(base, ['__complete', '--refresh', 'config']);
  // Complete runs in another home directory create the expected products. Then runs in `base` stop early, and leave
  // unfinished files.
  const wholes = {};
  const other = makeHome(directory);
  cpSync(base, other, { recursive: true });
  for (const [name, args] of [
    ['out.csv', validate],
    ['fresh.csv', fresh],
    [readers.at(-1).product, readers.at(-1).args],
    ['log.csv', exportYear('log.csv')],
    ['log.parquet', exportYear('log.parquet')],
  ]) {
    await run(other, args);
    wholes[name] = readFileSync(join(other, name));
  }
  await run(base, [...validate, '--max-lookups', '7']);
  let healthy = false;
  const wire = await startWire(url, {
    fault: (socket) => socket.destroy(),
    isSpoilt: () => !healthy && windows++ > 0,
  });
  let windows = 0;
  for (const name of ['log.csv', 'log.parquet']) {
    windows = 0;
    await run(base, exportYear(name), { at: `http://127.0.0.1:${wire.port}/v1` });
  }
  healthy = true;
  await keepSandbox(base, run);

  async function next(number, chance) {
    const reader = readers[number % readers.length];
    const home = makeHome(directory);
    cpSync(base, home, { recursive: true });
    try {
      const name = reader.file(home, chance);
      const path = join(home, name);
      const what = pickFrom(Object.keys(damages), chance);
      // A lock file exists only while a process holds the lock. If the lock file does not exist, this code uses
      // invented content.
      const before = existsSync(path) ? readFileSync(path) : Buffer.from('4711 elsewhere 1 nonce');
      const damaged = damages[what](before, chance);
      writeFileSync(path, damaged);
      const isWindow = reader.product?.startsWith('log');
      const done = await run(home, reader.args, {
        ...(isWindow ? { at: `http://127.0.0.1:${wire.port}/v1` } : {}),
        untilLine: reader.serves,
      });
      const found = faultsOf(done, {
        killed: reader.serves,
        secrets: [
          claimed,
          own.user_token,
          keys.user_token,
          ...(reader.args.includes('KEY') ? [] : [own.key]),
        ],
      });
      // The output of shell completion is not a JSON document.
      const faults = found.filter(([kind]) => !reader.isText || kind !== 'wrong result');
      if (reader.keeps !== false && !(existsSync(path) && readFileSync(path).equals(damaged)))
        faults.push(['lost', `${name} has changed`]);
      const { product } = reader;
      if (product !== undefined && existsSync(join(home, product))) {
        const now = readFileSync(join(home, product));
        if (!now.equals(wholes[product]))
          faults.push([done.status === 0 ? 'wrong success' : 'lost', `${product} differs`]);
      }
      return { name: `${name} ${what}: ${reader.args.slice(0, 2).join(' ')}`, faults };
    } finally {
      // The process that requests completion values might still be running. `removeHome` handles this case.
      removeHome(home);
    }
  }
  return { name: 'files', next, close: () => wire.close() };
}

/** Writes the files of a sign-up that was killed after its keys arrived. Returns the management key. */
async function leaveClaim(sandbox, put) {
  const { json } = await sandbox.ask('POST', '/sign_up', { body: {} });
  const { cli_token, signup_url } = json.result;
  const ticket = signup_url.split('/').at(-1);
  await sandbox.ask('POST', `/_sandbox/sign_up/${ticket}/complete`, { body: {} });
  const response = await sandbox.ask('GET', `/sign_up/${cli_token}`);
  const name = createHash('sha256').update(cli_token).digest('hex').slice(0, 16);
  put(join(signUps, 'fresh.json'), { cli_token, signup_url, base_url: sandbox.url });
  put(join(signUps, `fresh.json.${name}.answer`), response.text);
  return response.json.result.user_token;
}

/**
 * Creates the files that a detached sandbox leaves after a crash of the machine: its log, and the record that it is
 * running.
 */
async function keepSandbox(home, run) {
  const directory = join(home, '.local/share/waypost');
  await run(home, ['sandbox', 'start', '--detach', '--port', '0']);
  cpSync(directory, `${directory}-kept`, { recursive: true });
  await run(home, ['sandbox', 'stop']);
  rmSync(directory, { recursive: true });
  renameSync(`${directory}-kept`, directory);
}
