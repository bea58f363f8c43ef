// Read-only mode: refuses commands that change, delete or bill.

import type { Effect } from '../../api/endpoint';
import { type CommandWriter, type Hint, hintText } from '../../lib/command-text';
import { invalidInput, type WaypostError } from '../../lib/errors';
import { andList } from '../../lib/word-list';
import { type Command, commandLine } from './command';
import { effectsOf } from './effects';
import type { ReadOnlyCause } from './settings';

const refusedEffects = ['changes', 'deletes', 'bills'] as const satisfies readonly Effect[];

/**
 * Throws `invalid_input` for a command with such an effect. Commands that learn what to do from the user, as `api`,
 * judge themselves; an estimate of costs only reads.
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
    estimates ? 'To see the cost of a file, add --dry-run.' : undefined,
  );
}

/** The error for something with such effects, such as a command; `other` is what may be done in its place. */
export function readOnlyError(
  readOnly: ReadOnlyCause,
  what: string,
  effects: readonly Effect[],
  other?: Hint,
): WaypostError {
  return readOnlyRefusal(readOnly, `${what} ${andList(effects)} ${objectOf(effects)}`, other);
}

/** What the verbs are about: `bills lookups`, `changes what is at the service`. */
function objectOf(effects: readonly string[]): string {
  if (effects.length > 2) return 'as it likes';
  return effects.join() === 'bills' ? 'lookups' : 'what is at the service';
}

/** The error for what is refused because only reading is allowed; `problem` begins its message. */
export function readOnlyRefusal(
  readOnly: ReadOnlyCause,
  problem: string,
  other?: Hint,
): WaypostError {
  const isSetting = readOnly === 'read-only';
  const cause = isSetting ? 'the setting read-only is on' : 'WAYPOST_READ_ONLY is set';
  const allow = (command: CommandWriter) =>
    isSetting
      ? `${command('settings unset', ['read-only'])} allows it.`
      : `Unset WAYPOST_READ_ONLY to allow it; ${command('help', ['environment'])} explains it.`;
  return invalidInput(`${problem}, and ${cause}.`, (command) =>
    other === undefined ? allow(command) : `${hintText(other, command)} ${allow(command)}`,
  );
}
