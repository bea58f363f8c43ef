// `waypost schema` describes every command, and the output of each command matches its schema. The objects that waypost
// defines contain only the properties in their schemas.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCommands, commands, isGroup } from '../../src/cli/line/commands';
import { globalOptions } from '../../src/cli/line/common-options';
import { useAccount } from '../support/account';
import { type BuiltSandbox, startBuiltSandbox } from '../support/built-sandbox';
import { systemTest } from '../support/runs';
import { documentOf, Home } from '../support/tool';

interface Described {
  name: string;
  output: object | null;
  options: { name: string; global: boolean }[];
  commands: Described[];
}

const home = new Home();
afterAll(() => home.remove());

async function schemaOf(...words: string[]): Promise<Described> {
  const run = await home.call(['schema', ...words, '--json']);
  expect(run.status).toBe(0);
  return documentOf(run) as Described;
}

let all: Described;
beforeAll(async () => {
  all = await schemaOf('--all');
});

/** Returns the description of a command from the output of `waypost schema --all`. */
function described(words: readonly string[]): Described {
  const path = words.map((_, index) => ['waypost', ...words.slice(0, index + 1)].join(' '));
  return path.reduce((above, name) => {
    const found = above.commands.find((command) => command.name === name);
    if (found === undefined) throw new Error(`${name} is not described`);
    return found;
  }, all);
}

/** Returns the schema, but the objects that waypost defines must not have additional properties. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, closed(value)]),
  );
  const isOurs =
    'properties' in members &&
    !('description' in members) &&
    !('title' in members && members.title === 'with --openapi');
  return isOurs ? { ...members, additionalProperties: false } : members;
}

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });

/** Fails if a value does not match the output schema of a command. */
function expectValid(words: readonly string[], value: unknown): void {
  const { output } = described(words);
  const validate = ajv.compile(closed(output) as object);
  validate(value);
  expect(validate.errors ?? [], `${words.join(' ')}: ${JSON.stringify(value)}`).toEqual([]);
}

describe('`schema`', () => {
  test('prints a valid JSON Schema for the output of every command if --all is set', () => {
    for (const entry of commands) {
      const paths = isGroup(entry)
        ? entry.commands.map(({ name }) => [entry.name, name])
        : [[entry.name]];
      for (const path of paths) {
        const { output } = described(path);
        expect(ajv.validateSchema(output ?? {}), path.join(' ')).toBe(true);
        expect(output).not.toBeNull();
      }
    }
  });

  test('describes one command, including the options that every command accepts', async () => {
    const whoami = await schemaOf('auth', 'whoami');
    expect(Object.keys(whoami)).toEqual([
      'name',
      'description',
      'arguments',
      'options',
      'output',
      'effects',
      'errors',
      'exit_statuses',
      'commands',
    ]);
    expect(whoami).toMatchObject({
      name: 'waypost auth whoami',
      arguments: [],
      errors: [
        { code: 'network_error', exit_status: 3 },
        { code: 'timeout', exit_status: 3 },
        { code: 'invalid_credentials_file', exit_status: 2 },
        { code: 'internal_error', exit_status: 1 },
        { code: 'api_error', exit_status: 1 },
        { code: 'invalid_input', exit_status: 2 },
        { code: 'rate_limited', exit_status: 3 },
        { code: 'service_unavailable', exit_status: 3 },
        { code: 'invalid_response', exit_status: 3 },
        { code: 'auth_failed', exit_status: 4 },
        { code: 'write_failed', exit_status: 5 },
      ],
      exit_statuses: [
        { status: 0 },
        { status: 1, when: 'internal_error, api_error' },
        { status: 2, when: 'invalid_credentials_file, invalid_input' },
        {
          status: 3,
          when: 'network_error, timeout, rate_limited, service_unavailable, invalid_response',
        },
        { status: 4 },
        { status: 5, when: 'write_failed' },
        { status: 130, when: 'interrupted' },
      ],
      commands: [],
    });
    expect(whoami.options.filter((option) => !option.global).map(({ name }) => name)).toEqual([
      '--check',
      '--fields',
    ]);
    expect(whoami.options.filter((option) => option.global)).toHaveLength(globalOptions.length);
  });

  test("describes the fields in the service's results", () => {
    const left = { type: 'integer', description: 'Number of remaining lookups.' };
    expect(described(['keys', 'details']).output).toMatchObject({
      properties: { lookups_remaining: left },
    });
    const hit = { properties: { country_iso: { description: expect.stringContaining('ISO') } } };
    expect(described(['places', 'search']).output).toMatchObject({
      anyOf: [{ title: 'without --file', properties: { hits: { items: hit } } }, {}, {}, {}, {}],
    });
  });

  test('omits hidden options', async () => {
    const { options } = await schemaOf('sandbox', 'start');
    expect(options.map(({ name }) => name)).not.toContain('--log');
  });

  test('prints indented JSON if --json is not set', async () => {
    const { stdout } = await home.call('schema auth token');
    expect(stdout).toContain('\n  "name": "waypost auth token",\n');
    expect(JSON.parse(stdout)).toEqual(await schemaOf('auth', 'token'));
  });

  test('describes all commands in a group if the arguments are the group and --all', async () => {
    const { commands } = await schemaOf('auth', '--all');
    expect(commands).toEqual(described(['auth']).commands);
  });

  test('suggests a similar command if the given command is unknown', async () => {
    await home.fails('schema whoami', 'invalid_input', {
      hint: 'Did you mean `waypost schema auth whoami`?',
    });
  });

  test('prints output that is valid against its own JSON Schema', () =>
    expectValid(['schema'], all));
});

describe('the index that `schema` prints', () => {
  test('lists every command with its summary, effects and exit codes', async () => {
    const index = Object(await schemaOf());
    expectValid(['schema'], index);
    expect(Object.keys(index)).toEqual(['name', 'description', 'commands']);
    expect(index.commands.map(({ command }: { command: string }) => command)).toEqual(
      allCommands.map(({ path }) => path.join(' ')),
    );
    expect(index.commands).toContainEqual({
      command: 'auth logout',
      summary: 'Remove the stored credentials',
      effects: ['writes_files'],
      exit_codes: [0, 1, 2, 5, 130],
    });
  });

  test('lists only the commands of the given group', async () => {
    const { name, commands } = Object(await schemaOf('emails'));
    expect(name).toBe('waypost emails');
    expect(commands).toMatchObject([
      { command: 'emails validate', effects: ['reads', 'bills', 'writes_files'] },
    ]);
  });

  test('has one command on each line and fewer than 12,000 characters if --json is not set', async () => {
    const { stdout } = await home.call('schema');
    expect(JSON.parse(stdout)).toEqual(await schemaOf());
    expect(stdout.match(/^ {4}\{"command":".*\},?$/gm)).toHaveLength(allCommands.length);
    expect(stdout.length).toBeLessThan(12_000);
  });
});

test('the schema validation in these tests rejects missing and undefined properties', () => {
  const validate = ajv.compile(closed(described(['auth', 'login']).output) as object);
  expect(validate({ success: true, config_path: '/x', available: true })).toBe(true);
  expect(validate({ success: true, config_path: '/x', available: true, more: 1 })).toBe(false);
  expect(validate({ success: true, config_path: '/x' })).toBe(false);
});

describe('the output schemas', () => {
  const account = useAccount();
  const directory = mkdtempSync(join(tmpdir(), 'waypost-schema-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  /** Runs a command, and validates the output with the command's schema. */
  async function check(
    name: string,
    args: string[] = [],
    reveals: string[] = [],
  ): Promise<unknown> {
    const words = name.split(' ');
    const run = await account.call([...words, ...args, '--json'], { reveals });
    expect(run.status, name + run.stdout).toBe(0);
    const value: unknown = JSON.parse(run.stdout);
    expectValid(words, value);
    return value;
  }

  test('match the output of the commands for keys and credentials', async () => {
    const { key, user_token } = account.keys;
    const both = ['--api-key', key, '--user-token', user_token];
    await check('auth login', both);
    await check('auth whoami');
    await check('auth token', [], [key]);
    await check('auth logout');
    await check('keys show');
    await check('keys details');
    await check('keys update', ['--name', 'Schema', '--yes']);
    await account.lookups(5, '2026-10-01T00:00:00.000Z', '2026-10-02T00:00:00.000Z', ['a']);
    const range = ['--start', '2026-10-01', '--end', '2026-10-03'];
    await check('keys usage', range);
    await check('lookups export', range);
    await check('lookups export', [...range, '-o', join(directory, 'log.csv')]);
  });

  test('match the output of the commands for licensees and configs', async () => {
    await account.bench.control('PATCH', `/keys/${account.keys.key}`, { sublicensing: true });
    const { id } = Object(await check('licensees create', ['--name', 'Acme']));
    await check('licensees list');
    await check('licensees get', [id]);
    await check('licensees update', [id, '--postcode', '10115']);
    await check('licensees regenerate-key', [id, '--yes']);
    await check('licensees delete', [id, '--yes']);
    await check('configs create', ['one', '--payload', 'first']);
    await check('configs create', ['two', '--payload', 'second']);
    await check('configs list');
    await check('configs get', ['one']);
    await check('configs update', ['one', '--payload', 'changed']);
    const files = join(directory, 'configs');
    await check('configs pull', [files]);
    writeFileSync(join(files, 'one'), 'edited');
    writeFileSync(join(files, '.hidden'), '');
    await check('configs diff', [files]);
    await check('configs push', [files, '--yes']);
    await check('configs delete', ['two', '--yes']);
  });

  systemTest('match the output of the lookup commands for one value and for a file', async () => {
    const { hits } = Object(await check('places search', ['berlin']));
    await check('places resolve', [hits[0].id]);
    const suggestions = Object(await check('addresses autocomplete', ['1226 w main']));
    await check('addresses resolve', [suggestions.hits[0].id]);
    await check('addresses near', ['--lon=-89.6576', '--lat', '39.7905']);
    await check('addresses verify', ['1226 West Main Street, Springfield, IL 62701']);
    await check('addresses cleanse', ['1226 w mian st, sprngfield il']);
    await check('phones validate', ['+44 20 7946 0018']);
    await check('emails validate', ['ada@example.com']);
    const list = join(directory, 'list.csv');
    writeFileSync(list, 'email\nada@example.com\nnobody\n');
    await check('emails validate', ['--file', list]);
    await check('emails validate', ['--file', list, '--dry-run']);
    await check('emails validate', ['--file', list, '-o', join(directory, 'checked.csv')]);
  });

  test('match the output of `api` and `help`', async () => {
    await check('api', ['get', 'places', '-f', 'query=berlin']);
    await check('api', ['get', 'places', '-f', 'query=berlin', '-i']);
    await check('help', ['exit-codes']);
    await check('help', ['environment']);
    await check('help', ['4013']);
    await check('help', ['balance_empty']);
    await check('help', ['keys', 'usage']);
  });
});

describe('the output schemas', () => {
  const sandboxHome = new Home();
  let other: BuiltSandbox;
  beforeAll(async () => {
    other = await startBuiltSandbox();
  });
  afterAll(async () => {
    await other.close();
    sandboxHome.remove();
  });

  async function check(name: string, ...args: string[]): Promise<unknown> {
    const words = name.split(' ');
    // A command that starts a detached sandbox must run in a separate process.
    const isStart = args.includes('--detach');
    const run = await sandboxHome[isStart ? 'run' : 'call']([...words, ...args, '--json']);
    const value = documentOf(run);
    expectValid(words, value);
    return value;
  }

  systemTest('match the output of the sandbox commands', async () => {
    const data = join(sandboxHome.path, 'data');
    const { port } = Object(await check('sandbox start', '--data', data, '--port=0', '--detach'));
    const at = `--port=${port}`;
    await check('sandbox status', at);
    await check('sandbox list');
    await check('sandbox values');
    await check('sandbox url', at);
    await check('sandbox logs', at);
    await check('sandbox reset', at, '--yes');
    await check('sandbox stop', at);
    await check('sandbox stop', '--data', data);
    await check('sandbox status', '--data', data);
    await check('sandbox stop', '--all');
    await check('sandbox start', '--openapi');
  });

  test('match the output of `signup`', async () => {
    const run = await sandboxHome.run(
      ['signup', '--json', '--base-url', other.url, '--interval=1'],
      {
        whileRunning: ({ stderr }) => {
          stderr?.on('data', async (text: Buffer) => {
            const [, url] = /"signup_url":"([^"]+)"/.exec(String(text)) ?? [];
            if (url === undefined) return;
            const token = new URL(url).pathname.split('/').at(-1);
            await other.control('POST', `/sign_up/${token}/complete`, {});
          });
        },
      },
    );
    expectValid(['signup'], documentOf(run));
  });
});
