// The error for arguments that the parser refuses: what is wrong, and what to type next.
import { invalidInput, type WaypostError } from '../../../lib/errors';
import { appName } from '../../../lib/identity';
import {
  type ArgumentSpec,
  anyOf,
  type CommandGroup,
  type CommandSpec,
  examplesOf,
  type OptionSpec,
} from '../command';
import { commands, findCommand, isGroup } from '../commands';
import { globalOptions } from '../global-options';
import { isFlagOf, type TypedLine } from '../typed-line';
import {
  hasSmartDash,
  ownerOf,
  quoted,
  suggestOption,
  unknownCommand,
  withoutSmartQuotes,
} from './suggest';

/** The parser's error, and its command. */
export interface Refusal {
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
  return `\`${[appName, ...path].join(' ')} --help\``;
}

/** A command as a text names it. */
function nameOf(path: readonly string[]): string {
  return `\`${[appName, ...path].join(' ')}\``;
}

/** The error for a line that the parser refused. */
export function usageError(refusal: Refusal): WaypostError {
  const { code, message, path, words, line } = refusal;
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
      return missingValue(first, line.path, entry);
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
  const example = (spec === undefined ? [] : examplesOf(spec)).find(
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

function unknownOption(typed: string, { path, line }: Refusal): WaypostError {
  const [flag = typed] = typed.split('=');
  const { path: named, entry, rest } = line;
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

/** The error for too many words. */
function excessWords(
  words: readonly string[],
  path: readonly string[],
  taken: readonly ArgumentSpec[],
  own: readonly OptionSpec[],
): WaypostError {
  const command = [appName, ...path].join(' ');
  const help = `\`${command} --help\` shows what it takes.`;
  const mistaken = mistakenOption(words, path, own);
  if (mistaken !== undefined) return mistaken;
  const names = taken.map(({ name }) => `<${name}>`).join(' ');
  const message = `Too many words: \`${command}\` takes ${names === '' ? 'none' : names}, and was given ${words.length}.`;
  const extra = words[taken.length] ?? '';
  if (/^(?:ak|uk|sl)_/.test(extra) && taken.length === 0) {
    const option = extra.startsWith('uk_') ? '--management-key' : '--api-key';
    return invalidInput(
      message,
      path.join(' ') === 'auth login'
        ? `Type \`${command}\`, which asks for the key, or pipe it in: \`${command} ${option} -\`.`
        : `Give a key with ${option}. ${help}`,
    );
  }
  return invalidInput(message, `Omit ${quoted(extra)}. ${help}`);
}

/** The text of words that were typed without quotes. Throws `invalid_input` where one of them was meant as an option. */
export function textOf(
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
  const command = [appName, ...path].join(' ');
  const help = `\`${command} --help\``;
  for (const [index, word] of words.entries()) {
    if (hasSmartDash(word)) {
      const [typed = '', value] = word.split('=');
      const meant = suggestOption(typed, own);
      const option = meant ?? `--${typed.replace(/^[^a-z]+/i, '')}`;
      return invalidInput(
        `${quoted(word)} begins with a typographic dash, not with -.`,
        `Type ${option}${value === undefined ? '' : `=${value}`}. ${help} shows the options.`,
      );
    }
    const [name = '', value] = word.split('=');
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
      `Did you mean \`${command} --${option.name}${next === undefined ? '' : ` ${quoted(next)}`}\`? ${help} shows the options.`,
    );
  }
  return undefined;
}
