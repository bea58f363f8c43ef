// Parts of `auth` that other tests reach only at a terminal: which service a person is asked about, what
// becomes of the keys they type, and errors that are no answer to a command.

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
  /** Of the login of each profile; '' is the plain one. */
  logins?: Record<string, string>;
  profile?: string;
}

/** What a person is asked, and what is chosen by the last answer. */
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

/** What is asked of a person who types these keys, and answers these questions, one after the other. */
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

const questions = ['API key (begins ak_):', 'Management key (begins uk_; Enter for none):'];

describe('the keys that a person types', () => {
  test.each<[what: string, text: string]>([
    ['as they are', apiKey],
    ['with blanks', ` ${apiKey}\n`],
    ['in quotes', `"${apiKey}"`],
    ['in typographic quotes', `“${apiKey}”`],
    ['with invisible characters', `\u200b\ufeff'${apiKey}'\u2060`],
  ])('%s', async (_, text) => {
    expect(await typed([text, ''])).toEqual({
      outcome: { apiKey, userToken: undefined },
      asked: questions,
    });
  });

  test('what stands inside of one is kept', async () => {
    const odd = `ak_"01'23"456789`;
    expect((await typed([` ${odd} `])).outcome).toEqual({ apiKey: odd, userToken: undefined });
    const { outcome } = await typed([`${apiKey} ${apiKey}`]);
    expect(outcome).toMatchObject({ code: 'invalid_input' });
  });

  test('a management key that is given is not asked for', async () => {
    expect(await typed([apiKey], [], userToken)).toEqual({
      outcome: { apiKey, userToken },
      asked: questions.slice(0, 1),
    });
  });

  test('none is refused', async () => {
    expect((await typed([' '])).outcome).toMatchObject({
      code: 'invalid_input',
      message: 'No API key was given.',
      hint: 'Type or paste it at the prompt, or give --api-key.',
    });
  });

  test('the other kind is refused before anything else is asked', async () => {
    const { outcome, asked } = await typed([userToken]);
    expect(outcome).toMatchObject({ code: 'invalid_input' });
    expect(asked).toEqual(questions.slice(0, 1));
  });

  test('the key of every sandbox is taken without a question', async () => {
    const { outcome, asked } = await typed(['ak_test', '']);
    expect(outcome).toEqual({ apiKey: 'ak_test', userToken: undefined });
    expect(asked).toEqual(questions);
  });

  test('one that is far too short is asked for again, until it is kept on a yes', async () => {
    const { outcome, asked } = await typed(
      ['a', 'ak_short', apiKey, 'uk_short6'],
      [false, false, true],
    );
    expect(outcome).toEqual({ apiKey, userToken: 'uk_short6' });
    const short = (length: string, name: string) =>
      `That has only ${length}, far too short for ${name}. Use it anyway?`;
    expect(asked).toEqual([
      questions[0],
      short('1 character', 'an API key'),
      questions[0],
      short('8 characters', 'an API key'),
      ...questions,
      short('9 characters', 'a management key'),
    ]);
  });

  test('ten characters are not too short', async () => {
    expect((await typed(['ak_3456789', ''])).asked).toEqual(questions);
  });
});

const other = 'https://other.example/v1';

test.each<[what: string, known: Known]>([
  ['an option names it', { option: other, logins: { '': other } }],
  ['the environment names it', { variable: other, logins: { '': other } }],
  ['only the default is known', {}],
  [
    'the default is the only one known, however often',
    { setting: defaultBaseUrl, running: [defaultBaseUrl] },
  ],
])('nobody is asked where %s', async (_, known) => {
  expect(await chosen(known)).toEqual({ url: undefined, asked: [] });
});

test('else the one in use comes first, then settings, other logins, sandboxes, and the default', async () => {
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
        ['https://work.example/v1', 'the login here'],
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

test('a person is asked for the least that there is to choose, not for a login that is damaged', async () => {
  const { url, asked } = await chosen({ running: [other], logins: { work: 'no URL' } });
  expect(asked.map(({ choices }) => choices.map(({ value }) => value))).toEqual([
    [other, defaultBaseUrl],
  ]);
  expect(url).toBe(defaultBaseUrl);
});

test('only the tool’s own errors are the state of a login', () => {
  expect(codeAndMessage(new WaypostError('timeout', 'Late.'))).toEqual({
    code: 'timeout',
    message: 'Late.',
  });
  const fault = new TypeError('not a function');
  expect(() => codeAndMessage(fault)).toThrow(fault);
});

describe('whether a stored login may be replaced', () => {
  /** What a person is asked who gives these keys, and what comes of the answer. */
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
    ['there is none', undefined, { apiKey }],
    ['the key is the same', { apiKey }, { apiKey }],
    ['a management key is added', { apiKey }, { apiKey, userToken }],
    ['a command for one is added', { apiKey }, { apiKey, userTokenCommand: one }],
    ['both keys are the same', { apiKey, userToken }, { apiKey, userToken }],
    ['the command is the same', { apiKeyCommand: one }, { apiKeyCommand: [...one] }],
    [
      'both commands are the same',
      { apiKeyCommand: one, userTokenCommand: other },
      { apiKeyCommand: [...one], userTokenCommand: [...other] },
    ],
  ])('nobody is asked where %s', async (_, before, given) => {
    expect(await replaced(before, given, { answer: false })).toEqual({ may: true, asked: [] });
  });

  test.each<[what: string, before: StoredCredentials, given: StoredCredentials]>([
    ['another key', { apiKey }, { apiKey: otherKey }],
    ['no key yet', { apiKey }, {}],
    ['a command in place of the key', { apiKey }, { apiKeyCommand: one }],
    ['a key in place of the command', { apiKeyCommand: one }, { apiKey }],
    ['another command', { apiKeyCommand: one }, { apiKeyCommand: other }],
    ['no management key any more', { apiKey, userToken }, { apiKey }],
    ['another management key', { apiKey, userToken }, { apiKey, userToken: otherToken }],
    ['no command for it any more', { apiKey, userTokenCommand: one }, { apiKey }],
    ['only the same management key', { apiKey, userToken }, { userToken }],
  ])('a person is asked for %s', async (_, before, given) => {
    for (const answer of [true, false]) {
      const outcome = { may: answer, asked: [question] };
      expect(await replaced(before, given, { answer })).toEqual(outcome);
    }
    const script = await replaced(before, given, { interactive: false });
    expect(script).toEqual({ may: true, asked: [] });
  });
});
