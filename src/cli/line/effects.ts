// What commands do at the service and on this machine. Read-only mode: read-only.ts.
import { type Effect, effectOf } from '../../api/endpoint';
import { endpoints } from '../../api/endpoints';
import type { OperationName } from '../../api/operations';
import type { Command } from './command';

/** What a command does at the service and on this machine. */
export type Effects = Readonly<Record<Effect | 'writes_files' | 'runs_programs', boolean>>;

/** The operations that a command calls in a run without a person; `any` where the user says what is asked for. */
export function operationsOf({ path, alsoCalls = [] }: Command): readonly OperationName[] | 'any' {
  if (alsoCalls === 'any') return 'any';
  const own = (Object.keys(endpoints) as OperationName[]).filter(
    (name) => endpoints[name].command === path.join(' '),
  );
  return own.concat(alsoCalls);
}

/** The effects of a command in a run without a person. */
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
