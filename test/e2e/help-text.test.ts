// The help of every command: the lines fit the terminal except example commands, the text is ASCII if the locale requires
// ASCII, and the sections have a fixed order.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { examplesOf } from '../../src/cli/line/command';
import { allCommands, commands, isGroup } from '../../src/cli/line/commands';
import { commandHelp, programHelp } from '../../src/cli/line/help-text';
import { chooseCharacters, printable } from '../../src/cli/output/printable';
import { freshHome } from '../support/keys';
import { hasTerminal, Terminal } from '../support/terminal';
import { command } from '../support/tool';

/** The headings of a help page, in order. */
const order = [
  'Usage:',
  'Example',
  'Arguments:',
  'Options:',
  'Output',
  'Errors:',
  'Exit codes:',
  'Global options:',
];

test.each([40, 50, 72, 80, 120])(
  'help fits in %d columns, except for its example commands',
  (width) => {
    const pages = [
      ...allCommands.map((command) => ({
        text: commandHelp(command, width),
        copied: examplesOf(command).map(({ command }) => command),
      })),
      ...commands.filter(isGroup).map((group) => ({
        text: commandHelp(group, width),
        copied: [],
      })),
      { text: programHelp(width), copied: [] },
    ];
    expect(pages.length).toBeGreaterThan(60);
    for (const { text, copied } of pages) {
      const long = text
        .split('\n')
        .filter((line) => line.length > width && !copied.some((command) => line.includes(command)));
      expect(long).toEqual([]);
    }
  },
);

test.each(allCommands.map((command) => [command.path.join(' '), command] as const))(
  'the help of the command `%s` has its sections in the standard order, and ends with a reference to `waypost help options`',
  (_name, command) => {
    const lines = commandHelp(command, 80).split('\n');
    const found = order.map((title) => lines.findIndex((line) => line.startsWith(title)));
    const present = found.filter((line) => line !== -1);
    expect(present).toEqual(present.toSorted((one, other) => one - other));
    expect(present.length).toBeGreaterThanOrEqual(5);
    expect(lines.find((line) => line.startsWith('Exit codes: 0'))).toBeDefined();
    const globals = lines.slice(found.at(-1)).join('\n');
    expect(globals.replace(/\s+/g, ' ')).toContain('`waypost help options`');
  },
);

test.skipIf(!hasTerminal)(
  'waypost wraps an error message between words to the width of the terminal',
  async () => {
    const run = ['keys', 'usage', '--start', 'tomorrow'];
    const terminal = new Terminal([...command, ...run], freshHome().environment(), {
      columns: 50,
      rows: 30,
    });
    await terminal.end();
    const lines = terminal.raw
      .split('[ended')[0]
      ?.replace(/\x1b\[[\d;?]*[a-zA-Z]/g, '')
      .split(/\r?\n/);
    const whole = (await freshHome().run(run)).stderr;
    expect(lines?.join(' ').trim()).toBe(whole.replaceAll('\n', ' ').trim());
    expect(lines?.filter((line) => line.length > 50)).toEqual([]);
    expect(whole).not.toContain('of the service');
  },
);

describe('waypost', () => {
  const plain = /^[\x20-\x7e\n]*$/;
  const pages = [
    ['keys', 'show', '--help'],
    ['help', 'batch'],
    ['keys', 'shwo'],
    ['keys', 'usage', '\u2014last', '7d'],
  ];

  test.each<[characters: 'ASCII' | 'Unicode', env: Record<string, string>]>([
    ['Unicode', {}],
    ['Unicode', { LANG: 'en_US.UTF-8' }],
    ['Unicode', { LC_ALL: 'C.utf8', LANG: 'C' }],
    ['ASCII', { LANG: 'C' }],
    ['ASCII', { LC_CTYPE: 'POSIX', LANG: 'en_US.UTF-8' }],
    ['ASCII', { LC_ALL: 'de_DE.ISO-8859-1' }],
  ])('prints %s text if the locale environment variables are %j', async (characters, env) => {
    const runs = await Promise.all(pages.map((args) => freshHome().call(args, { env })));
    const texts = runs.map(({ stdout, stderr }) => stdout + stderr);
    if (characters === 'ASCII') for (const text of texts) expect(text).toMatch(plain);
    else expect(texts.join('')).toContain('\u2026');
    for (const text of texts) expect(text.length).toBeGreaterThan(40);
  });

  test('prints +- instead of ± in ASCII text', () => {
    chooseCharacters({ LC_ALL: 'C' });
    expect(printable('±0%')).toBe('+-0%');
    chooseCharacters({});
  });

  test('keeps Unicode characters in JSON in every locale', async () => {
    const env = { LC_ALL: 'C' };
    const { stdout } = await freshHome().call(['keys', 'show', '--help', '--json'], { env });
    expect(JSON.parse(stdout).help).toContain('\u2026');
  });
});

test.each<[args: string[], env: Record<string, string>, isBold: boolean]>([
  [['keys', '--help'], {}, false],
  [['keys', '--help'], { FORCE_COLOR: '1' }, true],
  [['help', 'keys'], { FORCE_COLOR: '1' }, true],
  [['keys', '--help', '--color', 'always'], {}, true],
  [['keys', '--help', '--no-color'], { FORCE_COLOR: '1' }, false],
  [['keys', '--help'], { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
])(
  'help headings are bold only if color is enabled (arguments: %j, environment: %j)',
  async (args, env, isBold) => {
    const { stdout } = await freshHome().call(args, { env });
    expect(stdout.includes('\x1b[1mUsage:\x1b[22m')).toBe(isBold);
    expect(stdout.includes('\x1b')).toBe(isBold);
  },
);

test('`help agents` prints SKILL.md as text and as JSON', async () => {
  const skill = readFileSync(join(__dirname, '../../SKILL.md'), 'utf8');
  const [text, json] = await Promise.all(
    [[], ['--json']].map((more) => freshHome().call(['help', 'agents', ...more])),
  );
  expect(text?.stdout).toBe(skill);
  expect(JSON.parse(json?.stdout ?? '')).toEqual({ help: skill });
});

describe('waypost', () => {
  test.each([
    [['keys', '--help', 'usage']],
    [['--help', 'keys', 'usage']],
    [['keys', 'usage', '--last', '--help']],
    [['-h', 'keys', '--profile', 'work', 'usage']],
  ])('prints the help of `keys usage` if the arguments are %j', async (args) => {
    const run = await freshHome().run(args);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.stdout).toMatch(/^Usage: waypost keys usage /);
  });
});
