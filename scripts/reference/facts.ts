// The facts about commands, in the same words for every format.
import type { CommandGroup, CommandSpec, OptionSpec } from '../../src/cli/line/command';
import { isGroup } from '../../src/cli/line/commands';
import { flagsOf, usageWords } from '../../src/cli/line/help-text';
import { exitStatuses } from '../../src/lib/errors';

/** A command with the words that name it. */
export interface Named {
  words: string;
  spec: CommandSpec;
}

/** The commands of an entry: those of a group, or the entry itself. */
export function commandsOf(entry: CommandGroup | CommandSpec): Named[] {
  return isGroup(entry)
    ? entry.commands.map((spec) => ({ words: `waypost ${entry.name} ${spec.name}`, spec }))
    : [{ words: `waypost ${entry.name}`, spec: entry }];
}

/** How a command is typed, such as `waypost keys show [options] [key]`. */
export function usageOf({ words, spec }: Named): string {
  return usageWords([words, '[options]'], spec);
}

/** The options of help, as flags and descriptions. */
export function optionRows(options: readonly OptionSpec[] = []): [flags: string, text: string][] {
  return options
    .filter(({ hidden }) => !hidden)
    .map((option) => [
      flagsOf(option),
      option.default === undefined
        ? option.description
        : `${option.description} (default: ${option.default})`,
    ]);
}

/** Every exit status of a failure, with its meaning. */
export function statusRows({ exitStatuses: special = [], errors = [] }: CommandSpec) {
  return [
    ...special.map(({ status, when }) => ({ status, code: '', when })),
    ...errors.map(({ code, when = '' }) => ({ status: exitStatuses[code], code, when })),
  ];
}
