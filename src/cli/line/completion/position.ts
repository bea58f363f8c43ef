// The position of the cursor in a command line: after which command, and at which of its arguments or
// options.
import type { ArgumentSpec, CommandEntry, CommandSpec, OptionSpec } from '../command';
import { commands, isGroup } from '../commands';
import { globalOptions, helpOption, versionOption } from '../common-options';
import { isFlagOf } from '../typed-line';

export type Expected =
  | { kind: 'commands'; entries: readonly CommandEntry[] }
  | { kind: 'options'; options: readonly OptionSpec[] }
  /** The value of an option; `before` is the text before it in its word, such as `--format=`. */
  | { kind: 'value'; option: OptionSpec; before: string }
  | { kind: 'argument'; argument: ArgumentSpec; positionals: readonly string[] }
  | { kind: 'nothing' };

/** The cursor's place in a line. */
export interface CursorPosition {
  expected: Expected;
  /** Values of the options before it, the last of each. */
  values: ReadonlyMap<string, string>;
}

/** Reads the words before the cursor, without `waypost`, and the beginning of the one under it. */
export function positionIn(words: readonly string[], current: string): CursorPosition {
  const values = new Map<string, string>();
  const given = new Set<string>();
  const positionals: string[] = [];
  let entries: readonly CommandEntry[] = commands;
  let wrapper: string | undefined;
  let command: CommandSpec | undefined;
  let awaiting: OptionSpec | undefined;
  let optionsOver = false;
  const known = () => [
    ...(command?.options ?? []),
    ...globalOptions,
    helpOption,
    ...(entries === commands ? [versionOption] : []),
  ];
  const at = (expected: Expected): CursorPosition => ({ expected, values });
  for (const word of words) {
    if (awaiting !== undefined) {
      values.set(awaiting.name, word);
      awaiting = undefined;
    } else if (!optionsOver && word === '--') {
      optionsOver = true;
      const wrapped = entries.find(({ name }) => name === wrapper);
      if (wrapped !== undefined && !isGroup(wrapped)) command ??= wrapped;
    } else if (!optionsOver && /^-./.test(word)) {
      const [, flag = '', value] = /^(--[^=]*|-.)=?(.+)?$/s.exec(word) ?? [];
      const option = known().find((one) => isFlagOf(one, flag));
      if (option === undefined) continue;
      given.add(option.name);
      if (value !== undefined) values.set(option.name, value);
      else if (option.value !== undefined) awaiting = option;
    } else if (command !== undefined) positionals.push(word);
    else {
      const entry = entries.find(({ name }) => name === word);
      if (entry === undefined) return at({ kind: 'nothing' });
      if (isGroup(entry)) ({ commands: entries, wrapper } = entry);
      else command = entry;
    }
  }
  if (awaiting !== undefined) return at({ kind: 'value', option: awaiting, before: '' });
  if (!optionsOver && current.startsWith('-')) {
    const [before, flag = ''] = /^(--[^=]+)=/.exec(current) ?? [];
    const option = known().find((one) => isFlagOf(one, flag));
    if (before === undefined) {
      return at({ kind: 'options', options: known().filter((one) => fits(one, given)) });
    }
    return at(
      option?.value === undefined ? { kind: 'nothing' } : { kind: 'value', option, before },
    );
  }
  if (command === undefined) return at({ kind: 'commands', entries });
  const { arguments: taken = [] } = command;
  const last = taken.at(-1);
  const argument = taken[positionals.length] ?? (last?.variadic ? last : undefined);
  if (argument !== undefined) {
    return at({ kind: 'argument', argument, positionals });
  }
  const isEnd = taken.length === 0 && current === '' && !optionsOver;
  return at(
    isEnd
      ? { kind: 'options', options: (command.options ?? []).filter((one) => fits(one, given)) }
      : { kind: 'nothing' },
  );
}

function fits(
  { name, hidden, repeatable, conflicts = [] }: OptionSpec,
  given: Set<string>,
): boolean {
  if (hidden || conflicts.some((other) => given.has(other))) return false;
  return repeatable === true || !given.has(name);
}
