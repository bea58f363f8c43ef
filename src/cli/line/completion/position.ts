// Finds out what the word at the cursor can be: a command, an option, an option's value or an argument.
import type { ArgumentSpec, CommandEntry, OptionSpec } from '../command';
import { entriesIn, isGroup, optionsOf } from '../commands';
import { globalOptions, helpOption, versionOption } from '../common-options';
import { readOption, type Token, tokenize } from '../tokens';

export type Expected =
  | { kind: 'commands'; entries: readonly CommandEntry[] }
  | { kind: 'options'; options: readonly OptionSpec[] }
  /**
   * The word is the value of an option. `before` is the text before the value in the same word, such as `--format=`.
   */
  | { kind: 'value'; option: OptionSpec; before: string }
  | { kind: 'argument'; argument: ArgumentSpec; positionals: readonly string[] }
  | { kind: 'nothing' };

/** What the word at the cursor can be, and the options before the cursor. */
export interface CursorPosition {
  expected: Expected;
  /** The values of the options before the cursor. If an option is repeated, the map contains only the last value. */
  values: ReadonlyMap<string, string>;
}

/**
 * Returns what the word at the cursor can be. `words` contains the words before the word at the cursor, except
 * `waypost`. `current` is the part of the current word that is before the cursor.
 */
export function positionIn(words: readonly string[], current: string): CursorPosition {
  const tokens = tokenize(words);
  const read = readTokens(tokens);
  const { values, given, positionals, isOver } = read;
  const at = (expected: Expected): CursorPosition => ({ expected, values });
  if (read.isUnknown) return at({ kind: 'nothing' });
  const last = tokens.at(-1);
  if (last?.kind === 'option' && last.option?.value !== undefined && last.value === undefined) {
    return at({ kind: 'value', option: last.option, before: '' });
  }
  const { entry } = read;
  const command = entry === undefined || isGroup(entry) ? undefined : entry;
  if (!isOver && current.startsWith('-')) {
    const ofProgram = entry === undefined ? [versionOption] : [];
    const options = [...optionsOf(command), ...globalOptions, helpOption, ...ofProgram];
    const [before] = /^(--[^=]+)=/.exec(current) ?? [];
    if (before === undefined) {
      return at({ kind: 'options', options: options.filter((one) => fits(one, given)) });
    }
    const { option } = readOption(before, entry);
    if (option?.value === undefined) return at({ kind: 'nothing' });
    return at({ kind: 'value', option, before });
  }
  if (command === undefined) return at({ kind: 'commands', entries: entriesIn(entry) });
  const taken = command.arguments ?? [];
  const final = taken.at(-1);
  const argument = taken[positionals.length] ?? (final?.variadic ? final : undefined);
  if (argument !== undefined) return at({ kind: 'argument', argument, positionals });
  const isEnd = taken.length === 0 && current === '' && !isOver;
  if (!isEnd) return at({ kind: 'nothing' });
  const options = optionsOf(command).filter((one) => fits(one, given));
  return at({ kind: 'options', options });
}

/** The command, options and arguments in the words before the cursor. */
interface ReadWords {
  entry: CommandEntry | undefined;
  /** The values of the options. If an option is repeated, the map contains only the last value. */
  values: Map<string, string>;
  /** The names of the typed options. */
  given: Set<string>;
  positionals: string[];
  /** True if the words include `--`. */
  isOver: boolean;
  /** True if a word in the position of a command is not a command. */
  isUnknown: boolean;
}

function readTokens(tokens: readonly Token[]): ReadWords {
  const read: ReadWords = {
    entry: undefined,
    values: new Map(),
    given: new Set(),
    positionals: [],
    isOver: false,
    isUnknown: false,
  };
  for (const token of tokens) {
    switch (token.kind) {
      case 'command':
        read.entry = token.entry;
        break;
      case 'option':
        if (token.option !== undefined) read.given.add(token.option.name);
        if (token.option !== undefined && token.value !== undefined) {
          read.values.set(token.option.name, token.value);
        }
        break;
      case 'value':
        read.values.set(token.option.name, token.text);
        break;
      case 'separator':
        read.isOver = true;
        read.entry = wrappedCommand(read.entry);
        break;
      case 'word':
        if (read.entry === undefined || isGroup(read.entry)) read.isUnknown = true;
        read.positionals.push(token.text);
        break;
    }
  }
  return read;
}

/**
 * If `entry` is a command group that can run programs, returns the command that runs the program after `--`. Returns
 * any other entry unchanged.
 */
function wrappedCommand(entry: CommandEntry | undefined): CommandEntry | undefined {
  if (entry === undefined || !isGroup(entry)) return entry;
  return entry.commands.find(({ name }) => name === entry.wrapper) ?? entry;
}

function fits(
  { name, hidden, repeatable, conflicts = [] }: OptionSpec,
  given: Set<string>,
): boolean {
  if (hidden || conflicts.some((other) => given.has(other))) return false;
  return repeatable === true || !given.has(name);
}
