// Implements read-only mode, which rejects commands that change data, delete data or cost lookups.

import type { Effect } from '../../api/endpoint';
import { type CommandWriter, type Hint, hintText } from '../../lib/command-text';
import { invalidInput, type WaypostError } from '../../lib/errors';
import { andList } from '../../lib/word-list';
import { type Command, commandLine } from './command';
import { effectsOf } from './effects';
import type { ReadOnlyCause } from './settings';

const refusedEffects = ['changes', 'deletes', 'bills'] as const satisfies readonly Effect[];

/**
 * Throws `invalid_input` if a command has an effect that read-only mode rejects. Allows every command with --dry-run,
 * because a cost estimate only reads data. If the user chooses the operation, as in `api`, the command must check the
 * effect itself.
 */
export function refuseEffects(
  readOnly: ReadOnlyCause,
  command: Command,
  { dryRun }: Readonly<Record<string, unknown>>,
): void {
  if (command.alsoCalls === 'any') return;
  const effects = effectsOf(command);
  const found = refusedEffects.filter((effect) => effects[effect]);
  const estimates = command.options?.some(({ name }) => name === 'dry-run') ?? false;
  if (found.length === 0 || (estimates && dryRun === true)) return;
  throw readOnlyError(
    readOnly,
    `\`${commandLine(command.path)}\``,
    found,
    estimates ? 'Use --dry-run to estimate the cost of a file without running lookups.' : undefined,
  );
}

/**
 * Returns the error for a command or request with these effects. `what` names the command or request. `other` is a hint
 * about an allowed alternative.
 */
export function readOnlyError(
  readOnly: ReadOnlyCause,
  what: string,
  effects: readonly Effect[],
  other?: Hint,
): WaypostError {
  return readOnlyRefusal(readOnly, `${what} ${actionsOf(effects)}`, other);
}

/** Returns a phrase that describes the effects, such as `changes and deletes the service's data`. */
function actionsOf(effects: readonly Effect[]): string {
  const onData = effects.filter((effect) => effect !== 'bills');
  return andList([
    ...(onData.length === 0 ? [] : [`${andList(onData)} the service's data`]),
    ...(effects.includes('bills') ? ['costs lookups'] : []),
  ]);
}

/**
 * Returns the error for a command or request that read-only mode rejects. The message begins with `problem`. `other` is
 * a hint about an allowed alternative.
 */
export function readOnlyRefusal(
  readOnly: ReadOnlyCause,
  problem: string,
  other?: Hint,
): WaypostError {
  const isSetting = readOnly === 'read-only';
  const cause = isSetting ? 'the read-only setting is on' : 'WAYPOST_READ_ONLY is set';
  const allow = (command: CommandWriter) =>
    isSetting
      ? `Run ${command('settings unset', ['read-only'])} to turn off read-only mode.`
      : `Unset WAYPOST_READ_ONLY to turn off read-only mode. ${command('help', ['environment'])} describes this variable.`;
  return invalidInput(`${problem}, but ${cause}.`, (command) =>
    other === undefined ? allow(command) : `${hintText(other, command)} ${allow(command)}`,
  );
}
