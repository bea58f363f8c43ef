// Checks values of options and arguments before a command sees them: choices in any case, and words that were
// meant as an option.
import { invalidInput, WaypostError } from '../../../lib/errors';
import { appName } from '../../../lib/identity';
import { hintOf } from '../../hints/by-reason';
import { type Command, commandLine, orList } from '../command';
import { globalOptions } from '../common-options';
import { isClose, shellQuoted } from './suggest';
import { mistakenOption } from './usage-error';

/**
 * The error for a value that is none of the choices. `name` is the source of the text, such as `--format`.
 */
export function choiceError(
  name: string,
  value: string,
  choices: readonly string[],
  { path }: Command,
): WaypostError {
  const near = choices.find((choice) => isClose(value, choice));
  return invalidInput(
    `${name} takes ${orList(choices)}, not ${value.trim() === '' ? 'an empty text' : shellQuoted(value)}.`,
    `${near === undefined ? '' : `Did you mean ${near}? `}\`${commandLine(path)} --help\` shows what it takes.`,
  );
}

/** Throws for a key that is really an option without its dashes, a range or `help`. */
export function refuseMistakenWords(words: readonly string[], command: Command): void {
  const mistaken = mistakenOption(words, command);
  if (mistaken !== undefined) throw mistaken;
  const [first = ''] = words;
  const hasRange = command.options?.some(({ name }) => name === 'last');
  if (hasRange && /^\d{1,3}(?:m|h|d|w|mo)$/.test(first)) {
    throw invalidInput(
      `${first} is a length of time, not a key.`,
      `Did you mean \`${commandLine(command.path)} --last ${first}\`?`,
    );
  }
}

/** The error, with each option under the one of its two names that was typed. */
export function asTyped(
  error: WaypostError,
  typed: readonly string[],
  { options = [] }: Command,
): WaypostError {
  const renamed = (text: string) =>
    [...options, ...globalOptions].reduce((renamedText, { name, alias }) => {
      const isAlias = typed.some((word) => word.split('=')[0] === `--${alias}`);
      return isAlias
        ? renamedText.replace(new RegExp(`--${name}(?![\\w-])`, 'g'), `--${alias}`)
        : renamedText;
    }, text);
  const { code, message, hint, cause } = error;
  const facts = { ...error, cause, hint: hint === undefined ? undefined : renamed(hint) };
  return new WaypostError(code, renamed(message), facts);
}

/** The error of a command, with its help if nothing names a command or an option to type. */
export function withHelp(error: WaypostError, { path }: Command): WaypostError {
  if (error.code !== 'invalid_input' || error.apiCode !== undefined) return error;
  const hint = hintOf(error);
  if (hint?.includes(`\`${appName} `)) return error;
  const option = /(?:^|[\s`])--[a-z]/;
  // A hint that names the option is enough for an error that is not about the line itself.
  if (hint !== undefined && option.test(hint) && !option.test(error.message)) return error;
  const help = `\`${commandLine(path)} --help\` shows what it takes.`;
  return error.with({ hint: hint === undefined ? help : `${hint} ${help}` });
}
