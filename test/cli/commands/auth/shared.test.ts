// Tests functions that `auth` otherwise uses only at a terminal: the prompts for the service and for the keys, the prompt
// before a login is replaced, and the errors that describe a login.
import { describe, expect, test } from 'vitest';
import { askKeys, askService, mayReplaceLogin } from '../../../../src/cli/commands/auth/login';
import { codeAndMessage } from '../../../../src/cli/commands/shared/logins';
import type { Output } from '../../../../src/cli/output/output';
import type { Dependencies } from '../../../../src/cli/run/dependencies';
import type { StoredCredentials } from '../../../../src/client/credentials/read';
import { WaypostError } from '../../../../src/lib/errors';
import { defaultBaseUrl } from '../../../../src/lib/identity';
import { apiKey, freshHome, otherKey, otherToken, store, userToken } from '../../../support/keys';

interface Known {
  option?: string;
  variable?: string;
  setting?: string;
  running?: string[];
  /** The base URL of the login in each profile. The empty name is the default profile. */
  logins?: Record<string, string>;
  profile?: string;
}

/** Runs `askService` and chooses the last entry. Returns the chosen URL and the prompts. */
async function chosen({ option, variable, setting, running = [], logins = {}, profile }: Known) {
  const home = freshHome();
  for (const [name, base_url] of Object.entries(logins)) {
    const directory = name === '' ? '' : `profiles/${name}/`;
    const file = `${home.path}/.config/waypost/${directory}credentials.json`;
    store(file, { api_key: name === '' ? apiKey : otherKey, base_url });
  }
  const asked: { question: string; choices: { name: string; value: string }[] }[] = [];
  const askChoice = async (question: string, choices: { name: string; value: string }[]) => {
    asked.push({ question, choices });
    return choices.at(-1)?.value;
  };
  const dependencies = {
    system: {
      env: variable === undefined ? {} : { WAYPOST_BASE_URL: variable },
      platform: 'linux',
      home: home.path,
    },
    settings: {
      options: option === undefined ? {} : { baseUrl: option },
      configuration: setting === undefined ? {} : { baseUrl: { text: setting } },
    },
    credentials: { profileChoice: profile && { name: profile } },
    output: { prompts: async () => ({ askChoice }) },
  } as unknown as Dependencies;
  return { url: await askService(dependencies, async () => running), asked };
}

/** Runs `askKeys`, types these keys and answers. Returns the prompts, and the keys or the error. */
async function typed(keys: string[], answers: boolean[] = [], givenToken?: string) {
  const asked: string[] = [];
  const prompts = async () => ({
    askSecret: async (message: string) => {
      asked.push(message);
      return keys.shift() ?? '';
    },
    askYes: async (message: string) => {
      asked.push(message);
      return answers.shift() ?? false;
    },
  });
  const output = { prompts } as unknown as Output;
  const outcome = await askKeys(output, givenToken).catch((error: unknown) => error);
  return { outcome, asked };
}

const questions = [
  'API key (begins with ak_):',
  'Management key (begins with uk_; Enter for none):',
];

describe('askKeys', () => {
  test.each<[what: string, text: string]>([
    ['unchanged', apiKey],
    ['without blanks', ` ${apiKey}\n`],
    ['without quotes', `"${apiKey}"`],
    ['without typographic quotes', `“${apiKey}”`],
    ['without invisible characters', `\u200b\ufeff'${apiKey}'\u2060`],
  ])('returns a typed key %s', async (_, text) => {
    expect(await typed([text, ''])).toEqual({
      outcome: { apiKey, userToken: undefined },
      asked: questions,
    });
  });

  test('keeps quotes inside a key, and rejects a key that contains spaces', async () => {
    const odd = `ak_"01'23"456789`;
    expect((await typed([` ${odd} `])).outcome).toEqual({ apiKey: odd, userToken: undefined });
    const { outcome } = await typed([`${apiKey} ${apiKey}`]);
    expect(outcome).toMatchObject({ code: 'invalid_input' });
  });

  test('does not prompt for a management key that was set on the command line', async () => {
    expect(await typed([apiKey], [], userToken)).toEqual({
      outcome: { apiKey, userToken },
      asked: questions.slice(0, 1),
    });
  });

  test('rejects a blank API key', async () => {
    expect((await typed([' '])).outcome).toMatchObject({
      code: 'invalid_input',
      message: 'No API key to store.',
      hint: 'Type or paste a key at the prompt, or set --api-key.',
    });
  });

  test('rejects a management key that you type at the API key prompt, and does not prompt again', async () => {
    const { outcome, asked } = await typed([userToken]);
    expect(outcome).toMatchObject({ code: 'invalid_input' });
    expect(asked).toEqual(questions.slice(0, 1));
  });

  test("accepts the sandbox's test key without confirmation", async () => {
    const { outcome, asked } = await typed(['ak_test', '']);
    expect(outcome).toEqual({ apiKey: 'ak_test', userToken: undefined });
    expect(asked).toEqual(questions);
  });

  test('prompts again if the key is far too short, unless you confirm it', async () => {
    const { outcome, asked } = await typed(
      ['a', 'ak_short', apiKey, 'uk_short6'],
      [false, false, true],
    );
    expect(outcome).toEqual({ apiKey, userToken: 'uk_short6' });
    const short = (length: string, name: string) =>
      `The key has only ${length}, which is too short for ${name}. Use the key anyway?`;
    expect(asked).toEqual([
      questions[0],
      short('1 character', 'an API key'),
      questions[0],
      short('8 characters', 'an API key'),
      ...questions,
      short('9 characters', 'a management key'),
    ]);
  });

  test('accepts a key of ten characters without confirmation', async () => {
    expect((await typed(['ak_3456789', ''])).asked).toEqual(questions);
  });
});

const other = 'https://other.example/v1';

test.each<[what: string, known: Known]>([
  ['--base-url is set', { option: other, logins: { '': other } }],
  ['WAYPOST_BASE_URL is set', { variable: other, logins: { '': other } }],
  ['only the default service is known', {}],
  [
    'only the default service is known, from several sources',
    { setting: defaultBaseUrl, running: [defaultBaseUrl] },
  ],
])('askService does not prompt if %s', async (_, known) => {
  expect(await chosen(known)).toEqual({ url: undefined, asked: [] });
});

test('askService lists the service of the active login first, then services from settings, other logins and sandboxes, and then the default', async () => {
  const { url, asked } = await chosen({
    setting: 'https://setting.example/v1',
    running: ['http://127.0.0.1:4000/v1', other],
    logins: {
      '': 'https://plain.example/v1',
      work: 'https://work.example/v1/',
      play: 'https://setting.example/v1',
    },
    profile: 'work',
  });
  expect(asked).toEqual([
    {
      question: 'Which service is the key for?',
      choices: [
        ['https://work.example/v1', 'active login'],
        ['https://setting.example/v1', 'settings, profile play'],
        ['https://plain.example/v1', 'login'],
        ['http://127.0.0.1:4000/v1', 'sandbox, running'],
        [other, 'sandbox, running'],
        [defaultBaseUrl, 'default'],
      ].map(([value, what]) => ({ name: `${value} (${what})`, value })),
    },
  ]);
  expect(url).toBe(defaultBaseUrl);
});

test('askService prompts if two services are known, and does not list a login with an invalid base URL', async () => {
  const { url, asked } = await chosen({ running: [other], logins: { work: 'no URL' } });
  expect(asked.map(({ choices }) => choices.map(({ value }) => value))).toEqual([
    [other, defaultBaseUrl],
  ]);
  expect(url).toBe(defaultBaseUrl);
});

test('codeAndMessage returns the error code and the message of a WaypostError, and rethrows other errors', () => {
  expect(codeAndMessage(new WaypostError('timeout', 'Late.'))).toEqual({
    code: 'timeout',
    message: 'Late.',
  });
  const fault = new TypeError('not a function');
  expect(() => codeAndMessage(fault)).toThrow(fault);
});

describe('mayReplaceLogin', () => {
  /** Runs `mayReplaceLogin` with the stored and the new login. Returns its result and the prompts. */
  async function replaced(
    before: StoredCredentials | undefined,
    given: StoredCredentials,
    { interactive = true, answer = true } = {},
  ) {
    const asked: string[] = [];
    const askYes = async (question: string) => {
      asked.push(question);
      return answer;
    };
    const dependencies = {
      settings: { interactive },
      credentials: { path: '/home/ann/credentials.json' },
      output: { prompts: async () => ({ askYes }) },
    } as unknown as Dependencies;
    const { apiKey, userToken, apiKeyCommand, userTokenCommand } = given;
    const commands = { apiKey: apiKeyCommand, userToken: userTokenCommand };
    const may = await mayReplaceLogin(dependencies, before, { apiKey, userToken }, commands);
    return { may, asked };
  }

  const question = 'A login is already stored in /home/ann/credentials.json. Replace it?';
  const [one, other] = [
    ['op', 'read', 'a'],
    ['op', 'read', 'b'],
  ];

  test.each<[what: string, before: StoredCredentials | undefined, given: StoredCredentials]>([
    ['no login is stored', undefined, { apiKey }],
    ['the key is the same', { apiKey }, { apiKey }],
    ['a management key is added', { apiKey }, { apiKey, userToken }],
    ['a management key command is added', { apiKey }, { apiKey, userTokenCommand: one }],
    ['both keys are the same', { apiKey, userToken }, { apiKey, userToken }],
    ['the key command is the same', { apiKeyCommand: one }, { apiKeyCommand: [...one] }],
    [
      'both key commands are the same',
      { apiKeyCommand: one, userTokenCommand: other },
      { apiKeyCommand: [...one], userTokenCommand: [...other] },
    ],
  ])('does not prompt if %s', async (_, before, given) => {
    expect(await replaced(before, given, { answer: false })).toEqual({ may: true, asked: [] });
  });

  test.each<[what: string, before: StoredCredentials, given: StoredCredentials]>([
    ['another key', { apiKey }, { apiKey: otherKey }],
    ['a key that you have not entered yet', { apiKey }, {}],
    ['a key command instead of the key', { apiKey }, { apiKeyCommand: one }],
    ['a key instead of the key command', { apiKeyCommand: one }, { apiKey }],
    ['another key command', { apiKeyCommand: one }, { apiKeyCommand: other }],
    ['a login without the management key', { apiKey, userToken }, { apiKey }],
    ['another management key', { apiKey, userToken }, { apiKey, userToken: otherToken }],
    ['a login without the management key command', { apiKey, userTokenCommand: one }, { apiKey }],
    ['a login with only the same management key', { apiKey, userToken }, { userToken }],
  ])(
    'prompts at a terminal if the stored login would be replaced with %s',
    async (_, before, given) => {
      for (const answer of [true, false]) {
        const outcome = { may: answer, asked: [question] };
        expect(await replaced(before, given, { answer })).toEqual(outcome);
      }
      const script = await replaced(before, given, { interactive: false });
      expect(script).toEqual({ may: true, asked: [] });
    },
  );
});
