// Commands of the tool as a hint names them: built from the command, its words and its options, quoted for the shell.
import { appName } from './identity';
import { shellWord } from './shell-word';

/** A word that the reader replaces, such as `<id>`. */
export class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A word that the reader replaces; it is shown as `<name>`, not quoted. */
export function placeholder(name: string): Placeholder {
  return new Placeholder(name);
}

export type CommandWord = string | Placeholder;

/** Options by their long names: a switch is `true`, and what is undefined or `false` is left out. */
export type CommandOptions = Readonly<Record<string, CommandWord | boolean | undefined>>;

/**
 * Writes a command. `name` has the words that name it, such as `keys usage`, or none; `program` is what it runs, with its
 * arguments.
 */
export type CommandWriter = (
  name: string,
  words?: readonly CommandWord[],
  options?: CommandOptions,
  program?: readonly CommandWord[],
) => string;

/** What to do next; a function if the text names commands. */
export type Hint = string | ((command: CommandWriter) => string);

/** A command as it is typed, such as `waypost keys usage --last 7d`. */
export const commandText: CommandWriter = (name, words = [], options = {}, program = []) =>
  [
    appName,
    ...(name === '' ? [] : [name]),
    ...words.map(quoted),
    ...Object.entries(options).flatMap(optionWords),
    ...program.map(quoted),
  ].join(' ');

/** A command in backquotes, as hints show it. */
export const commandInText: CommandWriter = (...line) => `\`${commandText(...line)}\``;

/** The text of a hint whose commands a writer writes. */
export function hintText(hint: Hint, command: CommandWriter): string {
  return typeof hint === 'function' ? hint(command) : hint;
}

function optionWords([name, value]: [string, CommandOptions[string]]): string[] {
  if (value === undefined || value === false) return [];
  return value === true ? [`--${name}`] : [`--${name}`, quoted(value)];
}

function quoted(word: CommandWord): string {
  return word instanceof Placeholder ? `<${word.name}>` : shellWord(word);
}
