// The line that was meant: the words that were typed, with another command or option in place of the wrong one.
import {
  type CommandWord,
  type CommandWriter,
  commandInText,
  type Hint,
  placeholder,
} from '../../../lib/command-text';
import { findCommand, isGroup } from '../commands';
import type { TypedLine } from '../typed-line';

/** What was meant in place of typed words. */
export interface Correction {
  /** The words that name the command, such as `keys usage`. */
  name: string;
  /** Words right behind it that were not typed this way. */
  words?: readonly CommandWord[];
  /** How many typed words these replace: the first ones that are neither options nor their values. */
  taken: number;
  /** Words in place of others, by their index in the line. */
  changed?: ReadonlyMap<number, readonly string[]>;
}

/** Asks whether this line was meant. It keeps all other words; in place of keys it has `<key>`. */
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
  // Behind the words of a program, or behind --, an option would be none of ours.
  const inOrder = isProgram || typed.includes('--') ? [options, typed] : [typed, options];
  const all = [...words, ...withoutKeys(inOrder.flat())];
  if (argv.some((word) => /^--profile(?:=|$)/.test(word))) return commandInText(name, all);
  return withWords(name, all, command);
}

/** A command with words behind it, which are those of a program if the command runs one. */
export function withWords(
  name: string,
  words: readonly CommandWord[],
  command: CommandWriter,
): string {
  return runsProgram(name) ? command(name, [], {}, words) : command(name, words);
}

/** Whether the words behind the command are those of a program. */
function runsProgram(name: string): boolean {
  const entry = findCommand(name.split(' '));
  if (entry === undefined) return false;
  return isGroup(entry) ? entry.wrapper !== undefined : entry.passesOutput === true;
}

export function isKey(text: string): boolean {
  return /^(?:ak|uk|sl)_/.test(text);
}

const optionOfSecret = /^--?[\w-]*(?:key|token|secret|password)[\w-]*$/i;

/** The words with `<key>` in place of keys and of the values of options that take one. */
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
