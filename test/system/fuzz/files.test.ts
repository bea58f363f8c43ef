// Whatever the files contain that waypost wrote and reads again, a command prints one JSON document, any error has a known
// code, and the command keeps the file.
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect } from 'vitest';
import { journalLine } from '../../../src/batch/journal-lines';
import { seal } from '../../../src/lib/sealed-state';
import {
  expectContract,
  expectContractOfData,
  property,
  runHere,
  secrets,
  useHome,
} from './support/fuzz';

const home = useHome();
const [apiKey, userToken] = secrets;

const members = fc.constantFrom(
  'api_key',
  'user_token',
  'base_url',
  'api_key_command',
  'user_token_command',
  'current',
  'bindings',
  'output',
  'color',
  'timeout',
  'tags',
  'browser',
  'cli_token',
  'signup_url',
  'credentials',
  'checksum',
  'version',
  '__proto__',
  'constructor',
  '',
);

const value = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      apiKey,
      userToken,
      'http://127.0.0.1:9/v1',
      'https://user:pw@x/',
      'ftp://x',
      'json',
      'never',
      '3',
      '-1',
      '1e9',
      [],
      ['false'],
      [7],
      {},
      '../../x',
      'acme',
      '\u0000',
      '\ud800',
    ),
  },
);

const document = fc
  .dictionary(members, value, { maxKeys: 5 })
  .map((one) => Buffer.from(JSON.stringify(one)));

/** Generates documents in which a few bytes are changed and the end can be missing. */
const damaged = fc
  .tuple(document, fc.array(fc.tuple(fc.nat(300), fc.nat(255)), { maxLength: 4 }), fc.nat(400))
  .map(([bytes, changes, length]) => {
    const copy = Buffer.from(bytes);
    for (const [at, byte] of changes) if (at < copy.length) copy[at] = byte;
    return copy.subarray(0, length);
  });

const anything = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes));

const content = fc.oneof(
  { weight: 4, arbitrary: document },
  { weight: 3, arbitrary: damaged },
  { weight: 1, arbitrary: anything },
);

const readers = [
  { file: 'waypost/credentials.json', args: ['auth', 'list'] },
  { file: 'waypost/credentials.json', args: ['configs', 'create', 'x', '--payload', ''] },
  { file: 'waypost/settings.json', args: ['settings', 'list'] },
  { file: 'waypost/settings.json', args: ['emails', 'validate', 'no address'] },
  { file: 'waypost/profiles.json', args: ['profiles', 'list'] },
  { file: 'waypost/profiles.json', args: ['emails', 'validate', 'no address'] },
] as const;

const withoutSecrets = (text: string) =>
  secrets.reduce((left, one) => left.replaceAll(one, ''), text);

property(
  'whatever the credentials, settings or profiles file contains, commands print one JSON document and keep the file',
  fc.tuple(fc.constantFrom(...readers), content),
  async ([{ file, args }, bytes]) => {
    const directory = join(home, file.replace(/\W/g, '-') + args[0]);
    const path = join(directory, file);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, bytes, { mode: 0o600 });
    // waypost would run the key command in the file.
    if (bytes.includes('_command')) return;
    const result = await runHere([...args, '--json'], {
      home: directory,
      env: { XDG_CONFIG_HOME: directory, CI: '1' },
    });
    // waypost shows the values of settings, even if a value looks like a key.
    const isShown = args[0] === 'settings';
    expectContract(
      isShown ? { ...result, stdout: withoutSecrets(result.stdout) } : result,
      `${file} ${args.join(' ')} ${bytes.toString('latin1')}`,
    );
    expect(readFileSync(path).equals(bytes)).toBe(true);
  },
  0.4,
);

/** A service that interrupts an export after the first time range, and rejects all but one row of a batch. */
const server = createServer(({ url = '' }, response) => {
  if (url.includes('start=1767225600000') || url.includes('a%40example')) {
    const isLog = url.includes('start=');
    response.setHeader('content-type', isLog ? 'text/csv' : 'application/json');
    response.end(
      isLog
        ? '2026-01-01T00:00:00.000Z,192.0.2.1,x,,places,,1,,\n'
        : '{"code":2000,"message":"Success","result":{"valid":true}}',
    );
  } else if (url.includes('start=')) {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': 99 });
    response.write('2026-', () => response.destroy());
  } else {
    response.writeHead(402, { 'content-type': 'application/json' });
    response.end('{"code":4020,"message":"Key balance depleted"}');
  }
});

const state = join(home, 'state');
const at = (path: string) => join(state, path);
let url: string;

const run = (args: readonly string[]) =>
  runHere([...args, '--json'], {
    home: state,
    env: {
      WAYPOST_API_KEY: apiKey,
      WAYPOST_USER_TOKEN: userToken,
      WAYPOST_BASE_URL: url,
      XDG_CONFIG_HOME: state,
      CI: '1',
    },
  });

/** A file that waypost wrote, the function that writes a document to the file, and a command that reads the file. */
interface Way {
  file: string;
  write: (document: object) => string;
  args: string[];
}

const plain = (document: object) => `${JSON.stringify(document)}\n`;
const pending = '.local/share/waypost/signup/default.json';

const ways: Way[] = [
  { file: pending, write: seal, args: ['signup', '--resume', '--deadline', '9'] },
  { file: pending, write: seal, args: ['doctor'] },
  {
    file: '.log.csv.waypost-partial.json',
    write: seal,
    args: [
      'lookups',
      'export',
      '--start',
      '2026-01-01',
      '--end',
      '2026-10-30',
      '-o',
      at('log.csv'),
    ],
  },
  {
    file: '.out.csv.waypost-partial-answers',
    write: journalLine,
    args: ['emails', 'validate', '--file', at('in.csv'), '-o', at('out.csv')],
  },
  // This machine does not have the address, so that the sandbox reads the seed file and then fails to start.
  {
    file: 'seed.json',
    write: plain,
    args: ['sandbox', 'start', '--memory', '--host', '192.0.2.1', '--seed', at('seed.json')],
  },
];

const resumed = new Set(['lookups', 'emails']);

/** The content of the files that interrupted runs leave, by name. */
const left: Record<string, string> = {};
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  mkdirSync(state, { recursive: true, mode: 0o700 });
  writeFileSync(at('in.csv'), 'email\na@example.org\nb@example.org\n');
  for (const { args } of ways) if (resumed.has(args[0] ?? '')) await run(args);
  for (const name of readdirSync(state)) {
    if (/waypost-partial|in\.csv/.test(name)) left[name] = readFileSync(at(name), 'utf8');
  }
  left[pending] = seal({
    cli_token: 'token_of_a_sign_up',
    base_url: url,
    signup_url: `${url}/sign_up`,
    started_at: '2026-11-22T00:00:00.000Z',
    credentials: { test_api_key: apiKey, user_token: userToken, user_id: '1' },
  });
  left['seed.json'] = plain({
    version: 1,
    accounts: [{ keys: [{ name: 'a', configs: [{ name: 'b', payload: '' }] }] }],
  });
  for (const { file } of ways) expect(left[file], file).toBeTruthy();
  return () => server.close();
});

/** Returns every object in a value, including the value itself. */
function objectsIn(one: unknown): Record<string, unknown>[] {
  if (typeof one !== 'object' || one === null) return [];
  const inside = Object.values(one).flatMap(objectsIn);
  return Array.isArray(one) ? inside : [one as Record<string, unknown>, ...inside];
}

/** Generates changes to fields: the number of the object, the number of the field, and the new value. */
const changes = fc.array(fc.tuple(fc.nat(99), fc.nat(99), fc.option(value, { nil: undefined })), {
  maxLength: 3,
});

type Changes = typeof changes extends fc.Arbitrary<infer T> ? T : never;

/** Returns the content of a run's file with changed fields and correct checksums. */
function altered(text: string, write: Way['write'], changed: Changes): Buffer {
  const documents = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(write === journalLine ? line.slice(0, -17) : line));
  const objects = objectsIn(documents);
  for (const [which, member, to] of changed) {
    const object = objects[which % objects.length] ?? {};
    const names = Object.keys(object);
    object[names[member % names.length] ?? 'x'] = to;
  }
  for (const document of documents) if (write === seal) delete document.checksum;
  return Buffer.from(documents.map(write).join(''));
}

/** Generates documents with a valid checksum, so that waypost does not reject them before it reads their fields. */
const sealed = fc
  .dictionary(members, fc.oneof(value, fc.constant('2026-10-31T00:00:00Z')), { maxKeys: 6 })
  .map((one) => Buffer.from(seal(one)));

const lines = fc
  .array(
    fc.dictionary(
      fc.constantFrom(
        'waypost',
        'version',
        'identity',
        'header',
        'run',
        'torn',
        's',
        'n',
        'k',
        'q',
        'cost',
        'error',
        'result',
      ),
      value,
      { maxKeys: 4 },
    ),
    { maxLength: 4 },
  )
  .map((all) => Buffer.from(all.map(journalLine).join('')));

const seedMembers = fc.constantFrom(
  'version',
  'accounts',
  'keys',
  'key',
  'name',
  'lookups',
  'licensees',
  'configs',
  'clock',
  'faults',
  '__proto__',
);

const seed = fc
  .dictionary(
    seedMembers,
    fc.oneof(value, fc.array(fc.dictionary(seedMembers, value, { maxKeys: 3 }), { maxLength: 2 })),
    { maxKeys: 5 },
  )
  .map((one) => Buffer.from(JSON.stringify(one)));

const contents = fc.oneof(content, sealed, lines, seed);

const unlessAltered = fc.oneof(
  { weight: 2, arbitrary: changes.map((changed) => ({ changed })) },
  { weight: 1, arbitrary: contents.map((bytes) => ({ bytes })) },
);

property(
  'whatever the sign-up, state, journal or seed file contains, commands print one JSON document and keep the file',
  fc.tuple(fc.constantFrom(...ways), unlessAltered),
  async ([{ file, write, args }, one]) => {
    const bytes = 'bytes' in one ? one.bytes : altered(left[file] ?? '', write, one.changed);
    rmSync(state, { recursive: true, force: true });
    for (const [name, text] of Object.entries({ ...left, [file]: bytes })) {
      mkdirSync(dirname(at(name)), { recursive: true, mode: 0o700 });
      writeFileSync(at(name), text, { mode: 0o600 });
    }
    const result = await run(resumed.has(args[0] ?? '') ? [...args, '--resume'] : args);
    expectContractOfData(result, `${args.join(' ')} ${bytes.toString('latin1')}`);
    // waypost does not change a file that it rejects, but a batch can append the new run to its journal.
    if (result.status === 2) {
      expect(readFileSync(at(file)).subarray(0, bytes.length).equals(bytes)).toBe(true);
    }
  },
  0.4,
);
