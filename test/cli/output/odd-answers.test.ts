// Every command that prints a response of the service, before responses that are legal and odd: unknown and missing
// members, other types, texts that a terminal would act on, numbers that no double holds, names that mean something to
// JavaScript. The rules are those of src/cli/output: with --json the result is printed as it came, and a person sees
// text, in which nothing would steer the terminal.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCommands } from '../../../src/cli/line/commands';
import { operationsOf } from '../../../src/cli/line/effects';
import { store } from '../../support/keys';
import { lookupNames, lookups } from '../../support/lookups';
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

/** Calls a command that asks this service. */
function call(words: readonly string[]): Promise<Run> {
  const env = {
    WAYPOST_BASE_URL: service.url,
    WAYPOST_API_KEY: apiKey,
    WAYPOST_USER_TOKEN: userToken,
  };
  return home.call(words, { env });
}

/** Answers every request with this result, a JSON text. */
function answerWith(result: string): void {
  status = 200;
  body = `{"result":${result},"code":2000,"message":"Success"}`;
}

/** Commands that take any result, and print it as it came with --json. */
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

/** Commands that read members of the result, and print it as it came with --json. */
const readsMembers: readonly string[][] = [
  ['keys', 'show'],
  ['licensees', 'list'],
  ['licensees', 'list', '--all'],
  ['configs', 'list'],
];

/** Commands that make a document of their own of it. */
const makesDocument: readonly string[][] = [
  ['auth', 'login', '--api-key', 'ak_newnewnewnew'],
  ['auth', 'whoami'],
  ['auth', 'list', '--check'],
  ['configs', 'pull', 'CONFIGS', '--force'],
  ['api', 'get', 'places'],
  ['doctor'],
];

/** Commands that call the service and are tested elsewhere, because they print no result of it. */
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

test('has a row for every command that calls the service', () => {
  const rows = [...takesAny, ...readsMembers, ...makesDocument].map((words) => words.join(' '));
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

/** Odd values, as JSON. */
const values: Readonly<Record<string, string>> = {
  'a text': '"t"',
  'an object': '{"deep":[1,true,{"c":null}],"a":""}',
  'a list': '[1,"two",{"three":3}]',
  null: 'null',
  'a text that would steer a terminal': String.raw`"a\u001b[2J\u001b]0;title\u0007b\u202ec\u009b31m\r\nd"`,
  'half a surrogate pair': String.raw`"x\ud83dx"`,
  'an integer that no double holds': integer,
  'a decimal number that no double holds': decimal,
  'members that every object has':
    '{"__proto__":{"polluted":1},"constructor":{"prototype":2},"toString":3,"hasOwnProperty":4,"valueOf":5}',
};

/** Members that commands read. */
const memberNames = [
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

/** A result with this value in the place of most members that any command reads, and of members that none knows. */
function resultWith(value: string): string {
  const isText = value.startsWith('"');
  // The name of a config is part of the name of a file.
  const text = isText && !value.includes('ud83d') ? value : '"c"';
  const unknown = `"future":${value},${isText ? value : '"other"'}:${value}`;
  const entry = `{"id":${value},"name":${value},"key":${value},"daily":${value},"createdAt":${value},${unknown}}`;
  const config = `{"name":${text},"payload":${text},"createdAt":${value},${unknown}}`;
  const members = memberNames.map((name) => `"${name}":${value}`);
  const lists = `"hits":[${entry},${value}],"match":${entry},"licensees":[${entry}],"configs":[${config}]`;
  return `{${members},"available":true,"hasMore":false,${lists},${unknown}}`;
}

/** Fails if what a command printed could steer a terminal, or shows that the command has no words for something. */
function expectReadable({ stdout, stderr }: Run): void {
  expect(stdout + stderr).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]|\[object|undefined|NaN/);
}

/** JSON in which nothing steers a terminal. */
function safeText(json: string): string {
  return json.replace(/[\x7f-\x9f\u202e]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

const verbatim = [...takesAny, ...readsMembers].map((words) => [words.join(' '), words] as const);
const own = makesDocument.map((words) => [words.join(' '), words] as const);

describe.each(Object.entries(values))('a result whose members are %s', (_, value) => {
  test.each(verbatim)('%s prints it unchanged with --json, and readable text', async (_, words) => {
    answerWith(resultWith(value));
    const script = await call([...words, '--json']);
    expect([script.status, script.stderr]).toEqual([0, '']);
    expect(script.stdout).toBe(`${safeText(resultWith(value))}\n`);
    const person = await call(words);
    expect(person.status).toBe(0);
    expect(person.stdout).toMatch(/\S/);
    expectReadable(person);
  });

  test.each(own)('%s prints one document with --json, and readable text', async (_, words) => {
    answerWith(resultWith(value));
    const typed = words.map((word) => (word === 'CONFIGS' ? join(home.path, 'configs') : word));
    const script = await call([...typed, '--json']);
    expect(script.status).toBe(0);
    documentOf(script);
    expectReadable(script);
    const person = await call(typed);
    expect(person.status).toBe(0);
    // Into a pipe, a response goes as it came.
    if (typed[0] !== 'api') expectReadable(person);
  });
});

describe.each(['{}', 'null', '"text"', '[]', '7'])('the result %s', (result) => {
  test.each(takesAny.map((words) => [words.join(' '), words] as const))(
    '%s prints it unchanged with --json, and readable text',
    async (_, words) => {
      answerWith(result);
      const script = await call([...words, '--json']);
      expect([script.status, script.stdout]).toEqual([0, `${result}\n`]);
      const person = await call(words);
      expect(person.status).toBe(0);
      expectReadable(person);
    },
  );

  test.each(readsMembers.map((words) => [words.join(' '), words] as const))(
    '%s fails with invalid_response, because members are missing',
    async (_, words) => {
      answerWith(result);
      expectError(await call([...words, '--json']), 'invalid_response');
    },
  );
});

describe('a result that is nested 5,000 levels deep', () => {
  test.each(verbatim)('%s fails with invalid_response', async (_, words) => {
    answerWith(resultWith(deep));
    expectError(await call([...words, '--json']), 'invalid_response');
    expectReadable(await call(words));
  });
});

describe('a member that waypost does not know', () => {
  // Tables have their own columns, a deletion has no record, and an update shows what it changed.
  const showing = verbatim.filter(([line]) => !/list|delete|keys update/.test(line));

  test.each(showing)('%s shows it to a person', async (_, words) => {
    answerWith(resultWith('"t"'));
    expect((await call(words)).stdout).toMatch(/future/i);
  });
});

describe('numbers that no double holds', () => {
  const showing = verbatim.filter(([line]) => !/delete/.test(line));

  test.each(showing)('%s shows a person every digit', async (_, words) => {
    answerWith(resultWith(integer));
    const { stdout } = await call(words);
    const digits = stdout.replaceAll(',', '');
    expect(digits).toContain(integer);
    expect(digits.replaceAll(integer, '')).not.toMatch(/9007199254740|e\+/);
  });

  test.each([
    ['--json', `{"id":${integer},"at":{"lon":${decimal}}}\n`],
    ['--format ndjson', `{"id":${integer},"at":{"lon":${decimal}}}\n`],
    ['--format csv', `id,at.lon\n${integer},${decimal}\n`],
    ['--format table', `ID                AT LON\n${integer}  ${decimal}\n`],
  ])('keep every digit with --fields and %s', async (options, text) => {
    answerWith(`{"id":${integer},"at":{"lon":${decimal}},"more":1}`);
    const words = ['places', 'resolve', 'x', '--fields', 'id,at.lon', ...options.split(' ')];
    expect((await call(words)).stdout).toBe(text);
  });
});

describe('an error', () => {
  /** Answers with an error of these texts; a command fails with it, and prints nothing that steers a terminal. */
  async function expectApiError(words: readonly string[], text: string): Promise<void> {
    status = 400;
    const field = `{"path":${text},"message":${text}}`;
    body = `{"code":4001,"message":${text},"errors":[${field},${text}],"constructor":${text}}`;
    const script = await call([...words, '--json']);
    expect(errorOf(script)).toMatchObject({ code: 'api_error', api_code: 4001, status: 400 });
    expectReadable(script);
    const person = await call(words);
    expect([person.status, person.stdout]).toEqual([1, '']);
    expectReadable(person);
  }

  test.each(Object.entries(values))('whose texts are %s is printed', async (_, value) => {
    await expectApiError(['keys', 'details'], value);
  });

  test('that is nested 5,000 levels deep is invalid_response', async () => {
    status = 400;
    body = `{"code":4001,"message":${deep},"errors":[{"path":${deep}}]}`;
    expectError(await call(['keys', 'details', '--json']), 'invalid_response');
  });

  const failing = [...verbatim, ...own].filter(([line]) => !/auth list|doctor/.test(line));

  test.each(failing)(
    'whose texts would steer a terminal is safe to print: %s',
    async (_, words) => {
      await expectApiError(words, values['a text that would steer a terminal'] ?? '');
    },
  );
});
