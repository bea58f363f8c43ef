// What each command does, by the operations of the service that it calls.

import { type Effect, effectOf } from '../../api/endpoint';
import { endpoints } from '../../api/endpoints';
import type { OperationName } from '../../api/operations';
import type { CommandSpec } from './command';

/** What a command does at the service and on this machine. */
export type Effects = Readonly<Record<Effect | 'writes_files' | 'runs_programs', boolean>>;

/** The effects of the command with these words, in a run without a person. */
export function effectsOf(path: readonly string[], spec: CommandSpec): Effects {
  const { alsoCalls = [], errors = [], options = [] } = spec;
  const own = (Object.keys(endpoints) as OperationName[]).filter(
    (name) => endpoints[name].command === path.join(' '),
  );
  const does = (effect: Effect) =>
    alsoCalls === 'any' ||
    [...own, ...alsoCalls].some((name) => effectOf(endpoints[name]) === effect);
  return {
    reads: does('reads') || does('bills'),
    changes: does('changes'),
    deletes: does('deletes'),
    bills: does('bills'),
    writes_files:
      spec.writesFiles === true ||
      errors.some(({ code }) => code === 'write_failed') ||
      options.some(({ name }) => name === 'output'),
    runs_programs: spec.runsPrograms === true,
  };
}
