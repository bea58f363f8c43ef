// Commands in the shell blocks of README.md and docs are commands of this version, with its options.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCommand, isGroup } from '../../src/cli/line/commands';
import { globalOptions } from '../../src/cli/line/common-options';
import { isFlagOf } from '../../src/cli/line/tokens';
import { withProgramApart } from '../../src/cli/line/typed-line';

const root = join(__dirname, '../..');

/** The commands in the shell blocks of a text, each as its words up to a pipe or a redirection. */
function commandsIn(text: string): string[][] {
  const blocks = [...text.matchAll(/^```(?:sh|console)\n(.*?)^```$/gms)].map(
    ([, block = '']) => block,
  );
  const lines = blocks.flatMap((block) => block.replace(/\\\n/g, ' ').split('\n'));
  return lines.flatMap((line) =>
    [...line.matchAll(/(?:^|\$ |\$\(|[|&;] *)waypost ([^|&;#>()]*)/g)].map(([, words = '']) =>
      [...words.matchAll(/"[^"]*"?|'[^']*'?|\S+/g)].map(([word]) => word),
    ),
  );
}

/** The commands between backquotes in the prose and tables of a text, except patterns such as `waypost <command>`. */
function quotedCommandsIn(text: string): string[][] {
  const prose = text.replace(/^ *```.*?^ *```$/gms, '');
  const quoted = [...prose.matchAll(/`(waypost [^`]*)`/g)].map(([, line = '']) => line);
  const complete = quoted.filter((line) => !/[<…]/.test(line));
  return commandsIn(`\`\`\`sh\n${complete.join('\n')}\n\`\`\`\n`);
}

/** What is wrong with a command; undefined where nothing is. */
function mistakeIn(typed: string[]): string | undefined {
  // The program of `exec` and `proxy` has options of its own.
  const words = withProgramApart(typed);
  const [noun = '', verb = ''] = words;
  const group = findCommand([noun]);
  const command = group !== undefined && isGroup(group) ? findCommand([noun, verb]) : group;
  if (command === undefined || isGroup(command)) return `no command: ${words.join(' ')}`;
  const options = [...globalOptions, ...(command.options ?? [])];
  const end = words.indexOf('--');
  const unknown = (end === -1 ? words : words.slice(0, end))
    .filter((word) => /^--?[a-z]/i.test(word))
    .map((word) => word.replace(/=.*$/, ''))
    .filter((word) => !['--help', '-h'].includes(word))
    .filter((word) => !options.some((option) => isFlagOf(option, word)));
  return unknown.length === 0 ? undefined : `${unknown.join(', ')}: ${words.join(' ')}`;
}

test('the search finds what is wrong', () => {
  const text =
    '```sh\nkey=$(waypost auth tokens)\nwaypost keys usage --lasting 7d | jq .total\n```\n';
  expect(commandsIn(text).map(mistakeIn)).toEqual([
    'no command: auth tokens',
    '--lasting: keys usage --lasting 7d',
  ]);
});

const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

test.each(pages)('%s', (page) => {
  const commands = commandsIn(readFileSync(join(root, page), 'utf8'));
  if (page === 'README.md') expect(commands.length).toBeGreaterThan(10);
  expect(commands.map(mistakeIn).filter((mistake) => mistake !== undefined)).toEqual([]);
});

test.each(pages)('commands in the text of %s exist', (page) => {
  const commands = quotedCommandsIn(readFileSync(join(root, page), 'utf8'));
  // A command group alone is not run, but named.
  const mistakes = commands.map(mistakeIn).filter((mistake) => mistake !== undefined);
  expect(mistakes.filter((mistake) => !/^no command: \w+$/.test(mistake))).toEqual([]);
});
