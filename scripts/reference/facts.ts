// The facts about commands, in the same words for every format.
import {
  type Command,
  type CommandEntry,
  type CommandSpec,
  commandLine,
  type OptionSpec,
} from '../../src/cli/line/command';
import { isGroup } from '../../src/cli/line/commands';
import { flagsOf, usageWords } from '../../src/cli/line/help-text';
import { exitStatuses } from '../../src/lib/errors';

/** The commands of an entry: those of a group, or the entry itself. */
export function commandsOf(entry: CommandEntry): readonly Command[] {
  return isGroup(entry) ? entry.commands : [entry];
}

/** How a command is typed, such as `waypost keys show [options] [key]`. */
export function usageOf(command: Command): string {
  return usageWords([commandLine(command.path), '[options]'], command);
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
