// Creates the error for a command line that the parser rejects. The error states what is wrong and what to type
// instead.
import { type CommandWriter, commandInText, placeholder } from '../../../lib/command-text';
import { invalidInput, type WaypostError } from '../../../lib/errors';
import { shellWord, splitLine } from '../../../lib/shell-word';
import { orList } from '../../../lib/word-list';
import { type Command, type CommandEntry, commandLine, examplesOf } from '../command';
import { allCommands, entriesIn, isGroup, optionsOf } from '../commands';
import { globalOptions } from '../common-options';
import { effectsOf } from '../effects';
import { isFlagOf } from '../tokens';
import type { TypedLine } from '../typed-line';
import { didYouMean, isKey, withWords } from './corrected-line';
import {
  hasSmartDash,
  ownerOf,
  suggestOption,
  unknownCommand,
  withoutDashes,
  withoutSmartQuotes,
} from './suggest';

/** An error from the parser, and the command in which the error occurred. */
export interface ParserError {
  /** The parser's error code without its prefix, such as `unknownOption`. */
  code: string;
  message: string;
  /** The command or group whose parser failed, or undefined for waypost itself. */
  entry: CommandEntry | undefined;
  /** The arguments that the parser did not consume, and all words after an unknown option. */
  words: readonly string[];
  line: TypedLine;
}

/** Returns a help command such as `waypost keys usage --help`, in backquotes. */
function helpOf(path: readonly string[]): string {
  return commandInText(path.join(' '), [], { help: true });
}

export function usageError(error: ParserError): WaypostError {
  const { code, message, entry, words, line } = error;
  const path = entry?.path ?? [];
  const [first = '', second = ''] = [...message.matchAll(/'([^']*)'/g)].map(([, word]) => word);
  if (entry !== undefined && !isGroup(entry)) {
    if (code === 'missingArgument') return missingArgument(first, entry);
    if (code === 'excessArguments') return excessWords(words, entry, line);
  }
  switch (code) {
    case 'unknownCommand':
      return unknownCommand(words, path, line);
    case 'unknownOption':
      return unknownOption(first, path, line);
    case 'optionMissingArgument':
      return missingValue(longOf(first), line.entry?.path ?? [], entry);
    case 'conflictingOption':
      return invalidInput(
        `${longOf(first)} and ${longOf(second)} cannot be combined.`,
        `Remove one of the two options. Run ${helpOf(path)} for their descriptions.`,
      );
    case 'help':
      return missingCommand(path, entriesIn(entry));
    default:
      return invalidInput(
        message.replace(/^error: /, ''),
        `Run ${helpOf(path)} to see all arguments and options.`,
      );
  }
}

/** Returns the last long name in an option's flags: `--output` for `-o, --output <file>`. */
function longOf(flags: string): string {
  return /--[\w-]+(?=[^,]*$)/.exec(flags)?.[0] ?? flags;
}

function missingCommand(path: readonly string[], members: readonly CommandEntry[]): WaypostError {
  return invalidInput(
    `\`${commandLine(path)}\` requires a command: ${members.map(({ name }) => name).join(', ')}.`,
    `Run ${helpOf(path)} to see all commands in the group.`,
  );
}

function missingArgument(name: string, command: Command): WaypostError {
  const { choices } = command.arguments?.find((one) => one.name === name) ?? {};
  const allowed = choices === undefined ? '' : `: ${orList(choices)}`;
  const words = commandLine(command.path);
  const example = examplesOf(command).find(
    (one) => one.command.startsWith(`${words} `) && !/[`$]/.test(one.command),
  );
  const help = `Run ${helpOf(command.path)} to see all arguments and options.`;
  return invalidInput(`\`${words}\` requires <${name}>${allowed}.`, (write) =>
    example === undefined
      ? help
      : `For example: ${exampleOf(example.command, command, write)}. ${help}`,
  );
}

/** Returns the first command in an example, without the pipes, redirections and commands that follow it. */
function exampleOf(line: string, { path }: Command, write: CommandWriter): string {
  const { words } = splitLine(line);
  const end = words.findIndex((word) => /^(?:[|&]+|;|>)$/.test(word));
  const own = words.slice(1 + path.length, end === -1 ? undefined : end);
  return withWords(path.join(' '), own, write);
}

function missingValue(
  flag: string,
  path: readonly string[],
  entry: CommandEntry | undefined,
): WaypostError {
  const option = [...optionsOf(entry), ...globalOptions].find((one) => isFlagOf(one, flag));
  const name = option === undefined ? flag : `--${option.alias ?? option.name}`;
  const value = option?.choices === undefined ? `<${option?.value}>` : orList(option.choices);
  return invalidInput(
    `${name} requires a value: ${value}.`,
    `${option === undefined ? '' : `Description: ${option.description}. `}Run ${helpOf(path)} to see all options.`,
  );
}

/** True if the command group contains commands that cost lookups. */
function hasBilledCommands(group: string | undefined): boolean {
  return allCommands.some((command) => command.path[0] === group && effectsOf(command).bills);
}

function unknownOption(typed: string, path: readonly string[], line: TypedLine): WaypostError {
  const [flag = typed] = typed.split('=');
  const { entry, rest } = line;
  const named = entry?.path ?? [];
  const own = optionsOf(entry);
  const help = `Run ${helpOf(named)} to see all options.`;
  const known = [...own, ...globalOptions].find((option) => isFlagOf(option, flag));
  if (known !== undefined && known.value === undefined && typed !== flag) {
    const isOff = /=(?:false|no|off|0)$/i.test(typed);
    const next = isOff ? `Remove ${flag}.` : `Use ${flag} without a value.`;
    return invalidInput(
      `${flag} does not accept a value.`,
      `${next} Run ${helpOf(named)} to see all options.`,
    );
  }
  if (known !== undefined && path.length < named.length) {
    const option = flag.replace(/^-+/, '');
    const value = known.value === undefined ? true : placeholder(known.value);
    return invalidInput(
      `${flag} must follow its command.`,
      (command) =>
        `Put ${flag} after the command: ${command(named.join(' '), [], { [option]: value })}.`,
    );
  }
  const message = `Unknown option ${flag} for \`${commandLine(named)}\`.`;
  if (named.length === 0) {
    if (rest.length > 0) return unknownCommand(rest, [], line);
    if (/^-+(?:v|ver)$/i.test(flag)) {
      return invalidInput(message, `Did you mean ${commandInText('', [], { version: true })}?`);
    }
  }
  const meant = suggestOption(flag, own);
  if (meant !== undefined) return invalidInput(message, `Did you mean ${meant}? ${help}`);
  if (flag === '--licensee' && hasBilledCommands(named[0])) {
    return invalidInput(
      message,
      (command) =>
        `To bill a lookup to a licensee, use the licensee key as the API key. ${command('licensees get', [placeholder('licensee')])} shows the licensee key, and --api-key - reads a key from standard input.`,
    );
  }
  const owner = ownerOf(flag, named);
  return invalidInput(
    message,
    owner === undefined ? help : (command) => `Use ${flag} with ${command(owner)}. ${help}`,
  );
}

function excessWords(words: readonly string[], spec: Command, line: TypedLine): WaypostError {
  const mistaken = mistakenOption(words, spec, line);
  if (mistaken !== undefined) return mistaken;
  const { path, arguments: taken = [] } = spec;
  const command = commandLine(path);
  const help = `Run ${helpOf(path)} to see all arguments and options.`;
  const names = taken.map(({ name }) => `<${name}>`).join(' ') || 'no arguments';
  const message = `Too many arguments: \`${command}\` accepts ${names}, but received ${words.length} ${words.length === 1 ? 'argument' : 'arguments'}.`;
  const extra = words[taken.length] ?? '';
  if (!isKey(extra) || taken.length > 0) {
    return invalidInput(message, `Remove ${shellWord(extra)}. ${help}`);
  }
  const option = extra.startsWith('uk_') ? 'management-key' : 'api-key';
  return invalidInput(
    message,
    path.join(' ') === 'auth login'
      ? (write) =>
          `Run ${write('auth login')}, which prompts for the key, or pipe the key in: ${write('auth login', [], { [option]: '-' })}.`
      : `Pass a key with --${option}. ${help}`,
  );
}

/**
 * Joins the words of a value that the user typed without quotes. Throws `invalid_input` if the user probably meant one
 * of the words as an option.
 */
export function unquotedText(words: readonly string[], command: Command, line: TypedLine): string {
  const mistaken = mistakenOption(words, command, line);
  if (mistaken !== undefined) throw mistaken;
  return withoutSmartQuotes(words.join(' '));
}

/** Returns the error for a word that the user probably meant as an option, or undefined if there is no such word. */
export function mistakenOption(
  words: readonly string[],
  { path, options: own = [] }: Command,
  line: TypedLine,
): WaypostError | undefined {
  const command = commandLine(path);
  const help = helpOf(path);
  for (const [index, word] of words.entries()) {
    const [name = '', value] = word.split('=');
    if (hasSmartDash(word)) {
      const option = suggestOption(name, own) ?? `--${withoutDashes(name)}`;
      return invalidInput(
        `${shellWord(word)} begins with a typographic dash, not with -.`,
        `Type ${option}${value === undefined ? '' : `=${value}`}. Run ${help} to see all options.`,
      );
    }
    if (name.toLowerCase() === 'help' && value === undefined) {
      return invalidInput(`${word} is not an argument of \`${command}\`.`, `Did you mean ${help}?`);
    }
    const option = [...own, ...globalOptions].find(
      (one) => !one.hidden && one.name === name.toLowerCase(),
    );
    if (option === undefined) continue;
    const at = path.length + index;
    const typed = line.positions[at] ?? line.argv.length;
    const next = line.positions[at + 1];
    const changed = new Map([
      [typed, [`--${option.name}`, ...(value === undefined ? [] : [value])]],
    ]);
    if (option.value !== undefined && value === undefined && next !== undefined) {
      changed.set(typed, [`--${option.name}`, line.argv[next] ?? '']);
      changed.set(next, []);
    }
    return invalidInput(
      `${name} is missing its dashes.`,
      didYouMean(
        line,
        { name: path.join(' '), taken: path.length, changed },
        ` Run ${help} to see all options.`,
      ),
    );
  }
  return undefined;
}
