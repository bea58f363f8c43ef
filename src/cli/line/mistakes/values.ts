// Creates the errors for invalid values of options and arguments, and detects words that the user probably meant as an
// option.
import { commandInText, type Hint } from '../../../lib/command-text';
import { invalidInput, WaypostError } from '../../../lib/errors';
import { appName } from '../../../lib/identity';
import { shellWord } from '../../../lib/shell-word';
import { orList } from '../../../lib/word-list';
import { hintOf } from '../../hints/by-reason';
import { type Command, commandLine } from '../command';
import { globalOptions } from '../common-options';
import type { TypedLine } from '../typed-line';
import { didYouMean } from './corrected-line';
import { isClose } from './suggest';
import { mistakenOption } from './usage-error';

/**
 * Returns the error for a value that is not one of the choices. `name` is the option or argument, such as `--format`.
 */
export function choiceError(
  name: string,
  value: string,
  choices: readonly string[],
  { path }: Command,
): WaypostError {
  const near = choices.find((choice) => isClose(value, choice));
  return invalidInput(
    `${name} must be ${orList(choices)}, not ${value.trim() === '' ? 'an empty value' : shellWord(value)}.`,
    `${near === undefined ? '' : `Did you mean ${near}? `}Run \`${commandLine(path)} --help\` to see all arguments and options.`,
  );
}

/**
 * Throws `invalid_input` if the user probably meant a word as an option, as a duration for --last, or as a request for
 * help.
 */
export function refuseMistakenWords(
  words: readonly string[],
  command: Command,
  line: TypedLine,
): void {
  const mistaken = mistakenOption(words, command, line);
  if (mistaken !== undefined) throw mistaken;
  const [first = ''] = words;
  const hasRange = command.options?.some(({ name }) => name === 'last');
  if (hasRange && /^\d{1,3}(?:m|h|d|w|mo)$/.test(first)) {
    const { path } = command;
    const typed = line.positions[path.length] ?? line.argv.length;
    const changed = new Map([[typed, ['--last', first]]]);
    throw invalidInput(
      `${first} is a duration, not a key.`,
      didYouMean(line, { name: path.join(' '), taken: path.length, changed }),
    );
  }
}

/** Replaces the option names in an error with the names that the user typed, because some options have two names. */
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
  const { code, message, cause } = error;
  const hint: Hint | undefined =
    error.hint === undefined ? undefined : (command) => renamed(error.hintWith(command) ?? '');
  const facts = { ...error, cause, hint };
  return new WaypostError(code, renamed(message), facts);
}

/**
 * Appends a reference to the command's `--help` to the hint, unless the hint already names a command or an option to
 * type.
 */
export function withHelp(error: WaypostError, { path }: Command): WaypostError {
  if (error.code !== 'invalid_input' || error.apiCode !== undefined) return error;
  const hint = hintOf(error, commandInText);
  if (hint?.includes(`\`${appName} `)) return error;
  const option = /(?:^|[\s`])--[a-z]/;
  // If the message does not name an option, a hint that names an option is enough.
  if (hint !== undefined && option.test(hint) && !option.test(error.message)) return error;
  const help = `Run \`${commandLine(path)} --help\` to see all arguments and options.`;
  return error.with({ hint: (command) => `${hintOf(error, command) ?? ''} ${help}`.trim() });
}
