// What each command does, by the operations of the service that it calls.
import { type Effect, effectOf, endpoints } from '../../api/endpoints';
import type { CommandSpec, Operation } from './command';

/** The command that each operation is named after; null for one that a session of the proxy may never ask for. */
export const commandOf: Readonly<Record<Operation, string | null>> = {
  places: 'places search',
  placeResolve: 'places resolve',
  addressAutocomplete: 'addresses autocomplete',
  addressResolve: 'addresses resolve',
  addressVerify: 'addresses verify',
  addressCleanse: 'addresses cleanse',
  addressCleanseAlias: 'addresses cleanse',
  addressesNear: 'addresses near',
  emailValidate: 'emails validate',
  phoneValidate: 'phones validate',
  keyAvailability: 'keys show',
  keyDetails: 'keys details',
  keyUpdate: 'keys update',
  keyUsage: 'keys usage',
  lookupLog: 'lookups export',
  licenseeList: 'licensees list',
  licenseeCreate: 'licensees create',
  licenseeRead: 'licensees get',
  licenseeUpdate: 'licensees update',
  licenseeReplace: 'licensees update',
  licenseeCancel: 'licensees delete',
  licenseeRegenerateKey: 'licensees regenerate-key',
  configList: 'configs list',
  configRead: 'configs get',
  configCreate: 'configs create',
  configUpdate: 'configs update',
  configDelete: 'configs delete',
  signUpStart: null,
  signUpPoll: null,
};

/** What a command does at the service and on this machine. */
export type Effects = Readonly<Record<Effect | 'writes_files' | 'runs_programs', boolean>>;

/** The effects of the command with these words, in a run without a person. */
export function effectsOf(path: readonly string[], spec: CommandSpec): Effects {
  const { alsoCalls = [], errors = [], options = [] } = spec;
  const own = (Object.keys(commandOf) as Operation[]).filter(
    (name) => commandOf[name] === path.join(' '),
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
