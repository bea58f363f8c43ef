// Writes waypost commands for hints: the command, its arguments and its options, quoted for the shell.
import { appName } from './identity';
import { shellWord } from './shell-word';

/** A word that the reader replaces, such as `<id>`. */
export class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Makes a word that the reader replaces. It is shown as `<name>`, without quotes. */
export function placeholder(name: string): Placeholder {
  return new Placeholder(name);
}

export type CommandWord = string | Placeholder;

/** Options by their long names. A switch is `true`; options that are undefined or `false` are omitted. */
export type CommandOptions = Readonly<Record<string, CommandWord | boolean | undefined>>;

/**
 * Writes a command. `name` is the command without waypost, such as `keys usage`, or empty. `program` is the program that
 * `exec` or `proxy` runs, and its arguments.
 */
export type CommandWriter = (
  name: string,
  words?: readonly CommandWord[],
  options?: CommandOptions,
  program?: readonly CommandWord[],
) => string;

/** Tells the user what to do next. It is a function if the text contains commands. */
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

/** Writes a command in backquotes, for hints. */
export const commandInText: CommandWriter = (...line) => `\`${commandText(...line)}\``;

/** Returns the text of a hint, with commands that `command` writes. */
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
