// The error for arguments that the parser refuses: what is wrong, and what to type next.
import { invalidInput, type WaypostError } from '../../../lib/errors';
import { appName } from '../../../lib/identity';
import type { CommandGroup, CommandSpec, OptionSpec } from '../command';
import { commands, findCommand, isGroup } from '../commands';
import { globalOptions } from '../global-options';
import { excessWords } from './excess-words';
import { isFlagOf, locate } from './locate';
import { ownerOf, suggestOption } from './suggest-option';
import { anyOf } from './typed';
import { unknownCommand } from './unknown-command';

/** The parser's error, and its command. */
export interface Refusal {
  /** Code of the parser without its prefix, such as `unknownOption`. */
  code: string;
  message: string;
  /** Words of the command that failed. */
  path: readonly string[];
  /** The words it was given without options, and everything from an unknown option on. */
  words: readonly string[];
  argv: readonly string[];
}

/** `waypost keys usage --help` in backquotes. */
function helpOf(path: readonly string[]): string {
  return `\`${[appName, ...path].join(' ')} --help\``;
}

/** A command as a text names it. */
function nameOf(path: readonly string[]): string {
  return `\`${[appName, ...path].join(' ')}\``;
}

/** The error for a line that the parser refused. */
export function usageError(refusal: Refusal): WaypostError {
  const { code, message, path, words, argv } = refusal;
  const [first = '', second = ''] = [...message.matchAll(/'([^']*)'/g)].map(([, word]) => word);
  const entry = findCommand(path);
  const spec = entry === undefined || isGroup(entry) ? undefined : entry;
  switch (code) {
    case 'unknownCommand':
      return unknownCommand(words, path);
    case 'unknownOption':
      return unknownOption(first, refusal);
    case 'missingArgument':
      return missingArgument(first, path, spec);
    case 'optionMissingArgument':
      return missingValue(first, locate(argv).path, entry);
    case 'conflictingOption':
      return invalidInput(
        `${longOf(first)} and ${longOf(second)} exclude each other.`,
        `Omit one of them. ${helpOf(path)} explains both.`,
      );
    case 'excessArguments':
      return excessWords(words, path, spec?.arguments ?? [], optionsOf(entry));
    case 'help':
      return missingCommand(path, entry);
    default:
      return invalidInput(message.replace(/^error: /, ''), `${helpOf(path)} shows what it takes.`);
  }
}

/** The options of a command, without the global ones. */
function optionsOf(entry: CommandGroup | CommandSpec | undefined): readonly OptionSpec[] {
  return entry === undefined || isGroup(entry) ? [] : (entry.options ?? []);
}

/** `--output` of `-o, --output <file>`. */
function longOf(flags: string): string {
  return /--[\w-]+(?=[^,]*$)/.exec(flags)?.[0] ?? flags;
}

function missingCommand(path: readonly string[], entry?: CommandGroup | CommandSpec): WaypostError {
  const members = entry !== undefined && isGroup(entry) ? entry.commands : commands;
  return invalidInput(
    `No command was given: ${nameOf(path)} has ${members.map(({ name }) => name).join(', ')}.`,
    `${helpOf(path)} explains them.`,
  );
}

function missingArgument(
  name: string,
  path: readonly string[],
  spec: CommandSpec | undefined,
): WaypostError {
  const { choices } = spec?.arguments?.find((one) => one.name === name) ?? {};
  const allowed = choices === undefined ? '' : `: ${anyOf(choices)}`;
  const begin = [appName, ...path].join(' ');
  const example = spec?.examples?.find(
    ({ command }) => command.startsWith(`${begin} `) && !/[`$]/.test(command),
  );
  const such =
    example === undefined ? '' : `Type it such as \`${example.command.replace(/ [|>].*/, '')}\`. `;
  return invalidInput(
    `${nameOf(path)} needs <${name}>${allowed}.`,
    `${such}${helpOf(path)} shows what it takes.`,
  );
}

function missingValue(
  flags: string,
  path: readonly string[],
  entry: CommandGroup | CommandSpec | undefined,
): WaypostError {
  const option = [...optionsOf(entry), ...globalOptions].find((one) =>
    isFlagOf(one, longOf(flags)),
  );
  const name = option === undefined ? longOf(flags) : `--${option.alias ?? option.name}`;
  const value = option?.choices === undefined ? `<${option?.value}>` : anyOf(option.choices);
  return invalidInput(
    `${name} needs a value: ${value}.`,
    `${option === undefined ? '' : `It is: ${option.description}. `}${helpOf(path)} shows its options.`,
  );
}

function unknownOption(typed: string, { path, argv }: Refusal): WaypostError {
  const [flag = typed] = typed.split('=');
  const { path: named, entry, rest } = locate(argv);
  const own = optionsOf(entry);
  const known = [...own, ...globalOptions].find((option) => isFlagOf(option, flag));
  const message = `Unknown option ${flag} for ${nameOf(named)}.`;
  if (known !== undefined && known.value === undefined && typed !== flag) {
    const isOff = /=(?:false|no|off|0)$/i.test(typed);
    return invalidInput(
      `${flag} takes no value.`,
      isOff
        ? `Omit ${flag}. ${helpOf(named)} shows its options.`
        : `Type ${flag} alone. ${helpOf(named)} shows its options.`,
    );
  }
  if (known !== undefined && path.length < named.length) {
    return invalidInput(
      `${flag} comes before its command.`,
      `Type it after the command: \`${[appName, ...named].join(' ')} ${flag}${known.value === undefined ? '' : ` <${known.value}>`}\`.`,
    );
  }
  if (named.length === 0) {
    const [word] = rest;
    if (word !== undefined) return unknownCommand(rest, []);
    if (/^-+(?:v|ver)$/i.test(flag)) {
      return invalidInput(message, `Did you mean \`${appName} --version\`?`);
    }
  }
  const meant = suggestOption(flag, own);
  if (meant !== undefined) {
    return invalidInput(message, `Did you mean ${meant}? ${helpOf(named)} shows the options.`);
  }
  const owner = ownerOf(flag, named);
  return invalidInput(
    message,
    owner === undefined
      ? `${helpOf(named)} shows the options.`
      : `It is an option of \`${appName} ${owner}\`. ${helpOf(named)} shows the options.`,
  );
}
