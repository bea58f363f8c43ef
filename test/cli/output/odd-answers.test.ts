// Runs every command that prints responses of the service with unusual but valid responses: unknown and missing fields,
// unexpected types, control characters, numbers that a double cannot represent, and names of properties that every
// JavaScript object has. With --json, a command prints the result unchanged. Without --json, it prints text without control
// characters.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCommands } from '../../../src/cli/line/commands';
import { operationsOf } from '../../../src/cli/line/effects';
import { store } from '../../support/keys';
import { lookupNames, lookups } from '../../support/lookups';
import { isThorough } from '../../support/runs';
import { type StandIn, standIn } from '../../support/service';
import { apiKey, userToken } from '../../support/stand-in';
import { documentOf, errorOf, expectError, Home, type Run } from '../../support/tool';

let home: Home;
let service: StandIn;
let status: number;
let body: string;

beforeAll(async () => {
  service = await standIn((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  home = new Home();
  home.keep(apiKey, userToken);
  store(home.configFile, { api_key: apiKey, user_token: userToken, base_url: service.url });
});
afterAll(async () => {
  await service.close();
  home.remove();
});

/** Runs a command with the service of these tests. */
function call(words: readonly string[]): Promise<Run> {
  const env = {
    WAYPOST_BASE_URL: service.url,
    WAYPOST_API_KEY: apiKey,
    WAYPOST_USER_TOKEN: userToken,
  };
  return home.call(words, { env });
}

/** Makes the service respond with this result, which must be JSON. */
function answerWith(result: string): void {
  status = 200;
  body = `{"result":${result},"code":2000,"message":"Success"}`;
}

/** Commands that accept any result, and print it unchanged with --json. */
const takesAny: readonly string[][] = [
  ['keys', 'details'],
  ['keys', 'update', '--name', 'N'],
  ['keys', 'usage'],
  ['licensees', 'create', '--name', 'N'],
  ['licensees', 'get', '1'],
  ['licensees', 'update', '1', '--name', 'N'],
  ['licensees', 'delete', '1', '--yes'],
  ['licensees', 'regenerate-key', '1', '--yes'],
  ['configs', 'get', 'c'],
  ['configs', 'create', 'c', '--payload', ''],
  ['configs', 'update', 'c', '--payload', ''],
  ['configs', 'delete', 'c', '--yes'],
  ...lookupNames.map((name) => lookups[name].words),
];

/** Commands that read fields of the result, and print it unchanged with --json. */
const readsFields: readonly string[][] = [
  ['keys', 'show'],
  ['licensees', 'list'],
  ['licensees', 'list', '--all'],
  ['configs', 'list'],
];

/** Commands that print their own JSON document if --json is set. */
const makesDocument: readonly string[][] = [
  ['auth', 'login', '--api-key', 'ak_newnewnewnew'],
  ['auth', 'whoami'],
  ['auth', 'list', '--check'],
  ['configs', 'pull', 'CONFIGS', '--force'],
  ['api', 'get', 'places'],
  ['doctor'],
];

/** Commands that send requests to the service but do not print its results. The value names the tests or the reason. */
const elsewhere: Readonly<Record<string, string>> = {
  signup: 'test/client/signup and test/e2e/signup.test.ts',
  'configs push': 'test/cli/commands/account-answers.test.ts',
  'configs diff': 'test/cli/commands/account-answers.test.ts',
  'lookups list': 'prints rows of CSV: test/export',
  'lookups export': 'prints rows of CSV: test/export',
  exec: 'prints what a program prints',
  'proxy run': 'prints what a program prints',
  'proxy start': 'forwards responses: test/client/proxy',
};

test('the tests in odd-answers.test.ts cover every command that sends requests to the service, except commands that other tests cover', () => {
  const rows = [...takesAny, ...readsFields, ...makesDocument].map((words) => words.join(' '));
  const missing = allCommands
    .filter((command) => operationsOf(command).length > 0)
    .map(({ path }) => path.join(' '))
    .filter(
      (path) => !(path in elsewhere) && !rows.some((row) => `${row} `.startsWith(`${path} `)),
    );
  expect(missing).toEqual([]);
});

const integer = '9007199254740993';
const decimal = '-0.12345678901234567890';
const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;

/** Unusual values in JSON, by description. */
const values: Readonly<Record<string, string>> = {
  'a string': '"t"',
  'an object': '{"deep":[1,true,{"c":null}],"a":""}',
  'a list': '[1,"two",{"three":3}]',
  null: 'null',
  'a string with control characters': String.raw`"a\u001b[2J\u001b]0;title\u0007b\u202ec\u009b31m\u0085\u061c\u2066\u2028\r\nd"`,
  'an unpaired surrogate': String.raw`"x\ud83dx"`,
  'an integer that a double cannot represent': integer,
  'a decimal number that a double cannot represent': decimal,
  'an object with names that every JavaScript object has':
    '{"__proto__":{"polluted":1},"constructor":{"prototype":2},"toString":3,"hasOwnProperty":4,"valueOf":5}',
};

/** The names of fields that commands read from results. */
const fieldNames = [
  'id',
  'name',
  'key',
  'payload',
  'createdAt',
  'whitelist',
  'daily',
  'contexts',
  'context',
  'datasets',
  'daily_limit',
  'current_purchases',
  'lookups_remaining',
  'notifications',
  'total',
  'dailyCount',
  'result',
  'suggestions',
  'valid',
  'international_format',
  'count',
  'longitude',
  'latitude',
  'native',
  'country',
  'suggestion',
  'descriptive_name',
  'line_1',
];

/** Returns a result in which most fields that commands read, and unknown fields, have this value. */
function resultWith(value: string): string {
  const isText = value.startsWith('"');
  // `configs pull` converts the name of a config to a file name, so the name must be a valid string.
  const text = isText && !value.includes('ud83d') ? value : '"c"';
  const unknown = `"future":${value},${isText ? value : '"other"'}:${value}`;
  const entry = `{"id":${value},"name":${value},"key":${value},"daily":${value},"createdAt":${value},${unknown}}`;
  const config = `{"name":${text},"payload":${text},"createdAt":${value},${unknown}}`;
  const fields = fieldNames.map((name) => `"${name}":${value}`);
  const lists = `"hits":[${entry},${value}],"match":${entry},"licensees":[${entry}],"configs":[${config}]`;
  return `{${fields},"available":true,"hasMore":false,${lists},${unknown}}`;
}

/** Fails if the output contains control characters, or text such as `[object Object]` for a value without a format. */
function expectReadable({ stdout, stderr }: Run): void {
  expect(stdout + stderr).not.toMatch(
    /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u202e\u2066]|\[object|undefined|NaN/,
  );
}

/** Escapes the control characters in JSON. */
function safeText(json: string): string {
  return json.replace(/[\x7f-\x9f\u061c\u2028\u202e\u2066]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/**
 * Returns the commands that are tested with the value in this column. `npm run test:system` tests all combinations. For
 * `npm test`, the function returns a third of the commands, so that each command is tested with a third of the values.
 */
function part<T>(rows: readonly T[], column: number): T[] {
  return rows.filter((_, row) => isThorough || (row + column) % 3 === 0);
}

/** The unusual values, numbered by column. */
const columns = Object.entries(values).map(([what, value], column) => ({ what, value, column }));

const verbatim = [...takesAny, ...readsFields].map((words) => [words.join(' '), words] as const);
const own = makesDocument.map((words) => [words.join(' '), words] as const);

describe.each(columns)('if each field of a result is $what,', ({ value, column }) => {
  const verbatimPart = part(verbatim, column);
  test.each(verbatimPart)(
    'the command %s prints the result unchanged if --json is set, and as text if it is not set',
    async (_, words) => {
      answerWith(resultWith(value));
      const script = await call([...words, '--json']);
      expect([script.status, script.stderr]).toEqual([0, '']);
      expect(script.stdout).toBe(`${safeText(resultWith(value))}\n`);
      const person = await call(words);
      expect(person.status).toBe(0);
      expect(person.stdout).toMatch(/\S/);
      expectReadable(person);
    },
  );

  test.each(part(own, column))(
    'the command %s prints one JSON document if --json is set, and text if it is not set',
    async (_, words) => {
      answerWith(resultWith(value));
      const typed = words.map((word) => (word === 'CONFIGS' ? join(home.path, 'configs') : word));
      const script = await call([...typed, '--json']);
      expect(script.status).toBe(0);
      documentOf(script);
      expectReadable(script);
      const person = await call(typed);
      expect(person.status).toBe(0);
      // `waypost api` writes the response unchanged to a pipe.
      if (typed[0] !== 'api') expectReadable(person);
    },
  );
});

const otherShapes = ['{}', 'null', '"text"', '[]', '7'].map((result, column) => ({
  result,
  column,
}));
describe.each(otherShapes)('if the result is $result,', ({ result, column }) => {
  const takesAnyPart = part(takesAny, column);
  test.each(takesAnyPart.map((words) => [words.join(' '), words] as const))(
    'the command %s prints the result unchanged if --json is set, and as text if it is not set',
    async (_, words) => {
      answerWith(result);
      const script = await call([...words, '--json']);
      expect([script.status, script.stdout]).toEqual([0, `${result}\n`]);
      const person = await call(words);
      expect(person.status).toBe(0);
      expectReadable(person);
    },
  );

  test.each(readsFields.map((words) => [words.join(' '), words] as const))(
    'the command %s fails with invalid_response, because fields are missing',
    async (_, words) => {
      answerWith(result);
      expectError(await call([...words, '--json']), 'invalid_response');
    },
  );
});

describe('if a result is nested 5,000 levels deep,', () => {
  test.each(verbatim)('the command %s fails with invalid_response', async (_, words) => {
    answerWith(resultWith(deep));
    expectError(await call([...words, '--json']), 'invalid_response');
    expectReadable(await call(words));
  });
});

describe('an unknown field', () => {
  // Lists are tables with fixed columns, deletions do not print the result, and updates print only changed fields.
  const showing = verbatim.filter(([line]) => !/list|delete|keys update/.test(line));

  test.each(showing)('appears in the text that the command %s prints', async (_, words) => {
    answerWith(resultWith('"t"'));
    expect((await call(words)).stdout).toMatch(/future/i);
  });
});

describe('a number that a double cannot represent', () => {
  const showing = verbatim.filter(([line]) => !/delete/.test(line));

  test.each(showing)(
    'keeps every digit in the text that the command %s prints',
    async (_, words) => {
      answerWith(resultWith(integer));
      const { stdout } = await call(words);
      const digits = stdout.replaceAll(',', '');
      expect(digits).toContain(integer);
      expect(digits.replaceAll(integer, '')).not.toMatch(/9007199254740|e\+/);
    },
  );

  test.each([
    ['--json', `{"id":${integer},"at":{"lon":${decimal}}}\n`],
    ['--format ndjson', `{"id":${integer},"at":{"lon":${decimal}}}\n`],
    ['--format csv', `id,at.lon\n${integer},${decimal}\n`],
    ['--format table', `ID                AT LON\n${integer}  ${decimal}\n`],
  ])('keeps every digit if --fields and the option %s are set', async (options, text) => {
    answerWith(`{"id":${integer},"at":{"lon":${decimal}},"more":1}`);
    const words = ['places', 'resolve', 'x', '--fields', 'id,at.lon', ...options.split(' ')];
    expect((await call(words)).stdout).toBe(text);
  });
});

describe('an error from the service', () => {
  /** Responds with an error that contains `text` in every field, and expects output without control characters. */
  async function expectApiError(words: readonly string[], text: string): Promise<void> {
    status = 400;
    const field = `{"path":${text},"message":${text}}`;
    body = `{"code":4001,"message":${text},"errors":[${field},${text}],"constructor":${text}}`;
    const script = await call([...words, '--json']);
    const error = errorOf(script);
    expect(error).toMatchObject({ code: 'api_error', api_code: 4001, status: 400 });
    if (text.startsWith('"')) expect(error.message).toBe(JSON.parse(text));
    expectReadable(script);
    const person = await call(words);
    expect([person.status, person.stdout]).toEqual([1, '']);
    expectReadable(person);
  }

  test.each(Object.entries(values))(
    'is printed without control characters if each of its fields contains %s',
    async (_, value) => {
      await expectApiError(['keys', 'details'], value);
    },
  );

  test('is printed with the invalid fields that it lists, and without control characters', async () => {
    status = 400;
    const message =
      'Line\x1b[2J\x1b]0;title\x07 one\x1b[31m\r\x9b31m two \u202eoverride\u2066 \x00\x08\x7f\x85 end';
    const errors = [{ path: 'a\x1b[1m\nb', message: 'c\x1b]8;;http://x\x1b\\d\u202e' }];
    body = JSON.stringify({ code: 4000, message, errors });
    const { stderr } = await call(['keys', 'details']);
    expect(stderr).toContain('Error: Line one two override  end (HTTP 400, API code 4000)\n');
    expect(stderr).toContain('  a b: cd\n');
    expect(errorOf(await call(['keys', 'details', '--json']))).toMatchObject({
      message,
      details: errors,
    });
  });

  test('causes invalid_response if it is nested 5,000 levels deep', async () => {
    status = 400;
    body = `{"code":4001,"message":${deep},"errors":[{"path":${deep}}]}`;
    expectError(await call(['keys', 'details', '--json']), 'invalid_response');
  });

  const failing = [...verbatim, ...own].filter(([line]) => !/auth list|doctor/.test(line));

  test.each(failing)(
    'is printed without control characters by the command %s',
    async (_, words) => {
      await expectApiError(words, values['a string with control characters'] ?? '');
    },
  );
});
