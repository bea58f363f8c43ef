// Formats waypost commands for hints: the command, its arguments and its options, quoted for the shell.
import { appName } from './identity';
import { shellWord } from './shell-word';

/** A word that the user must replace, such as `<id>`. */
export class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Returns a word that the user must replace. Hints show the word as `<name>`, without quotes. */
export function placeholder(name: string): Placeholder {
  return new Placeholder(name);
}

export type CommandWord = string | Placeholder;

/**
 * The options of a command, by their long names. The value of a switch is `true`. `commandText` omits an option if its
 * value is undefined or `false`.
 */
export type CommandOptions = Readonly<Record<string, CommandWord | boolean | undefined>>;

/**
 * Formats a command. `name` is the command without `waypost`, such as `keys usage`, or an empty string. `program` is
 * the program that `exec` or `proxy` runs, with its arguments.
 */
export type CommandWriter = (
  name: string,
  words?: readonly CommandWord[],
  options?: CommandOptions,
  program?: readonly CommandWord[],
) => string;

/**
 * Text that tells the user what to do next. A hint that contains commands is a function, so that the caller decides how
 * to format the commands.
 */
export type Hint = string | ((command: CommandWriter) => string);

/** Formats a command as a user would type it, such as `waypost keys usage --last 7d`. */
export const commandText: CommandWriter = (name, words = [], options = {}, program = []) =>
  [
    appName,
    ...(name === '' ? [] : [name]),
    ...words.map(quoted),
    ...Object.entries(options).flatMap(optionWords),
    ...program.map(quoted),
  ].join(' ');

/** Formats a command in backticks, for use in hints. */
export const commandInText: CommandWriter = (...line) => `\`${commandText(...line)}\``;

/** Returns the text of a hint. `command` formats the commands in the hint. */
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
