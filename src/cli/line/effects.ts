// Determines the effects of commands on the service and on this machine. read-only.ts uses these effects for read-only
// mode.
import { type Effect, effectOf } from '../../api/endpoint';
import { endpoints } from '../../api/endpoints';
import type { OperationName } from '../../api/operations';
import type { Command } from './command';

/** The effects of a command on the service and on this machine. */
export type Effects = Readonly<Record<Effect | 'writes_files' | 'runs_programs', boolean>>;

/** Returns the operations that a command calls in a script, or `any` if the user chooses the operation. */
export function operationsOf({ path, alsoCalls = [] }: Command): readonly OperationName[] | 'any' {
  if (alsoCalls === 'any') return 'any';
  const own = (Object.keys(endpoints) as OperationName[]).filter(
    (name) => endpoints[name].command === path.join(' '),
  );
  return own.concat(alsoCalls);
}

/** Returns the effects that a command can have in a script. */
export function effectsOf(command: Command): Effects {
  const { errors = [], options = [] } = command;
  const called = operationsOf(command);
  const does = (effect: Effect) =>
    called === 'any' || called.some((name) => effectOf(endpoints[name]) === effect);
  return {
    reads: does('reads') || does('bills'),
    changes: does('changes'),
    deletes: does('deletes'),
    bills: does('bills'),
    writes_files:
      command.writesFiles === true ||
      errors.some(({ code }) => code === 'write_failed') ||
      options.some(({ name }) => name === 'output'),
    runs_programs: command.runsPrograms === true,
  };
}
