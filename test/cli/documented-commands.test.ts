// The commands and options in README.md and docs exist in this version.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCommand, isGroup } from '../../src/cli/line/commands';
import { globalOptions } from '../../src/cli/line/common-options';
import { isFlagOf } from '../../src/cli/line/tokens';
import { withProgramApart } from '../../src/cli/line/typed-line';

const root = join(__dirname, '../..');

/** Returns the words of each command in the text's shell blocks, up to a pipe, a redirection or the end of the command. */
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

/** Returns the commands in backquotes outside code blocks, except patterns such as `waypost <command>`. */
function quotedCommandsIn(text: string): string[][] {
  const prose = text.replace(/^ *```.*?^ *```$/gms, '');
  const quoted = [...prose.matchAll(/`(waypost [^`]*)`/g)].map(([, line = '']) => line);
  const complete = quoted.filter((line) => !/[<…]/.test(line));
  return commandsIn(`\`\`\`sh\n${complete.join('\n')}\n\`\`\`\n`);
}

/** Returns a description of the mistake in a command, or undefined if the command is correct. */
function mistakeIn(typed: string[]): string | undefined {
  // The options of a program that `exec` or `proxy` runs are not waypost options.
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

test('mistakeIn reports an unknown command and an unknown option', () => {
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

test.each(pages)(
  'the page %s contains only existing commands and options in its shell blocks',
  (page) => {
    const commands = commandsIn(readFileSync(join(root, page), 'utf8'));
    if (page === 'README.md') expect(commands.length).toBeGreaterThan(10);
    expect(commands.map(mistakeIn).filter((mistake) => mistake !== undefined)).toEqual([]);
  },
);

test.each(pages)('the page %s contains only existing commands and options in its text', (page) => {
  const commands = quotedCommandsIn(readFileSync(join(root, page), 'utf8'));
  // The text can mention a command group without a command.
  const mistakes = commands.map(mistakeIn).filter((mistake) => mistake !== undefined);
  expect(mistakes.filter((mistake) => !/^no command: \w+$/.test(mistake))).toEqual([]);
});
