// Classifies the words of a command line as commands, options, values and arguments. The parser, completion and the
// suggestions for mistakes all use these tokens, so that they agree on the kind of each word.
import type { CommandEntry, OptionSpec } from './command';
import { allCommands, entriesIn, optionsOf } from './commands';
import { globalOptions, helpOption, versionOption } from './common-options';

export type Token =
  /** A word that is the name of a command or group. */
  | { kind: 'command'; text: string; at: number; entry: CommandEntry }
  /**
   * An option. `option` is undefined if no command has this option. `value` is the text after `=` or after a short
   * name.
   */
  | {
      kind: 'option';
      text: string;
      at: number;
      option: OptionSpec | undefined;
      value: string | undefined;
    }
  /** The word after an option that requires a value. */
  | { kind: 'value'; text: string; at: number; option: OptionSpec }
  /** The first `--`. Every later token has the kind `word`. */
  | { kind: 'separator'; text: string; at: number }
  /** An argument, or an unknown word where the line should contain a command. */
  | { kind: 'word'; text: string; at: number };

/** Converts words to tokens. The words do not include `waypost`. A token's `at` is the index of its word. */
export function tokenize(words: readonly string[]): Token[] {
  const tokens: Token[] = [];
  let entry: CommandEntry | undefined;
  let namesCommands = true;
  let isOver = false;
  for (let at = 0; at < words.length; at += 1) {
    const text = words[at] ?? '';
    if (isOver) {
      tokens.push({ kind: 'word', text, at });
    } else if (text === '--') {
      isOver = true;
      tokens.push({ kind: 'separator', text, at });
    } else if (isOptionText(text)) {
      const { option, value } = readOption(text, entry);
      tokens.push({ kind: 'option', text, at, option, value });
      const next = words[at + 1];
      if (option?.value === undefined || value !== undefined) continue;
      if (next === undefined || isHelp(next)) continue;
      at += 1;
      tokens.push({ kind: 'value', text: next, at, option });
    } else {
      const named = namesCommands ? entriesIn(entry).find(({ name }) => name === text) : undefined;
      if (named === undefined) {
        namesCommands = false;
        tokens.push({ kind: 'word', text, at });
      } else {
        entry = named;
        tokens.push({ kind: 'command', text, at, entry: named });
      }
    }
  }
  return tokens;
}

/** True if a word has the form of an option. A single `-` is not an option, because it represents standard input. */
function isOptionText(text: string): boolean {
  return text.startsWith('-') && text !== '-';
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

/**
 * Returns the option in a word such as `--limit`, `--limit=5`, `-o` or `-ofile`, and the option's value. The value is
 * undefined if the word contains no value.
 */
export function readOption(
  text: string,
  entry: CommandEntry | undefined,
): { option: OptionSpec | undefined; value: string | undefined } {
  const [, flag = text, value] = /^(--[^=]*|-.)=?(.+)?$/s.exec(text) ?? [];
  return { option: findOption(flag, entry), value };
}

/**
 * Returns the option with this flag. The command's own options take precedence over the global options, and the global
 * options take precedence over the options of other commands.
 */
function findOption(flag: string, entry: CommandEntry | undefined): OptionSpec | undefined {
  const ofAny = allCommands.flatMap(({ options = [] }) => options);
  const known = [...optionsOf(entry), ...globalOptions, helpOption, versionOption, ...ofAny];
  return known.find((option) => isFlagOf(option, flag));
}

/** True if the flag, such as `-o` or `--output`, belongs to this option. */
export function isFlagOf({ name, alias, short }: OptionSpec, flag: string): boolean {
  if (flag === `--${name}`) return true;
  if (alias !== undefined && flag === `--${alias}`) return true;
  return short !== undefined && flag === `-${short}`;
}
