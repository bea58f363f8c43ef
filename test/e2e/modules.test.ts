// A command loads only the chunks of code that it uses, because each chunk adds to the startup time. The tests recognize a
// chunk by a string that only this chunk contains.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect } from 'vitest';
import { apiKey, freshHome, keyService, store, userToken } from '../support/keys';
import { sample } from '../support/runs';
import { type Line, nodeTest as test } from '../support/tool';

const dist = join(__dirname, '../../dist');

/** The chunks that only some commands load, each with a string that only this chunk contains. */
const parts = {
  http: 'no complete response within',
  undici: 'Response does not match the HTTP/1.1 protocol',
  prompts: 'ExitPromptError',
  picker: 'Type the name of a place',
  chalk: 'option should be an integer from 0 to 3',
  commander: 'commander.unknownCommand',
  logins: 'Logged out.',
  login: 'To use the key in WAYPOST_API_KEY, you do not need to store a login',
  whoami: 'State           ',
  signup: 'Interrupted. Continue the sign-up',
  api: 'The method or the path of the request is missing',
  help: 'waypost returns one of these exit codes',
  csv: 'CSV_QUOTE_NOT_CLOSED',
  phones: 'Not valid. Check the digits',
  zod: 'ZodMiniString',
  schema: 'has no schema',
  outputs: 'with --file and --dry-run',
  completion: 'complete -F _waypost waypost',
  sandbox: 'Added faults',
};

type Part = keyof typeof parts;

/** The built-in modules that a command does not use if it does not send a request. */
const network = ['net', 'tls', 'http', 'https', 'http2', 'dns', 'zlib', 'diagnostics_channel'];

const fresh = { api_key: apiKey, user_token: userToken };

/** Runs a command. Returns the chunks, the network modules and all built-in modules that the command loaded. */
async function loadedBy(
  line: Line,
  file?: object,
): Promise<{ parts: Part[]; node: string[]; all: string[] }> {
  const home = freshHome();
  if (file !== undefined) store(home.configFile, file);
  const list = join(home.path, 'modules.json');
  await home.run(line, {
    env: { MODULES_FILE: list },
    preload: [join(__dirname, '../support/note-modules.cjs')],
    reveals: [apiKey, userToken],
  });
  const loaded: string[] = JSON.parse(readFileSync(list, 'utf8'));
  const texts = loaded
    .filter((name) => name.startsWith('./') || name.includes('dist/'))
    .map((name) => readFileSync(join(dist, basename(name)), 'utf8'));
  return {
    parts: (Object.keys(parts) as Part[]).filter((part) =>
      texts.some((text) => text.includes(parts[part])),
    ),
    node: network.filter((name) => loaded.includes(name) || loaded.includes(`node:${name}`)),
    all: loaded.filter((name) => name.startsWith('node:')),
  };
}

test.each(Object.entries(parts))(
  'exactly one built chunk contains the text that identifies the module group %s',
  (_part, text) => {
    const chunks = readdirSync(dist)
      .filter((name) => name.endsWith('.js') && name !== 'start.js')
      .filter((name) => readFileSync(join(dist, name), 'utf8').includes(text));
    expect(chunks).toHaveLength(1);
  },
);

test('no built file imports node:process, because Bun would open the standard streams', () => {
  const files = readdirSync(dist).filter((name) => name.endsWith('.js'));
  expect(files.length).toBeGreaterThan(100);
  expect(
    files.filter((name) => readFileSync(join(dist, name), 'utf8').includes('node:process')),
  ).toEqual([]);
});

test.each([
  ['a command', ['auth']],
  ['an option', ['keys', 'usage', '--']],
])(
  'tab completion of %s does not load the modules that are required only to complete account data',
  async (_, words) => {
    const { all } = await loadedBy(['__complete', 'zsh', '--current=', '--', ...words]);
    expect(all).toContain('node:fs');
    expect(all).not.toContain('node:crypto');
    expect(all).not.toContain('node:child_process');
  },
);

describe('if waypost sends no request,', () => {
  test.each(
    sample([
      ['--version', ''],
      ['-V', ''],
      ['__complete zsh --current= -- auth', ''],
      ['--help', ''],
      ['-h', ''],
      ['--help --no-color', 'commander'],
      ['auth --help', 'commander'],
      ['auth logout --json', 'commander logins whoami'],
      ['auth logout', 'chalk commander logins whoami'],
      ['auth token --json', 'commander whoami'],
      ['auth token', 'commander whoami'],
      ['auth login --json', 'commander login'],
      ['api get ../x --json', 'api commander'],
      ['nosuch --json', 'commander'],
      ['nosuch', 'chalk commander'],
      ['help exit-codes', 'commander help'],
    ]),
  )('`waypost %s` loads only these module groups: "%s"', async (line, loads) => {
    const loaded = await loadedBy(line, fresh);
    expect(loaded.parts.sort().join(' ')).toBe(loads);
    expect(loaded.node).toEqual([]);
  });
});

describe('if waypost sends a request,', () => {
  const given = `--api-key ${apiKey} --user-token ${userToken}`;
  test.each(
    sample([
      ['auth whoami --json', 'commander http undici whoami'],
      ['auth whoami', 'chalk commander http undici whoami'],
      ['places search berlin', 'chalk commander http undici'],
      [`auth login ${given} --json`, 'commander http login undici'],
      ['phones validate +442079460018 --json', 'commander http phones undici'],
    ]),
  )('`waypost %s` loads only these module groups: "%s"', async (line, loads) => {
    const { url } = await keyService();
    const loaded = await loadedBy(`${line} --base-url ${url}`, { ...fresh, base_url: url });
    expect(loaded.parts.sort().join(' ')).toBe(loads);
    expect(loaded.node).not.toContain('http2');
  });
});
