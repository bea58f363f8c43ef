// Installs the packed package in a project's node_modules, and compiles, loads and runs programs and examples that import
// the package.
import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect } from 'vitest';
import { blocksOf, textOf } from '../support/page';
import { requirement } from '../support/requirement';
import { scratchDirectory } from '../support/scratch';
import { nodeTest as test } from '../support/tool';

const root = join(__dirname, '../..');
const directory = scratchDirectory();
const modules = join(directory, 'node_modules');

/** The other packages in the project's node_modules: waypost's only dependency, and tools. */
const installed = ['node-sqlite3-wasm', 'vitest', 'typescript', '@types/node'];

beforeAll(() => {
  // --ignore-scripts packs the existing build. A new build would remove files that other tests use.
  const words = ['pack', '--ignore-scripts', '--silent', '--pack-destination', directory];
  execFileSync('npm', words, { cwd: root, shell: process.platform === 'win32', stdio: 'ignore' });
  const [file = ''] = readdirSync(directory);
  execFileSync('tar', ['-xzf', file], { cwd: directory });
  mkdirSync(join(modules, '@types'), { recursive: true });
  cpSync(join(directory, 'package'), join(modules, 'waypost'), { recursive: true });
  for (const name of installed) {
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction');
  }
});

/** Writes these files to a directory next to node_modules, and returns the directory. */
function project(name: string, files: Record<string, string>): string {
  const path = join(directory, name);
  mkdirSync(path);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
  return path;
}

/** Runs a Node script in a project and returns its standard output. If the script fails, the error contains its output. */
function run(path: string, words: string[]): string {
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, VITEST: ___, ...env } = process.env;
  try {
    return execFileSync(process.execPath, words, {
      cwd: path,
      encoding: 'utf8',
      stdio: 'pipe',
      env,
    });
  } catch (error) {
    const { stdout, stderr } = Object(error);
    throw new Error(`${words.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

/** A program that compiles only if the package declares exactly the expected types. */
const program = `
async function main(): Promise<void> {
  const { apiKey, sources, warnings }: ResolvedCredentials = resolveCredentials({ env: {}, apiKey: 'ak_x' });
  const options: CreateSandboxOptions = { port: 0, now: new Date(), rateLimit: false };
  const sandbox: LocalSandbox = await createSandbox(options);
  const { key, userToken } = await sandbox.key();
  const client: Client = createClient({ baseUrl: sandbox.url, apiKey: key, userToken });
  const { hits } = await client.places.search('Berlin', { countryIso: 'DEU' });
  const place = await client.places.resolve(hits[0]!.id);
  const population: string = place.native.population;
  // @ts-expect-error the name is a string
  const number: number = place.name;
  const suggestion: AddressSuggestion | undefined = (await client.addresses.autocomplete('1226 w')).hits[0];
  const details = await client.keys.details();
  const remaining: number = details.lookups_remaining;
  const most: number | null = (await client.keys.update({ name: details.name })).daily_limit.limit;
  // @ts-expect-error redact_days is a number
  const text: string = details.redact_days;
  const fields: string[] = [];
  await client.lookups.log({}, {
    begin: () => undefined,
    chunk: (bytes) => void fields.push(...String(bytes).trim().split(',')),
  });
  const row = Object.fromEntries(logColumns.map((name, at) => [name, fields[at]])) as Record<LogColumn, string>;
  const first: string = (await sandbox.faults.add({ path: '*', fault: '5001' }))[0]!.path;
  const code: string = await client.keys.availability().then(
    ({ available }): string => String(available),
    (error: unknown): string => (error instanceof WaypostError ? error.code : 'unknown'),
  );
  const time: Date = await sandbox.clock.advance('8d');
  // @ts-expect-error the sandbox does not have this property
  sandbox.nothing;
  // @ts-expect-error an API key is a string
  createClient({ apiKey: 1 });
  await sandbox.close();
  console.log(JSON.stringify([apiKey, sources.apiKey, warnings, Array.isArray(hits), first, code, time instanceof Date, remaining, most, row.lookup_type]));
}
void main();
`;

const imports = `
import { type AddressSuggestion, type Client, createClient, type LogColumn, logColumns, type ResolvedCredentials, resolveCredentials, WaypostError } from 'waypost';
import { type CreateSandboxOptions, createSandbox, type LocalSandbox } from 'waypost/sandbox';
`;

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022'],
  types: ['node'],
  skipLibCheck: false,
};

test.each([
  ['ES module', 'module'],
  ['CommonJS', 'commonjs'],
])(
  'a TypeScript program that imports waypost compiles in strict mode and runs (module format: %s)',
  (_name, type) => {
    const path = project(`program-${type}`, {
      'package.json': JSON.stringify({ type }),
      'tsconfig.json': JSON.stringify({ compilerOptions, files: ['program.ts'] }),
      'program.ts': imports + program,
    });
    expect(run(path, [join(modules, 'typescript/bin/tsc')])).toBe('');
    const expected = [
      'ak_x',
      'flag',
      [],
      true,
      '*',
      'service_unavailable',
      true,
      49,
      null,
      'Place Resolution',
    ];
    expect(JSON.parse(run(path, ['program.js']))).toEqual(expected);
  },
);

describe('docs/library.md', () => {
  const blocks = blocksOf(textOf('docs/library.md'), 'ts', 'js').map(({ text }) => text);
  const isTest = (text: string) => text.includes("from 'vitest'");

  test('has code blocks that compile in strict mode', () => {
    const files = Object.fromEntries(
      blocks.map((text, number) => [`block-${number}${isTest(text) ? '.test' : ''}.mts`, text]),
    );
    expect(Object.keys(files)).toHaveLength(3);
    const checks = { ...compilerOptions, noUncheckedIndexedAccess: true, skipLibCheck: true };
    const path = project('page', {
      ...files,
      'tsconfig.json': JSON.stringify({ compilerOptions: checks, files: Object.keys(files) }),
    });
    expect(run(path, [join(modules, 'typescript/bin/tsc')])).toBe('');
  });

  test('has code blocks that print the output that the page shows', async () => {
    const path = join(directory, 'page');
    const { createSandbox }: typeof import('../../src/sandbox/index') = createRequire(__filename)(
      join(root, 'dist/sandbox.js'),
    );
    const sandbox = await createSandbox();
    try {
      const { key } = await sandbox.key();
      const env = {
        PATH: process.env.PATH,
        HOME: directory,
        WAYPOST_API_KEY: key,
        WAYPOST_BASE_URL: sandbox.url,
      };
      const printed = (file: string) =>
        promisify(execFile)(process.execPath, [file], { cwd: path, env });
      expect((await printed('block-0.mjs')).stdout).toMatch(/^Berlin 52\.\d+ 13\.\d+\n$/);
      expect((await printed('block-1.mjs')).stdout).toBe('true +1 415 555 2671\n');
    } finally {
      await sandbox.close();
    }
    const words = [join(modules, 'vitest/vitest.mjs'), 'run', 'block-2.test.mts'];
    expect(run(path, words).replace(/\u001b\[\d+m/g, '')).toMatch(/Tests\s+1 passed/);
  });
});

test('`import` and `require` return the same objects, and both entry points export the same WaypostError', () => {
  const path = project('one-instance', {
    'check.mjs': `
      import { createRequire } from 'node:module';
      import * as index from 'waypost';
      import * as sandbox from 'waypost/sandbox';
      const load = createRequire(import.meta.url);
      const same = (a, b) => Object.keys(a).every((name) => a[name] === b[name]);
      console.log(JSON.stringify([
        Object.keys(index), Object.keys(sandbox),
        same(index, load('waypost')), same(sandbox, load('waypost/sandbox')),
        index.WaypostError === sandbox.WaypostError, load('waypost/package.json').name,
      ]));`,
  });
  expect(JSON.parse(run(path, ['check.mjs']))).toEqual([
    ['WaypostError', 'createClient', 'logColumns', 'resolveCredentials'],
    ['WaypostError', 'createSandbox', 'testValues'],
    true,
    true,
    true,
    'waypost',
  ]);
});

describe('the package', () => {
  /** One string from each module that a library must not load. The built package contains each string in one chunk only. */
  const terminal = {
    commander: 'commander.unknownCommand',
    chalk: 'option should be an integer from 0 to 3',
    prompts: 'ExitPromptError',
    login: 'To use the key in WAYPOST_API_KEY, you do not need to store a login',
    output: 'waypost cannot write to standard output',
  };
  const server = {
    sandbox:
      'the control API and the dashboard accept only requests from the machine that runs the sandbox',
  };

  test.each([
    ['waypost', { ...terminal, ...server }, 'no complete response within'],
    ['waypost/sandbox', terminal, server.sandbox],
  ])(
    'does not load command-line modules if a program imports the entry point %s',
    (name, strangers, own) => {
      const path = project(`loads-${name.replace('/', '-')}`, {
        'check.cjs': `
        require('${name}');
        const { readFileSync } = require('node:fs');
        const files = Object.keys(require.cache).filter((file) => file.includes('dist'));
        console.log(JSON.stringify(files.map((file) => readFileSync(file, 'utf8')).join('')));`,
      });
      const loaded: string = JSON.parse(run(path, ['check.cjs']));
      expect(loaded).toContain(own);
      const found = Object.entries(strangers).filter(([, text]) => loaded.includes(text));
      expect(found.map(([part]) => part)).toEqual([]);
    },
  );

  test('contains each string that the tests use to recognize a command-line module', () => {
    const dist = join(modules, 'waypost/dist');
    const all = readdirSync(dist)
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(join(dist, file), 'utf8'))
      .join('');
    for (const text of Object.values({ ...terminal, ...server })) expect(all).toContain(text);
  });
});

describe('the example', () => {
  test.each([
    // The timeout is long enough for a busy machine.
    [
      'sandbox-vitest',
      [join(modules, 'vitest/vitest.mjs'), 'run', '--testTimeout=300000'],
      /Tests\s+3 passed/,
    ],
    ['sandbox-node-test', ['--test'], /pass 2/],
  ])('%s has only tests that pass', (name, words, passed) => {
    const path = join(directory, name);
    cpSync(join(root, 'examples', name), path, { recursive: true });
    expect(run(path, words).replace(/\u001b\[\d+m/g, '')).toMatch(passed);
  });

  // Jest requires 300 packages, so this project does not install Jest. WAYPOST_TEST_JEST is the path of jest/bin/jest.js.
  const jest = process.env.WAYPOST_TEST_JEST ?? '';
  const hasJest = requirement('Jest', () =>
    existsSync(jest) ? undefined : 'WAYPOST_TEST_JEST names no jest/bin/jest.js',
  );
  (hasJest ? test : test.skip)('sandbox-jest has only tests that pass', () => {
    const path = join(directory, 'sandbox-jest');
    cpSync(join(root, 'examples/sandbox-jest'), path, { recursive: true });
    expect(run(path, [jest, '--ci'])).toBe('');
    const broken = readFileSync(join(path, 'places.test.js'), 'utf8').replace('49', '48');
    writeFileSync(join(path, 'places.test.js'), broken);
    expect(() => run(path, [jest, '--ci'])).toThrow('1 failed, 1 passed');
  });

  test('requests.sh checks the requests that a program sent', async () => {
    const { createSandbox }: typeof import('../../src/sandbox/index') = createRequire(__filename)(
      join(root, 'dist/sandbox.js'),
    );
    const sandbox = await createSandbox();
    try {
      const words = [join(root, 'examples/requests.sh'), sandbox.origin];
      const { stdout } = await promisify(execFile)('sh', words);
      expect(stdout).toBe(
        'The program sent a request, and retried it after a 503 response. The service billed one lookup.\n',
      );
    } finally {
      await sandbox.close();
    }
  });

  test('client.mjs finds a place and resolves it', async () => {
    const { createSandbox }: typeof import('../../src/sandbox/index') = createRequire(__filename)(
      join(root, 'dist/sandbox.js'),
    );
    const sandbox = await createSandbox();
    try {
      const { key } = await sandbox.key();
      cpSync(join(root, 'examples/client.mjs'), join(directory, 'client.mjs'));
      const { stdout } = await promisify(execFile)(process.execPath, ['client.mjs', 'Berlin'], {
        cwd: directory,
        env: {
          PATH: process.env.PATH,
          HOME: directory,
          WAYPOST_API_KEY: key,
          WAYPOST_BASE_URL: sandbox.url,
        },
      });
      expect(stdout).toContain("name: 'Berlin'");
    } finally {
      await sandbox.close();
    }
  });
});
