// The help of commands, topics, API codes and error codes.

import { describe, expect, test } from 'vitest';
import { catalog } from '../../src/api/catalog';
import { commandInText, hintText } from '../../src/lib/command-text';
import { errorCodes } from '../../src/lib/error-codes';
import { freshHome } from '../support/keys';
import type { Line } from '../support/tool';

async function shown(args: Line, env: Record<string, string> = {}): Promise<string> {
  const run = await freshHome().call(args, { env });
  expect(run).toMatchObject({ status: 0, stderr: '' });
  return run.stdout;
}

describe('waypost', () => {
  test.each([
    ['--help', 'help', ''],
    ['--help', 'help', '-h'],
    ['auth --help', 'help auth', 'auth'],
    ['keys usage --help', 'help keys usage', 'keys usage -h'],
    ['api --help', 'help api', 'api -h'],
  ])('prints the same help for the arguments `%s`, `%s` and `%s`', async (...ways) => {
    const [first, ...others] = await Promise.all(ways.map((args) => shown(args)));
    expect(first).toContain('Usage: waypost');
    for (const other of others) expect(other).toBe(first);
    for (const way of ways.slice(0, 2)) {
      expect(await freshHome().json(way)).toEqual({ help: first?.trimEnd() });
    }
  });
});

test("`help options` lists the options that every command accepts, and a command's help refers to `help options`", async () => {
  expect(await shown(['help', 'options'])).toMatch(
    /^Global options:\n {2}--api-key <key> +API key/m,
  );
  const text = await shown(['auth', 'login', '--help']);
  expect(text).toMatch(/^Global options: .*`waypost help options`/m);
  expect(text.match(/--timeout/g)).toHaveLength(1);
});

test('--help lists the commands in the groups Account, Lookups, Sandbox and Tool', async () => {
  const headings = (await shown(['--help'])).match(/^\w+:$/gm);
  expect(headings).toEqual(['Examples:', 'Account:', 'Lookups:', 'Sandbox:', 'Tool:', 'Options:']);
});

test.each([
  ['40', 40],
  ['300', 120],
  ['10', 40],
  ['wide', 80],
])(
  'COLUMNS=%s causes waypost to wrap help to %d columns if the output is not a terminal',
  async (COLUMNS, width) => {
    const lines = (await shown(['configs', 'push', '--help'], { COLUMNS })).split('\n');
    const [examples, rest] = [
      lines.filter((line) => line.includes('waypost configs push')),
      lines.filter((line) => !line.includes('waypost configs push')),
    ];
    expect(examples.length).toBeGreaterThan(2);
    const longest = Math.max(...rest.map((line) => line.length));
    expect(longest).toBeLessThanOrEqual(width);
    expect(longest).toBeGreaterThan(width - 15);
  },
);

describe('`help <code>`', () => {
  test('explains an API code', async () => {
    expect(await freshHome().json('help 4047')).toEqual({
      api_code: 4047,
      http_status: 404,
      message: 'Config not found',
      code: 'not_found',
      exit_status: 1,
      meaning: 'The key does not have this config.',
      hint: hintText(catalog[4047].hint, commandInText),
      cost: 'Nothing. The service does not bill a lookup.',
      commands: ['configs get', 'configs update', 'configs delete', 'configs push', 'api'],
    });
    const text = await shown('help 4013');
    expect(text).toMatch(/^4013 is an API code: A Sub Licensee Key is required/);
    expect(text).toMatch(/^ {2}Meaning {5}A lookup does not specify a licensee although/m);
    expect(text).toMatch(/^ {2}Ends with {3}auth_failed, exit code 4; HTTP status 401$/m);
  });

  test('explains an error code', async () => {
    const commands = [
      'places resolve',
      'addresses resolve',
      'addresses verify',
      'addresses cleanse',
      'addresses near',
      'emails validate',
      'phones validate',
      'api',
    ];
    expect(await freshHome().json('help balance_empty')).toMatchObject({
      code: 'balance_empty',
      exit_status: 1,
      api_codes: [4020],
      cost: 'Nothing. The service does not bill a lookup. In a batch, the service bills the rows that it looked up before the error.',
      commands,
    });
    const text = await shown('help balance_empty', { COLUMNS: '120' });
    expect(text).toMatch(/^ {2}Commands {4}places resolve, addresses resolve,/m);
    expect(await shown('help invalid_input')).toMatch(/^ {2}Commands {4}every command$/m);
  });

  test('shows the error code that waypost returns for an API code', async () => {
    const codes = { 4040: 'not_found', 4041: 'auth_failed', 4100: 'signup_expired' };
    for (const [apiCode, code] of Object.entries(codes)) {
      expect(await freshHome().json(['help', apiCode])).toMatchObject({ code });
    }
  });

  test('states that the service might have billed the lookup if the error can occur after billing', async () => {
    for (const code of ['5001', 'timeout', 'network_error', 'invalid_response']) {
      expect(await freshHome().json(['help', code])).toMatchObject({
        cost: expect.stringContaining('might have billed'),
      });
    }
    // Only searches, which are free, can fail with API code 5002.
    expect(await freshHome().json('help 5002')).toMatchObject({
      cost: 'Nothing. The service does not bill a lookup.',
    });
  });

  test.each(Object.keys(catalog).concat(Object.keys(errorCodes)))(
    'shows the meaning, hint, cost and commands of the API code or error code %s',
    async (code) => {
      const page = Object(await freshHome().json(['help', code]));
      for (const field of ['meaning', 'hint', 'cost']) {
        expect(page[field]).toMatch(/^[A-Z`].{15,}\.$/s);
      }
      // Only the library throws errors with the code `aborted`.
      expect(page.commands.length > 0).toBe(code !== 'aborted');
    },
  );

  test.each([
    ['4031', 'There is no error code 4031.', 'Did you mean `waypost help 4001`?'],
    ['99999', 'There is no error code 99999.', 'Did you mean `waypost help 4009`?'],
    ['5', '5 is an exit code, not an error code.', 'has these error codes: write_failed'],
    ['130', 'exit code', 'Use `waypost help exit-codes`'],
    ['balance-emtpy', 'There is no error code', 'Did you mean `waypost help balance_empty`?'],
    ['no_such_place', 'There is no error code', 'Did you mean `waypost help not_found`?'],
    ['429', 'HTTP status', '`waypost help 4290`, or the pages for 4291'],
    ['503', 'HTTP status', '`waypost help rate_limited`'],
  ])(
    'fails and suggests a help page if the argument is %s, which is neither an API code nor an error code',
    async (typed, message, hint) => {
      await freshHome().fails(['help', typed], 'invalid_input', {
        message: expect.stringContaining(message),
        hint: expect.stringContaining(hint),
      });
    },
  );
});
