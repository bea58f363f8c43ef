// Whether this run may tell of a newer version. Few runs may, so this loads nothing itself.
import { fstatSync } from 'node:fs';
import { agentIn, isCi, readVariable, type VariableName } from '../../lib/environment';
import type { TypedLine } from '../line/typed-line';
import type { System } from '../run/context';

/** First argument of the detached process that asks the registry. */
export const upgradeCheck = '__upgrade-check';

/**
 * Tells of a newer version, and starts a background request to the registry; each at most once a day, for a
 * person at a terminal only. Never fails.
 */
export async function tellOfUpgrade(
  line: Pick<TypedLine, 'json' | 'noInput'>,
  system: System,
): Promise<void> {
  if (!mayTell(line, system.env)) return;
  try {
    const { tell } = await import('./upgrade');
    tell(system, upgradeCheck);
  } catch {
    // An upgrade has replaced the files while this command ran: there is nothing to tell.
  }
}

function mayTell(
  { json, noInput }: Pick<TypedLine, 'json' | 'noInput'>,
  env: System['env'],
): boolean {
  if (json || noInput) return false;
  const isSet = (name: VariableName) => readVariable(env, name) !== undefined;
  if (isCi(env) || agentIn(env) !== undefined) return false;
  if (isSet('NO_UPDATE_NOTIFIER') || isSet('WAYPOST_NO_INPUT')) return false;
  return [1, 2].every(isDevice);
}

/** A file or pipe is no terminal, and needs no further check. */
function isDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false;
  }
}
