// Returns facts about commands, with the same wording for every output format.
import {
  type Command,
  type CommandEntry,
  commandLine,
  type OptionSpec,
} from '../../src/cli/line/command';
import { errorCodesOf } from '../../src/cli/line/command-errors';
import { isGroup } from '../../src/cli/line/commands';
import { flagsOf, usageWords } from '../../src/cli/line/help-text';
import { errorCodes } from '../../src/lib/error-codes';

/** Returns the commands in a command group, or the entry itself if it is a command. */
export function commandsOf(entry: CommandEntry): readonly Command[] {
  return isGroup(entry) ? entry.commands : [entry];
}

/** Returns the usage of a command, such as `waypost keys show [options] [key]`. */
export function usageOf(command: Command): string {
  return usageWords([commandLine(command.path), '[options]'], command);
}

/** Returns the flags and the description of each option that help shows. */
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

interface StatusRow {
  status: number;
  codes: readonly string[];
  when: string;
}

/**
 * Returns the exit codes of a command's failures with their meanings. All errors with the same exit code share a row if
 * the command does not describe them.
 */
export function statusRows(command: Command): StatusRow[] {
  const { exitStatuses: special = [], errors = [] } = command;
  const described = new Set(errors.map(({ code }) => code));
  const others = errorCodesOf(command).filter((code) => !described.has(code));
  const statuses = [...new Set(others.map((code) => errorCodes[code].exitStatus))];
  return [
    ...special.map(({ status, when }) => ({ status, codes: [], when })),
    ...errors.map(({ code, when = '' }) => ({
      status: errorCodes[code].exitStatus,
      codes: [code],
      when,
    })),
    ...statuses.map((status) => ({
      status,
      codes: others.filter((code) => errorCodes[code].exitStatus === status),
      when: '',
    })),
  ];
}
