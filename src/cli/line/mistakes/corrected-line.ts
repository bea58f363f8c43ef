// Returns the command line that the user probably meant: the typed words with a corrected command or option.
import {
  type CommandWord,
  type CommandWriter,
  commandInText,
  type Hint,
  placeholder,
} from '../../../lib/command-text';
import { findCommand, isGroup } from '../commands';
import type { TypedLine } from '../typed-line';

/** A correction of the words that the user typed. */
export interface Correction {
  /** The words of the intended command, such as `keys usage`. */
  name: string;
  /** Words to insert directly after the command's words. */
  words?: readonly CommandWord[];
  /** The number of typed words that the correction replaces. Options and their values do not count. */
  taken: number;
  /** Replacements for single words, by the word's index in the line. */
  changed?: ReadonlyMap<number, readonly string[]>;
}

/**
 * Returns a hint that asks whether the user meant the corrected line. In the corrected line, `<key>` replaces each key.
 */
export function didYouMean(line: TypedLine, correction: Correction, more = ''): Hint {
  return (command) => `Did you mean ${correctedLine(line, correction, command)}?${more}`;
}

function correctedLine(
  { argv, positions }: TypedLine,
  { name, words = [], taken, changed = new Map() }: Correction,
  command: CommandWriter,
): string {
  const replaced = new Set(positions.slice(0, taken));
  const [start = argv.length] = positions;
  const typed = argv
    .slice(start)
    .flatMap((word, index) =>
      replaced.has(start + index) ? [] : (changed.get(start + index) ?? [word]),
    );
  const options = argv.slice(0, start);
  const isProgram = runsProgram(name);
  // Options must come before a program's name, because later words belong to the program. Options must also come before
  // `--`, because waypost does not treat later words as options.
  const inOrder = isProgram || typed.includes('--') ? [options, typed] : [typed, options];
  const all = [...words, ...withoutKeys(inOrder.flat())];
  if (argv.some((word) => /^--profile(?:=|$)/.test(word))) return commandInText(name, all);
  return withWords(name, all, command);
}

/**
 * Formats a command followed by these words. If the command runs a program, the words are the program and its
 * arguments.
 */
export function withWords(
  name: string,
  words: readonly CommandWord[],
  command: CommandWriter,
): string {
  return runsProgram(name) ? command(name, [], {}, words) : command(name, words);
}

/** True if the words after the command belong to a program. */
function runsProgram(name: string): boolean {
  const entry = findCommand(name.split(' '));
  if (entry === undefined) return false;
  return isGroup(entry) ? entry.wrapper !== undefined : entry.passesOutput === true;
}

export function isKey(text: string): boolean {
  return /^(?:ak|uk|sl)_/.test(text);
}

const optionOfSecret = /^--?[\w-]*(?:key|token|secret|password)[\w-]*$/i;

/** Replaces keys, and the values of options for secrets such as --api-key, with `<key>`. */
function withoutKeys(words: readonly string[]): CommandWord[] {
  return words.flatMap((word, index): CommandWord[] => {
    const [option = '', value] = word.split('=', 2);
    if (value !== undefined && (optionOfSecret.test(option) || isKey(value))) {
      return [option, placeholder('key')];
    }
    const isSecret = word !== '-' && optionOfSecret.test(words[index - 1] ?? '');
    return isKey(word) || isSecret ? [placeholder('key')] : [word];
  });
}
