// The parser returns the command, the arguments and the options of a command line.
import { describe, expect, test } from 'vitest';
import { type Parsed, parse } from '../../../src/cli/line/parse';
import { tokenize } from '../../../src/cli/line/tokens';
import { readLine } from '../../../src/cli/line/typed-line';

const parsed = (line: string): Promise<Parsed> => parse(readLine(line.split(' ')));

describe('parse', () => {
  test("separates the command's options from global options", async () => {
    expect(await parsed('--json keys usage ak_1 --last 7d --timeout=5')).toMatchObject({
      kind: 'command',
      command: { path: ['keys', 'usage'] },
      words: ['ak_1'],
      options: { last: '7d' },
      globalOptions: { json: true, timeout: '5' },
    });
  });

  test('returns the names of the options that you type, but not of options that only have a default value', async () => {
    const listed = await parsed('lookups list --limit 5');
    expect(listed.kind === 'command' && [...listed.typedOptions]).toEqual(['limit']);
  });

  test('joins the words of a search query into one argument', async () => {
    expect(await parsed('places search new york')).toMatchObject({ words: ['new york'] });
  });

  test('keeps the arguments of the program that exec runs, even if they look like options', async () => {
    expect(await parsed('exec --no-masking ls --json')).toMatchObject({
      command: { path: ['exec'] },
      words: [['ls', '--json']],
      globalOptions: {},
    });
  });

  test.each([
    ['--help', undefined],
    ['keys --help', ['keys']],
    ['keys --help usage', ['keys', 'usage']],
  ])('reads the command line %s as a request for help', async (line, path) => {
    const help = await parsed(line);
    expect(help.kind === 'help' && help.entry?.path).toEqual(path);
  });

  test('reads --version as a request for the version', async () => {
    expect(await parsed('--version --json')).toEqual({ kind: 'version' });
  });

  test.each(['nosuch', 'keys nosuch', 'keys usage --nosuch', 'keys --help nosuch'])(
    'rejects the command line %s',
    async (line) => {
      await expect(parsed(line)).rejects.toMatchObject({ code: 'invalid_input' });
    },
  );
});

describe('tokenize', () => {
  test("reads a word as an option's value only if the option requires a value and the word is not --help", () => {
    const tokens = tokenize(['--limit', '5', 'lookups', 'list', '-o', '--help', '--', '--json']);
    expect(tokens.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'option --limit',
      'value 5',
      'command lookups',
      'command list',
      'option -o',
      'option --help',
      'separator --',
      'word --json',
    ]);
  });

  test.each([
    ['--output=out.csv', 'output', 'out.csv'],
    ['-oout.csv', 'output', 'out.csv'],
    ['--output', 'output', undefined],
    ['--undefined', undefined, undefined],
  ])('splits the option %s into a name and, if there is one, a value', (word, name, value) => {
    const [token] = tokenize(['lookups', 'export', word]).slice(2);
    expect(token).toMatchObject({ kind: 'option', value });
    expect(token?.kind === 'option' && token.option?.name).toBe(name);
  });
});
