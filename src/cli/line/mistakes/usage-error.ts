// The error for arguments that the parser refuses: what is wrong, and what to type next.
import { invalidInput, type WaypostError } from '../../../lib/errors';
import { appName } from '../../../lib/identity';
import {
  type CommandGroup,
  type CommandSpec,
  commandLine,
  examplesOf,
  type OptionSpec,
  orList,
} from '../command';
import { commands, findCommand, isGroup, optionsOf } from '../commands';
import { globalOptions } from '../common-options';
import { isFlagOf, type TypedLine } from '../typed-line';
import {
  hasSmartDash,
  isKey,
  ownerOf,
  shellQuoted,
  suggestOption,
  unknownCommand,
  withoutDashes,
  withoutSmartQuotes,
} from './suggest';

/** The parser's error, and its command. */
export interface ParserError {
  /** Code of the parser without its prefix, such as `unknownOption`. */
  code: string;
  message: string;
  /** Words of the command that failed. */
  path: readonly string[];
  /** The words it was given without options, and everything from an unknown option on. */
  words: readonly string[];
  line: TypedLine;
}

/** `waypost keys usage --help` in backquotes. */
function helpOf(path: readonly string[]): string {
  return `\`${commandLine(path)} --help\``;
}

export function usageError(error: ParserError): WaypostError {
  const { code, message, path, words, line } = error;
  const [first = '', second = ''] = [...message.matchAll(/'([^']*)'/g)].map(([, word]) => word);
  const entry = findCommand(path);
  const spec = entry === undefined || isGroup(entry) ? undefined : entry;
  switch (code) {
    case 'unknownCommand':
      return unknownCommand(words, path);
    case 'unknownOption':
      return unknownOption(first, path, line);
    case 'missingArgument':
      return missingArgument(first, path, spec);
    case 'optionMissingArgument':
      return missingValue(longOf(first), line.path, entry);
    case 'conflictingOption':
      return invalidInput(
        `${longOf(first)} and ${longOf(second)} exclude each other.`,
        `Omit one of them. ${helpOf(path)} explains both.`,
      );
    case 'excessArguments':
      return excessWords(words, path, spec);
    case 'help':
      return missingCommand(path, entry);
    default:
      return invalidInput(message.replace(/^error: /, ''), `${helpOf(path)} shows what it takes.`);
  }
}

/** `--output` of `-o, --output <file>`. */
function longOf(flags: string): string {
  return /--[\w-]+(?=[^,]*$)/.exec(flags)?.[0] ?? flags;
}

function missingCommand(path: readonly string[], entry?: CommandGroup | CommandSpec): WaypostError {
  const members = entry !== undefined && isGroup(entry) ? entry.commands : commands;
  return invalidInput(
    `No command was given: \`${commandLine(path)}\` has ${members.map(({ name }) => name).join(', ')}.`,
    `${helpOf(path)} explains them.`,
  );
}

function missingArgument(name: string, path: readonly string[], spec?: CommandSpec): WaypostError {
  const { choices } = spec?.arguments?.find((one) => one.name === name) ?? {};
  const allowed = choices === undefined ? '' : `: ${orList(choices)}`;
  const command = commandLine(path);
  const example = (spec === undefined ? [] : examplesOf(spec)).find(
    (one) => one.command.startsWith(`${command} `) && !/[`$]/.test(one.command),
  );
  const such =
    example === undefined ? '' : `Type it such as \`${example.command.replace(/ [|>].*/, '')}\`. `;
  return invalidInput(
    `\`${command}\` needs <${name}>${allowed}.`,
    `${such}${helpOf(path)} shows what it takes.`,
  );
}

function missingValue(
  flag: string,
  path: readonly string[],
  entry: CommandGroup | CommandSpec | undefined,
): WaypostError {
  const option = [...optionsOf(entry), ...globalOptions].find((one) => isFlagOf(one, flag));
  const name = option === undefined ? flag : `--${option.alias ?? option.name}`;
  const value = option?.choices === undefined ? `<${option?.value}>` : orList(option.choices);
  return invalidInput(
    `${name} needs a value: ${value}.`,
    `${option === undefined ? '' : `It is: ${option.description}. `}${helpOf(path)} shows its options.`,
  );
}

function unknownOption(typed: string, path: readonly string[], line: TypedLine): WaypostError {
  const [flag = typed] = typed.split('=');
  const { path: named, entry, rest } = line;
  const own = optionsOf(entry);
  const help = `${helpOf(named)} shows the options.`;
  const known = [...own, ...globalOptions].find((option) => isFlagOf(option, flag));
  if (known !== undefined && known.value === undefined && typed !== flag) {
    const isOff = /=(?:false|no|off|0)$/i.test(typed);
    const next = isOff ? `Omit ${flag}.` : `Type ${flag} alone.`;
    return invalidInput(`${flag} takes no value.`, `${next} ${helpOf(named)} shows its options.`);
  }
  if (known !== undefined && path.length < named.length) {
    const value = known.value === undefined ? '' : ` <${known.value}>`;
    return invalidInput(
      `${flag} comes before its command.`,
      `Type it after the command: \`${commandLine(named)} ${flag}${value}\`.`,
    );
  }
  const message = `Unknown option ${flag} for \`${commandLine(named)}\`.`;
  if (named.length === 0) {
    if (rest.length > 0) return unknownCommand(rest, []);
    if (/^-+(?:v|ver)$/i.test(flag)) {
      return invalidInput(message, `Did you mean \`${appName} --version\`?`);
    }
  }
  const meant = suggestOption(flag, own);
  if (meant !== undefined) return invalidInput(message, `Did you mean ${meant}? ${help}`);
  const owner = ownerOf(flag, named);
  return invalidInput(
    message,
    owner === undefined ? help : `It is an option of \`${appName} ${owner}\`. ${help}`,
  );
}

function excessWords(
  words: readonly string[],
  path: readonly string[],
  spec?: CommandSpec,
): WaypostError {
  const mistaken = mistakenOption(words, path, optionsOf(spec));
  if (mistaken !== undefined) return mistaken;
  const taken = spec?.arguments ?? [];
  const command = commandLine(path);
  const help = `${helpOf(path)} shows what it takes.`;
  const names = taken.map(({ name }) => `<${name}>`).join(' ') || 'none';
  const message = `Too many words: \`${command}\` takes ${names}, and was given ${words.length}.`;
  const extra = words[taken.length] ?? '';
  if (!isKey(extra) || taken.length > 0) {
    return invalidInput(message, `Omit ${shellQuoted(extra)}. ${help}`);
  }
  const option = extra.startsWith('uk_') ? '--management-key' : '--api-key';
  return invalidInput(
    message,
    path.join(' ') === 'auth login'
      ? `Type \`${command}\`, which asks for the key, or pipe it in: \`${command} ${option} -\`.`
      : `Give a key with ${option}. ${help}`,
  );
}

/** The text of words that were typed without quotes. Throws `invalid_input` where one of them was meant as an option. */
export function unquotedText(
  words: readonly string[],
  path: readonly string[],
  own: readonly OptionSpec[],
): string {
  const mistaken = mistakenOption(words, path, own);
  if (mistaken !== undefined) throw mistaken;
  return withoutSmartQuotes(words.join(' '));
}

/** The error for a word that is meant as an option; undefined if none is. */
export function mistakenOption(
  words: readonly string[],
  path: readonly string[],
  own: readonly OptionSpec[],
): WaypostError | undefined {
  const command = commandLine(path);
  const help = helpOf(path);
  for (const [index, word] of words.entries()) {
    const [name = '', value] = word.split('=');
    if (hasSmartDash(word)) {
      const option = suggestOption(name, own) ?? `--${withoutDashes(name)}`;
      return invalidInput(
        `${shellQuoted(word)} begins with a typographic dash, not with -.`,
        `Type ${option}${value === undefined ? '' : `=${value}`}. ${help} shows the options.`,
      );
    }
    if (name.toLowerCase() === 'help' && value === undefined) {
      return invalidInput(`${word} is no value of \`${command}\`.`, `Did you mean ${help}?`);
    }
    const option = [...own, ...globalOptions].find(
      (one) => !one.hidden && one.name === name.toLowerCase(),
    );
    if (option === undefined) continue;
    const next = option.value === undefined ? undefined : (value ?? words[index + 1]);
    return invalidInput(
      `${name} lacks its dashes.`,
      `Did you mean \`${command} --${option.name}${next === undefined ? '' : ` ${shellQuoted(next)}`}\`? ${help} shows the options.`,
    );
  }
  return undefined;
}
