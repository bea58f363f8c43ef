// Whatever the files hold that the tool reads back: one document, a known code, and the file as it was.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { journalLine, readJournal } from '../../src/batch/journal-lines';
import { readPending } from '../../src/client/signup/pending';
import { WaypostError } from '../../src/lib/errors';
import { readSealed, seal } from '../../src/lib/sealed-state';
import { readSeed } from '../../src/sandbox/seed/read';
import { readSession } from '../../src/sandbox/sessions/exchange';
import {
  expectContract,
  patience,
  runHere,
  runsOf,
  secrets,
  temporaryHome,
} from './support/in-process';

const home = temporaryHome();
afterAll(home.remove);
const [apiKey, userToken] = secrets;

const members = fc.constantFrom(
  ...[
    'api_key',
    'user_token',
    'base_url',
    'api_key_command',
    'user_token_command',
    'current',
    'bindings',
  ],
  ...[
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
  ],
  ...['__proto__', 'constructor', ''],
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
/** A document with some bytes changed. */
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

test('credentials, settings and profiles', { timeout: patience }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...readers), content, async ({ file, args }, bytes) => {
      const folder = join(home.path, file.replace(/\W/g, '-') + args[0]);
      const path = join(folder, file);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, bytes, { mode: 0o600 });
      // A command that prints a key would be run: that is what it is for.
      if (bytes.includes('_command')) return;
      const result = await runHere([...args, '--json'], {
        home: folder,
        env: { XDG_CONFIG_HOME: folder, CI: '1' },
      });
      expectContract(result, `${file} ${args.join(' ')} ${bytes.toString('latin1')}`);
      expect(readFileSync(path).equals(bytes)).toBe(true);
    }),
    runsOf(150),
  );
});

/** Each reads a file, or throws the error for it. */
const ways: Record<string, (path: string) => unknown> = {
  'a pending sign-up': readPending,
  'a sealed state': (path) => readSealed(path, 'state'),
  'the journal of a batch': async (path) => {
    for await (const line of readJournal(path)) expect(line.kind).toBeTruthy();
  },
  'a recorded session': readSession,
  'a seed': (path) => {
    let document: unknown;
    try {
      document = JSON.parse(readFileSync(path, 'utf8'));
    } catch {
      return;
    }
    readSeed(document);
  },
};
/** Sealed, so that what is inside is looked at. */
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

test('sign-ups, states, journals, sessions and seeds', { timeout: patience }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(ways)),
      fc.oneof(content, sealed, lines, seed),
      async (way, bytes) => {
        const path = join(home.path, 'file.json');
        writeFileSync(path, bytes, { mode: 0o600 });
        try {
          await ways[way]?.(path);
        } catch (error) {
          // Anything else would end as a fault of the tool.
          expect(error, `${way}: ${bytes.toString('latin1')}`).toBeInstanceOf(WaypostError);
          expect(error).toMatchObject({ code: expect.stringMatching(/^invalid_/) });
        }
        expect(readFileSync(path).equals(bytes)).toBe(true);
      },
    ),
    runsOf(150),
  );
});
